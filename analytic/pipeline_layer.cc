// SPDX-License-Identifier: Apache-2.0
#include "analytic/pipeline_layer.h"

#include <algorithm>
#include <array>

#include "analytic/chunk_samples.h"
#include "analytic/mvm.h"
#include "analytic/rates.h"
#include "analytic/stage_max.h"

namespace crossroof::analytic {
namespace {

// Service of a stage of one task for one image. A share of `amount` units may lack one of them.
PipelineStage of_amount(Stage stage, std::int64_t amount, Seconds per_image,
                        std::int64_t positions) {
  PipelineStage s;
  s.stage = stage;
  s.per_image = per_image;
  s.per_position = per_image / static_cast<double>(positions);
  if (amount % positions != 0) s.grain = per_image / static_cast<double>(amount);
  return s;
}

PipelineStage of_bits(Stage stage, Bits bits, BytesPerSecond rate, std::int64_t positions) {
  return of_amount(stage, bits.count(), bits.bytes() / rate, positions);
}

PipelineStage of_mvms(const CoreKind& kind, const Task& task) {
  const MvmWork& work = task.work.mac;
  const MvmTime mvm = mvm_time(kind.crossbar, work);
  PipelineStage s = of_amount(Stage::mac, work.count,
                              mvm.interval * static_cast<double>(work.count), task.positions);
  if (kind.crossbar.double_sample_hold) s.lag = std::min(mvm.front, mvm.back);
  return s;
}

PipelineStage of_simd(const CoreKind& kind, const Task& task) {
  PipelineStage s;
  s.stage = Stage::simd;
  for (const SimdWork& w : task.work.simd) {
    const PipelineStage one =
        of_amount(Stage::simd, w.count, lane_operations(kind.simd, {w}) / simd_rate(kind.simd),
                  task.positions);
    s.per_image += one.per_image;
    s.per_position += one.per_position;
    s.grain += one.grain;
  }
  return s;
}

void take_least(PipelineStage& s, const PipelineStage& other) {
  s.per_position = std::min(s.per_position, other.per_position);
  s.per_image = std::min(s.per_image, other.per_image);
  s.grain = std::max(s.grain, other.grain);
  s.lag = std::min(s.lag, other.lag);
}

}  // namespace

PipelineLayer::PipelineLayer(const RramChip& chip, const Mapping& mapping,
                             const PipelineStreams& streams, LayerId layer, std::int64_t phase)
    : plan_(mapping.layer(layer).plan) {
  const std::vector<Task>& tasks = mapping.layer(layer).tasks;
  step_ = plan_.run > 0 ? 1 : plan_.replicas;
  std::int64_t replica = -1;  // tasks are in the order of their replicas
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (tasks[t].phase != phase || tasks[t].role == Role::partial) continue;
    if (tasks[t].positions == 0) continue;
    add(chip, tasks[t], streams.sent(layer, t));
    if (tasks[t].replica != replica) add_replica(replica = tasks[t].replica);
  }
  last_ = plan_.chunk(plan_.count() - 1).length();
}

void PipelineLayer::add_replica(std::int64_t number) {
  Replica r;
  if (plan_.run > 0) {
    const std::int64_t begin = number * plan_.run;
    r.first = begin / plan_.length;
    r.chunks = ceil_div(std::min(begin + plan_.run, plan_.positions), plan_.length) - r.first;
  } else {
    r.first = number;
    r.chunks = ceil_div(plan_.count() - number, plan_.replicas);
  }
  if (r.chunks <= 0) return;
  chunks_ = std::max(chunks_, r.chunks);
  common_ = replicas_.empty() ? r.chunks : std::min(common_, r.chunks);
  replicas_.push_back(r);
}

void PipelineLayer::add(const RramChip& chip, const Task& task, Bits sent) {
  const CoreKind& kind = chip.kind(task.core);
  const BytesPerSecond l1 = l1_rates(kind.l1).one_port;
  const TaskWork& w = task.work;
  const auto of = [&](Stage stage) {
    switch (stage) {
      case Stage::l1_read_mac:
        return of_bits(stage, w.l1_read_mac, l1, task.positions);
      case Stage::mac:
        return w.mac.count > 0 ? of_mvms(kind, task) : of_amount(stage, 0, Seconds(), 1);
      case Stage::l1_write_mac:
        return of_bits(stage, w.l1_write_mac, l1, task.positions);
      case Stage::l1_read_simd:
        return of_bits(stage, w.l1_read_simd, l1, task.positions);
      case Stage::simd:
        return of_simd(kind, task);
      default:
        return of_bits(stage, w.l1_write_simd, l1, task.positions);
    }
  };
  const PipelineStage emission =
      of_bits(Stage::noc_write, sent, chip.noc.link_rate(), task.positions);
  if (tasks_++ == 0) {
    for (const Stage s : kInsideCore) stages_.push_back(of(s));
    emission_ = emission;
    return;
  }
  for (PipelineStage& s : stages_) take_least(s, of(s.stage));
  take_least(emission_, emission);
}

std::int64_t PipelineLayer::chunk_of(std::int64_t message) const {
  if (plan_.run == 0) return message / plan_.replicas;
  const std::int64_t replica = message * plan_.length / plan_.run;
  return message - replica * plan_.run / plan_.length;
}

Seconds PipelineLayer::service(const PipelineStage& s, std::int64_t chunk) const {
  return positions_time(s, positions(chunk));
}

Seconds PipelineLayer::between(const PipelineStage& s, std::int64_t i, std::int64_t j) const {
  return positions_time(s, (j - i - 1) * plan_.length + positions(j));
}

}  // namespace crossroof::analytic
