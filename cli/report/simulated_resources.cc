// SPDX-License-Identifier: Apache-2.0
#include "cli/report/simulated_resources.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "validation/resource_name.h"

namespace crossroof::cli {
namespace {

using sim::SimResourceKind;

struct KindInfo {
  SimResourceKind kind;
  std::string_view key;
};

constexpr std::array<KindInfo, 8> kKinds = {{
    {SimResourceKind::l1, "l1"},
    {SimResourceKind::crossbars, "crossbars"},
    {SimResourceKind::simd, "simd"},
    {SimResourceKind::controller, "controller"},
    {SimResourceKind::link, "link"},
    {SimResourceKind::injection, "injection"},
    {SimResourceKind::ejection, "ejection"},
    {SimResourceKind::chip_link, "chip_link"},
}};

const KindInfo& info(SimResourceKind kind) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [kind](const KindInfo& k) { return k.kind == kind; });
}

std::int64_t whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

SimulatedResource resource_of(const Network& net, const RramChip& chip, const sim::SimResource& r) {
  SimulatedResource out;
  out.name = validation::resource_name(net, chip, r);
  out.kind = info(r.kind).key;
  out.chip = r.chip;
  out.number = static_cast<std::int64_t>(r.number);
  if (r.layer != LayerId::network_input) out.layer = net.layers[index(r.layer)].name;
  out.busy = r.busy.value();
  out.blocked = r.blocked.value();
  out.waited = r.waited.value();
  out.services = whole(r.services);
  out.flits = whole(r.flits);
  out.longest_queue = whole(r.longest_queue);
  out.conflicts = r.conflicts;
  return out;
}

// Replicas of the tasks of a layer that have crossbars, by core.
class Replicas {
 public:
  explicit Replicas(const Program& program) {
    for (const CoreTask& task : program.tasks) {
      if (!task.has[index(Stage::mac)]) continue;
      Tasks& here = tasks_[{task.chip, static_cast<std::size_t>(task.core), task.layer}];
      here.mixed = here.mixed || (here.count > 0 && here.replica != task.replica);
      here.replica = task.replica;
      ++here.count;
      std::int64_t& most = replicas_[task.layer];
      most = std::max(most, task.replica + 1);
    }
  }

  // Tells the crossbars of a task from those of the others.
  void name(const sim::SimResource& r, SimulatedResource& out) {
    const auto found = tasks_.find({r.chip, r.number, r.layer});
    if (r.kind != SimResourceKind::crossbars || found == tasks_.end()) return;
    Tasks& here = found->second;
    std::string more;
    if (!here.mixed) {
      out.replica = here.replica;
      if (replicas_[r.layer] > 1) more = ", replica " + std::to_string(here.replica);
    }
    if (here.count > 1) {
      out.part = ++here.named;
      more += ", part " + std::to_string(here.named);
    }
    out.name.insert(out.name.size() - 1, more);  // before the bracket
  }

 private:
  struct Tasks {
    std::int64_t count = 0, replica = 0, named = 0;
    bool mixed = false;
  };
  std::map<std::tuple<std::int64_t, std::size_t, LayerId>, Tasks> tasks_;
  std::map<LayerId, std::int64_t> replicas_;
};

}  // namespace

std::vector<SimulatedResource> simulated_resources(const Network& net, const RramChip& chip,
                                                   const Program& program,
                                                   const std::vector<sim::SimResource>& resources) {
  Replicas replicas(program);
  std::vector<SimulatedResource> all;
  all.reserve(resources.size());
  for (const sim::SimResource& r : resources) {
    all.push_back(resource_of(net, chip, r));
    replicas.name(r, all.back());
  }
  return all;
}

}  // namespace crossroof::cli
