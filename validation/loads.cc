// SPDX-License-Identifier: Apache-2.0
#include "validation/loads.h"

#include <algorithm>
#include <utility>

#include "validation/resource_name.h"

namespace crossroof::validation {
namespace {

using analytic::ResourceKind;
using analytic::ResourceLoad;
using sim::SimResourceKind;

LoadKind kind_of(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::crossbars:
      return LoadKind::crossbars;
    case ResourceKind::l1:
    case ResourceKind::l1_read:
    case ResourceKind::l1_write:
      return LoadKind::l1;
    case ResourceKind::simd:
      return LoadKind::simd;
    case ResourceKind::controller:
      return LoadKind::memory;
    default:
      return LoadKind::noc;
  }
}

SimResourceKind simulated_as(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::l1:
    case ResourceKind::l1_read:
    case ResourceKind::l1_write:
      return SimResourceKind::l1;
    case ResourceKind::crossbars:
      return SimResourceKind::crossbars;
    case ResourceKind::simd:
      return SimResourceKind::simd;
    case ResourceKind::controller:
      return SimResourceKind::controller;
    case ResourceKind::link:
      return SimResourceKind::link;
    case ResourceKind::injection:
      return SimResourceKind::injection;
    case ResourceKind::ejection:
      return SimResourceKind::ejection;
    default:
      return SimResourceKind::chip_link;
  }
}

// Stages that use each L1 port group of one phase.
class L1Users {
 public:
  L1Users(const RramChip& chip, const Mapping& mapping, std::int64_t phase) {
    for (const LayerMapping& layer : mapping.layers) {
      for (const Task& task : layer.tasks) {
        if (task.phase != phase) continue;
        const L1& l1 = chip.kind(task.core).l1;
        const bool split = l1.ports.read_write == 0;
        const auto use = [&](Bits bits, bool read) {
          if (bits == Bits()) return;
          const ResourceKind group = !split ? ResourceKind::l1
                                     : read ? ResourceKind::l1_read
                                            : ResourceKind::l1_write;
          ++users_[{group, task.chip, static_cast<std::size_t>(task.core)}];
        };
        use(task.work.l1_read_mac, true);
        use(task.work.l1_write_mac, false);
        use(task.work.l1_read_simd, true);
        use(task.work.l1_write_simd, false);
        if (l1.dma != Dma::shared) continue;
        use(task.work.noc_write, true);
        use(task.work.noc_read, false);
      }
    }
  }
  bool shared(const ResourceLoad& r) const {
    const auto found = users_.find({r.kind, r.chip, r.number});
    return found != users_.end() && found->second > 1;
  }

 private:
  std::map<std::tuple<ResourceKind, std::int64_t, std::size_t>, int> users_;
};

// The larger of the port groups of an L1, of the crossbars of one layer on a core.
using PhaseLoads = std::map<ResourceKey, Seconds>;

ResourceKey key_of(const ResourceLoad& r) {
  const SimResourceKind kind = simulated_as(r.kind);
  const std::size_t number = kind == SimResourceKind::chip_link ? 0 : r.number;
  return {kind, r.chip, number, r.layer};
}

std::string name_of(const Network& net, const RramChip& chip, const ResourceKey& key) {
  sim::SimResource r;
  std::tie(r.kind, r.chip, r.number, r.layer) = key;
  return resource_name(net, chip, r);
}

// Links and ports carry the header of every packet as well.
double with_headers(const Noc& noc, ResourceKind kind) {
  const bool flits = kind == ResourceKind::link || kind == ResourceKind::injection ||
                     kind == ResourceKind::ejection;
  if (!flits) return 1;
  return static_cast<double>(noc.payload_flits + noc.header_flits) /
         static_cast<double>(noc.payload_flits);
}

}  // namespace

const std::array<std::string_view, kLoadKinds> kLoadKindNames = {"crossbars", "L1", "SIMD", "NoC",
                                                                 "memory"};

ResourceKey key_of(const sim::SimResource& r) {
  return {r.kind, r.chip, r.kind == SimResourceKind::chip_link ? 0 : r.number, r.layer};
}

LoadKind ResourceLoads::busiest() const {
  return static_cast<LoadKind>(std::max_element(kinds.begin(), kinds.end()) - kinds.begin());
}

double ResourceLoads::second() const {
  std::array<Seconds, kLoadKinds> sorted = kinds;
  std::sort(sorted.begin(), sorted.end());
  const Seconds first = sorted[kLoadKinds - 1];
  return first > Seconds() ? sorted[kLoadKinds - 2] / first : 0;
}

Stratum ResourceLoads::stratum() const {
  const Seconds enough = kinds[static_cast<std::size_t>(busiest())] * kBalanced;
  const Seconds noc = kinds[static_cast<std::size_t>(LoadKind::noc)];
  if (std::max(noc, shared_l1) >= enough) return Stratum::contended;
  return second() >= kBalanced ? Stratum::balanced : Stratum::dominant;
}

ResourceLoads loads_of(const Network& net, const RramChip& chip, const Mapping& mapping) {
  ResourceLoads loads;
  const auto batch = static_cast<double>(std::max<std::int64_t>(1, mapping.batch));
  for (std::size_t p = 0; p < mapping.phases.size(); ++p) {
    const auto phase = static_cast<std::int64_t>(p);
    const L1Users users(chip, mapping, phase);
    std::array<Seconds, kLoadKinds> kinds{};
    Seconds shared;
    PhaseLoads here;
    for (const ResourceLoad& r : analytic::resource_loads(net, chip, mapping, phase)) {
      const Seconds busy = (r.per_image + r.once / batch) * with_headers(chip.noc, r.kind);
      Seconds& kind = kinds[static_cast<std::size_t>(kind_of(r.kind))];
      kind = std::max(kind, busy);
      if (users.shared(r)) shared = std::max(shared, busy);
      if (r.kind == ResourceKind::chip_link_in) continue;
      Seconds& load = here[key_of(r)];
      load = std::max(load, busy);
    }
    for (std::size_t k = 0; k < kLoadKinds; ++k) loads.kinds[k] += kinds[k];
    loads.shared_l1 += shared;
    for (const auto& [key, busy] : here) loads.each[key] += busy;
  }
  return loads;
}

BottleneckAgreement compare_bottlenecks(const Network& net, const RramChip& chip,
                                        const ResourceLoads& loads, const ResourceKey& busiest) {
  BottleneckAgreement a;
  const auto top =
      std::max_element(loads.each.begin(), loads.each.end(),
                       [](const auto& x, const auto& y) { return x.second < y.second; });
  if (top == loads.each.end()) return a;
  a.estimated = name_of(net, chip, top->first);
  a.simulated = name_of(net, chip, busiest);
  constexpr double kNear = 0.95;
  const auto known = loads.each.find(busiest);
  a.agree = known != loads.each.end() && known->second >= top->second * kNear;
  return a;
}

}  // namespace crossroof::validation
