// SPDX-License-Identifier: Apache-2.0
// Drives a NoC model with synthetic traffic: a source queue without limit in front of every
// injection port, and the clock of everything. Packets of a node enter its port in order, the next
// when the last flit of the one before has left it. What it sees is counted in its meter.
#ifndef CROSSROOF_SIM_TRAFFIC_BENCH_H_
#define CROSSROOF_SIM_TRAFFIC_BENCH_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/event_heap.h"
#include "sim/noc_meter.h"
#include "sim/noc_run.h"
#include "sim/traffic_sources.h"

namespace crossroof::sim {

class TrafficBench : public NocSink {
 public:
  // `run` must outlive this. Latencies are counted as if every packet crossed `mean_hops` links
  // (see correction()).
  TrafficBench(const NocRun& run, Cycle period, double mean_hops);
  // All that happens before cycle `end`; false when the run's flag ended it sooner.
  bool run_until(Cycle end);
  NocMeter& meter() { return meter_; }

  void leaving(std::uint64_t id, Cycle tail) override;
  void arriving(std::uint64_t id, Cycle head, Cycle tail) override;

 private:
  struct Travelling {
    Cycle created = 0, entered = 0;
    std::uint32_t source = 0, destination = 0;
  };
  struct Free {
    Cycle cycle;
    std::uint32_t node;
  };
  struct Before {
    bool operator()(const Free& a, const Free& b) const {
      return a.cycle != b.cycle ? a.cycle < b.cycle : a.node < b.node;
    }
  };
  struct Source {
    std::deque<TrafficSources::Creation> queue;
    bool occupied = false;  // a packet is at the port
  };

  bool goes_on() const;
  void create(Cycle now);
  void free_ports(Cycle now);
  void enter(std::uint32_t node, Cycle now);
  double correction(const Travelling& packet);

  const NocRun& run_;
  const Topology& topology_;
  std::unique_ptr<NocModel> model_;
  TrafficSources sources_;
  std::uint32_t flits_;
  double router_, mean_hops_;
  NocMeter meter_;
  Cycle now_ = 0;
  std::vector<Source> queues_;
  Heap<Free, Before> free_;
  std::vector<Travelling> packets_;
  std::vector<std::uint64_t> unused_;
  std::vector<std::int32_t> hops_;  // by pair of nodes; -1: not known yet
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TRAFFIC_BENCH_H_
