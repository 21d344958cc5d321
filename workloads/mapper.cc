// SPDX-License-Identifier: Apache-2.0
#include "workloads/mapper.h"

#include <algorithm>
#include <set>
#include <string>

#include "models/error.h"
#include "workloads/buffers.h"
#include "workloads/flows.h"
#include "workloads/multicast.h"
#include "workloads/simd_hosts.h"
#include "workloads/streams.h"
#include "workloads/task_work.h"

namespace crossroof {
namespace {

std::int64_t pick(std::int64_t of_options, std::int64_t of_chip) {
  return of_options > 0 ? of_options : of_chip;
}

}  // namespace

Mapper::Mapper(const Network& net, const RramChip& chip, const MappingOptions& options)
    : net_(net), chip_(chip), options_(options) {
  mapping_.mode = options.mode;
  mapping_.reuse = options.reuse;
  mapping_.batch = options.batch;
  mapping_.precision = {pick(options.bits.input, chip.precision.input),
                        pick(options.bits.weight, chip.precision.weight),
                        pick(options.bits.output, chip.precision.output)};
  mapping_.layers.resize(net.layers.size());
  resolve_layers();
  for (const NetworkInput& in : net_.inputs) {
    mapping_.input_plans.push_back(default_plan(in.map.positions(), in.map.width, 1));
  }
  hosts_ = simd_hosts(net_, mapping_.layers);
  needs_ = l1_needs(net_, chip_, hosts_, mapping_);
  if (move_crowded_hosts(net_, chip_, mapping_, needs_, hosts_)) {
    needs_ = l1_needs(net_, chip_, hosts_, mapping_);
  }
  place_first_copies();
  assign_phases();
  hosted_.resize(net_.layers.size());
  for (std::size_t l = 0; l < hosts_.size(); ++l) {
    if (hosts_[l] && !mapping_.layers[l].on_crossbars) {
      hosted_[index(*hosts_[l])].push_back(layer_id(l));
    }
  }
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    if (!mapping_.layers[l].on_crossbars) place_hosted(layer_id(l));
  }
  fill_all();
}

void Mapper::resolve_layers() {
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    const Layer& layer = net_.layers[l];
    LayerMapping& m = mapping_.layers[l];
    const Precision& p = mapping_.precision;
    m.bits.input = layer.bits.input > 0 ? layer.bits.input : p.input;
    m.bits.weight = layer.bits.weight > 0 ? layer.bits.weight : p.weight;
    m.bits.output = layer.bits.output > 0 ? layer.bits.output : p.output;
    const bool written =
        layer.product_batch > 0 && chip_.dynamic_products == DynamicProducts::crossbar_write;
    // Columns are result channels only where products lie side by side in the channels.
    m.dynamic = written && layer.channel_groups == layer.product_batch;
    if (written && !m.dynamic) {
      mapping_.notes.push_back("products of '" + layer.name +
                               "' follow each other in its positions: on the SIMD units, not in"
                               " crossbars");
    }
    m.on_crossbars = layer.kind == LayerKind::mvm || m.dynamic;
    m.all_channels = !m.on_crossbars && needs_all_channels(layer);
    m.plan = default_plan(layer.out.positions(), layer.out.width, 1);
  }
}

void Mapper::plan_layer(LayerId id, std::int64_t replicas) {
  const Layer& layer = net_.layers[index(id)];
  LayerMapping& m = mapping_.layers[index(id)];
  m.plan = default_plan(layer.out.positions(), layer.out.width, replicas);
  const std::int64_t columns = checked_mul(m.geometry.matrix.columns, m.geometry.matrix.groups);
  for (Task& t : m.tasks) {
    t.positions = m.plan.replica_positions(t.replica);
    const RectangleContents& c = t.held;
    // Columns and output channels differ only where gates merge columns (recurrent layers) or a
    // transposed convolution spreads them.
    t.channels = columns == layer.out.channels
                     ? Span{c.column_begin, c.column_begin + c.columns}
                     : Span{c.column_begin * layer.out.channels / columns,
                            (c.column_begin + c.columns) * layer.out.channels / columns};
    t.row_blocks = chip_.kind(t.core).partial_sums == PartialSums::simd
                       ? t.rectangle.block_end - t.rectangle.block_begin
                       : 1;
  }
}

void Mapper::assign_phases() {
  // layer-pipeline: one phase a pass. layer-serial: one phase per matrix layer and pass.
  std::int64_t phase = -1;
  std::set<std::int64_t> numbers;
  for (LayerMapping& m : mapping_.layers) {
    if (!m.on_crossbars) continue;
    if (mapping_.mode == RunMode::layer_serial) {
      std::int64_t pass = -1;
      for (Task& t : m.tasks) {
        if (t.phase != pass) {
          pass = t.phase;
          ++phase;
        }
        t.phase = phase;
      }
    }
    m.phase = m.tasks.back().phase;
    for (const Task& t : m.tasks) numbers.insert(t.phase);
  }
  // Number passes without gaps.
  if (numbers.empty()) numbers.insert(0);
  for (LayerMapping& m : mapping_.layers) {
    for (Task& t : m.tasks) t.phase = std::distance(numbers.begin(), numbers.find(t.phase));
    m.phase = m.tasks.empty() ? 0 : m.tasks.back().phase;
    m.spread = std::any_of(m.tasks.begin(), m.tasks.end(),
                           [&m](const Task& t) { return t.phase != m.phase; });
  }
  mapping_.phases.resize(numbers.size());
}

void Mapper::place_hosted(LayerId id) {
  const CoreId fallback = CoreId(static_cast<std::size_t>(snake_order(chip_.noc.topology).front()));
  place_simd(net_, id, hosts_, fallback, mapping_.layers);
}

void Mapper::fill_transfers_of(LayerId l) {
  fill_transfers(chip_, l, by_layer_.in[index(l)], by_layer_.out[index(l)], mapping_);
  fill_multicast(net_, chip_, l, by_layer_.out[index(l)], mapping_);
}

void Mapper::fill_all() {
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    fill_task_work(net_, chip_, options_, layer_id(l), mapping_.layers);
  }
  mapping_.streams = make_streams(net_, mapping_.layers);
  for (Stream& s : mapping_.streams) fill_needs(net_, mapping_, s);
  for (Stream& s : mapping_.streams) fill_flows(net_, chip_, mapping_, s);
  by_layer_ = index_streams(mapping_);
  for (std::size_t l = 0; l < net_.layers.size(); ++l) fill_transfers_of(layer_id(l));
}

bool Mapper::can_replicate(LayerId id) const {
  return !split_[index(id)] && !mapping_.layer(id).dynamic;
}

std::optional<std::int64_t> Mapper::next_useful_replicas(LayerId id) const {
  const ChunkPlan& plan = mapping_.layer(id).plan;
  const std::int64_t share = plan.largest_share();
  for (std::int64_t d = plan.replicas + 1; d <= plan.positions; ++d) {
    if (default_plan(plan.positions, plan.width, d).largest_share() < share) return d;
  }
  return std::nullopt;
}

bool Mapper::replicate(LayerId id, std::int64_t replicas, std::vector<LayerId>& affected) {
  LayerMapping& m = mapping_.layers[index(id)];
  affected.clear();
  if (!can_replicate(id)) return false;
  Bin& bin = bins_[bin_of_[index(id)]];
  const Placement saved = bin.placement;
  const std::size_t before = m.tasks.size();
  for (std::int64_t r = m.plan.replicas; r < replicas; ++r) {
    const std::size_t first = m.tasks.size();
    if (bin.placement.place(request(id, replicas), 0, m.geometry.column_sets, true,
                            Placement::L1Space::comfortable, m.tasks) == 0) {
      bin.placement = saved;
      m.tasks.resize(before);
      return false;
    }
    for (std::size_t t = first; t < m.tasks.size(); ++t) {
      m.tasks[t].replica = r;
      m.tasks[t].chip = bin.chip;
      m.tasks[t].phase = m.phase;
    }
  }
  plan_layer(id, replicas);
  std::vector<LayerId> changed{id};
  for (std::size_t i = 0; i < changed.size(); ++i) {
    for (const LayerId h : hosted_[index(changed[i])]) {
      if (h < id) continue;  // runs on our first copy, which stays
      place_hosted(h);
      changed.push_back(h);
    }
  }
  std::set<std::size_t> streams;
  std::set<LayerId> neighbours(changed.begin(), changed.end());
  for (const LayerId l : changed) {
    fill_task_work(net_, chip_, options_, l, mapping_.layers);
    for (const std::size_t s : by_layer_.in[index(l)]) streams.insert(s);
    for (const std::size_t s : by_layer_.out[index(l)]) streams.insert(s);
  }
  for (const std::size_t s : streams) {
    fill_needs(net_, mapping_, mapping_.streams[s]);
  }
  for (const std::size_t s : streams) {
    Stream& stream = mapping_.streams[s];
    fill_flows(net_, chip_, mapping_, stream);
    if (stream.producer != LayerId::network_input) neighbours.insert(stream.producer);
    neighbours.insert(stream.consumer);
  }
  for (const LayerId l : neighbours) fill_transfers_of(l);
  affected.assign(neighbours.begin(), neighbours.end());
  return true;
}

void Mapper::add_loads() {
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    const LayerMapping& m = mapping_.layers[l];
    std::set<std::int64_t> phases;
    for (std::size_t t = 0; t < m.tasks.size(); ++t) {
      const Task& task = m.tasks[t];
      phases.insert(task.phase);
      if (m.dynamic) {
        mapping_.phases[static_cast<std::size_t>(task.phase)].loads.push_back(
            {layer_id(l), t, task.held.fullest_rows, Bits(), true});
      }
      if (!m.on_crossbars || m.dynamic || mapping_.passes == 1) continue;
      const Bits weights = Bits(task.held.macs_per_position) * m.bits.weight;
      mapping_.phases[static_cast<std::size_t>(task.phase)].loads.push_back(
          {layer_id(l), t, task.held.fullest_rows, weights, false});
    }
    for (const std::int64_t p : phases) {
      mapping_.phases[static_cast<std::size_t>(p)].layers.push_back(layer_id(l));
    }
  }
}

Mapping Mapper::finish() && {
  fit_buffers(net_, chip_, mapping_);
  std::set<LayerId> stored;
  for (const Stream& s : mapping_.streams) {
    if (s.kind == StreamKind::store) stored.insert(s.producer);
  }
  const std::size_t before = mapping_.streams.size();
  for (std::size_t i = 0; i < before; ++i) {
    const LayerId p = mapping_.streams[i].producer;
    const bool leaves = mapping_.streams[i].spilled || mapping_.streams[i].piecewise;
    if (!leaves || p == LayerId::network_input || !stored.insert(p).second) {
      continue;
    }
    Stream store;
    store.kind = StreamKind::store;
    store.producer = store.consumer = p;
    mapping_.streams.push_back(store);
  }
  for (std::size_t l = 0; l < net_.layers.size(); ++l) {
    fill_task_work(net_, chip_, options_, layer_id(l), mapping_.layers);
  }
  for (Stream& s : mapping_.streams) fill_flows(net_, chip_, mapping_, s);
  by_layer_ = index_streams(mapping_);
  for (std::size_t l = 0; l < net_.layers.size(); ++l) fill_transfers_of(layer_id(l));
  add_loads();
  std::set<std::pair<std::int64_t, CoreId>> cores;
  for (const LayerMapping& m : mapping_.layers) {
    for (const Task& t : m.tasks) {
      cores.insert({t.chip, t.core});
      mapping_.arrays_used += t.held.arrays;
    }
  }
  mapping_.cores_used = static_cast<std::int64_t>(cores.size());
  return std::move(mapping_);
}

Mapping map_network(const Network& net, const RramChip& chip, const MappingOptions& options) {
  return Mapper(net, chip, options).finish();
}

}  // namespace crossroof
