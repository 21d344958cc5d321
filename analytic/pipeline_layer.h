// SPDX-License-Identifier: Apache-2.0
// One layer as the pipeline tier sees it: the least of its tasks, stage by stage. Chunks are
// counted within a replica: what is said of chunk j holds for chunk j of every replica that has
// one.
#ifndef CROSSROOF_ANALYTIC_PIPELINE_LAYER_H_
#define CROSSROOF_ANALYTIC_PIPELINE_LAYER_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analytic/pipeline_streams.h"
#include "models/stages.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

// A stage that some task of the layer has; the least over its tasks.
struct PipelineStage {
  Stage stage{};
  Seconds per_position;  // service
  Seconds per_image;
  Seconds grain;  // amounts are cut into whole bits, operations and MVMs: a chunk may lack one
  Seconds lag;    // of a chunk on top of its service: converters behind the last array read
};

class PipelineLayer {
 public:
  PipelineLayer() = default;
  // Tasks of the layer in a phase that produce its outputs.
  PipelineLayer(const RramChip& chip, const Mapping& mapping, const PipelineStreams& streams,
                LayerId layer, std::int64_t phase);

  bool present() const { return chunks_ > 0; }
  const std::vector<PipelineStage>& stages() const { return stages_; }
  const PipelineStage& emission() const { return emission_; }

  std::int64_t chunks() const { return chunks_; }  // of the replica that has most
  std::int64_t common() const { return common_; }  // every replica has as many
  // The chunk of its replica that makes message m of the layer.
  std::int64_t chunk_of(std::int64_t message) const;
  // The numbers in the layer of chunk j of all replicas that have one.
  template <class Visit>
  void each(std::int64_t chunk, Visit visit) const {
    for (const Replica& r : replicas_) {
      if (chunk < r.chunks) visit(r.first + chunk * step_);
    }
  }
  std::int64_t begin(std::int64_t chunk) const { return chunk * plan_.length; }
  std::int64_t positions(std::int64_t chunk) const {  // at least
    return chunk + 1 >= common_ ? last_ : plan_.length;
  }
  // Service of chunk j, and of all chunks after i up to j, at a stage.
  Seconds service(const PipelineStage& s, std::int64_t chunk) const;
  Seconds between(const PipelineStage& s, std::int64_t i, std::int64_t j) const;
  Seconds positions_time(const PipelineStage& s, std::int64_t positions) const {
    return std::max(Seconds(), s.per_position * static_cast<double>(positions) - s.grain);
  }

 private:
  void add(const RramChip& chip, const Task& task, Bits sent);

  // A replica with tasks: its first chunk as a chunk of the layer, and how many it has.
  struct Replica {
    std::int64_t first = 0, chunks = 0;
  };
  void add_replica(std::int64_t number);

  std::int64_t tasks_ = 0, chunks_ = 0, common_ = 0, last_ = 0, step_ = 1;
  std::vector<Replica> replicas_;
  ChunkPlan plan_;
  std::vector<PipelineStage> stages_;
  PipelineStage emission_;
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_PIPELINE_LAYER_H_
