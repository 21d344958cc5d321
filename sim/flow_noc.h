// SPDX-License-Identifier: Apache-2.0
// The NoC at `flow` granularity: a message is a fluid that takes its share of the injection port,
// every link of its route and the ejection port at once. Shares are max-min fair (progressive
// filling) and change only when a message starts or ends, so cost does not grow with its size:
// right for large transfers, not for a few packets. A message ends at the first cycle in which its
// last flit has flowed; pipelines are added to the way, once.
// Source: Bertsekas and Gallager, Data Networks, 6.5.2; SimGrid solves the same system.
// Not modelled: buffers, virtual channels, arbitration, blocking.
#ifndef CROSSROOF_SIM_FLOW_NOC_H_
#define CROSSROOF_SIM_FLOW_NOC_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/max_min.h"
#include "sim/noc_model.h"

namespace crossroof::sim {

class FlowNoc : public NocModel {
 public:
  explicit FlowNoc(const Noc& noc);

  void inject(const Packet& packet, Cycle now) override;
  Cycle next() const override;
  void advance(Cycle now, NocSink& sink) override;
  NocUse use() const override { return use_; }
  std::uint64_t events() const override { return use_.events; }

 private:
  struct Flow {
    Packet packet;
    Cycle began = 0, latency = 0;
    double left = 0, rate = 0;  // flits, flits per cycle
    std::vector<std::uint32_t> servers;
  };

  std::vector<std::uint32_t> servers_of(const Packet& packet) const;
  void flow_until(Cycle now);
  void end_flows(Cycle now, NocSink& sink);
  void share(Cycle now);
  void count(const Flow& flow, Cycle now);

  const Noc noc_;
  std::size_t links_, nodes_;
  std::vector<Flow> flows_;
  Cycle at_ = 0, next_ = kNoCycle;
  struct Occupied {
    std::uint32_t flows = 0;
    Cycle since = 0, flits = 0;
  };
  LinkUse& use_of(std::uint32_t server);

  MaxMin solver_;
  std::vector<Occupied> occupied_;  // by server: the present time without a pause
  NocUse use_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLOW_NOC_H_
