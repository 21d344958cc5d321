// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_run.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "sim/noc_bound.h"
#include "sim/traffic_bench.h"

namespace crossroof::sim {
namespace {

constexpr std::size_t kWarmUp = 3, kLongestWarmUp = 10, kFewestMeasured = 10;  // periods
constexpr double kPacketsPerPeriod = 200;
constexpr double kSteady = 0.05;  // change of latency between periods that ends the warm-up
constexpr double kSaturated = 3;  // times the zero-load latency
constexpr double kUnstableLatency = 500;
constexpr double kErrors = 4;     // standard errors of the packets created
constexpr double kUsable = 0.05;  // half-width of an interval that needs no longer run
constexpr std::size_t kMostLooks =
    5;  // at intervals not yet narrow: the last at 16 times the first

// Long enough for some packets.
Cycle period_of(const NocRun& run) {
  const double per_cycle = run.rate / run.flits * static_cast<double>(run.noc->topology.nodes());
  return std::max(run.period, static_cast<Cycle>(std::ceil(kPacketsPerPeriod / per_cycle)));
}

double landing_mean(const NocMeter::Period& period) {
  return period.landings > 0 ? period.landing_latency / static_cast<double>(period.landings) : 0;
}

// Runs whole periods; knows when to stop.
class Measurement {
 public:
  Measurement(const NocRun& run, const NocBound& bound)
      : run_(run), period_(period_of(run)), bench_(run, period_, bound.mean_hops) {
    result_.ideal_rate = bound.ideal_rate;
    result_.hops = bound.mean_hops;
    result_.zero_load_latency = zero_load_latency(*run.noc, bound.mean_hops, run.flits);
  }

  NocResult take() {
    if (!warm_up()) return interrupted();
    do {
      if (!next_period()) return interrupted();
    } while (!finished());
    count_rates();
    result_.cycles = periods_ * period_;
    return result_;
  }

 private:
  bool next_period() { return bench_.run_until(++periods_ * period_); }

  NocResult interrupted() {
    result_.interrupted = true;
    return result_;
  }

  // False when interrupted.
  bool warm_up() {
    double before = 0, now = 0;
    do {
      before = now;
      if (!next_period()) return false;
      now = landing_mean(bench_.meter().period(periods_ - 1));
    } while (periods_ < kWarmUp ||
             (periods_ < kLongestWarmUp && std::abs(now - before) > kSteady * now));
    first_ = periods_;
    return true;
  }

  // Before most_measured every period is looked at, for an interval as narrow as wanted. Then looks
  // are rare: a rule that stops at the first interval to its liking prefers those too narrow.
  bool finished() {
    const std::size_t measured = periods_ - first_;
    if (measured < kFewestMeasured) return false;
    if (diverges()) return give_up();
    if (measured < next_look_) return false;
    const bool enough = measured * period_ >= run_.most_measured;
    if (enough) {
      next_look_ = 2 * measured;
      ++looks_;
    }
    const std::size_t complete = bench_.meter().complete(first_, periods_);
    if (complete < kFewestMeasured) {
      return enough && measured >= 2 * kFewestMeasured && give_up();
    }
    const NocMeter::Estimate estimate = bench_.meter().estimate(first_, complete);
    const double relative = estimate.half_width / estimate.latency;
    const bool narrow = relative <= run_.narrow;
    if (enough && estimate.latency - estimate.half_width > unstable_latency()) return give_up();
    const bool usable = enough && relative <= kUsable;
    if (!narrow && !usable && looks_ < kMostLooks) return false;
    if (estimate.latency > unstable_latency()) return give_up();
    take_estimate(estimate);
    result_.narrow = narrow;
    return true;
  }

  void take_estimate(const NocMeter::Estimate& estimate) {
    result_.latency = estimate.latency;
    result_.latency_half_width = estimate.half_width;
    result_.network_latency = estimate.network_latency;
    result_.packets = estimate.packets;
    if (estimate.latency > kSaturated * idle_latency()) {
      result_.state = NocState::saturated;
    }
  }

  bool give_up() {
    result_.state = NocState::unstable;
    return true;
  }

  // At least the packet's own length, for routers that take no time.
  double idle_latency() const {
    return std::max(result_.zero_load_latency, static_cast<double>(run_.flits));
  }

  // 500 cycles, or more for a NoC that takes long when idle.
  double unstable_latency() const { return std::max(kUnstableLatency, 10 * idle_latency()); }

  // Of the first `periods` after the warm-up.
  struct Counts {
    double created = 0, landed = 0;
    double backlog() const { return created - landed; }
  };
  Counts count(std::size_t periods) {
    Counts counts;
    for (std::size_t p = first_; p < first_ + periods; ++p) {
      counts.created += static_cast<double>(bench_.meter().period(p).created);
      counts.landed += static_cast<double>(bench_.meter().period(p).landings);
    }
    return counts;
  }

  // Over all that is measured, fewer packets land than are created: by more than chance (they are
  // created independently, so their number varies by its root), by more than what a latency that
  // is none any more keeps in flight, and in both halves. One long queue does not do that.
  bool diverges() {
    const std::size_t measured = periods_ - first_;
    const Counts all = count(measured);
    const double backlog = all.backlog(), half = count(measured / 2).backlog();
    const double per_cycle = all.created / static_cast<double>(measured * period_);
    return backlog > kErrors * std::sqrt(all.created) && backlog > unstable_latency() * per_cycle &&
           half > backlog / 4 && half < backlog * 3 / 4;
  }

  void count_rates() {
    const Counts all = count(periods_ - first_);
    const double per_packet = run_.flits / (static_cast<double>(run_.noc->topology.nodes()) *
                                            static_cast<double>((periods_ - first_) * period_));
    result_.offered = all.created * per_packet;
    result_.accepted = all.landed * per_packet;
    if (result_.packets == 0) result_.packets = static_cast<std::uint64_t>(all.landed);
  }

  const NocRun& run_;
  Cycle period_;
  TrafficBench bench_;
  std::size_t periods_ = 0, first_ = 0, next_look_ = 0, looks_ = 0;
  NocResult result_;
};

}  // namespace

NocResult run_noc(const NocRun& run) {
  assert(run.noc != nullptr && run.traffic != nullptr && run.rate > 0);
  return Measurement(run, noc_bound(run.noc->topology, *run.traffic)).take();
}

}  // namespace crossroof::sim
