// SPDX-License-Identifier: Apache-2.0
#include "workloads/chunks.h"

#include <algorithm>

#include "workloads/edges.h"

namespace crossroof {
namespace {

constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -ceil_div(-a, b);
}

// One axis of a window: which input coordinates output coordinate `o` touches.
struct Axis {
  std::int64_t stride, dilation, pad, kernel, size;
  bool transposed;

  // Smallest and largest input coordinate touched; empty (begin >= end) when all is padding.
  Span touched(std::int64_t o) const {
    if (transposed) {
      const Span span{
          std::max<std::int64_t>(-floor_div(-(o + pad - (kernel - 1) * dilation), stride), 0),
          std::min(floor_div(o + pad, stride) + 1, size)};
      return span.empty() ? Span{} : span;
    }
    const std::int64_t origin = o * stride - pad;
    if (dilation == 1) {  // by far the most common: no divisions
      const Span span{std::max<std::int64_t>(origin, 0), std::min(origin + kernel, size)};
      return span.empty() ? Span{} : span;
    }
    const std::int64_t first_tap = origin >= 0 ? 0 : ceil_div(-origin, dilation);
    const std::int64_t last_tap = std::min(kernel - 1, floor_div(size - 1 - origin, dilation));
    if (first_tap > last_tap || first_tap >= kernel) return {};
    return {origin + first_tap * dilation, origin + last_tap * dilation + 1};
  }

  // Hull where both bounds grow with the output; outputs between the taps of another may touch
  // none.
  Span ends(Span out) const {
    Span hull{size, 0};
    for (std::int64_t o = out.begin; o < out.end && hull.begin == size; ++o) {
      const Span s = touched(o);
      if (!s.empty()) hull.begin = s.begin;
    }
    for (std::int64_t o = out.end - 1; o >= out.begin && hull.end == 0; --o) {
      const Span s = touched(o);
      if (!s.empty()) hull.end = s.end;
    }
    return hull.begin < hull.end ? hull : Span{};
  }

  // Hull over outputs [out.begin, out.end). Inside the map the bounds are monotone, so only outputs
  // whose window reaches into the padding need to be looked at one by one.
  Span touched(Span out) const {
    if (transposed) return ends(out);
    Span hull{size, 0};
    for (std::int64_t o = out.begin; o < out.end; ++o) {
      const Span s = touched(o);
      if (s.empty()) continue;
      hull.begin = std::min(hull.begin, s.begin);
      if (o * stride >= pad) break;
    }
    for (std::int64_t o = out.end - 1; o >= out.begin; --o) {
      const Span s = touched(o);
      if (s.empty()) continue;
      hull.end = std::max(hull.end, s.end);
      if (o * stride - pad + (kernel - 1) * dilation < size) break;
    }
    return hull.begin < hull.end ? hull : Span{};
  }
};

Axis row_axis(const Window& w, const Edge& e) {
  return {w.stride_h, w.dilation_h, w.pad_top, w.kernel_h, e.from.height, w.transposed};
}

Axis column_axis(const Window& w, const Edge& e) {
  return {w.stride_w, w.dilation_w, w.pad_left, w.kernel_w, e.from.width, w.transposed};
}

Span window_positions(const Layer& consumer, const Edge& edge, Span out) {
  const Window& w = consumer.window;
  const std::int64_t width = consumer.out.width;
  const Axis rows = row_axis(w, edge), columns = column_axis(w, edge);
  Span hull{edge.from.positions(), 0};
  for (std::int64_t y = out.begin / width; y <= (out.end - 1) / width; ++y) {
    const Span xs{std::max(out.begin - y * width, std::int64_t{0}),
                  std::min(out.end - y * width, width)};
    const Span in_rows = rows.touched(y);
    const Span in_columns = columns.touched(xs);
    if (in_rows.empty() || in_columns.empty()) continue;
    hull.begin = std::min(hull.begin, in_rows.begin * edge.from.width + in_columns.begin);
    hull.end = std::max(hull.end, (in_rows.end - 1) * edge.from.width + in_columns.end);
  }
  return hull.begin < hull.end ? hull : Span{};
}

}  // namespace

Span ChunkPlan::chunk(std::int64_t c) const {
  return {c * length, std::min((c + 1) * length, positions)};
}

std::int64_t ChunkPlan::replica_positions(std::int64_t replica) const {
  if (run > 0) return std::max<std::int64_t>(0, std::min(run, positions - replica * run));
  const std::int64_t chunks = count();
  if (replica >= chunks) return 0;
  const std::int64_t mine = (chunks - 1 - replica) / replicas + 1;
  const bool has_last = (chunks - 1) % replicas == replica;
  return mine * length - (has_last ? chunks * length - positions : 0);
}

std::int64_t ChunkPlan::largest_share() const {
  // No replica has more chunks than replica 0, and when the short last chunk is its own the others
  // have one chunk less.
  return replica_positions(0);
}

ChunkPlan default_plan(std::int64_t positions, std::int64_t width, std::int64_t replicas) {
  ChunkPlan plan{positions, width, replicas, 1};
  const std::int64_t rounds = ceil_div(positions, checked_mul(replicas, width));
  plan.length = ceil_div(positions, replicas * rounds);
  return plan;
}

Span needed_positions(const Layer& consumer, const Edge& edge, bool recurrent, Span out) {
  const std::int64_t size = edge.from.positions();
  if (recurrent) {
    const Span before{std::max<std::int64_t>(out.begin - consumer.step_distance, 0),
                      out.end - consumer.step_distance};
    return before.empty() ? Span{} : before;
  }
  switch (edge.need) {
    case Need::window:
      return window_positions(consumer, edge, out);
    case Need::same:
      // Maps of one position broadcast to every position.
      if (size == 1) return {0, 1};
      return {std::min(out.begin, size), std::min(out.end, size)};
    case Need::whole:
      break;
  }
  const std::int64_t blocks = position_blocks(consumer);
  if (blocks > 1 && size % blocks == 0) {
    // A product needs its own block of the operand only.
    const std::int64_t block = size / blocks, rows = consumer.out.positions() / blocks;
    return {(out.begin / rows) * block, ceil_div(out.end, rows) * block};
  }
  return {0, size};
}

void touched_runs(const Layer& consumer, const Edge& edge, Span out, std::vector<Span>& runs) {
  runs.clear();
  if (consumer.recurrent() && edge.from.positions() == consumer.out.positions()) {
    runs.push_back(out);  // a step reads its own position, the reverse direction one of equal size
    return;
  }
  if (edge.need != Need::window) {
    const Span all = needed_positions(consumer, edge, false, out);
    if (!all.empty()) runs.push_back(all);
    return;
  }
  const Window& w = consumer.window;
  const std::int64_t width = consumer.out.width, from = edge.from.width;
  const Axis rows = row_axis(w, edge), columns = column_axis(w, edge);
  for (std::int64_t y = out.begin / width; y <= (out.end - 1) / width; ++y) {
    const Span in_columns = columns.touched(
        {std::max(out.begin - y * width, std::int64_t{0}), std::min(out.end - y * width, width)});
    const Span in_rows = rows.touched(y);
    if (in_columns.empty()) continue;
    const std::int64_t step = w.transposed ? 1 : w.dilation_h;
    for (std::int64_t row = in_rows.begin; row < in_rows.end; row += step) {
      const Span run{row * from + in_columns.begin, row * from + in_columns.end};
      // A row that an earlier output row of the chunk touched too is read once.
      const auto same = std::find_if(runs.begin(), runs.end(),
                                     [&](const Span& r) { return r.begin / from == row; });
      if (same == runs.end()) {
        runs.push_back(run);
      } else {
        *same = {std::min(same->begin, run.begin), std::max(same->end, run.end)};
      }
    }
  }
}

}  // namespace crossroof
