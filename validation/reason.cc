// SPDX-License-Identifier: Apache-2.0
#include "validation/reason.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "validation/resource_name.h"

namespace crossroof::validation {
namespace {

using sim::SimResource;
using sim::SimResourceKind;
using sim::SimStage;

constexpr double kWorthSaying = 0.03;  // of a stage's time
constexpr std::size_t kMostSteps = 6;

// A stage of a layer.
struct Place {
  std::size_t layer = 0, stage = 0;
  friend bool operator<(const Place& a, const Place& b) {
    return std::pair(a.layer, a.stage) < std::pair(b.layer, b.stage);
  }
};

std::string percent(double share) { return std::to_string(std::llround(share * 100)) + " %"; }

// S8 and W are no steps of a chunk through L1 and crossbars, S1 waits at the stage that needs it.
bool waits_are_told(std::size_t stage) {
  return stage != index(Stage::noc_read) && stage != index(Stage::write);
}

class Walk {
 public:
  Walk(const Network& net, const RramChip& chip, const Program& program, const sim::SimResult& run)
      : net_(net), chip_(chip), program_(program), run_(run) {}

  std::optional<Place> busiest_place() const {
    std::optional<Place> best;
    for (std::size_t l = 0; l < run_.layers.size(); ++l) {
      const std::optional<Place> here = busiest_in(l);
      if (here && (!best || of(*here).busy > of(*best).busy)) best = here;
    }
    return best;
  }

  std::optional<Place> busiest_in(std::size_t layer) const {
    std::optional<Place> best;
    for (std::size_t s = 0; s < kStageCount; ++s) {
      const Place here{layer, s};
      if (of(here).busy > (best ? of(*best).busy : Seconds())) best = here;
    }
    return best;
  }

  std::string from(Place place) {
    std::string text;
    std::set<Place> seen;
    for (std::size_t step = 0; step < kMostSteps; ++step) {
      seen.insert(place);
      text += told(place);
      const Next next = follow(place);
      if (!next.place || seen.count(*next.place) > 0) {
        if (!next.place) text += next.how;
        break;
      }
      text += next.how;
      place = *next.place;
    }
    return text + busiest_resources();
  }

 private:
  const SimStage& of(const Place& p) const { return run_.layers[p.layer].stages[p.stage]; }

  std::string told(const Place& p) const {
    const SimStage& s = of(p);
    const std::string what = std::string(kStages[p.stage].key) + " of " + net_.layers[p.layer].name;
    const Seconds all = s.busy + s.queued + s.starved + s.blocked;
    if (!waits_are_told(p.stage) || all <= Seconds()) {
      const Seconds per_image = run_.makespan / static_cast<double>(run_.batch);
      return what + " (busy " + percent(s.busy / per_image) + " of the run)";
    }
    std::string text = what + " (busy " + percent(s.busy / all);
    const auto add = [&](const char* word, Seconds time) {
      if (time > all * kWorthSaying) text += std::string(", ") + word + " " + percent(time / all);
    };
    add("starved", s.starved);
    add("blocked", s.blocked);
    add("queued", s.queued);
    return text + ")";
  }

  // Where the larger part of the waiting leads; no place when it ends here.
  struct Next {
    std::optional<Place> place;
    std::string how;
  };

  enum class Wait { none, queued, starved, blocked };

  Wait mostly(const Place& p) const {
    if (!waits_are_told(p.stage)) return Wait::none;
    const SimStage& s = of(p);
    const Seconds most = std::max({s.queued, s.starved, s.blocked});
    if (most <= (s.busy + s.queued + s.starved + s.blocked) * kWorthSaying) return Wait::none;
    if (most == s.queued) return Wait::queued;
    return most == s.starved ? Wait::starved : Wait::blocked;
  }

  Next follow(const Place& p) const {
    switch (mostly(p)) {
      case Wait::queued:
        return {std::nullopt, queued_at(p)};
      case Wait::starved:
        return feeding(p);
      case Wait::blocked:
        return holding_up(p);
      case Wait::none:
        break;
    }
    if (p.stage == index(Stage::noc_read)) return {std::nullopt, network()};
    return {};
  }

  // The stage that feeds it: in its task the next one before that does not just starve as well,
  // else the producer that is busy longest.
  Next feeding(const Place& p) const {
    std::optional<Place> before;
    for (std::size_t s = p.stage; s-- > index(Stage::l1_read_mac);) {
      const Place here{p.layer, s};
      if (of(here).busy <= Seconds()) continue;
      before = here;
      if (mostly(here) != Wait::starved) break;
    }
    if (before) return {before, ", fed by "};
    std::optional<Place> producer;
    for (const Edge& edge : net_.layers[p.layer].in_edges) {
      if (edge.producer == LayerId::network_input || index(edge.producer) == p.layer) continue;
      longer(producer, index(edge.producer));
    }
    // Between phases tensors lie in memory.
    if (producer && program_.phases.size() == 1) return {producer, ", fed by "};
    const Place read{p.layer, index(Stage::noc_read)};
    if (of(read).busy > Seconds()) return {read, ", fed from memory by "};
    return {std::nullopt, ", fed from memory"};
  }

  // The stage it hands over to: in its task the next one that is not just blocked as well, else the
  // consumer that is busy longest.
  Next holding_up(const Place& p) const {
    std::optional<Place> after;
    for (std::size_t s = p.stage + 1; s <= index(Stage::noc_write); ++s) {
      const Place here{p.layer, s};
      if (of(here).busy <= Seconds()) continue;
      after = here;
      if (mostly(here) != Wait::blocked) break;
    }
    if (after) return {after, ", held up by "};
    std::optional<Place> consumer;
    for (std::size_t l = 0; l < net_.layers.size() && l < run_.layers.size(); ++l) {
      for (const Edge& edge : net_.layers[l].in_edges) {
        if (edge.producer == layer_id(p.layer) && l != p.layer) longer(consumer, l);
      }
    }
    if (consumer) return {consumer, ", out of credits of its consumer "};
    return {std::nullopt, ", waiting for the way to memory"};
  }

  void longer(std::optional<Place>& best, std::size_t layer) const {
    if (layer >= run_.layers.size()) return;
    const std::optional<Place> here = busiest_in(layer);
    if (here && (!best || of(*here).busy > of(*best).busy)) best = here;
  }

  // The resource of that stage that is busiest among the cores of the layer.
  std::string queued_at(const Place& p) const {
    std::set<std::pair<std::int64_t, std::size_t>> cores;
    for (const CoreTask& task : program_.tasks) {
      if (index(task.layer) == p.layer)
        cores.insert({task.chip, static_cast<std::size_t>(task.core)});
    }
    const Resource served = kStages[p.stage].resource;
    const auto wanted = [&](const SimResource& r) {
      const bool here = cores.count({r.chip, r.number}) > 0;
      if (served == Resource::l1) return here && r.kind == SimResourceKind::l1;
      if (served == Resource::simd) return here && r.kind == SimResourceKind::simd;
      return served == Resource::noc && here && r.kind == SimResourceKind::injection;
    };
    for (const SimResource& r : run_.resources) {  // busiest first
      if (wanted(r)) return ", queueing at " + resource(r);
    }
    return "";
  }

  std::string resource(const SimResource& r) const {
    return resource_name(net_, chip_, r) + " (busy " + percent(r.busy / run_.makespan) +
           " of the run" +
           (r.blocked > run_.makespan * kWorthSaying
                ? ", blocked " + percent(r.blocked / run_.makespan)
                : "") +
           ")";
  }

  // What is busiest on the way between cores and memory, unless it is the busiest of all.
  std::string network() const {
    for (const SimResource& r : run_.resources) {
      const bool core = r.kind == SimResourceKind::l1 || r.kind == SimResourceKind::simd ||
                        r.kind == SimResourceKind::crossbars;
      if (core) continue;
      return &r == &run_.resources.front() ? ""
                                           : ", over a network whose busiest is " + resource(r);
    }
    return "";
  }

  std::string busiest_resources() const {
    if (run_.resources.empty()) return "";
    return "; the busiest resource is " + resource(run_.resources.front());
  }

  const Network& net_;
  const RramChip& chip_;
  const Program& program_;
  const sim::SimResult& run_;
};

std::string images_text(std::int64_t images) {
  return images == 1 ? "one image alone" : std::to_string(images) + " images";
}

// The layer between whose first and last chunk most time passes.
std::optional<std::size_t> longest_layer(const sim::SimResult& run) {
  std::optional<std::size_t> longest;
  const auto span = [&run](std::size_t l) { return run.layers[l].last - run.layers[l].first; };
  for (std::size_t l = 0; l < run.layers.size(); ++l) {
    if (span(l) > Seconds() && (!longest || span(l) > span(*longest))) longest = l;
  }
  return longest;
}

std::string layer_reason(Walk& walk, const Network& net, const sim::SimResult& run) {
  const std::optional<std::size_t> layer = longest_layer(run);
  if (!layer) return "";
  const std::optional<Place> place = walk.busiest_in(*layer);
  if (!place) return "";
  const sim::SimLayer& l = run.layers[*layer];
  return images_text(run.batch) + ": the longest layer is " + net.layers[*layer].name +
         ", under way for " + percent((l.last - l.first) / run.makespan) +
         " of the run: " + walk.from(*place);
}

}  // namespace

std::string interval_reason(const Network& net, const RramChip& chip, const Program& program,
                            const sim::SimResult& run) {
  Walk walk(net, chip, program, run);
  if (program.phases.size() > 1) return layer_reason(walk, net, run);
  const std::optional<Place> place = walk.busiest_place();
  if (!place) return "";
  return images_text(run.batch) + ": longest is " + walk.from(*place);
}

std::string latency_reason(const Network& net, const RramChip& chip, const Program& program,
                           const sim::SimResult& run) {
  Walk walk(net, chip, program, run);
  return layer_reason(walk, net, run);
}

}  // namespace crossroof::validation
