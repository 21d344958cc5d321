// SPDX-License-Identifier: Apache-2.0
// How a tensor lies in the maps that layers produce. A map has channels and raster positions; each
// axis of a tensor enumerates factors of them (outermost first), so that reshapes, transposes,
// splits and concatenations which only rename axes cost nothing and keep "position p, channel c"
// exact: [1,768,14,14] = (C768)(P14)(P14) -> reshape (C768)(P196) -> transpose (P196)(C768): the
// same map. A view covers its map completely. What cannot be said with factors needs a `move`
// layer.
#ifndef CROSSROOF_WORKLOADS_ONNX_MAP_VIEW_H_
#define CROSSROOF_WORKLOADS_ONNX_MAP_VIEW_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/graph.h"

namespace crossroof {

enum class MapAxis : std::uint8_t { batch, channel, position };

// `size` steps of `stride` through the images, channels or positions.
struct AxisFactor {
  MapAxis axis = MapAxis::position;
  std::int64_t size = 1, stride = 1;
  friend bool operator==(const AxisFactor& a, const AxisFactor& b) {
    return a.axis == b.axis && a.size == b.size && a.stride == b.stride;
  }
};
using AxisFactors = std::vector<AxisFactor>;
using MapLayout = std::vector<AxisFactors>;  // by axis of the tensor; factors of size 1 left out

// Channels [channel, +channels) of a layer's map (or of a network input).
struct MapPiece {
  LayerId producer = LayerId::network_input;
  std::int64_t input = 0;
  MapShape from;
  std::int64_t channel = 0, channels = 0;
};

inline constexpr std::size_t kMaxPieces = 4096;  // of one view; more becomes a `move` layer

struct MapView {
  MapLayout layout;
  MapShape map;                  // its channels are those of the pieces, one after the other
  std::vector<MapPiece> pieces;  // empty: no dynamic source
  std::int64_t bits = 0;         // width of the numbers when they are quantised, else 0
};

enum class MapForm {
  image,          // [N, C, spatial...]
  tokens,         // [..., C]: the last axis is channels, the product of the others positions
  channels_last,  // [N, spatial..., C]
};

// The leading axis of a tensor holds no multiple of the batch.
class BatchMismatch {};

struct FreshMap {
  MapLayout layout;
  MapShape map;
};
// How a layer lays out a tensor of its own; `batch` images (1: images count as positions).
FreshMap fresh_map(MapForm form, const Dims& dims, std::int64_t batch);

// Adjacent factors that continue each other become one; factors of size 1 vanish.
AxisFactors merged(const AxisFactors& factors);
// Factors of one kind over axes [first, last), merged.
AxisFactors factors_of(const MapLayout& layout, MapAxis kind, std::size_t first, std::size_t last);
// Whether `factors` run through 0 .. size-1 in order.
bool runs_through(const AxisFactors& factors, std::int64_t size);

bool is_image(const MapView& view);   // channels on axis 1, positions in raster order on the others
bool is_tokens(const MapView& view);  // channels on the last axis, positions in raster order before

// Whether `other`, aligned at the last axis as for broadcasting, has `main`'s positions in its
// order.
bool same_positions(const MapView& main, const MapView& other);

std::optional<MapLayout> reshaped(const MapLayout& layout, const Dims& to);
MapLayout permuted(const MapLayout& layout, const std::vector<std::int64_t>& permutation);

// Channels and positions renumbered without gaps, each axis kind in its present order; sets
// `map.channels`, and `map.height` and width when positions are missing.
void renumber(MapLayout& layout, MapShape& map);
// The view's layout with `size` channels along `axis`, renumbered, as a layer would make it that
// moves channels but no positions; none when the axis holds positions or images.
std::optional<FreshMap> with_channels(const MapView& view, std::size_t axis, std::int64_t size);

// Elements [start, +count) of `axis` as a view; none when they are no run of channels.
std::optional<MapView> channel_slice(const MapView& view, std::size_t axis, std::int64_t start,
                                     std::int64_t count);
// The views one after the other along `axis`; none unless that appends channels.
std::optional<MapView> channel_concat(const std::vector<const MapView*>& views, std::size_t axis);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_MAP_VIEW_H_
