// SPDX-License-Identifier: Apache-2.0
// A naive loop nest that recounts a mapping: position x channel x kernel tap x column, bitmaps and
// counters, no formula. From a finished Mapping it
// takes only decisions: tasks (core, role, rectangle, replica), chunk lengths, phases, spills.
// It knows matrix layers with at most one MVM per position; no recurrence, no weight reload.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/rram_chip.h"
#include "tests/workloads/loop_nest_chunks.h"
#include "tests/workloads/loop_nest_weights.h"
#include "workloads/mapping.h"

namespace crossroof::oracle {

using Node = std::pair<std::int64_t, NodeId>;  // chip, node
using BitsByNode = std::map<Node, std::int64_t>;

// What one task does for one image. Bits unless the name says otherwise.
struct TaskCounts {
  std::int64_t positions = 0;
  std::int64_t rows = 0, rows_per_set = 0, arrays = 0, row_blocks = 0, remote = 0;
  std::int64_t fullest_rows = 0, fullest_columns = 0;
  std::int64_t weights = 0;
  std::int64_t mvms = 0, slots = 0, serial_planes = 0, conversions = 0, macs = 0;
  std::int64_t l1_read_mac = 0, l1_write_mac = 0, l1_read_simd = 0, l1_write_simd = 0;
  std::array<std::int64_t, kSimdKindCount> simd{};  // operations
  std::int64_t noc_read = 0, memory_read = 0, noc_write = 0, memory_write = 0;
  BitsByNode received, sent;  // by the node at the other end
};

// What the loops work on: one matrix layer, its weights and its chunks.
struct LayerWalk {
  OperandBits bits;
  WeightWalk weights;
  Chunks chunks;
  // By replica: the task that holds a row block of a column set, or -1.
  std::vector<std::vector<std::vector<std::int64_t>>> task_of;
  // By replica, then output channel: the root task.
  std::vector<std::vector<std::int64_t>> root_of;
  // By task, then channel: output channels whose columns it holds, input channels its rows read.
  std::vector<std::vector<bool>> columns_held, channels_read;

  std::int64_t task_at(std::size_t replica, const Place& p) const {
    return task_of[replica][static_cast<std::size_t>(p.set)][static_cast<std::size_t>(p.block)];
  }
};

struct Recount {
  std::vector<LayerWalk> walks;                // by layer
  std::vector<std::vector<TaskCounts>> tasks;  // by layer, then task
  std::vector<std::string> faults;             // weights placed twice or never, cores overfull, ...
};

// The network's own width wins, then the width asked for, then the chip's.
OperandBits resolve_bits(const OperandBits& layer, const OperandBits& asked, const Precision& chip);

Recount recount(const Network& net, const RramChip& chip, const MappingOptions& options,
                const Mapping& mapping);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_H_
