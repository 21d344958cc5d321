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
constexpr double kAllAccepted = 0.97;

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

  bool finished() {
    const std::size_t measured = periods_ - first_;
    if (measured < kFewestMeasured) return false;
    if (diverges()) {
      result_.state = NocState::unstable;
      return true;
    }
    const bool last = measured * period_ >= run_.most_measured;
    const std::size_t complete = bench_.meter().complete(first_, periods_);
    if (complete < kFewestMeasured) {
      return last && measured >= 2 * kFewestMeasured && give_up();
    }
    const NocMeter::Estimate estimate = bench_.meter().estimate(first_, complete);
    if (!last && estimate.half_width > run_.narrow * estimate.latency) return false;
    if (estimate.latency > unstable_latency()) return give_up();
    result_.latency = estimate.latency;
    result_.latency_half_width = estimate.half_width;
    result_.network_latency = estimate.network_latency;
    result_.packets = estimate.packets;
    if (estimate.latency > kSaturated * idle_latency()) {
      result_.state = NocState::saturated;
    }
    return true;
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

  // Packets of three periods in a row landed too late, or a share of what was created since the
  // warm-up has not landed and cannot be in flight.
  bool diverges() {
    bool late = true;
    for (std::size_t p = periods_ - 3; p < periods_; ++p) {
      late = late && landing_mean(bench_.meter().period(p)) > unstable_latency();
    }
    if (late) return true;
    std::uint64_t created = 0, landed = 0;
    for (std::size_t p = first_; p < periods_; ++p) {
      created += bench_.meter().period(p).created;
      landed += bench_.meter().period(p).landings;
    }
    const double missing = static_cast<double>(created) - static_cast<double>(landed);
    return missing > (1 - kAllAccepted) * static_cast<double>(created) &&
           missing * run_.flits >
               kUnstableLatency * run_.rate * static_cast<double>(run_.noc->topology.nodes());
  }

  void count_rates() {
    std::uint64_t created = 0, landed = 0;
    for (std::size_t p = first_; p < periods_; ++p) {
      created += bench_.meter().period(p).created;
      landed += bench_.meter().period(p).landings;
    }
    const double per_packet = run_.flits / (static_cast<double>(run_.noc->topology.nodes()) *
                                            static_cast<double>((periods_ - first_) * period_));
    result_.offered = static_cast<double>(created) * per_packet;
    result_.accepted = static_cast<double>(landed) * per_packet;
    if (result_.packets == 0) result_.packets = landed;
  }

  const NocRun& run_;
  Cycle period_;
  TrafficBench bench_;
  std::size_t periods_ = 0, first_ = 0;
  NocResult result_;
};

}  // namespace

NocResult run_noc(const NocRun& run) {
  assert(run.noc != nullptr && run.traffic != nullptr && run.rate > 0);
  return Measurement(run, noc_bound(run.noc->topology, *run.traffic)).take();
}

}  // namespace crossroof::sim
