// SPDX-License-Identifier: Apache-2.0
// First copies: which chip or pass, which core kind, which cores (declared in mapper.h).
#include <algorithm>
#include <string>

#include "models/error.h"
#include "workloads/edges.h"
#include "workloads/mapper.h"

namespace crossroof {
namespace {

// The matrix in the crossbars; of a product of two activations, its second operand.
MatrixShape matrix_shape(const Layer& layer) {
  if (layer.product_batch > 0) return {layer.product_k, layer.product_n, layer.product_batch};
  return {layer.K, layer.M, layer.groups};
}

}  // namespace

void Mapper::choose_kind(LayerId id, std::size_t kind) {
  const Layer& layer = net_.layers[index(id)];
  LayerMapping& m = mapping_.layers[index(id)];
  m.kind = KindId(kind);
  try {
    m.geometry = array_geometry(matrix_shape(layer), m.bits.weight, chip_.kinds[kind].crossbar);
  } catch (const Error& e) {
    throw Error("layer '" + layer.name + "' on core kind '" + chip_.kinds[kind].name +
                "': " + e.what());
  }
}

void Mapper::open_bin() {
  const auto n = static_cast<std::int64_t>(bins_.size());
  const bool passes = options_.overflow == Overflow::reload;
  bins_.push_back({Placement(chip_), passes ? 0 : n, passes ? n : 0});
}

Placement::Request Mapper::request(LayerId id, std::int64_t replicas) const {
  const LayerMapping& m = mapping_.layers[index(id)];
  const ChunkPlan plan = default_plan(m.plan.positions, m.plan.width, replicas);
  return {&m.geometry, m.kind, plan.length, &needs_[index(id)]};
}

std::int64_t Mapper::place_in_bin(LayerId id, std::int64_t first, bool all_or_nothing) {
  LayerMapping& m = mapping_.layers[index(id)];
  Bin& bin = bins_.back();
  const std::size_t before = m.tasks.size();
  const std::int64_t next =
      bin.placement.place(request(id, 1), first, m.geometry.column_sets, all_or_nothing,
                          Placement::L1Space::whatever, m.tasks);
  for (std::size_t t = before; t < m.tasks.size(); ++t) {
    m.tasks[t].chip = bin.chip;
    m.tasks[t].phase = bin.pass;
  }
  return next;
}

bool Mapper::place_whole(LayerId id) {
  for (std::size_t k = 0; k < chip_.kinds.size(); ++k) {
    if (chip_.kinds[k].crossbars == 0) continue;
    choose_kind(id, k);
    if (place_in_bin(id, 0, true) == mapping_.layer(id).geometry.column_sets) return true;
  }
  return false;
}

void Mapper::spread_over_bins(LayerId id) {
  split_[index(id)] = true;
  for (std::int64_t next = 0;;) {
    const std::int64_t more = place_in_bin(id, next, false);
    if (more == next) refuse(id);
    next = more;
    if (next == mapping_.layer(id).geometry.column_sets) break;
    open_bin();
  }
}

void Mapper::place_first_copies() {
  open_bin();
  bin_of_.assign(net_.layers.size(), 0);
  split_.assign(net_.layers.size(), false);
  const bool passes = options_.overflow == Overflow::reload;
  bool fresh = true;  // the last bin is empty
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    if (!mapping_.layers[l].on_crossbars) continue;
    const LayerId id = layer_id(l);
    bool placed = place_whole(id);
    if (!placed && options_.overflow == Overflow::error) refuse(id);
    if (!placed && !fresh) {
      open_bin();
      placed = place_whole(id);
    }
    if (!placed && passes && needs_own_result(net_.layers[l], id)) refuse_cut(id);
    if (!placed) spread_over_bins(id);  // larger than an empty chip
    bin_of_[l] = bins_.size() - 1;
    plan_layer(id, 1);
    // What follows a layer spread over passes reads its whole result, so it does not share the
    // last.
    fresh = split_[l] && passes;
    if (fresh) open_bin();
  }
  if (fresh && bins_.size() > 1) bins_.pop_back();
  const auto bins = static_cast<std::int64_t>(bins_.size());
  mapping_.chips = passes ? 1 : bins;
  mapping_.passes = passes ? bins : 1;
  mapping_.arrays_total = mapping_.chips * bins_.front().placement.capacity();
  if (mapping_.chips > 1) check_chips();
}

void Mapper::check_chips() const {
  const std::string needs = "network '" + net_.name + "' needs " + std::to_string(mapping_.chips) +
                            " chips, but machine '" + chip_.name + "' has ";
  if (!chip_.chip_link) throw Error(needs + "no chip_link; expected one, or --overflow reload");
  if (mapping_.chips > chip_.chips) {
    throw Error(needs + std::to_string(chip_.chips) + "; expected --set chips=" +
                std::to_string(mapping_.chips) + " or --overflow reload");
  }
}

void Mapper::refuse(LayerId id) const {
  std::int64_t needed = 0;
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    const LayerMapping& m = mapping_.layers[l];
    if (!m.on_crossbars) continue;
    ArrayGeometry g = m.geometry;
    if (g.matrix.rows == 0) {
      const Layer& layer = net_.layers[l];
      const auto kind = static_cast<std::size_t>(mapping_.layers[index(id)].kind);
      g = array_geometry(matrix_shape(layer), m.bits.weight, chip_.kinds[kind].crossbar);
    }
    needed = checked_add(needed, g.arrays());
  }
  const std::int64_t have = bins_.front().placement.capacity();
  std::string text = "network '" + net_.name + "' does not fit machine '" + chip_.name +
                     "': its weights take " + std::to_string(needed) +
                     " crossbar arrays, the chip has " + std::to_string(have);
  const std::int64_t blocks = mapping_.layers[index(id)].geometry.row_blocks;
  if (options_.overflow != Overflow::error) {
    throw Error("layer '" + net_.layers[index(id)].name + "' does not fit machine '" + chip_.name +
                "': one column of its weights takes " + std::to_string(blocks) +
                " row blocks, more than the free cores of an empty chip hold; expected more or"
                " larger crossbars");
  }
  if (needed > have) {
    text += " (" + std::to_string(needed - have) + " too few)";
  } else {
    text += ", but layer '" + net_.layers[index(id)].name + "' finds no core with room for " +
            std::to_string(mapping_.layers[index(id)].geometry.row_blocks) +
            " row blocks of one column";
  }
  throw Error(text +
              "; expected a larger machine, fewer weight bits, or --overflow multi-chip or"
              " reload");
}

void Mapper::refuse_cut(LayerId id) {
  const LayerMapping& m = mapping_.layer(id);
  std::int64_t needed = 0, held = -1;
  for (std::size_t k = 0; k < chip_.kinds.size(); ++k) {  // the kind of core that holds most of it
    if (chip_.kinds[k].crossbars == 0) continue;
    choose_kind(id, k);
    std::vector<Task> tasks;
    Placement(chip_).place(request(id, 1), 0, m.geometry.column_sets, false,
                           Placement::L1Space::whatever, tasks);
    std::int64_t arrays = 0;
    for (const Task& t : tasks) arrays += t.held.arrays;
    if (arrays <= held) continue;
    held = arrays;
    needed = m.geometry.arrays();
  }
  if (held == 0) refuse(id);  // not even one column
  throw Error("layer '" + net_.layers[index(id)].name + "' does not fit machine '" + chip_.name +
              "' in one pass: its weights take " + std::to_string(needed) +
              " crossbar arrays, one pass (an empty chip) holds " + std::to_string(held) +
              " of them, and a recurrent layer cannot be cut over passes, because each step needs"
              " the whole result of the one before; expected more or larger crossbars, fewer"
              " weight bits, or --overflow multi-chip");
}

}  // namespace crossroof
