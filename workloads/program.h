// SPDX-License-Identifier: Apache-2.0
// A mapping cut into chunks and messages: what the event engine runs (docs/simulator.md). Integers
// only: no rate and no time. One image is described; image b repeats chunks and messages with an
// offset.
//
// A task processes its chunks in order, chunk by chunk through its stages. An *inlet* is one tensor
// arriving at a task: messages 0, 1, ... of an image (the *ordinals*), of which chunk j needs those
// of `needs[j]`; at most `credits` may be in flight or held, counted from the oldest one still
// needed. A *feed* carries the parts of an inlet's messages that come from one place; several feeds
// make up a message when several cores or controllers hold parts of it. A feed without an inlet
// stores a tensor in memory; feeds that read the tensor wait for its messages to land.
#ifndef CROSSROOF_WORKLOADS_PROGRAM_H_
#define CROSSROOF_WORKLOADS_PROGRAM_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/stages.h"
#include "workloads/mapping.h"

namespace crossroof {

enum class TaskId : std::uint32_t {};
enum class InletId : std::uint32_t { none = 0xffffffffu };
enum class FeedId : std::uint32_t {};
enum class DemandId : std::uint32_t {};
enum class ListId : std::uint32_t {};
enum class TensorId : std::uint32_t { none = 0xffffffffu };
inline std::size_t index(TaskId id) { return static_cast<std::size_t>(id); }
inline std::size_t index(InletId id) { return static_cast<std::size_t>(id); }
inline std::size_t index(FeedId id) { return static_cast<std::size_t>(id); }
inline std::size_t index(DemandId id) { return static_cast<std::size_t>(id); }
inline std::size_t index(ListId id) { return static_cast<std::size_t>(id); }
inline std::size_t index(TensorId id) { return static_cast<std::size_t>(id); }

// How the words of an access follow each other in L1.
enum class Pattern { sequential, stride };
struct Access {
  Bits amount;
  Pattern pattern = Pattern::sequential;
  std::int64_t stride = 1;  // words
};

// What one chunk asks of the stages S2 to S7; S1 and S8 live in the feeds.
struct StageWork {
  Access s2;
  std::int64_t mvms = 0, conversions = 0, macs = 0;  // S3, of all blocks
  Access s4, s5;
  std::vector<SimdWork> s6;
  Access s7;
};

struct CoreTask {
  LayerId layer{};
  std::int64_t replica = 0, chip = 0, phase = 0;
  CoreId core{};
  Role role = Role::root;
  Span channels;                   // of the layer's output
  MvmWork mvm;                     // slots, columns, input bits, planes of its crossbars
  std::vector<ArrayBlock> blocks;  // what they hold
  std::int64_t arrays = 0;
  PerStage<bool> has{};            // stages with work; the others do not exist
  std::vector<StageWork> classes;  // chunks alike share one
  std::vector<std::uint32_t> chunk_class;
  std::vector<std::int32_t> chunks;  // their numbers in the layer
  std::vector<InletId> inlets;
  std::vector<FeedId> out;
  std::int64_t rows_per_image = 0;  // of its arrays, written anew for every image
  Bits buffers;                     // L1 space

  const StageWork& work(std::int64_t chunk) const {
    return classes[chunk_class[static_cast<std::size_t>(chunk)]];
  }
};

struct MessageSpan {
  std::int32_t begin = 0, end = 0;
};

// Ordinals [begin, end) that each chunk of a task needs; monotone in both ends.
struct Demand {
  std::int32_t messages = 0;  // ordinals of one image
  std::vector<MessageSpan> needs;
};

struct Inlet {
  TaskId task{};
  DemandId demand{};
  StreamKind kind = StreamKind::activation;
  Gate gate = Gate::s2_operands;  // the stage that waits for it and, finished, returns credits
  std::int64_t credits = 0;       // messages in flight or held
  std::uint32_t stream = 0;       // of the mapping
  bool recurrent = false;
};

// One message of a feed.
struct Carried {
  std::int32_t emitter = -1;  // from a task: its chunk; from memory: the message of the tensor that
                              // must have landed, with all before it (-1: none)
  std::int32_t ordinal = 0;   // in the inlet; of a store: message of the tensor
  std::int32_t positions = 0;
};
using MessageList = std::vector<Carried>;  // ascending ordinals

struct Endpoint {
  bool memory = false;
  std::int64_t chip = 0;
  std::uint32_t number = 0;  // task or memory controller
};

struct Feed {
  StreamKind kind = StreamKind::activation;
  Endpoint from, to;
  InletId inlet = InletId::none;  // none: a store
  ListId list{};
  Bits position_bits;                // of one position
  TensorId tensor = TensorId::none;  // stored, or read
  // Feeds of one task with the same group carry the same bits of a chunk: a NoC with multicast
  // sends them once. -1: alone.
  std::int32_t group = -1;
  bool local = false;        // both ends on one core: nothing moves
  std::uint32_t stream = 0;  // of the mapping
};

// A tensor in memory: how many messages (of feeds) make up each message of the tensor.
struct Tensor {
  LayerId layer{};
  std::vector<std::int32_t> stores;
};

// Arrays of a task written before its MVMs: the weights come from every controller in equal parts.
struct Reload {
  TaskId task{};
  std::int64_t rows = 0;
  std::vector<Bits> from_controller;
};

struct ProgramPhase {
  std::vector<TaskId> tasks;
  std::vector<Reload> reloads;
};

struct Program {
  std::vector<std::string> layer_names;  // by LayerId, for messages to people
  RunMode mode = RunMode::layer_pipeline;
  std::int64_t chips = 1;
  std::vector<CoreTask> tasks;
  std::vector<Inlet> inlets;
  std::vector<Feed> feeds;
  std::vector<Demand> demands;
  std::vector<MessageList> lists;
  std::vector<Tensor> tensors;
  std::vector<ProgramPhase> phases;  // a barrier after each; all images pass one before the next

  const CoreTask& task(TaskId t) const { return tasks[index(t)]; }
  const MessageList& list(const Feed& f) const { return lists[index(f.list)]; }
};

// Cost: O(messages carried + tasks of a layer squared).
Program expand(const Network& net, const RramChip& chip, const Mapping& mapping);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_PROGRAM_H_
