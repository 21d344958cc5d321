// SPDX-License-Identifier: Apache-2.0
#include "workloads/program.h"

#include "workloads/expand.h"

namespace crossroof {
namespace {

Reload reload_of(const RramChip& chip, TaskId task, const WeightLoad& load) {
  Reload r{task, load.rows, {}};
  const auto n = static_cast<std::int64_t>(chip.memory.size());
  for (std::int64_t c = 0; c < n; ++c) {
    r.from_controller.emplace_back(load.bits.count() / n + (c < load.bits.count() % n ? 1 : 0));
  }
  return r;
}

}  // namespace

Program expand(const Network& net, const RramChip& chip, const Mapping& mapping) {
  Program program;
  program.mode = mapping.mode;
  program.chips = mapping.chips;
  for (const Layer& layer : net.layers) program.layer_names.push_back(layer.name);
  program.phases.resize(mapping.phases.size());
  FirstTasks first;
  for (std::size_t l = 0; l < mapping.layers.size(); ++l) {
    first.push_back(static_cast<std::uint32_t>(program.tasks.size()));
    for (const Task& t : mapping.layers[l].tasks) {
      program.phases[static_cast<std::size_t>(t.phase)].tasks.push_back(
          TaskId(static_cast<std::uint32_t>(program.tasks.size())));
      program.tasks.push_back(expand_task(net, chip, mapping, layer_id(l), t));
    }
  }
  expand_streams(net, chip, mapping, first, program);
  for (std::size_t p = 0; p < mapping.phases.size(); ++p) {
    for (const WeightLoad& load : mapping.phases[p].loads) {
      if (load.per_image) continue;
      const TaskId task = TaskId(first[index(load.layer)] + static_cast<std::uint32_t>(load.task));
      program.phases[p].reloads.push_back(reload_of(chip, task, load));
    }
  }
  for (CoreTask& t : program.tasks) {
    for (const FeedId f : t.out) {
      if (!program.feeds[index(f)].local) t.has[index(Stage::noc_write)] = true;
    }
    t.has[index(Stage::noc_read)] = !t.inlets.empty();
    // Windows of padding alone read nothing, but the stage they would read at is still awaited.
    for (const InletId i : t.inlets) {
      const bool s2 = program.inlets[index(i)].gate == Gate::s2_operands;
      t.has[index(s2 ? Stage::l1_read_mac : Stage::l1_read_simd)] = true;
    }
  }
  return program;
}

}  // namespace crossroof
