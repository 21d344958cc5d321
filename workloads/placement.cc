// SPDX-License-Identifier: Apache-2.0
#include "workloads/placement.h"

#include <algorithm>
#include <numeric>

namespace crossroof {

Placement::Placement(const RramChip& chip) : chip_(&chip) {
  for (const NodeId node : snake_order(chip.noc.topology)) {
    const auto i = static_cast<std::size_t>(node);
    if (i >= chip.cores.size()) continue;  // a memory controller
    const CoreKind& kind = chip.kind(CoreId(i));
    const std::int64_t arrays = kind.crossbars * kind.crossbar.planes;
    slots_.push_back({CoreId(i), arrays, arrays, kind.l1.capacity.count()});
  }
}

std::int64_t Placement::free_arrays() const {
  std::int64_t sum = 0;
  for (const Slot& s : slots_) sum += s.free;
  return sum;
}

std::int64_t Placement::capacity() const {
  std::int64_t sum = 0;
  for (const Slot& s : slots_) sum += s.capacity;
  return sum;
}

void Placement::take(std::size_t slot, std::int64_t arrays, Bits buffers, std::vector<Undo>& undo) {
  slots_[slot].free -= arrays;
  slots_[slot].l1_free -= buffers.count();
  undo.push_back({slot, arrays, buffers});
}

std::int64_t Placement::place(const Request& request, std::int64_t first, std::int64_t end,
                              bool all_or_nothing, L1Space l1, std::vector<Task>& tasks) {
  const std::size_t tasks_before = tasks.size();
  std::vector<Undo> undo;
  const auto roll_back = [&] {
    for (const Undo& u : undo) {
      slots_[u.slot].free += u.arrays;
      slots_[u.slot].l1_free += u.buffers.count();
    }
    undo.clear();
    tasks.resize(tasks_before);
  };
  std::int64_t largest = 0;  // arrays of an empty core
  for (const Slot& s : slots_) {
    if (chip_->cores[static_cast<std::size_t>(s.core)] == request.kind) largest = s.capacity;
  }
  const ArrayGeometry& g = *request.geometry;
  const std::int64_t blocks_per_core = largest / g.unit;
  if (blocks_per_core == 0) return first;
  std::int64_t next = first;
  for (const Level level : {Level::comfortable, Level::least, Level::none}) {
    if (level != Level::comfortable) {
      if (next == end || l1 == L1Space::comfortable) break;
      roll_back();
    }
    next = g.row_blocks <= blocks_per_core
               ? place_whole(request, first, end, level, tasks, undo)
               : place_split(request, first, end, blocks_per_core, level, tasks, undo);
  }
  if (next < end && all_or_nothing) {
    roll_back();
    return first;
  }
  return next;
}

Bits Placement::need(const Request& r, Level level, const RectangleContents& held,
                     CoreId core) const {
  if (level != Level::comfortable) return r.need->least(held);
  return r.need->comfortable(held, r.chunk, chip_->kind(core).l1.capacity);
}

std::vector<std::size_t> Placement::search_order(Level level) const {
  std::vector<std::size_t> order(slots_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (level == Level::none) {
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return slots_[a].l1_free > slots_[b].l1_free;
    });
  }
  return order;
}

std::int64_t Placement::place_whole(const Request& r, std::int64_t first, std::int64_t end,
                                    Level level, std::vector<Task>& tasks,
                                    std::vector<Undo>& undo) {
  const std::int64_t per_set = r.geometry->row_blocks * r.geometry->unit;
  for (const std::size_t slot : search_order(level)) {
    if (first == end) break;
    const Slot& s = slots_[slot];
    if (chip_->cores[static_cast<std::size_t>(s.core)] != r.kind) continue;
    const std::int64_t sets = std::min(s.free / per_set, end - first);
    if (sets == 0) continue;
    Task task;
    task.core = s.core;
    task.rectangle = {first, first + sets, 0, r.geometry->row_blocks};
    task.held = contents(*r.geometry, task.rectangle);
    const Bits buffers = need(r, level, task.held, s.core);
    if (level != Level::none && s.l1_free < buffers.count()) continue;
    take(slot, task.held.arrays, buffers, undo);
    task.root = tasks.size();
    tasks.push_back(task);
    first += sets;
  }
  return first;
}

std::int64_t Placement::place_split(const Request& r, std::int64_t first, std::int64_t end,
                                    std::int64_t blocks_per_core, Level level,
                                    std::vector<Task>& tasks, std::vector<Undo>& undo) {
  const ArrayGeometry& g = *r.geometry;
  const std::int64_t cores = ceil_div(g.row_blocks, blocks_per_core);
  const std::int64_t share = ceil_div(g.row_blocks, cores);
  std::size_t slot = 0;
  while (first < end && slot + static_cast<std::size_t>(cores) <= slots_.size()) {
    bool room = true;
    for (std::int64_t i = 0; i < cores && room; ++i) {
      const Slot& s = slots_[slot + static_cast<std::size_t>(i)];
      const std::int64_t blocks = std::min(share, g.row_blocks - i * share);
      room = chip_->cores[static_cast<std::size_t>(s.core)] == r.kind && s.free >= blocks * g.unit;
      if (room && level != Level::none) {
        const Rectangle part{first, first + 1, i * share, i * share + blocks};
        room = s.l1_free >= need(r, level, contents(g, part), s.core).count();
      }
    }
    if (!room) {
      ++slot;
      continue;
    }
    const std::size_t root = tasks.size();
    for (std::int64_t i = 0; i * share < g.row_blocks; ++i) {
      Task task;
      task.core = slots_[slot + static_cast<std::size_t>(i)].core;
      task.role = i == 0 ? Role::root : Role::partial;
      task.rectangle = {first, first + 1, i * share, std::min((i + 1) * share, g.row_blocks)};
      task.held = contents(g, task.rectangle);
      task.root = root;
      take(slot + static_cast<std::size_t>(i), task.held.arrays,
           need(r, level, task.held, task.core), undo);
      tasks.push_back(task);
      if (i > 0) ++tasks[root].remote;
    }
    ++first;
    slot += static_cast<std::size_t>(cores);
  }
  return first;
}

}  // namespace crossroof
