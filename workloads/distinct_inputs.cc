// SPDX-License-Identifier: Apache-2.0
// Distinct inputs a task touches: what a line buffer reads once (declared in task_work.h).
// Per row of the input map, one bit per column and per kind of tap set; a task's row range covers
// some channels with all taps and at most two channels per group with part of them.
#include <algorithm>
#include <map>
#include <vector>

#include "workloads/task_work.h"

namespace crossroof {
namespace {

// Inputs of one channel touched through taps [taps.begin, taps.end) in raster order.
std::int64_t touched(const Layer& layer, const ChunkPlan& plan, std::int64_t replica, Span taps) {
  const Window& w = layer.window;
  const std::int64_t height = layer.in.height, width = layer.in.width;
  std::vector<std::vector<bool>> seen(static_cast<std::size_t>(height));
  std::int64_t count = 0;
  const auto visit = [&](std::int64_t position) {
    const std::int64_t oy = position / layer.out.width, ox = position % layer.out.width;
    for (std::int64_t t = taps.begin; t < taps.end; ++t) {
      const std::int64_t y = oy * w.stride_h - w.pad_top + t / w.kernel_w * w.dilation_h;
      const std::int64_t x = ox * w.stride_w - w.pad_left + t % w.kernel_w * w.dilation_w;
      if (y < 0 || y >= height || x < 0 || x >= width) continue;
      std::vector<bool>& row = seen[static_cast<std::size_t>(y)];
      if (row.empty()) row.resize(static_cast<std::size_t>(width));
      if (!row[static_cast<std::size_t>(x)]) ++count;
      row[static_cast<std::size_t>(x)] = true;
    }
  };
  for (std::int64_t c = 0; c < plan.count(); ++c) {
    if (plan.replica_of(c) != replica) continue;
    const Span chunk = plan.chunk(c);
    for (std::int64_t p = chunk.begin; p < chunk.end; ++p) visit(p);
  }
  return count;
}

}  // namespace

std::int64_t distinct_inputs(const Layer& layer, const LayerMapping& m, const Task& task) {
  // How many channels are read through which run of taps.
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> channels_by_taps;
  const std::int64_t taps = layer.window.taps();
  if (m.dynamic) return checked_mul(task.held.rows, layer.product_m);
  if (!m.on_crossbars) {
    channels_by_taps[{0, taps}] = 1;  // per channel; the caller multiplies
  } else if (m.geometry.packed_groups > 0) {
    channels_by_taps[{0, taps}] = task.held.rows / taps;
  } else {
    const std::int64_t first = task.rectangle.block_begin * m.geometry.weight_rows;
    const std::int64_t end = std::min(task.rectangle.block_end * m.geometry.weight_rows, layer.K);
    const std::int64_t groups = task.held.rows / (end - first);
    for (std::int64_t row = first; row < end;) {
      const std::int64_t channel = row / taps;
      const std::int64_t stop = std::min(end, (channel + 1) * taps);
      const bool full = row == channel * taps && stop == (channel + 1) * taps;
      const std::int64_t run = full ? (end - row) / taps : 1;
      channels_by_taps[{row - channel * taps, stop - channel * taps}] += groups * run;
      row = full ? row + run * taps : stop;
    }
  }
  std::int64_t total = 0;
  for (const auto& [range, channels] : channels_by_taps) {
    const bool one_each = layer.window.taps() == 1 && layer.window.pad_top == 0 &&
                          layer.window.pad_left == 0 && layer.window.pad_bottom == 0 &&
                          layer.window.pad_right == 0;
    const std::int64_t each =
        layer.vectors > 0 || one_each
            ? std::min(layer.in.positions(), mvm_count(layer, m.plan, task.replica))
            : touched(layer, m.plan, task.replica, {range.first, range.second});
    total = checked_add(total, checked_mul(each, channels));
  }
  return total;
}

}  // namespace crossroof
