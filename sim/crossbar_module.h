// SPDX-License-Identifier: Apache-2.0
// The crossbars of one core as a module: one CrossbarServer per task. Weight planes behind the same
// read-out take turns chunk by chunk, first come, first served, ties to the lower task; arrays are
// numbered in the order of the tasks.
#ifndef CROSSROOF_SIM_CROSSBAR_MODULE_H_
#define CROSSROOF_SIM_CROSSBAR_MODULE_H_

#include <deque>
#include <string>
#include <vector>

#include <systemc>

#include "sim/crossbar_server.h"
#include "sim/event_heap.h"
#include "sim/module.h"
#include "sim/ports.h"

namespace crossroof::sim {

class CrossbarModule : public Arbiter, public CrossbarPort {
 public:
  CrossbarModule(const sc_core::sc_module_name& name, const CoreKind& kind, Supervisor& supervisor);

  sc_core::sc_port<ClientPort> out_core;

  // A task's crossbars; `task` counts the tasks of the core.
  void add_task(const CoreTask& task, const std::string& group, const std::string& label,
                std::uint32_t number);

  void run(std::uint32_t task, std::uint64_t ticket, std::int64_t mvms, std::int64_t rows,
           Tick operands) override;
  void write(std::uint32_t task, std::uint64_t ticket, std::int64_t rows) override;

  std::size_t tasks() const { return tasks_.size(); }
  const CrossbarServer& server(std::uint32_t task) const { return tasks_[task].server; }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  struct PlaneTask {
    CrossbarServer server;
    std::int64_t first_array = 0, arrays = 0;
    TrackId track{};
    std::uint32_t number = 0;  // in the program
    std::int64_t chunk = 0;
    int running = 0;  // chunks begun and not finished
  };
  struct Request {
    std::uint32_t task = 0;
    std::uint64_t ticket = 0;
    std::int64_t mvms = 0, rows = 0;  // no MVMs: only writes
    Tick asked = 0, operands = 0;
  };

  void work() override;
  void choose() override;
  void ask(const Request& request);
  void begin(const Request& request);
  bool conflicts(std::uint32_t a, std::uint32_t b) const;
  bool free(std::uint32_t task) const;
  void grant_planes();

  const CoreKind& kind_;
  std::deque<PlaneTask> tasks_;
  std::int64_t arrays_ = 0;
  std::vector<Request> queue_;  // only with planes that take turns
  int active_ = 0;
  struct End {
    std::uint32_t task;
    std::uint64_t ticket;
  };
  EventHeap<End> ends_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CROSSBAR_MODULE_H_
