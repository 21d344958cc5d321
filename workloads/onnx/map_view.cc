// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/map_view.h"

#include <algorithm>

namespace crossroof {
namespace {

// The axis that holds channels, and whether its tensor is an image of at least three axes.
std::size_t channel_axis(MapForm form, std::size_t rank) {
  return form == MapForm::image && rank >= 3 ? 1 : rank - 1;
}

std::size_t width_axis(MapForm form, std::size_t rank) {
  return form == MapForm::channels_last ? rank - 2 : rank - 1;
}

void push(AxisFactors& factors, const AxisFactor& f) {
  if (f.size == 1) return;
  if (!factors.empty() && factors.back().axis == f.axis &&
      factors.back().stride == f.stride * f.size) {
    factors.back().size *= f.size;
    factors.back().stride = f.stride;
    return;
  }
  factors.push_back(f);
}

}  // namespace

FreshMap fresh_map(MapForm form, const Dims& dims, std::int64_t batch) {
  FreshMap fresh;
  fresh.layout.resize(dims.size());
  if (dims.empty()) return fresh;
  const std::size_t channels = channel_axis(form, dims.size());
  fresh.map.channels = dims[channels];
  push(fresh.layout[channels], {MapAxis::channel, dims[channels], 1});
  std::int64_t stride = 1;
  for (std::size_t a = dims.size(); a-- > 0;) {
    if (a == channels) continue;
    std::int64_t positions = dims[a];
    if (a == 0 && batch > 1) {
      if (positions % batch != 0) throw BatchMismatch();
      positions /= batch;
      push(fresh.layout[a], {MapAxis::batch, batch, 1});
    }
    push(fresh.layout[a], {MapAxis::position, positions, stride});
    stride = checked_mul(stride, positions);
  }
  if (batch > 1 && channels == 0) throw BatchMismatch();
  const bool has_width = form != MapForm::tokens && dims.size() >= 4;
  fresh.map.width = has_width ? dims[width_axis(form, dims.size())] : 1;
  fresh.map.height = stride / fresh.map.width;
  return fresh;
}

AxisFactors merged(const AxisFactors& factors) {
  AxisFactors out;
  for (const AxisFactor& f : factors) push(out, f);
  return out;
}

AxisFactors factors_of(const MapLayout& layout, MapAxis kind, std::size_t first, std::size_t last) {
  AxisFactors out;
  for (std::size_t a = first; a < last; ++a) {
    for (const AxisFactor& f : layout[a]) {
      if (f.axis == kind) push(out, f);
    }
  }
  return out;
}

bool runs_through(const AxisFactors& factors, std::int64_t size) {
  if (size == 1) return factors.empty();
  return factors.size() == 1 && factors[0].size == size && factors[0].stride == 1;
}

namespace {

bool has_channels_on(const MapView& view, std::size_t axis) {
  const AxisFactors channels = factors_of(view.layout, MapAxis::channel, axis, axis + 1);
  if (merged(view.layout[axis]).size() != channels.size()) return false;
  if (!runs_through(channels, view.map.channels)) return false;
  return runs_through(factors_of(view.layout, MapAxis::position, 0, view.layout.size()),
                      view.map.positions());
}

}  // namespace

bool is_image(const MapView& view) { return view.layout.size() >= 3 && has_channels_on(view, 1); }

bool is_tokens(const MapView& view) {
  return !view.layout.empty() && has_channels_on(view, view.layout.size() - 1);
}

bool same_positions(const MapView& main, const MapView& other) {
  if (other.layout.size() > main.layout.size()) return false;
  if (main.map.positions() != other.map.positions()) return false;
  const std::size_t offset = main.layout.size() - other.layout.size();
  for (std::size_t a = 0; a < main.layout.size(); ++a) {
    const AxisFactors expected = factors_of(main.layout, MapAxis::position, a, a + 1);
    const AxisFactors found =
        a < offset ? AxisFactors{}
                   : factors_of(other.layout, MapAxis::position, a - offset, a - offset + 1);
    if (expected != found) return false;
  }
  return true;
}

std::optional<MapLayout> reshaped(const MapLayout& layout, const Dims& to) {
  AxisFactors pending;
  for (const AxisFactors& axis : layout) {
    for (const AxisFactor& f : axis) push(pending, f);
  }
  MapLayout out(to.size());
  std::size_t next = 0;
  for (std::size_t a = 0; a < to.size(); ++a) {
    std::int64_t wanted = to[a];
    while (wanted > 1) {
      if (next == pending.size()) return std::nullopt;
      AxisFactor& f = pending[next];
      if (wanted % f.size == 0) {
        push(out[a], f);
        wanted /= f.size;
        ++next;
      } else if (f.size % wanted == 0) {
        const std::int64_t rest = f.size / wanted;
        push(out[a], {f.axis, wanted, f.stride * rest});
        f.size = rest;
        wanted = 1;
      } else {
        return std::nullopt;
      }
    }
  }
  if (next != pending.size()) return std::nullopt;
  return out;
}

MapLayout permuted(const MapLayout& layout, const std::vector<std::int64_t>& permutation) {
  MapLayout out;
  for (const std::int64_t p : permutation) out.push_back(layout[static_cast<std::size_t>(p)]);
  return out;
}

void renumber(MapLayout& layout, MapShape& map) {
  std::vector<AxisFactor*> factors;
  for (AxisFactors& axis : layout) {
    for (AxisFactor& f : axis) {
      if (f.axis != MapAxis::batch) factors.push_back(&f);
    }
  }
  std::stable_sort(factors.begin(), factors.end(),
                   [](const AxisFactor* a, const AxisFactor* b) { return a->stride < b->stride; });
  std::int64_t channels = 1, positions = 1;
  for (AxisFactor* f : factors) {
    std::int64_t& stride = f->axis == MapAxis::channel ? channels : positions;
    f->stride = stride;
    stride = checked_mul(stride, f->size);
  }
  for (AxisFactors& axis : layout) axis = merged(axis);
  map.channels = channels;
  if (positions != map.positions()) {
    map.height = positions;
    map.width = 1;
  }
}

std::optional<FreshMap> with_channels(const MapView& view, std::size_t axis, std::int64_t size) {
  FreshMap out;
  out.layout = view.layout;
  out.map = view.map;
  AxisFactors& factors = out.layout[axis];
  std::int64_t stride = view.map.channels;  // of an axis that has none: outermost
  for (const AxisFactor& f : factors) {
    if (f.axis != MapAxis::channel) return std::nullopt;
    stride = std::min(stride, f.stride);
  }
  factors = {{MapAxis::channel, size, stride}};
  renumber(out.layout, out.map);
  return out;
}

namespace {

// Channels that one step along `axis` skips, when the axis is the outermost enumeration of
// channels.
std::optional<std::int64_t> outermost_stride(const MapView& view, std::size_t axis) {
  const AxisFactors factors = merged(view.layout[axis]);
  if (factors.empty()) return view.map.channels;
  if (factors.size() != 1 || factors[0].axis != MapAxis::channel) return std::nullopt;
  if (factors[0].stride * factors[0].size != view.map.channels) return std::nullopt;
  return factors[0].stride;
}

std::vector<MapPiece> cut(const std::vector<MapPiece>& pieces, std::int64_t start,
                          std::int64_t count) {
  std::vector<MapPiece> out;
  std::int64_t at = 0;
  for (const MapPiece& p : pieces) {
    const std::int64_t from = std::max(start, at), to = std::min(start + count, at + p.channels);
    if (from < to) {
      MapPiece part = p;
      part.channel += from - at;
      part.channels = to - from;
      out.push_back(part);
    }
    at += p.channels;
  }
  return out;
}

}  // namespace

std::optional<MapView> channel_slice(const MapView& view, std::size_t axis, std::int64_t start,
                                     std::int64_t count) {
  const std::optional<std::int64_t> stride = outermost_stride(view, axis);
  if (!stride) return std::nullopt;
  MapView out = view;
  out.map.channels = *stride * count;
  out.layout[axis].clear();
  push(out.layout[axis], {MapAxis::channel, count, *stride});
  out.pieces = cut(view.pieces, start * *stride, out.map.channels);
  return out;
}

std::optional<MapView> channel_concat(const std::vector<const MapView*>& views, std::size_t axis) {
  MapView out = *views.front();
  out.pieces.clear();
  out.map.channels = 0;
  std::int64_t steps = 0, common = 0;
  for (const MapView* view : views) {
    const std::optional<std::int64_t> stride = outermost_stride(*view, axis);
    if (!stride || (common != 0 && *stride != common)) return std::nullopt;
    common = *stride;
    if (view->map.positions() != out.map.positions()) return std::nullopt;
    for (std::size_t a = 0; a < out.layout.size(); ++a) {
      if (a != axis && merged(view->layout[a]) != merged(views.front()->layout[a])) {
        return std::nullopt;
      }
    }
    if (out.pieces.size() + view->pieces.size() > kMaxPieces) return std::nullopt;
    steps += view->map.channels / *stride;
    out.map.channels = checked_add(out.map.channels, view->map.channels);
    out.pieces.insert(out.pieces.end(), view->pieces.begin(), view->pieces.end());
    out.bits = std::max(out.bits, view->bits);
  }
  out.layout[axis].clear();
  push(out.layout[axis], {MapAxis::channel, steps, common});
  return out;
}

}  // namespace crossroof
