// SPDX-License-Identifier: Apache-2.0
// Input-queued routers with virtual channels, a run of flits at a time. The packets of a channel
// are a FIFO; its first asks for its output, gets a virtual channel there (first come, first
// served, by Packet::order within a cycle) and holds it until its last flit has left. An output
// serves the packets that hold its channels in turn, an input sends to one output at a time: each
// output grants one input, an input granted twice accepts one and the other output loses that cycle
// (iSLIP, one iteration; N. McKeown, IEEE/ACM Trans. Networking 7(2), 1999).
#ifndef CROSSROOF_SIM_PACKET_ROUTERS_H_
#define CROSSROOF_SIM_PACKET_ROUTERS_H_

#include <vector>

#include "sim/packet_network.h"

namespace crossroof::sim {

class PacketRouters {
 public:
  // The network must outlive the routers.
  explicit PacketRouters(PacketNetwork& network);
  void arrive(const PacketArrival& arrival);
  // The first packet of a channel asks for its output.
  void request(Index channel);
  // The output of a port may have something to decide in this cycle.
  void mark(Index port) {
    if (outputs_[port].marked) return;
    outputs_[port].marked = true;
    marked_.push_back(port);
  }
  // Decides all marked outputs and sends.
  void serve(NocSink& sink, bool watched);

 private:
  void look_at(Index port);
  void ask(Index channel, Cycle when);
  void enqueue(PacketOutput& output, Index channel);
  Index allocate(Index port);
  Index free_channel(Index port, Index had);
  void grant(Index port, Index fresh);
  bool alone(Index port, Index channel) const;
  bool can_send(Index port, PacketChannel& out, Cycle& later);
  void accept(Index port, Index i, Index input);
  void send(Index input, NocSink& sink, bool watched);
  Index onward(Index visit, Index flits, bool whole);
  void release(Index port, PacketChannel& out, Index next, Cycle end);
  void count(Index port, Index flits, bool head);

  PacketNetwork& net_;
  PacketChannel* const channels_;  // the network's
  PacketOutput* const outputs_;
  PacketInput* const inputs_;
  std::vector<Index> marked_, granted_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_ROUTERS_H_
