// SPDX-License-Identifier: Apache-2.0
#include "workloads/l1_need.h"

#include <algorithm>
#include <limits>

#include "workloads/array_geometry.h"
#include "workloads/credits.h"
#include "workloads/simd_hosts.h"
#include "workloads/streams.h"

namespace crossroof {
namespace {

// Positions a stream keeps when chunks and messages are single positions: the hull of the window,
// or for a skip the delay in row messages less the row that fine chunks need not wait for.
std::int64_t least_positions(const Network& net, const Mapping& mapping, const Stream& s) {
  const Layer& layer = net.layers[index(s.consumer)];
  const Edge& e = layer.in_edges[s.edges.front()];
  const Window& w = layer.window;
  const std::int64_t positions = e.from.positions();
  std::int64_t least = 1;
  if (s.need == Need::whole) least = positions;
  if (s.need == Need::window) {
    const auto reach = [&w](std::int64_t kernel, std::int64_t dilation, std::int64_t stride) {
      return (kernel - 1) * dilation / (w.transposed ? stride : 1);
    };
    least = reach(w.kernel_h, w.dilation_h, w.stride_h) * e.from.width +
            reach(w.kernel_w, w.dilation_w, w.stride_w) + 1;
  }
  if (s.reconvergent) {
    constexpr std::int64_t kFewPositions = 8;
    const std::int64_t row = producer_plan(mapping, s).length;
    least = std::max(least, std::max<std::int64_t>(0, s.delay - 1) * row + kFewPositions);
  }
  return std::min(least, positions);
}

std::int64_t edge_channels(const Layer& layer, const Stream& s) {
  std::int64_t channels = 0;
  for (const std::size_t e : s.edges) channels += layer.in_edges[e].channels;
  return channels;
}

}  // namespace

Bits L1Need::least(const RectangleContents& held) const {
  return Bits(checked_add(checked_mul(least_window, ceil_div(held.rows, taps)),
                          checked_mul(per_column + per_result, held.columns)));
}

Bits L1Need::comfortable(const RectangleContents& held, std::int64_t chunk, Bits capacity) const {
  const std::int64_t most = capacity.count() / 4 * 3;
  const std::int64_t channels = ceil_div(held.rows, taps);
  std::int64_t fixed = checked_mul(row_window, channels);
  if (fixed > most) fixed = checked_mul(least_window, channels);
  fixed = checked_add(fixed, checked_mul(per_column, held.columns));
  const std::int64_t result = checked_mul(per_result, held.columns);
  while (chunk > 1 && fixed + checked_mul(chunk, result) > most) chunk = ceil_div(chunk, 2);
  return Bits(checked_add(fixed, checked_mul(chunk, result)));
}

namespace {

// Streams, windows and delays of one copy of every layer.
StreamIndex draft_streams(const Network& net, Mapping& mapping) {
  mapping.streams = make_streams(net, mapping.layers);
  StreamIndex by_layer = index_streams(mapping);
  for (Stream& s : mapping.streams) {
    fill_needs(net, mapping, s);
    fill_window(s);
  }
  if (mapping.mode == RunMode::layer_pipeline) {
    std::vector<Fork> forks;
    for (std::size_t l = 0; l < net.layers.size(); ++l) {
      forks.push_back(find_meetings(by_layer, layer_id(l), mapping));
    }
    fill_delays(forks, mapping);
  }
  return by_layer;
}

std::int64_t smallest_l1(const RramChip& chip) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const CoreKind& kind : chip.kinds) {
    smallest = std::min(smallest, kind.l1.capacity.count());
  }
  return smallest;
}

// Adds what one stream takes beside the consumer, or beside the consumer's host.
void add_stream(const Network& net, const RramChip& chip, const Mapping& mapping, const Stream& s,
                L1Need& at) {
  const Layer& layer = net.layers[index(s.consumer)];
  const std::int64_t width = stream_bits(mapping, s);
  const std::int64_t least =
      checked_mul(least_positions(net, mapping, s) + chip.stage_slots, width);
  if (!mapping.layer(s.consumer).on_crossbars || s.gate != Gate::s2_operands) {
    // What takes a large part of the L1 all by itself will leave it.
    const bool leaves =
        checked_mul(least, layer.out.channels) > smallest_l1(chip) / 4 && s.need != Need::window;
    at.per_column += leaves ? chip.stage_slots * width : least;
    return;
  }
  // Streams that carry part of the channels weigh in proportion.
  const std::int64_t all = std::max<std::int64_t>(1, layer.in.channels);
  const std::int64_t part = std::min(edge_channels(layer, s), all);
  const std::int64_t rows = checked_mul(
      checked_mul(s.window + chip.stage_slots, producer_plan(mapping, s).length), width);
  at.least_window += ceil_div(checked_mul(least, part), all);
  at.row_window += ceil_div(checked_mul(rows, part), all);
}

}  // namespace

std::vector<L1Need> l1_needs(const Network& net, const RramChip& chip,
                             const std::vector<std::optional<LayerId>>& hosts, Mapping& mapping) {
  const StreamIndex by_layer = draft_streams(net, mapping);
  std::vector<L1Need> needs(net.layers.size());
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const LayerMapping& m = mapping.layers[l];
    if (!m.on_crossbars && (!hosts[l] || m.all_channels)) continue;
    // A SIMD-only layer takes its space beside its host.
    L1Need& at = needs[m.on_crossbars ? l : index(*hosts[l])];
    const std::int64_t accumulator =
        m.on_crossbars ? chip.kinds[static_cast<std::size_t>(m.kind)].accumulator_bits : 0;
    at.per_result += chip.stage_slots * (accumulator + m.bits.output);
    if (m.on_crossbars) at.taps = std::max<std::int64_t>(1, net.layers[l].window.taps());
    for (const std::size_t i : by_layer.in[l]) {
      const Stream& s = mapping.streams[i];
      if (!s.edges.empty()) add_stream(net, chip, mapping, s, at);
    }
  }
  return needs;
}

bool move_crowded_hosts(const Network& net, const RramChip& chip, const Mapping& mapping,
                        const std::vector<L1Need>& needs,
                        std::vector<std::optional<LayerId>>& hosts) {
  bool moved = false;
  const std::vector<std::optional<LayerId>> users = first_matrix_users(net, mapping.layers);
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const LayerMapping& m = mapping.layers[l];
    const Layer& layer = net.layers[l];
    if (m.on_crossbars || m.all_channels || !hosts[l] || !users[l]) continue;
    if (layer.window.taps() <= 1 || net.layers[index(*hosts[l])].kind != LayerKind::mvm) continue;
    const Layer& host = net.layers[index(*hosts[l])];
    const CoreKind& kind = chip.kinds.front();
    if (kind.crossbars == 0 || !holds_weight(mapping.layer(*hosts[l]).bits.weight, kind.crossbar)) {
      continue;
    }
    // All that one core would hold of the host.
    const ArrayGeometry g = array_geometry({host.K, host.M, host.groups},
                                           mapping.layer(*hosts[l]).bits.weight, kind.crossbar);
    const std::int64_t per_set = g.row_blocks * g.unit;
    Rectangle all{0, std::min(g.column_sets, kind.crossbars * kind.crossbar.planes / per_set), 0,
                  g.row_blocks};
    if (all.set_end == 0) continue;
    if (needs[index(*hosts[l])].least(contents(g, all)) <= kind.l1.capacity) continue;
    hosts[l] = users[l];
    moved = true;
  }
  return moved;
}

}  // namespace crossroof
