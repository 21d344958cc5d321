// SPDX-License-Identifier: Apache-2.0
// The control of one core as a module: moves the chunks of its tasks from stage to stage, asks the
// resources for service, holds the slots between stages, takes and returns credits
// (docs/simulator.md). Reacts to completions, arrivals and credits once per round of a tick.
#ifndef CROSSROOF_SIM_CORE_MODULE_H_
#define CROSSROOF_SIM_CORE_MODULE_H_

#include <deque>
#include <string>
#include <vector>

#include <systemc>

#include "sim/emission.h"
#include "sim/module.h"
#include "sim/ports.h"
#include "sim/task_run.h"

namespace crossroof::sim {

class CoreModule : public Module, public CorePort, public ClientPort, public LatecomerPort {
 public:
  // `inlets`: the arriving tensors of all cores, by InletId; `places`: where each task is among
  // those of its core, by TaskId. This core adds those of its tasks.
  CoreModule(const sc_core::sc_module_name& name, const RramChip& chip, const Program& program,
             const CoreKind& kind, std::int64_t batch, std::vector<InletRun*>& inlets,
             std::vector<std::uint32_t>& places, Supervisor& supervisor);

  void add_task(TaskId task, bool reloaded,
                const std::vector<std::vector<std::uint16_t>>& feeds_of_inlets);

  sc_core::sc_port<L1Port> out_l1;
  sc_core::sc_port<SimdPort> out_simd;
  sc_core::sc_port<CrossbarPort, 1, sc_core::SC_ZERO_OR_MORE_BOUND> out_crossbars;
  sc_core::sc_port<TransportPort> out_transport;
  sc_core::sc_port<ProgressPort> out_progress;

  void arrived(InletId inlet, std::int64_t ordinal) override;
  void left(ChannelId channel) override;
  void credit(ChannelId channel) override;
  void weights_arrived(TaskId task, std::int64_t rows) override;
  void start_phase(std::int64_t phase) override;
  void done(std::uint64_t ticket, Tick served) override;
  void settled() override;

  struct Task {
    TaskRun run;
    Emission emission;
    std::uint32_t number;           // in the program
    std::uint32_t crossbars;        // in the module of the crossbars
    std::vector<SimdService> simd;  // by class
    bool active = false, dirty = false;
    bool changed = false;           // a stage may begin; else only messages leave
    bool weights = true;            // in the arrays
    bool retry = false;             // a message may have got its credit
    Tick emitting = 0, unpaid = 0;  // emission began; messages without credit since
    bool waits_for_credit = false;
    Tick first = kNever, last = 0;  // first start, last end
    std::vector<Tick> image_ends;
  };
  const std::deque<Task>& tasks() const { return tasks_; }
  std::int64_t local_messages() const { return local_messages_; }
  SimCounts counts() const { return counts_; }

 private:
  void mark(Task& task);
  void change(Task& task);
  void settle_begin();
  void advance(Task& task);
  bool try_stage(Task& task, std::size_t k);
  void start(Task& task, std::size_t k, Tick operands);
  void start_l1(Task& task, std::size_t k, std::int64_t chunk, bool write,
                const crossroof::Access& access);
  void start_emission(Task& task, std::int64_t image, std::int64_t chunk);
  bool try_message(Emission& e, Emission::Message& message);
  void try_emission(Task& task);
  void finish(Task& task, std::size_t k);
  void note(Task& task, std::size_t k, Wait wait);
  Task& task_of(std::uint32_t number) { return tasks_[places_[number]]; }

  const RramChip& chip_;
  const Program& program_;
  const CoreKind& kind_;
  std::int64_t batch_;
  SimdServer pricing_;  // what a chunk costs
  std::vector<InletRun*>& inlets_;
  std::vector<std::uint32_t>& places_;
  std::deque<InletRun> own_inlets_;
  std::deque<Task> tasks_;
  std::vector<std::uint32_t> dirty_, marked_;
  bool pending_ = false;
  int blocked_l1_ = 0, blocked_simd_ = 0;  // stages
  std::uint32_t crossbar_tasks_ = 0;
  std::int64_t local_messages_ = 0;
  std::int64_t ends_ = 0;  // of chunks at stages
  SimCounts counts_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CORE_MODULE_H_
