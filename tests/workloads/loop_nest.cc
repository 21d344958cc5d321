// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest.h"

#include "tests/workloads/loop_nest_holders.h"
#include "tests/workloads/loop_nest_tasks.h"
#include "tests/workloads/loop_nest_transfers.h"

namespace crossroof::oracle {
namespace {

// Bits of each fused operand, by output channel.
std::vector<std::vector<std::int64_t>> fused_operands(const Layer& layer,
                                                      const std::vector<LayerWalk>& walks,
                                                      const OperandBits& own) {
  std::vector<std::vector<std::int64_t>> bits(static_cast<std::size_t>(layer.out.channels));
  for (const Edge& edge : layer.in_edges) {
    if (edge.gate != Gate::s5_operands) continue;
    for (std::int64_t c = edge.consumer_channel; c < edge.consumer_channel + edge.channels; ++c) {
      bits[static_cast<std::size_t>(c)].push_back(edge.producer == LayerId::network_input
                                                      ? own.input
                                                      : walks[index(edge.producer)].bits.output);
    }
  }
  return bits;
}

void check_roles(const LayerMapping& mapped, const RramChip& chip, const LayerWalk& walk,
                 std::vector<std::string>& faults) {
  std::size_t number = 0;
  for (const Task& task : mapped.tasks) {
    const std::string name = "task " + std::to_string(number++);
    if (chip.cores[static_cast<std::size_t>(task.core)] != mapped.kind) {
      faults.push_back(name + " sits on a core of another kind");
    }
    const auto& roots = walk.root_of[static_cast<std::size_t>(task.replica)];
    for (std::int64_t c = task.channels.begin; c < task.channels.end; ++c) {
      const std::int64_t root = roots[static_cast<std::size_t>(c)];
      const bool is_root = root + 1 == static_cast<std::int64_t>(number);
      if (is_root != (task.role == Role::root) ||
          (!is_root && root != static_cast<std::int64_t>(task.root))) {
        faults.push_back(name + " should have task " + std::to_string(root) + " as root");
        break;
      }
    }
  }
}

// No core holds more arrays than it has crossbars (times the weight planes of each).
void check_capacity(const RramChip& chip, const Mapping& mapping, Recount& counted) {
  std::map<std::size_t, std::int64_t> arrays;
  for (std::size_t l = 0; l < mapping.layers.size(); ++l) {
    for (std::size_t t = 0; t < mapping.layers[l].tasks.size(); ++t) {
      arrays[static_cast<std::size_t>(mapping.layers[l].tasks[t].core)] +=
          counted.tasks[l][t].arrays;
    }
  }
  std::int64_t used = 0;
  for (const auto& [core, count] : arrays) {
    const CoreKind& kind = chip.kind(CoreId(core));
    used += count;
    if (count <= kind.crossbars * kind.crossbar.planes) continue;
    counted.faults.push_back("core " + std::to_string(core) + " holds " + std::to_string(count) +
                             " arrays");
  }
  if (used != mapping.arrays_used) {
    counted.faults.push_back("arrays used: " + std::to_string(used) + ", mapping " +
                             std::to_string(mapping.arrays_used));
  }
  if (static_cast<std::int64_t>(arrays.size()) != mapping.cores_used) {
    counted.faults.push_back("cores used: " + std::to_string(arrays.size()) + ", mapping " +
                             std::to_string(mapping.cores_used));
  }
}

// In layer-serial mode each matrix layer has a phase of its own, in topological order.
void check_phases(const Mapping& mapping, std::vector<std::string>& faults) {
  std::int64_t previous = -1;
  for (const LayerMapping& layer : mapping.layers) {
    const bool right =
        mapping.mode == RunMode::layer_serial ? layer.phase > previous : layer.phase == 0;
    if (!right) faults.push_back("a layer runs in phase " + std::to_string(layer.phase));
    previous = layer.phase;
    for (const Task& task : layer.tasks) {
      if (task.phase != layer.phase) faults.emplace_back("a task runs in another phase");
    }
  }
}

}  // namespace

OperandBits resolve_bits(const OperandBits& layer, const OperandBits& asked,
                         const Precision& chip) {
  const auto first = [](std::int64_t a, std::int64_t b, std::int64_t c) {
    return a != 0 ? a : b != 0 ? b : c;
  };
  return {first(layer.input, asked.input, chip.input),
          first(layer.weight, asked.weight, chip.weight),
          first(layer.output, asked.output, chip.output)};
}

Recount recount(const Network& net, const RramChip& chip, const MappingOptions& options,
                const Mapping& mapping) {
  Recount counted;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const Layer& layer = net.layers[l];
    const LayerMapping& mapped = mapping.layers[l];
    const CoreKind& kind = chip.kinds[static_cast<std::size_t>(mapped.kind)];
    counted.walks.emplace_back();
    LayerWalk& walk = counted.walks.back();
    walk.bits = resolve_bits(layer.bits, options.bits, chip.precision);
    walk.weights = walk_weights(layer, walk.bits.weight, kind.crossbar);
    walk.chunks = walk_chunks(layer.out.positions(), mapped.plan.length, mapped.plan.replicas);
    const std::size_t faults_before = counted.faults.size();
    find_holders(layer, mapped.tasks, static_cast<std::size_t>(mapped.plan.replicas), walk,
                 counted.faults);
    if (counted.faults.size() > faults_before) return counted;
    check_roles(mapped, chip, walk, counted.faults);
    counted.tasks.emplace_back(mapped.tasks.size());
    const LayerView view{layer, kind, mapped.tasks, walk};
    count_held(view, counted.tasks.back());
    count_operands(view, options.reuse, counted.tasks.back());
    count_results(view, fused_operands(layer, counted.walks, walk.bits), counted.tasks.back());
  }
  check_capacity(chip, mapping, counted);
  check_phases(mapping, counted.faults);
  count_transfers(net, chip, mapping, counted);
  return counted;
}

}  // namespace crossroof::oracle
