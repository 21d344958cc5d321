// SPDX-License-Identifier: Apache-2.0
// Streams as the pipeline tier sees them: the least that a message of a stream takes between the
// end of the chunk that makes it and the start of one that needs it (docs/equations.md E88).
#ifndef CROSSROOF_ANALYTIC_PIPELINE_STREAMS_H_
#define CROSSROOF_ANALYTIC_PIPELINE_STREAMS_H_

#include <cstddef>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::analytic {

struct PipelineStream {
  const Stream* stream = nullptr;
  bool from_memory =
      false;             // read from a controller: network inputs, and what is stored on the way
  Seconds latency;       // of one way: pipelines of interfaces and routers, of memory
  Seconds per_position;  // of a message at a port of the NoC; zero if some messages stay at home
  // A network input of which every task reads every position: a port takes one after the other.
  bool in_order = false;
};

class PipelineStreams {
 public:
  PipelineStreams(const Network& net, const RramChip& chip, const Mapping& mapping);

  // Operands of a layer.
  const std::vector<PipelineStream>& into(LayerId layer) const { return into_[index(layer)]; }
  // From the end of a layer's last chunk until it is stored, if it is: latency and a position.
  const PipelineStream& store(LayerId layer) const { return stores_[index(layer)]; }
  // What a task sends in equal parts with every chunk.
  Bits sent(LayerId layer, std::size_t task) const { return sent_[index(layer)][task]; }

 private:
  void add_operands(const Stream& s);
  void add_store(const Stream& s);
  void add_sent(const Stream& s);
  void read_in_order(PipelineStream& way) const;
  bool all_move(const Stream& s) const;
  bool carries_all(const Stream& s, const Flow& f) const;
  Seconds port_time(const Flow& f) const;
  Seconds least_port_time(const Stream& s) const;

  const RramChip& chip_;
  const Mapping& mapping_;
  Seconds pipelines_, memory_;
  std::vector<std::vector<PipelineStream>> into_;
  std::vector<PipelineStream> stores_;
  std::vector<std::vector<Bits>> sent_;
  std::vector<std::vector<std::size_t>> cores_;  // of each layer, ascending, chips counted through
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_PIPELINE_STREAMS_H_
