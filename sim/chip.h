// SPDX-License-Identifier: Apache-2.0
// All modules of one run, made and bound: per chip a NoC and its memory controllers; per core that
// has work an L1, a SIMD unit, crossbars and control; one transport and one count of progress.
#ifndef CROSSROOF_SIM_CHIP_H_
#define CROSSROOF_SIM_CHIP_H_

#include <memory>
#include <vector>

#include "sim/core_module.h"
#include "sim/crossbar_module.h"
#include "sim/l1_module.h"
#include "sim/memory_module.h"
#include "sim/noc_module.h"
#include "sim/pace_module.h"
#include "sim/progress_module.h"
#include "sim/simd_module.h"
#include "sim/transport.h"

namespace crossroof::sim {

// A core of a chip that has tasks.
struct ChipCore {
  std::int64_t chip = 0;
  CoreId core{};
  std::vector<TaskId> tasks;
  std::unique_ptr<L1Module> l1;
  std::unique_ptr<SimdModule> simd;
  std::unique_ptr<CrossbarModule> crossbars;  // null: none of its tasks has matrix work
  std::unique_ptr<CoreModule> control;
};

class Chip {
 public:
  Chip(const RramChip& chip, const Program& program, const SimOptions& options,
       Supervisor& supervisor);

  const std::vector<ChipCore>& cores() const { return cores_; }
  const std::vector<std::unique_ptr<NocModule>>& nocs() const { return nocs_; }
  const std::vector<std::unique_ptr<MemoryModule>>& memories() const { return memories_; }
  const Transport& transport() const { return *transport_; }
  const ProgressModule& progress() const { return *progress_; }
  void trace(sc_core::sc_trace_file* file) const;

 private:
  void find_cores();
  void make(const SimOptions& options);
  void make_core(std::size_t number, int part, const SimOptions& options);
  void add_tasks();
  void bind();

  const RramChip& chip_;
  const Program& program_;
  Supervisor& supervisor_;
  Noc noc_;
  std::vector<std::size_t> core_of_task_;
  std::vector<InletRun*> inlets_;
  std::vector<std::uint32_t> places_;
  std::unique_ptr<PaceModule> pace_;
  std::vector<std::unique_ptr<NocModule>> nocs_;
  std::vector<std::unique_ptr<MemoryModule>> memories_;
  std::vector<ChipCore> cores_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<ProgressModule> progress_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CHIP_H_
