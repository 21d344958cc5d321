// SPDX-License-Identifier: Apache-2.0
#include "workloads/program_check.h"

#include "workloads/program_faults.h"

namespace crossroof {

std::string Faults::task(std::size_t t) const {
  const CoreTask& task = program_.tasks[t];
  return "task " + std::to_string(t) + " (layer '" + net_.layers[index(task.layer)].name +
         "', replica " + std::to_string(task.replica) + ", core " +
         std::to_string(static_cast<std::size_t>(task.core)) + ")";
}

std::string Faults::inlet(std::size_t i) const {
  const Inlet& inlet = program_.inlets[i];
  return "inlet " + std::to_string(i) + " (stream " + std::to_string(inlet.stream) + ") of " +
         task(index(inlet.task));
}

std::string Faults::feed(std::size_t f) const {
  const auto end = [&](const Endpoint& e) {
    return e.memory ? "controller " + std::to_string(e.number) : task(e.number);
  };
  const Feed& feed = program_.feeds[f];
  return "feed " + std::to_string(f) + " from " + end(feed.from) + " to " + end(feed.to);
}

std::vector<std::string> check(const Network& net, const RramChip& chip, const Mapping& mapping,
                               const Program& program) {
  Faults faults(net, program);
  const CheckedProgram p{net, chip, mapping, program};
  check_links(p, faults);
  if (!faults.none()) return faults.take();
  check_tasks(p, faults);
  check_inlets(p, faults);
  check_traffic(p, faults);
  return faults.take();
}

}  // namespace crossroof
