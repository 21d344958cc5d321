// SPDX-License-Identifier: Apache-2.0
#include "analytic/estimate.h"

#include <algorithm>
#include <array>
#include <set>

#include "analytic/bands.h"
#include "analytic/contention.h"
#include "analytic/mvm.h"
#include "analytic/pipeline.h"

namespace crossroof::analytic {
namespace {

// What a designer changes at once: a faster one of these relieves every layer and phase.
enum class Group { crossbars, array_write, l1, simd, noc, memory, chip_link };
constexpr std::size_t kGroups = 7;

Group group_of(const StageInfo& stage, const StageCause& cause) {
  switch (stage.resource) {
    case Resource::noc:
      return cause.memory ? Group::memory : Group::noc;
    case Resource::l1:
      return Group::l1;
    case Resource::simd:
      return Group::simd;
    case Resource::crossbars:
      break;
  }
  return stage.stage == Stage::write ? Group::array_write : Group::crossbars;
}

Group group_of(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::l1:
    case ResourceKind::l1_read:
    case ResourceKind::l1_write:
      return Group::l1;
    case ResourceKind::crossbars:
      return Group::crossbars;
    case ResourceKind::simd:
      return Group::simd;
    case ResourceKind::controller:
      return Group::memory;
    case ResourceKind::chip_link:
    case ResourceKind::chip_link_in:
      return Group::chip_link;
    case ResourceKind::link:
    case ResourceKind::injection:
    case ResourceKind::ejection:
      break;
  }
  return Group::noc;
}

// A stage of a layer, or a resource.
struct Candidate {
  Seconds time;
  std::size_t layer = 0;
  const StageInfo* stage = nullptr;  // none: MVMs and array writing together
  const ResourceLoad* resource = nullptr;
};

// The largest candidate of each group in one phase.
class Limits {
 public:
  void see(Group g, const Candidate& c) {
    Candidate& best = best_[static_cast<std::size_t>(g)];
    if (c.time > best.time) best = c;
  }
  const Candidate& of(Group g) const { return best_[static_cast<std::size_t>(g)]; }
  Group largest() const { return largest_but(kGroups); }
  Group largest_but(std::size_t without) const {
    std::size_t top = without == 0 ? 1 : 0;
    for (std::size_t g = 0; g < kGroups; ++g) {
      if (g != without && best_[g].time > best_[top].time) top = g;
    }
    return static_cast<Group>(top);
  }

 private:
  std::array<Candidate, kGroups> best_;
};

// Everything about one phase that does not depend on the tier.
struct PhaseTimes {
  std::vector<LayerTimes> layers;  // those not in the phase have no times
  std::vector<ResourceLoad> resources;
};

std::vector<LayerTimes> layer_times(const Network& net, const RramChip& chip,
                                    const Mapping& mapping, std::size_t phase, Sharing sharing,
                                    std::int64_t batch) {
  std::vector<LayerTimes> times(net.layers.size());
  for (const LayerId l : mapping.phases[phase].layers) {
    times[index(l)] =
        stage_times(net, chip, mapping, l, static_cast<std::int64_t>(phase), sharing, batch);
  }
  return times;
}

std::vector<PhaseTimes> all_phases(const Network& net, const RramChip& chip, const Mapping& mapping,
                                   Sharing sharing, std::int64_t batch) {
  std::vector<PhaseTimes> phases(mapping.phases.size());
  for (std::size_t p = 0; p < phases.size(); ++p) {
    phases[p].layers = layer_times(net, chip, mapping, p, sharing, batch);
    phases[p].resources = resource_loads(net, chip, mapping, static_cast<std::int64_t>(p));
  }
  return phases;
}

// What limits one phase at `batch` images, per image.
Limits limits(const PhaseTimes& phase, Tier tier, std::int64_t batch) {
  Limits top;
  for (std::size_t l = 0; l < phase.layers.size(); ++l) {
    const LayerTimes& t = phase.layers[l];
    for (const StageInfo& s : kStages) {
      top.see(group_of(s, t.cause[index(s.stage)]), {t.time[index(s.stage)], l, &s, nullptr});
    }
    top.see(Group::array_write, {t.mac_and_write, l, nullptr, nullptr});
  }
  if (tier == Tier::stage_max) return top;
  for (const ResourceLoad& r : phase.resources) {
    // A task's own crossbars are the mac stage of its layer.
    if (r.kind == ResourceKind::crossbars && r.layer != LayerId::network_input) continue;
    top.see(group_of(r.kind), {r.per_image + r.once / static_cast<double>(batch), 0, nullptr, &r});
  }
  return top;
}

Limit described(const Network& net, const RramChip& chip, const Candidate& c) {
  if (c.time == Seconds()) return {};
  if (c.resource != nullptr) return {name(chip, *c.resource), LayerId::network_input, c.time};
  const std::string stage = c.stage != nullptr ? std::string(c.stage->key) : "mac + write";
  return {net.layers[c.layer].name + " " + stage, layer_id(c.layer), c.time};
}

// Phases add. First and second are those of the longest phase; the second is of another group, and
// the gain is what all phases win together if the first's group took no time.
TierResult tier_result(const Network& net, const RramChip& chip,
                       const std::vector<PhaseTimes>& phases, Tier tier, std::int64_t batch) {
  TierResult r;
  r.tier = tier;
  std::vector<Limits> all;
  const Limits* longest = nullptr;
  all.reserve(phases.size());
  for (const PhaseTimes& p : phases) all.push_back(limits(p, tier, batch));
  for (const Limits& l : all) {
    const Seconds time = l.of(l.largest()).time;
    r.interval += time;
    if (longest == nullptr || time > longest->of(longest->largest()).time) longest = &l;
  }
  r.makespan = r.interval * static_cast<double>(batch);
  if (longest == nullptr) return r;
  const Group first = longest->largest();
  const auto relieved = static_cast<std::size_t>(first);
  r.first = described(net, chip, longest->of(first));
  r.second = described(net, chip, longest->of(longest->largest_but(relieved)));
  Seconds without_first;
  for (const Limits& l : all) without_first += l.of(l.largest_but(relieved)).time;
  r.gain = without_first > Seconds() ? r.interval / without_first : 0;
  return r;
}

// Phases add: each takes as long as its busiest resource or as its recurrence says.
Seconds pipelined(const Pipeline& pipeline, const std::vector<PhaseTimes>& phases,
                  std::int64_t batch) {
  Seconds sum;
  for (std::size_t p = 0; p < phases.size(); ++p) {
    const Limits top = limits(phases[p], Tier::resource_max, batch);
    const Seconds busiest = top.of(top.largest()).time * static_cast<double>(batch);
    sum += std::max(busiest, pipeline.makespan(static_cast<std::int64_t>(p), batch));
  }
  return sum;
}

// Phases add.
PhaseEstimate sum_of_phases(const Contention& contention, const Mapping& mapping) {
  PhaseEstimate all;
  for (std::size_t p = 0; p < mapping.phases.size(); ++p) {
    const PhaseEstimate phase = contention.phase(static_cast<std::int64_t>(p));
    all.latency += phase.latency;
    all.interval += phase.interval;
    all.noc = std::max(all.noc, phase.noc);
    all.pace = phase.pace;
  }
  return all;
}

// Images follow each other at the interval of each phase.
Seconds contended(const PhaseEstimate& phases, std::int64_t batch) {
  return phases.latency + phases.interval * static_cast<double>(batch - 1);
}

// The bottleneck is that of the bounds. Fills all bands too.
void add_contention(const Network& net, const RramChip& chip, const Mapping& mapping,
                    Sharing sharing, Estimate& e) {
  TierResult& r = e.contention;
  r = e.pipeline;
  r.tier = Tier::contention;
  const PhaseEstimate phases = sum_of_phases(Contention(net, chip, mapping), mapping);
  r.latency = phases.latency;
  r.makespan = contended(phases, mapping.batch);
  if (sharing == Sharing::max_min) {  // no run is faster than a lower bound
    r.latency = std::max(r.latency, e.pipeline.latency);
    r.makespan = std::max(r.makespan, e.pipeline.makespan);
  }
  const bool streams = mapping.mode == RunMode::layer_pipeline && mapping.phases.size() == 1;
  r.interval = streams ? phases.interval : r.makespan * (1.0 / static_cast<double>(mapping.batch));
  if (sharing != Sharing::max_min) return;
  const bool dma = std::any_of(chip.kinds.begin(), chip.kinds.end(),
                               [](const CoreKind& k) { return k.l1.dma == Dma::shared; });
  add_bands({streams, dma, phases.pace, phases.noc}, e);
}

Counts count_actions(const RramChip& chip, const Mapping& mapping) {
  Counts c;
  for (const LayerMapping& l : mapping.layers) {
    for (const Task& t : l.tasks) {
      c.macs = checked_add(c.macs, t.work.mac.macs);
      c.mvms = checked_add(c.mvms, t.work.mac.count);
      c.conversions = checked_add(c.conversions, t.work.mac.conversions);
      for (const SimdWork& w : t.work.simd) {
        c.simd_operations = checked_add(c.simd_operations, w.count);
      }
      c.l1_read += t.work.l1_read_mac + t.work.l1_read_simd;
      c.l1_write += t.work.l1_write_mac + t.work.l1_write_simd;
    }
  }
  for (const Stream& s : mapping.streams) {
    for (const Flow& f : s.flows) {
      c.noc += f.bits;
      if (static_cast<std::size_t>(f.from.node) >= chip.cores.size()) c.memory_read += f.bits;
      if (static_cast<std::size_t>(f.to.node) >= chip.cores.size()) c.memory_write += f.bits;
    }
  }
  for (const Phase& p : mapping.phases) {
    for (const WeightLoad& load : p.loads) c.weight_load += load.bits;
  }
  return c;
}

// Writes of the cell written most during one run of the batch: every pass may use the same array,
// products of two activations write theirs for every image.
std::int64_t writes_per_run(const Mapping& mapping) {
  std::int64_t writes = mapping.passes > 1 ? mapping.passes : 0;
  const bool every_image =
      std::any_of(mapping.phases.begin(), mapping.phases.end(), [](const Phase& p) {
        return std::any_of(p.loads.begin(), p.loads.end(),
                           [](const WeightLoad& load) { return load.per_image; });
      });
  if (every_image) writes += mapping.batch;
  return writes;
}

Seconds lifetime(const RramChip& chip, const Mapping& mapping, Seconds makespan) {
  const std::int64_t writes = writes_per_run(mapping);
  if (writes == 0) return Seconds();
  Seconds least;
  for (const CoreKind& kind : chip.kinds) {
    if (!kind.crossbar.write || !kind.crossbar.write->endurance) continue;
    const Seconds t = makespan * (*kind.crossbar.write->endurance / static_cast<double>(writes));
    if (least == Seconds() || t < least) least = t;
  }
  return least;
}

LayerEstimate layer_estimate(const Network& net, const RramChip& chip, const Mapping& mapping,
                             std::size_t l, Sharing sharing) {
  LayerEstimate e;
  const LayerMapping& m = mapping.layers[l];
  e.layer = layer_id(l);
  e.times = stage_times(net, chip, mapping, e.layer, kAllPhases, sharing);
  const std::vector<Seconds> passes = phase_intervals(net, chip, mapping, e.layer, sharing);
  if (passes.size() > 1) {
    e.times.interval = Seconds();
    for (const Seconds& p : passes) e.times.interval += p;
  }
  e.replicas = m.plan.replicas;
  e.chunk = m.plan.length;
  e.phase = m.phase;
  std::set<std::pair<std::int64_t, CoreId>> cores;
  std::int64_t macs = 0;
  for (const Task& t : m.tasks) {
    cores.insert({t.chip, t.core});
    e.arrays += t.held.arrays;
    macs = checked_add(macs, t.work.mac.macs);
  }
  e.cores = static_cast<std::int64_t>(cores.size());
  if (m.on_crossbars) {
    e.utilisation = m.geometry.utilisation(chip.kinds[static_cast<std::size_t>(m.kind)].crossbar);
    const Seconds mac = e.times.time[index(Stage::mac)];
    if (mac > Seconds()) e.as_mapped = Ops(2.0 * static_cast<double>(macs)) / mac;
  }
  return e;
}

}  // namespace

Seconds makespan(const Network& net, const RramChip& chip, const Mapping& mapping, Tier tier,
                 std::int64_t batch, Sharing sharing) {
  const std::vector<PhaseTimes> phases = all_phases(net, chip, mapping, sharing, batch);
  if (tier != Tier::pipeline && tier != Tier::contention) {
    return tier_result(net, chip, phases, tier, batch).makespan;
  }
  const Seconds least = pipelined(Pipeline(net, chip, mapping), phases, batch);
  if (tier == Tier::pipeline) return least;
  const Seconds expected = contended(sum_of_phases(Contention(net, chip, mapping), mapping), batch);
  return sharing == Sharing::max_min ? std::max(expected, least) : expected;
}

Estimate estimate(const Network& net, const RramChip& chip, const Mapping& mapping,
                  Sharing sharing) {
  Estimate e;
  e.mode = mapping.mode;
  e.batch = mapping.batch;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    e.layers.push_back(layer_estimate(net, chip, mapping, l, sharing));
  }
  std::vector<PhaseTimes> phases = all_phases(net, chip, mapping, sharing, mapping.batch);
  e.stage_max = tier_result(net, chip, phases, Tier::stage_max, mapping.batch);
  e.resource_max = tier_result(net, chip, phases, Tier::resource_max, mapping.batch);
  const Pipeline pipeline(net, chip, mapping);
  e.pipeline = e.resource_max;
  e.pipeline.tier = Tier::pipeline;
  e.pipeline.makespan = pipelined(pipeline, phases, mapping.batch);
  // An interval is a limit where images stream through one phase, else the time of the batch.
  if (mapping.mode == RunMode::layer_serial || phases.size() > 1) {
    e.pipeline.interval = e.pipeline.makespan * (1.0 / static_cast<double>(mapping.batch));
  }
  // Latency is the makespan of one image, which pays for weight loads alone.
  for (std::size_t p = 0; p < phases.size(); ++p) {
    if (mapping.batch > 1 && !mapping.phases[p].loads.empty()) {
      phases[p].layers = layer_times(net, chip, mapping, p, sharing, 1);
    }
  }
  e.stage_max.latency = tier_result(net, chip, phases, Tier::stage_max, 1).makespan;
  e.resource_max.latency = tier_result(net, chip, phases, Tier::resource_max, 1).makespan;
  e.pipeline.latency = mapping.batch == 1 ? e.pipeline.makespan : pipelined(pipeline, phases, 1);
  add_contention(net, chip, mapping, sharing, e);
  for (const PhaseTimes& p : phases) {
    e.resources.insert(e.resources.end(), p.resources.begin(), p.resources.end());
  }
  std::stable_sort(
      e.resources.begin(), e.resources.end(),
      [](const ResourceLoad& a, const ResourceLoad& b) { return a.per_image > b.per_image; });
  e.peak = peak(chip, mapping.precision) * static_cast<double>(mapping.chips);
  e.counts = count_actions(chip, mapping);
  e.lifetime = lifetime(chip, mapping, e.resource_max.makespan);
  if (e.resource_max.interval > Seconds()) {
    e.achieved = Ops(2.0 * static_cast<double>(e.counts.macs)) / e.resource_max.interval;
  }
  return e;
}

}  // namespace crossroof::analytic
