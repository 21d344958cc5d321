// SPDX-License-Identifier: Apache-2.0
// Who sits where: the result of mapping a network onto a chip (docs/mapping.md), with every amount
// of every stage as exact integers of one image. No rate and no time is in here: both engines
// divide by their own. `expand()` cuts the same tasks and streams into chunks.
#ifndef CROSSROOF_WORKLOADS_MAPPING_H_
#define CROSSROOF_WORKLOADS_MAPPING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "models/rram_chip.h"
#include "workloads/array_geometry.h"
#include "workloads/chunks.h"
#include "workloads/network.h"

namespace crossroof {

enum class RunMode { layer_pipeline, layer_serial };
enum class Reuse { im2col, line_buffer };  // S2 counts every operand read, or distinct inputs
enum class Overflow { error, multi_chip, reload };

struct MappingOptions {
  RunMode mode = RunMode::layer_pipeline;
  Reuse reuse = Reuse::im2col;
  Overflow overflow = Overflow::error;
  OperandBits bits;        // of layers the network does not quantise; 0 = the chip's precision
  std::int64_t batch = 1;  // images (B)
};

// A node of one chip of a multi-chip system.
struct ChipNode {
  std::int64_t chip = 0;
  NodeId node{};
  friend bool operator==(ChipNode a, ChipNode b) { return a.chip == b.chip && a.node == b.node; }
  friend bool operator!=(ChipNode a, ChipNode b) { return !(a == b); }
};

enum class Role {
  root,     // owns columns: collects partial sums, applies fused operations
  partial,  // holds further row blocks of a root's columns and sends it one partial sum
  simd,     // SIMD-only work
};

// The matrix work of a task (stage S3). `slots` and `columns` are those of the fullest block.
struct MvmWork {
  std::int64_t count = 0;  // MVMs, in lock step on all blocks of the task
  std::int64_t slots = 0, columns = 0;
  std::int64_t input_bits = 0;
  std::int64_t conversions = 0, macs = 0;  // of all blocks and MVMs
  std::int64_t serial_planes = 1;          // weight planes of one crossbar that must take turns
};

// Amounts of one task for one image.
struct TaskWork {
  Bits noc_read;  // S1: from outside the core; of that, from memory and from other chips:
  Bits memory_read, chip_read;
  Bits l1_read_mac;                 // S2
  MvmWork mac;                      // S3
  Bits l1_write_mac, l1_read_simd;  // S4, S5
  std::vector<SimdWork> simd;       // S6
  Bits l1_write_simd;               // S7
  Bits noc_write;                   // S8; of that, to memory and to other chips:
  Bits memory_write, chip_write;
};

// A rectangle of one replica of a layer on one core (or its share of SIMD-only work).
struct Task {
  std::int64_t replica = 0;
  std::int64_t chip = 0, phase = 0;
  CoreId core{};
  Role role = Role::root;
  Rectangle rectangle;
  RectangleContents held;
  std::int64_t row_blocks = 1;  // q: row blocks whose partial sums the SIMD unit adds
  std::int64_t remote = 0;      // non-root cores of its column set
  std::size_t root = 0;         // of a partial: the task of the same layer its sums go to
  std::int64_t positions = 0;   // of one image
  Span channels;                // of the layer's output (partial: those of its columns)
  Bits buffers;                 // L1 space its streams and results take
  TaskWork work;
};

// store: a tensor written to memory (network output, crossing a phase, or spilled).
enum class StreamKind { input, activation, skip, partial, store };

// Bits of a stream that move from one node to another, per image. -1: a memory controller.
struct Flow {
  ChipNode from, to;
  std::int64_t producer_task = -1, consumer_task = -1;
  Bits bits;  // positions * channels * width of an element
  std::int64_t positions = 0, channels = 0;
};

// All that one tensor sends to one consumer at one stage; partial sums; network outputs.
struct Stream {
  StreamKind kind = StreamKind::activation;
  LayerId producer{};  // network_input: `input` says which
  std::int64_t input = 0;
  LayerId consumer{};  // partial, store: the producer itself
  Gate gate = Gate::s2_operands;
  Need need = Need::same;
  bool recurrent = false;       // a layer's own previous position
  bool via_memory = false;      // crosses a phase: stored once, read by each consumer
  bool network_output = false;  // store: every message, needed or not
  // What L1 cannot hold. Spilled: the messages a skip has to wait for stay in memory, each is read
  // once. Piecewise: not even a window fits; chunks read what they need at every use.
  bool spilled = false, piecewise = false;
  bool reconvergent = false;       // meets another path from the same layer
  std::int64_t window = 0;         // most messages held while a consumer chunk runs
  std::int64_t delay = 0;          // messages that must be held while the other path catches up
  std::int64_t slack = 0;          // 3 * L: layers the longest other path has more
  std::int64_t credits = 0;        // messages in flight or held
  bool skip_limited = false;       // slack shrunk because L1 is short
  std::vector<std::size_t> edges;  // of the consumer's in_edges
  std::vector<Span> needs;         // messages [oldest, needed) of each consumer chunk
  std::vector<Flow> flows;
};

// Arrays to be written before tasks can run: once per pass (overflow = reload), or per image
// (products of two activations held in crossbars).
struct WeightLoad {
  LayerId layer{};
  std::size_t task = 0;
  std::int64_t rows = 0;  // physical rows of the fullest array
  Bits bits;              // that travel from memory (0: the operand arrives as an activation)
  bool per_image = false;
};

struct LayerMapping {
  ArrayGeometry geometry;  // mvm
  OperandBits bits;        // resolved
  ChunkPlan plan;
  bool on_crossbars = false;
  bool dynamic = false;       // a product of two activations held in crossbars
  bool all_channels = false;  // SIMD-only work that needs every channel of a position
  std::vector<Task> tasks;    // by replica, then column set, roots before their partials
  KindId kind{};              // of the cores that hold its arrays
  std::int64_t phase = 0;     // of its last task
  bool spread = false;        // over several phases: put together in memory
};

// What runs between two barriers. All images pass a phase before the next begins.
struct Phase {
  std::vector<LayerId> layers;
  std::vector<WeightLoad> loads;
};

struct Mapping {
  RunMode mode = RunMode::layer_pipeline;
  Reuse reuse = Reuse::im2col;
  std::int64_t batch = 1;
  Precision precision;  // of layers the network does not quantise
  std::int64_t chips = 1;
  std::int64_t passes = 1;             // times the arrays are written for one run of the batch
  std::vector<LayerMapping> layers;    // by LayerId
  std::vector<ChunkPlan> input_plans;  // messages of each network input
  std::vector<Stream> streams;
  std::vector<Phase> phases;
  std::int64_t arrays_used = 0, arrays_total = 0;
  std::int64_t cores_used = 0;
  std::string duplication_stopped;  // why no further replica was made
  std::vector<std::string> notes;   // assumptions and limits a user must see

  const LayerMapping& layer(LayerId l) const { return layers[index(l)]; }
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_MAPPING_H_
