// SPDX-License-Identifier: Apache-2.0
// The crossbars of one task, in lock step: MVMs of `slots` slots, each a front (DACs drive the
// rows, the arrays are read) and a back (converters sweep the columns of the fullest block):
//   front = dac_time + array_read,
//   back = ceil(columns * adc.crossbars / adc.count) * adc.conversion, one conversion per_column.
// Doubled sample-and-hold: the front of a slot overlaps the back of the slot before. A chunk of n
// slots that is ready at r then finishes at
//   max(r + front, f) + n * back        when back >= front,
//   max(r, f - back) + n * front + back when front > back,
// f: the finish of the chunk before; otherwise at max(r, f) + n * (front + back). Pulse counting
// (models/rram_chip.h, PulseCount) has a time per phase and no overlap. Weight planes take turns:
// an MVM is that many rounds of its slots. Sources: ISAAC (ISCA 2016), PIMSIM-NN (DATE 2024),
// NeuRRAM (Nature 608, 2022). Not modelled: time to switch planes.
//
// CrossbarMode::step walks slot by slot with a front unit and a back unit, the reference;
// CrossbarMode::batched uses the formulas. The caller owns time and calls in order of chunks.
#ifndef CROSSROOF_SIM_CROSSBAR_SERVER_H_
#define CROSSROOF_SIM_CROSSBAR_SERVER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "models/rram_chip.h"
#include "sim/tick.h"

namespace crossroof::sim {

enum class CrossbarMode { batched, step };

// Of the fullest block of a task; slots = slots per input (or phases) * row groups.
struct MvmShape {
  std::int64_t slots = 1, columns = 1;
  std::int64_t input_bits = 8;
  std::int64_t serial_planes = 1;
};

// A block of weights on one crossbar: physical rows and cells of a row in use.
struct CrossbarBlock {
  std::int64_t rows = 0, columns = 0;
};

struct CrossbarUse {
  std::int64_t chunks = 0, mvms = 0;
  std::int64_t slots = 0;        // lock step, planes included
  std::int64_t block_slots = 0;  // of every block with its own rows; 0 without blocks
  std::int64_t conversions = 0;  // of every block with its own rows and columns; 0 without blocks
  std::int64_t rows_written = 0;
  Tick busy = 0;     // front or back at work
  Tick blocked = 0;  // operands there, crossbars free, but no space for the result
  Tick writing = 0;
};

struct CrossbarSpan {
  Tick start = 0, finish = 0;  // start: front of the first slot, as late as it costs nothing
};

// Times of one slot; of pulse counting, of the slots of each phase.
struct SlotTimes {
  std::vector<Tick> front, back;  // by slot modulo the size
  bool overlap = false;           // doubled sample-and-hold
};
SlotTimes slot_times(const Crossbar& crossbar, const MvmShape& shape);

class CrossbarServer {
 public:
  // `blocks`, all that work in lock step, are for counting only and may be empty. Throws Error
  // when a time cannot be simulated.
  CrossbarServer(const Crossbar& crossbar, const MvmShape& shape,
                 const std::vector<CrossbarBlock>& blocks = {},
                 CrossbarMode mode = CrossbarMode::batched);

  // A chunk of MVMs. Its operands are there at `operands`, and space for its result too at `ready`
  // (>= operands). The span may begin before the finish of the chunk before.
  CrossbarSpan run(std::int64_t mvms, Tick ready, Tick operands);
  CrossbarSpan run(std::int64_t mvms, Tick ready) { return run(mvms, ready, ready); }

  // Time to write an array: ceil(rows / rows_parallel) * verify_iterations * pulse. Asserts that
  // the crossbar can be written.
  Tick write_time(std::int64_t rows) const;
  // Writes when ready; unless the machine overlaps the two, after the MVMs before and ahead of the
  // MVMs to come.
  CrossbarSpan write(std::int64_t rows, Tick ready);

  Tick interval() const;                   // of MVMs that follow each other
  Tick latency() const;                    // of one MVM
  Tick finish() const { return finish_; }  // of the latest chunk
  const CrossbarUse& use() const { return use_; }

 private:
  CrossbarSpan run_batched(std::int64_t mvms, Tick ready);
  CrossbarSpan run_stepped(std::int64_t mvms, Tick ready);
  Tick step_slot(std::int64_t slot, Tick ready);
  void occupy(Tick from, Tick to);
  void count_slot(std::int64_t slot);
  void count_blocks(const Crossbar& crossbar, const std::vector<CrossbarBlock>& blocks);

  SlotTimes times_;
  std::int64_t slots_, planes_;
  std::optional<ArrayWrite> array_write_;
  CrossbarMode mode_;
  Tick mvm_serial_ = 0;  // all fronts and backs of one MVM
  // By row group: columns and number of the blocks that reach it.
  std::vector<std::int64_t> group_columns_, group_blocks_;
  std::int64_t mvm_conversions_ = 0, mvm_block_slots_ = 0;
  Tick finish_ = 0;                                // of the latest chunk
  Tick written_ = 0;                               // end of the latest write
  Tick front_free_ = 0, held_ = 0, occupied_ = 0;  // step mode: see step_slot()
  CrossbarUse use_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CROSSBAR_SERVER_H_
