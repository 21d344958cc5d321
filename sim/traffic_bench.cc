// SPDX-License-Identifier: Apache-2.0
#include "sim/traffic_bench.h"

#include <algorithm>

#include "sim/flit_noc.h"

namespace crossroof::sim {
namespace {

constexpr std::uint32_t kLookEvery = 64;  // cycles in which something happens

std::unique_ptr<NocModel> make_model(const NocRun& run) {
  if (run.granularity == NocGranularity::flit && run.pipeline) {
    return make_flit_noc(*run.noc, *run.pipeline);
  }
  return make_noc(*run.noc, run.granularity);
}

}  // namespace

TrafficBench::TrafficBench(const NocRun& run, Cycle period, double mean_hops)
    : run_(run),
      topology_(run.noc->topology),
      model_(make_model(run)),
      sources_(*run.traffic, run.rate, run.flits, run.seed),
      flits_(run.flits),
      router_(static_cast<double>(whole_cycles(run.noc->router_pipeline))),
      mean_hops_(mean_hops),
      meter_(period),
      queues_(topology_.nodes()),
      hops_(topology_.nodes() * topology_.nodes(), -1) {}

bool TrafficBench::goes_on() const {
  if (run_.progress) run_.progress(now_);
  return run_.interrupted == nullptr || !*run_.interrupted;
}

bool TrafficBench::run_until(Cycle end) {
  for (std::uint32_t step = 0;; ++step) {
    if (step % kLookEvery == 0 && !goes_on()) return false;
    const Cycle free = free_.empty() ? kNoCycle : free_.top().cycle;
    const Cycle now = std::min({sources_.next(), free, model_->next()});
    if (now >= end) return true;
    now_ = now;
    free_ports(now);
    create(now);
    if (model_->next() == now) model_->advance(now, *this);
  }
}

void TrafficBench::create(Cycle now) {
  while (sources_.next() == now) {
    const TrafficSources::Creation packet = sources_.take();
    meter_.created(now);
    queues_[packet.source].queue.push_back(packet);
    if (!queues_[packet.source].occupied) enter(packet.source, now);
  }
}

void TrafficBench::free_ports(Cycle now) {
  while (!free_.empty() && free_.top().cycle == now) {
    const std::uint32_t node = free_.top().node;
    free_.pop();
    queues_[node].occupied = false;
    if (!queues_[node].queue.empty()) enter(node, now);
  }
}

void TrafficBench::enter(std::uint32_t node, Cycle now) {
  const TrafficSources::Creation creation = queues_[node].queue.front();
  queues_[node].queue.pop_front();
  queues_[node].occupied = true;
  if (unused_.empty()) {
    unused_.push_back(packets_.size());
    packets_.emplace_back();
  }
  const std::uint64_t id = unused_.back();
  unused_.pop_back();
  packets_[id] = {creation.cycle, now, node, creation.destination};
  Packet packet;
  packet.id = id;
  packet.order = node;
  packet.source = NodeId(node);
  packet.destination = NodeId(creation.destination);
  packet.flits = flits_;
  model_->inject(packet, now);
}

void TrafficBench::leaving(std::uint64_t id, Cycle tail) {
  free_.push({tail, packets_[id].source});
}

void TrafficBench::arriving(std::uint64_t id, Cycle /*head*/, Cycle tail) {
  const Travelling& packet = packets_[id];
  meter_.landed({packet.created, packet.entered, tail}, correction(packet));
  unused_.push_back(id);
}

// A control variate: how far a packet happens to travel has a known mean, so its part in the
// scatter of latencies is taken out.
double TrafficBench::correction(const Travelling& packet) {
  std::int32_t& hops = hops_[packet.source * topology_.nodes() + packet.destination];
  if (hops < 0) {
    hops = static_cast<std::int32_t>(
        route(topology_, NodeId(packet.source), NodeId(packet.destination)).size());
  }
  return router_ * (mean_hops_ - hops);
}

}  // namespace crossroof::sim
