// SPDX-License-Identifier: Apache-2.0
#include "workloads/simd_hosts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "workloads/edges.h"

namespace crossroof {
namespace {

bool crosses_channels(SimdKind k) {
  return k == SimdKind::softmax || k == SimdKind::norm || k == SimdKind::rmsnorm ||
         k == SimdKind::sort;
}

Task simd_task(const Task& on) {
  Task t;
  t.chip = on.chip;
  t.phase = on.phase;
  t.core = on.core;
  t.role = Role::simd;
  return t;
}

// One task per distinct root core, at most `most`, each with all channels. Layers start at
// different cores (`turn`), so that those which use few do not crowd the first.
std::vector<Task> one_per_core(const std::vector<Task>& host, std::int64_t most, std::size_t turn) {
  std::set<std::pair<std::int64_t, CoreId>> seen;
  std::vector<Task> tasks;
  for (const Task& t : host) {
    if (t.role == Role::partial) continue;
    if (seen.insert({t.chip, t.core}).second) tasks.push_back(simd_task(t));
  }
  if (tasks.empty()) return tasks;
  std::rotate(tasks.begin(), tasks.begin() + static_cast<std::ptrdiff_t>(turn % tasks.size()),
              tasks.end());
  if (static_cast<std::int64_t>(tasks.size()) > most) {
    tasks.resize(static_cast<std::size_t>(most));
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].replica = static_cast<std::int64_t>(i);
  return tasks;
}

// The host's root tasks, each with its slice of the channels.
std::vector<Task> mirrored(const std::vector<Task>& host, std::int64_t host_channels,
                           std::int64_t channels) {
  std::vector<Task> tasks;
  for (std::size_t first = 0; first < host.size();) {
    std::size_t end = first;
    std::vector<std::size_t> roots;
    for (; end < host.size() && host[end].replica == host[first].replica; ++end) {
      if (host[end].role != Role::partial) roots.push_back(end);
    }
    const auto n = static_cast<std::int64_t>(roots.size());
    for (std::int64_t i = 0; i < n; ++i) {
      const Task& on = host[roots[static_cast<std::size_t>(i)]];
      Task t = simd_task(on);
      t.replica = on.replica;
      t.channels =
          host_channels == channels ? on.channels : Span{i * channels / n, (i + 1) * channels / n};
      if (!t.channels.empty()) tasks.push_back(t);
    }
    first = end;
  }
  return tasks;
}

// The channels sliced over the distinct root cores of a host: when windows over positions of other
// replicas would have to be kept on each of them, or when one core would hold all channels.
std::vector<Task> sliced(const std::vector<Task>& host, std::int64_t channels) {
  std::vector<Task> tasks = one_per_core(host, channels, 0);
  const auto n = static_cast<std::int64_t>(tasks.size());
  for (std::int64_t i = 0; i < n; ++i) {
    Task& t = tasks[static_cast<std::size_t>(i)];
    t.replica = 0;
    t.channels = {i * channels / n, (i + 1) * channels / n};
  }
  return tasks;
}

// Work on whole positions: by channel groups when there are some, else by positions - products by
// whole products - over as many cores as it can use.
void place_all_channels(const Layer& layer, const std::vector<Task>& on, std::size_t turn,
                        LayerMapping& m) {
  const std::int64_t positions = layer.out.positions();
  if (layer.channel_groups > 1) {
    const std::int64_t groups = layer.channel_groups, each = layer.out.channels / groups;
    m.tasks = one_per_core(on, groups, turn);
    const auto n = static_cast<std::int64_t>(m.tasks.size());
    for (std::int64_t i = 0; i < n; ++i) {
      Task& t = m.tasks[static_cast<std::size_t>(i)];
      t.replica = 0;
      t.channels = {i * groups / n * each, (i + 1) * groups / n * each};
    }
    m.plan = default_plan(positions, layer.out.width, 1);
    return;
  }
  const bool product = layer.product_batch > 0;
  const bool whole = std::any_of(layer.in_edges.begin(), layer.in_edges.end(), [](const Edge& e) {
    return e.need == Need::whole && e.from.positions() > 1;
  });
  const std::int64_t blocks = position_blocks(layer);
  const bool by_batch = blocks > 1;
  const std::int64_t most = by_batch ? blocks : product || !whole ? positions : 1;
  m.tasks = one_per_core(on, most, turn);
  const auto replicas = static_cast<std::int64_t>(m.tasks.size());
  m.plan = default_plan(positions, layer.out.width, replicas);
  if (by_batch) {
    m.plan.run = ceil_div(blocks, replicas) * (positions / blocks);
    m.plan.length = 1;
  }
  for (Task& t : m.tasks) t.channels = {0, layer.out.channels};
}

}  // namespace

bool needs_all_channels(const Layer& layer) {
  if (layer.kind == LayerKind::move || layer.product_batch > 0 || layer.channel_groups > 1) {
    return true;
  }
  if (layer.in.channels != layer.out.channels) return true;
  return std::any_of(layer.work.begin(), layer.work.end(),
                     [](const SimdWork& w) { return crosses_channels(w.kind); });
}

std::vector<std::optional<LayerId>> first_matrix_users(const Network& net,
                                                       const std::vector<LayerMapping>& layers) {
  std::vector<std::optional<LayerId>> first_user(net.layers.size());
  for (std::size_t l = net.layers.size(); l-- > 0;) {
    const LayerId self = layer_id(l);
    const std::optional<LayerId> place = layers[l].on_crossbars ? self : first_user[l];
    if (!place) continue;
    for (const Edge& e : net.layers[l].in_edges) {
      if (e.producer == LayerId::network_input || e.producer == self) continue;
      // A SIMD-only reader before another may lead to a later matrix layer.
      std::optional<LayerId>& first = first_user[index(e.producer)];
      if (!first || *place < *first) first = place;
    }
  }
  return first_user;
}

std::vector<std::optional<LayerId>> simd_hosts(const Network& net,
                                               const std::vector<LayerMapping>& layers) {
  std::vector<std::optional<LayerId>> hosts(net.layers.size());
  const std::vector<std::optional<LayerId>> first_user = first_matrix_users(net, layers);
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    if (layers[l].on_crossbars) continue;
    std::int32_t last = -1;  // producer, other than the layer's own last step
    for (const Edge& e : net.layers[l].in_edges) {
      if (e.producer == LayerId::network_input || e.producer == layer_id(l)) continue;
      last = std::max(last, static_cast<std::int32_t>(e.producer));
    }
    hosts[l] = last >= 0 ? std::optional(LayerId(last)) : first_user[l];
    // Work on whole positions spreads over the cores of the matrix layer it comes from.
    while (layers[l].all_channels && hosts[l] && *hosts[l] < layer_id(l) &&
           !layers[index(*hosts[l])].on_crossbars && hosts[index(*hosts[l])]) {
      hosts[l] = hosts[index(*hosts[l])];
    }
  }
  return hosts;
}

void place_simd(const Network& net, LayerId id, const std::vector<std::optional<LayerId>>& hosts,
                CoreId fallback, std::vector<LayerMapping>& layers) {
  const Layer& layer = net.layers[index(id)];
  const std::optional<LayerId> host = hosts[index(id)];
  LayerMapping& m = layers[index(id)];
  const std::int64_t positions = layer.out.positions();
  std::vector<Task> alone(1);
  alone[0].core = fallback;
  alone[0].channels = {0, layer.out.channels};
  const bool follows = host && *host < id;
  const std::vector<Task>& on = host ? layers[index(*host)].tasks : alone;
  m.tasks.clear();
  if (!m.all_channels) {
    const std::int64_t host_channels = host ? net.layers[index(*host)].out.channels : 0;
    const std::int64_t replicas = follows ? layers[index(*host)].plan.replicas : 1;
    const bool pointwise =
        std::all_of(layer.in_edges.begin(), layer.in_edges.end(),
                    [](const Edge& e) { return e.need == Need::same || e.from.positions() == 1; });
    const bool from_one_core = follows && layers[index(*host)].all_channels && on.size() == 1 &&
                               hosts[index(*host)].has_value();
    if (from_one_core || (host && !follows) || (replicas > 1 && !pointwise)) {
      const std::vector<Task>& over =
          from_one_core ? layers[index(*hosts[index(*host)])].tasks : on;
      m.tasks = sliced(over, layer.out.channels);
      m.plan = default_plan(positions, layer.out.width, 1);
    } else {
      m.tasks = mirrored(on, host_channels, layer.out.channels);
      m.plan = default_plan(positions, layer.out.width, replicas);
    }
  } else {
    place_all_channels(layer, on, index(id), m);
  }
  for (Task& t : m.tasks) t.positions = m.plan.replica_positions(t.replica);
  m.tasks.erase(std::remove_if(m.tasks.begin(), m.tasks.end(),
                               [](const Task& t) { return t.positions == 0; }),
                m.tasks.end());
  // Not before its operands: a barrier stands between phases.
  std::int64_t phase = 0;
  for (const Task& t : m.tasks) phase = std::max(phase, t.phase);
  for (const Edge& e : layer.in_edges) {
    if (e.producer == LayerId::network_input) continue;
    phase = std::max(phase, layers[index(e.producer)].phase);
  }
  for (Task& t : m.tasks) t.phase = phase;
  m.phase = phase;
}

}  // namespace crossroof
