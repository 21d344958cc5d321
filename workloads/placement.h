// SPDX-License-Identifier: Apache-2.0
// Places column sets of crossbar arrays on cores (docs/equations.md E29, E30): cores fill in snake
// order, a layer may start in a partly filled core, later layers fill gaps first-fit. Whole column
// sets go to a core when their rb row blocks fit in an empty one; otherwise g = ceil(rb / X)
// neighbouring cores, X the blocks of an empty core, take ceil(rb / g) each and the first is root.
// A core whose L1 would be short is passed over while another has room (workloads/l1_need.h). Cost:
// O(cores) per placed rectangle.
#ifndef CROSSROOF_WORKLOADS_PLACEMENT_H_
#define CROSSROOF_WORKLOADS_PLACEMENT_H_

#include <cstdint>
#include <vector>

#include "workloads/l1_need.h"
#include "workloads/mapping.h"

namespace crossroof {

// A chip of a multi-chip system, or one pass of a chip whose weights are reloaded.
class Placement {
 public:
  explicit Placement(const RramChip& chip);

  // What placing needs to know of a layer: its geometry on cores of `kind`, its default chunk
  // length and the L1 space it will take.
  struct Request {
    const ArrayGeometry* geometry = nullptr;
    KindId kind{};
    std::int64_t chunk = 1;
    const L1Need* need = nullptr;
  };

  enum class L1Space {
    comfortable,  // replicas: a core without comfortable space is no room
    whatever,     // first copies: comfortable, else least, else any core with free arrays
  };

  // Places column sets [first, end). Appends tasks (core, role, rectangle, root); returns the first
  // column set that found no room. With `all_or_nothing`, a failure leaves everything unchanged.
  std::int64_t place(const Request& request, std::int64_t first, std::int64_t end,
                     bool all_or_nothing, L1Space l1, std::vector<Task>& tasks);

  std::int64_t free_arrays() const;
  std::int64_t capacity() const;

 private:
  struct Undo {
    std::size_t slot;
    std::int64_t arrays;
    Bits buffers;
  };
  struct Slot {  // a core, in snake order
    CoreId core{};
    std::int64_t free = 0;
    std::int64_t capacity = 0;
    std::int64_t l1_free = 0;  // bits; may go below zero when nothing else has room
  };
  enum class Level { comfortable, least, none };
  Bits need(const Request& r, Level level, const RectangleContents& held, CoreId core) const;
  // First-fit in snake order; when L1 is short everywhere, the core with most of it first.
  std::vector<std::size_t> search_order(Level level) const;
  std::int64_t place_whole(const Request& r, std::int64_t first, std::int64_t end, Level level,
                           std::vector<Task>& tasks, std::vector<Undo>& undo);
  std::int64_t place_split(const Request& r, std::int64_t first, std::int64_t end,
                           std::int64_t blocks_per_core, Level level, std::vector<Task>& tasks,
                           std::vector<Undo>& undo);
  void take(std::size_t slot, std::int64_t arrays, Bits buffers, std::vector<Undo>& undo);

  const RramChip* chip_;
  std::vector<Slot> slots_;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_PLACEMENT_H_
