// SPDX-License-Identifier: Apache-2.0
// First copies: which chip or pass, which core kind, which cores (declared in mapper.h).
#include <algorithm>
#include <string>

#include "models/error.h"
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

void Mapper::place_first_copies() {
  open_bin();
  bin_of_.assign(net_.layers.size(), 0);
  split_.assign(net_.layers.size(), false);
  bool fresh = true;  // the last bin is empty
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    LayerMapping& m = mapping_.layers[l];
    if (!m.on_crossbars) continue;
    const auto try_kinds = [&] {
      for (std::size_t k = 0; k < chip_.kinds.size(); ++k) {
        if (chip_.kinds[k].crossbars == 0) continue;
        choose_kind(layer_id(l), k);
        if (place_in_bin(layer_id(l), 0, true) == m.geometry.column_sets) return true;
      }
      return false;
    };
    bool placed = try_kinds();
    if (!placed && !fresh && options_.overflow != Overflow::error) {
      open_bin();
      placed = try_kinds();
    }
    if (!placed) {
      if (options_.overflow == Overflow::error) refuse(layer_id(l));
      // Larger than an empty chip: column sets go on over the following chips or passes.
      split_[l] = true;
      for (std::int64_t next = 0;;) {
        const std::int64_t more = place_in_bin(layer_id(l), next, false);
        if (more == next) refuse(layer_id(l));
        next = more;
        if (next == m.geometry.column_sets) break;
        open_bin();
      }
      // What follows reads its whole result, so it does not share its last pass.
      if (options_.overflow == Overflow::reload) open_bin();
    }
    fresh = split_[l] && options_.overflow == Overflow::reload;
    bin_of_[l] = bins_.size() - 1;
    plan_layer(layer_id(l), 1);
  }
  if (bins_.size() > 1 && options_.overflow == Overflow::multi_chip && !chip_.chip_link) {
    throw Error("network '" + net_.name + "' needs " + std::to_string(bins_.size()) +
                " chips, but machine '" + chip_.name +
                "' has no chip_link; expected one, or --overflow reload");
  }
  if (options_.overflow == Overflow::multi_chip &&
      static_cast<std::int64_t>(bins_.size()) > std::max<std::int64_t>(chip_.chips, 1)) {
    throw Error("network '" + net_.name + "' needs " + std::to_string(bins_.size()) +
                " chips, but machine '" + chip_.name + "' has " + std::to_string(chip_.chips) +
                "; expected --set chips=" + std::to_string(bins_.size()) + " or --overflow reload");
  }
  mapping_.chips =
      options_.overflow == Overflow::multi_chip ? static_cast<std::int64_t>(bins_.size()) : 1;
  if (fresh && bins_.size() > 1) bins_.pop_back();
  mapping_.passes =
      options_.overflow == Overflow::reload ? static_cast<std::int64_t>(bins_.size()) : 1;
  mapping_.arrays_total = mapping_.chips * bins_.front().placement.capacity();
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

}  // namespace crossroof
