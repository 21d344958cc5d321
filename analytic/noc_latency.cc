// SPDX-License-Identifier: Apache-2.0
#include "analytic/noc_latency.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "analytic/noc_timing.h"

namespace crossroof::analytic {
namespace {

// Pipelines count in whole cycles, rounded up; within 1e-9 of a whole cycle it is that one.
double whole(Cycles pipeline) { return std::ceil(pipeline.value() - 1e-9); }

// Mean and mean square of a time in cycles.
struct Moments {
  double mean = 0, square = 0;
};

Moments fixed(double cycles) { return {cycles, cycles * cycles}; }

// What every packet and server has in common.
struct Router {
  double router = 0, interface = 0;
  double port_channels = 1;  // of injection and ejection ports
  double link_channels = 1;  // that a packet can choose from
  double flits = 1;
  double stall = 0;     // cycles a packet waits for credits of its own flits
  double setup = 0;     // cycles a head at the front of its channel waits for the next channel
  bool fits = true;     // as in NocStrain
  double capacity = 1;  // as in NocStrain
};

// Each ring of a torus has two classes of channels, so that no circle of packets waits for itself.
bool has_rings(const Topology& t) {
  return t.kind == TopologyKind::torus && std::max(t.width, t.height) > 2;
}

Router router_of(const Noc& noc, std::uint32_t flits) {
  Router r;
  r.router = whole(noc.router_pipeline);
  r.interface = whole(noc.interface_pipeline);
  r.port_channels = static_cast<double>(noc.virtual_channels);
  r.link_channels =
      has_rings(noc.topology) ? std::max(1.0, std::floor(r.port_channels / 2)) : r.port_channels;
  r.flits = static_cast<double>(flits);
  r.setup = std::max(0.0, r.router - kSwitchCycles);
  const auto buffer = static_cast<double>(noc.buffer_flits);
  const double late = std::max(0.0, 2 * std::min(kSwitchCycles, r.router) - buffer);
  r.stall = late * std::floor((r.flits - 1) / buffer);
  r.fits = late == 0 && r.flits <= buffer;
  r.capacity = std::min(1.0, r.link_channels * buffer / credit_cycles(noc));
  return r;
}

// E109: mean wait for an output of this load, were all its packets of other inputs: first come
// first served (M/D/1), or in turn flit by flit while there are channels.
double output_wait(const Router& r, double channels, double load) {
  const double in_turn = 1 - std::pow(load, channels - 1);
  return load * (r.flits + in_turn * (r.flits - 1)) / (2 * (1 - load));
}

// Of an M/D/1 queue of the same mean: W2 = 2 W^2 + load P^2 / (3 (1 - load)).
double wait_square(const Router& r, double wait, double load) {
  return 2 * wait * wait + load * r.flits * r.flits / (3 * (1 - load));
}

// E110: mean wait in a Geo/G/1 queue of `rate` arrivals per cycle; none when it has no end.
std::optional<double> queue_wait(double rate, const Moments& service) {
  const double busy = rate * service.mean;
  if (busy >= 1) return std::nullopt;
  return rate * (service.square - service.mean) / (2 * (1 - busy));
}

// Waiting in the channels that a server fills, in cycles per packet.
struct ChannelWait {
  double setup = 0;   // E110, whatever the packet's output
  double others = 0;  // E111, of a packet whose output is not that of the one before it
  double busy = 0;    // share of the time a channel holds a packet in front
};

std::optional<ChannelWait> channel_wait(const Router& r, double channels, double load,
                                        double same_input, const Moments& output) {
  const double rate = load / (r.flits * channels);
  const double hold = r.flits + r.stall + r.setup;
  const Moments held = {hold + output.mean, hold * hold + 2 * hold * output.mean + output.square};
  const auto full = queue_wait(rate, held), alone = queue_wait(rate, fixed(hold));
  if (!full || !alone) return std::nullopt;
  // Packets of a channel are one packet apart, or one of every channel where they take turns.
  const auto apart = queue_wait(rate, fixed(r.flits));
  const auto in_turn = queue_wait(rate, fixed(r.flits * channels));
  ChannelWait wait;
  wait.setup = (1 - same_input) * (*alone - apart.value_or(0));
  if (in_turn) wait.setup += same_input * std::max(0.0, *alone - *in_turn) / channels;
  wait.others = *full - *alone;
  wait.busy = rate * held.mean;
  return wait;
}

class WaitSum {
 public:
  WaitSum(const Router& router, const NocLoads& loads, double rate)
      : r_(router), loads_(loads), rate_(rate) {}

  // E108 to E111 for all packets that leave a server; false when it cannot take them.
  bool add(std::size_t number) {
    const NocServer& server = loads_.servers[number];
    const bool port = number < loads_.nodes;
    const double load = rate_ * server.load;
    const Moments output = add_output(server);
    if (port) sum_ += server.load * load * (r_.flits - 1) / (2 * (1 - load));
    const auto wait = channel_wait(r_, port ? r_.port_channels : r_.link_channels, load,
                                   server.same_input, output);
    if (!wait) return false;
    for (const NocTurn& turn : server.turns) {
      const double same = turn.load / server.load;
      sum_ += turn.load * (wait->setup + (1 - same) * wait->others);
    }
    busiest_channel_ = std::max(busiest_channel_, wait->busy);
    return true;
  }

  double mean() const { return sum_ / static_cast<double>(loads_.nodes); }
  double busiest_channel() const { return busiest_channel_; }

 private:
  Moments add_output(const NocServer& server) {
    Moments output;
    for (const NocTurn& turn : server.turns) {
      const bool port = turn.to + loads_.nodes >= loads_.servers.size();
      const double load = rate_ * loads_.servers[turn.to].load;
      const double wait = output_wait(r_, port ? r_.port_channels : r_.link_channels, load);
      const double others = 1 - turn.load / loads_.servers[turn.to].load;
      const double share = turn.load / server.load;
      output.mean += share * others * wait;
      output.square += share * others * wait_square(r_, wait, load);
    }
    sum_ += server.load * output.mean;
    return output;
  }

  const Router& r_;
  const NocLoads& loads_;
  double rate_;
  double sum_ = 0;  // cycles times load
  double busiest_channel_ = 0;
};

bool add_all(WaitSum& sum, const NocLoads& loads) {
  for (std::size_t s = 0; s < loads.servers.size(); ++s) {
    if (!loads.servers[s].turns.empty() && !sum.add(s)) return false;
  }
  return true;
}

}  // namespace

NocEstimate noc_latency(const Noc& noc, const NocLoads& loads, FlitsPerCycle rate,
                        std::uint32_t flits) {
  assert(rate.value() > 0 && flits > 0);
  const Router r = router_of(noc, flits);
  NocEstimate estimate;
  estimate.load = rate / loads.ideal_rate;
  const double head = std::max(1.0, 2 * r.interface + r.router * (loads.mean_hops + 1));
  estimate.zero_load_latency = Cycles(head + r.flits - 1 + r.stall);
  WaitSum waits(r, loads, rate.value());
  if (estimate.load >= 1 || !add_all(waits, loads)) {
    estimate.state = NocEstimateState::saturated;
    return estimate;
  }
  estimate.latency = estimate.zero_load_latency + Cycles(waits.mean());
  estimate.band = noc_band({estimate.load, waits.busiest_channel(), r.fits, r.capacity});
  if (!estimate.band || waits.busiest_channel() > kMostChannels) {
    estimate.state = NocEstimateState::near_saturation;
  }
  return estimate;
}

std::string_view state_text(NocEstimateState state) {
  switch (state) {
    case NocEstimateState::near_saturation:
      return "near saturation: simulate";
    case NocEstimateState::saturated:
      return "saturated";
    case NocEstimateState::ok:
      break;
  }
  return "ok";
}

}  // namespace crossroof::analytic
