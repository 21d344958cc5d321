// SPDX-License-Identifier: Apache-2.0
// The L1 of one core as a module: an L1Server behind a port. Serves the stages of the core and, on
// machines with shared DMA, what the NoC brings and takes: S1 and S8 of a task have one packet at
// the L1 each, as any stage has one access; the others wait for it here.
#ifndef CROSSROOF_SIM_L1_MODULE_H_
#define CROSSROOF_SIM_L1_MODULE_H_

#include <vector>

#include <systemc>

#include "sim/module.h"
#include "sim/ports.h"

namespace crossroof::sim {

// Tickets at or above this are the transport's.
inline constexpr std::uint64_t kDmaTicket = std::uint64_t{1} << 63;

class L1Module : public Arbiter, public L1Port {
 public:
  L1Module(const sc_core::sc_module_name& name, const L1& l1, L1Mode mode, Supervisor& supervisor,
           const std::string& group);

  sc_core::sc_port<ClientPort> out_core;
  sc_core::sc_port<ClientPort, 1, sc_core::SC_ZERO_OR_MORE_BOUND> out_dma;

  void request(const L1Request& request) override;
  void blocked(bool any) override;

  const L1Server& server() const { return server_; }
  Tick blocked_time() const { return blocked_time_; }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void work() override;
  void choose() override;
  void account();
  void request_dma(const L1Request& request);
  void bring_dma();
  void trace_start(const L1Start& s);
  void trace_end(const L1End& e);

  struct DmaStage {  // S1 or S8 of a task
    struct Waiting {
      ServiceOrder order;
      L1Request request;
    };
    struct Before {
      bool operator()(const Waiting& a, const Waiting& b) const { return before(a.order, b.order); }
    };
    Heap<Waiting, Before> waiting;
    bool at_l1 = false;
    Tick free = 0;  // the one before was through
  };

  L1Server server_;
  std::vector<DmaStage> dma_;            // by task, then read or write; those of this core are used
  std::vector<std::uint32_t> may_come_;  // stages with one waiting and none at the L1
  TrackId track_{};
  bool blocked_ = false;
  int active_ = 0;  // bursts in service
  Tick since_ = 0, blocked_time_ = 0;
  struct InService {
    L1Request request;
    Tick start = 0;
  };
  std::vector<InService> traced_;  // accesses in the server, when there is a trace
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_L1_MODULE_H_
