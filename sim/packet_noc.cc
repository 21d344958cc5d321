// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_noc.h"

#include "sim/packet_network.h"
#include "sim/packet_routers.h"
#include "sim/packet_sources.h"

namespace crossroof::sim {
namespace {

class PacketNoc final : public NocModel {
 public:
  PacketNoc(const Noc& noc, NocRuns runs) : net_(noc), sources_(net_, runs), routers_(net_) {}

  void inject(const Packet& packet, Cycle now) override { sources_.add(packet, now); }
  Cycle next() const override { return net_.calendar.next(); }
  std::uint64_t events() const override { return net_.use.events; }
  NocUse use() const override { return net_.collected_use(); }

  void advance(Cycle now, NocSink& sink) override {
    net_.calendar.set_now(now);
    // Without delays, what a port sends may reach another one in the same cycle.
    while (const PacketWork* work = net_.calendar.take()) {
      do {
        handle(*work, sink);
        work = net_.calendar.take();
      } while (work != nullptr);
      routers_.serve(sink, watched_);
    }
  }

 private:
  void handle(const PacketWork& work, NocSink& sink) {
    net_.use.events += work.arrivals.size() + work.requests.size() + work.wakes.size();
    for (const PacketArrival& a : work.arrivals) routers_.arrive(a);
    for (Index channel : work.requests) routers_.request(channel);
    for (Index port : work.wakes) {
      net_.outputs[port].woken = kNoCycle;
      if (net_.is_injection(port)) {
        sources_.run(port - net_.injection(0), sink);
      } else {
        routers_.mark(port);
      }
    }
  }

  PacketNetwork net_;
  PacketSources sources_;
  PacketRouters routers_;
};

}  // namespace

std::unique_ptr<NocModel> make_packet_noc(const Noc& noc, NocRuns runs) {
  return std::make_unique<PacketNoc>(noc, runs);
}

}  // namespace crossroof::sim
