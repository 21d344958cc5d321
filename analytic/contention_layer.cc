// SPDX-License-Identifier: Apache-2.0
#include "analytic/contention_layer.h"

#include <algorithm>
#include <array>

#include "analytic/chunk_samples.h"
#include "analytic/contention_period.h"
#include "analytic/grain.h"
#include "analytic/mvm.h"
#include "analytic/rates.h"

namespace crossroof::analytic {
namespace {

// What the tasks of one replica on one core take for a chunk: they work on it at the same time.
struct Together {
  std::int64_t replica = -1;
  const CoreKind* kind = nullptr;
  std::array<Seconds, kInsideCore.size()> sum, largest;
  Seconds lag, emission;
};

// What all tasks of the layer on one core take for an image.
struct OnCore {
  const CoreKind* kind = nullptr;
  Seconds operands, l1_read, l1_write, simd, sent, received, read_out;
};

class LayerSums {
 public:
  LayerSums(const RramChip& chip, const Mapping& mapping, const ContentionStreams& streams,
            LayerId layer)
      : chip_(chip),
        streams_(streams),
        layer_(layer),
        plan_(mapping.layer(layer).plan),
        place_(chip.cores.size() * static_cast<std::size_t>(mapping.chips), kNone) {}

  bool empty() const { return cores_.empty(); }

  void add(const Task& task, std::size_t number) {
    const CoreKind& kind = chip_.kind(task.core);
    const std::size_t core = place(task);
    Together& group = groups_[core];
    if (group.replica != task.replica) {
      settle(group);
      group = Together();
      group.replica = task.replica;
      group.kind = &kind;
    }
    const double chunks = chunk_count(plan_, task);
    OnCore& all = cores_[core];
    all.kind = &kind;
    for (std::size_t s = 0; s < kInsideCore.size(); ++s) {
      const Seconds t = service(kind, task, kInsideCore[s], chunks);
      group.sum[s] += t;
      group.largest[s] = std::max(group.largest[s], t);
      const Seconds image = t * chunks;
      if (kInsideCore[s] == Stage::simd) all.simd += image;
      if (kInsideCore[s] == Stage::l1_read_mac) all.operands += image;
      if (reads(kInsideCore[s])) all.l1_read += image;
      if (writes(kInsideCore[s])) all.l1_write += image;
    }
    const Seconds sent = streams_.sent(layer_, number);
    const Seconds received = streams_.received(layer_, number);
    all.sent += sent;
    all.received += received;
    if (kind.l1.dma == Dma::shared) {
      const BytesPerSecond port = l1_rates(kind.l1).one_port;
      const double rounding = packet_rounding(chip_.noc, kind.l1);
      all.l1_read += task.work.noc_write.bytes() / port * rounding;
      all.l1_write += task.work.noc_read.bytes() / port * rounding;
    }
    group.emission += sent / chunks;
    if (task.work.mac.count > 0 && kind.crossbar.double_sample_hold) {
      const MvmTime mvm = mvm_time(kind.crossbar, task.work.mac);
      group.lag = std::max(group.lag, std::min(mvm.front, mvm.back));
    }
    if (task.work.mac.count > 0 && kind.crossbar.planes > 1) {
      // Planes behind one read-out take turns.
      const double share = static_cast<double>(task.held.arrays) /
                           static_cast<double>(kind.crossbars * task.work.mac.serial_planes);
      all.read_out += mvm_time(kind.crossbar, task.work.mac).interval *
                      (static_cast<double>(task.work.mac.count) * share);
    }
  }

  void finish(ContentionLayer& layer) {
    for (Together& g : groups_) settle(g);
    for (std::size_t s = 0; s < kInsideCore.size(); ++s) {
      if (longest_[s] > Seconds()) {
        layer.stages.push_back(
            {kInsideCore[s], longest_[s], kInsideCore[s] == Stage::mac ? lag_ : Seconds(), {}});
      }
    }
    layer.emission = emission_;
    Seconds busiest, operands, results;
    for (const OnCore& c : cores_) {
      busiest = std::max({busiest, l1(c), c.simd, c.sent, c.received, c.read_out});
      operands = std::max(operands, c.operands / ports(*c.kind, true));
      OnCore after = c;
      after.l1_read = c.l1_read - c.operands;
      results = std::max({results, l1(after), c.simd, c.sent});
    }
    const auto chunks = static_cast<double>(layer.chunks);
    layer.shared = busiest / chunks;
    layer.operand_turn = operands / chunks;
    layer.result_turn = results / chunks;
    add_groups(layer);
  }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  // Of the core whose L1 has most to do.
  void add_groups(ContentionLayer& layer) const {
    const OnCore& c = *std::max_element(cores_.begin(), cores_.end(),
                                        [](const auto& a, const auto& b) { return l1(a) < l1(b); });
    const auto chunks = static_cast<double>(layer.chunks);
    const double reading = ports(*c.kind, true), writing = ports(*c.kind, false);
    L1Group read = {
        {Stage::l1_read_mac, Stage::l1_read_simd}, c.l1_read / (reading * chunks), reading};
    const L1Group write = {
        {Stage::l1_write_mac, Stage::l1_write_simd}, c.l1_write / (writing * chunks), writing};
    if (l1_rates(c.kind->l1).split) {
      layer.l1 = {read, write};
      return;
    }
    read.stages.insert(read.stages.end(), write.stages.begin(), write.stages.end());
    read.load += write.load;
    layer.l1 = {read};
  }

  // Of its core among those that have tasks of the layer.
  std::size_t place(const Task& task) {
    std::uint32_t& place = place_[static_cast<std::size_t>(task.chip) * chip_.cores.size() +
                                  static_cast<std::size_t>(task.core)];
    if (place == kNone) {
      place = static_cast<std::uint32_t>(cores_.size());
      cores_.emplace_back();
      groups_.emplace_back();
    }
    return place;
  }

  static bool reads(Stage s) { return s == Stage::l1_read_mac || s == Stage::l1_read_simd; }
  static bool writes(Stage s) { return s == Stage::l1_write_mac || s == Stage::l1_write_simd; }

  static Seconds service(const CoreKind& kind, const Task& task, Stage stage, double chunks) {
    const TaskWork& w = task.work;
    const auto access = [&](Bits bits) {
      return bits > Bits() ? access_time(kind.l1, share_of(bits, chunks)) : Seconds();
    };
    switch (stage) {
      case Stage::l1_read_mac:
        return access(w.l1_read_mac);
      case Stage::mac:
        return w.mac.count == 0 ? Seconds()
                                : mvm_time(kind.crossbar, w.mac).interval *
                                      (static_cast<double>(w.mac.count) / chunks);
      case Stage::l1_write_mac:
        return access(w.l1_write_mac);
      case Stage::l1_read_simd:
        return access(w.l1_read_simd);
      case Stage::simd:
        return w.simd.empty() ? Seconds() : simd_time(kind.simd, w.simd, 1 / chunks);
      default:
        return access(w.l1_write_simd);
    }
  }

  static double ports(const CoreKind& kind, bool read) {
    const L1Rates rates = l1_rates(kind.l1);
    return (read ? rates.read : rates.write) / rates.one_port;
  }

  static Seconds l1(const OnCore& c) {
    const Seconds read = c.l1_read / ports(*c.kind, true);
    const Seconds write = c.l1_write / ports(*c.kind, false);
    return l1_rates(c.kind->l1).split ? std::max(read, write) : read + write;
  }

  void settle(const Together& g) {
    if (g.replica < 0) return;
    for (std::size_t s = 0; s < kInsideCore.size(); ++s) {
      double servers = 1;  // of the core
      if (kInsideCore[s] == Stage::mac) servers = 0;
      if (reads(kInsideCore[s])) servers = ports(*g.kind, true);
      if (writes(kInsideCore[s])) servers = ports(*g.kind, false);
      const Seconds t = servers > 0 ? std::max(g.largest[s], g.sum[s] / servers) : g.largest[s];
      longest_[s] = std::max(longest_[s], t);
    }
    lag_ = std::max(lag_, g.lag);
    emission_ = std::max(emission_, g.emission);
  }

  const RramChip& chip_;
  const ContentionStreams& streams_;
  LayerId layer_;
  const ChunkPlan& plan_;
  std::vector<std::uint32_t> place_;
  std::vector<OnCore> cores_;
  std::vector<Together> groups_;
  std::array<Seconds, kInsideCore.size()> longest_;
  Seconds lag_, emission_;
};

}  // namespace

ContentionLayer contention_layer(const RramChip& chip, const Mapping& mapping,
                                 const ContentionStreams& streams, LayerId id, std::int64_t phase) {
  ContentionLayer layer;
  layer.id = id;
  const LayerMapping& m = mapping.layer(id);
  layer.plan = m.plan;
  LayerSums roots(chip, mapping, streams, id), partials(chip, mapping, streams, id);
  for (std::size_t t = 0; t < m.tasks.size(); ++t) {
    const Task& task = m.tasks[t];
    if (task.phase != phase || task.positions == 0) continue;
    (task.role == Role::partial ? partials : roots).add(task, t);
  }
  if (roots.empty()) return layer;
  layer.chunks = m.plan.count();
  roots.finish(layer);
  if (!partials.empty()) {
    ContentionLayer other;
    other.chunks = layer.chunks;
    partials.finish(other);
    add_partials(streams, other, layer);
  }
  add_periods(chip, mapping, streams, layer);
  return layer;
}

}  // namespace crossroof::analytic
