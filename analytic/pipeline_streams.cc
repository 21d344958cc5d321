// SPDX-License-Identifier: Apache-2.0
#include "analytic/pipeline_streams.h"

#include <algorithm>

#include "analytic/noc_timing.h"

namespace crossroof::analytic {
namespace {

Seconds least_latency(const std::vector<MemoryController>& memory) {
  if (memory.empty()) return Seconds();
  return std::min_element(memory.begin(), memory.end(),
                          [](const auto& a, const auto& b) { return a.latency < b.latency; })
      ->latency;
}

}  // namespace

PipelineStreams::PipelineStreams(const Network& net, const RramChip& chip, const Mapping& mapping)
    : chip_(chip),
      mapping_(mapping),
      pipelines_(head_latency(chip.noc, 0)),
      memory_(least_latency(chip.memory)),
      into_(net.layers.size()),
      stores_(net.layers.size()),
      sent_(net.layers.size()),
      cores_(net.layers.size()) {
  for (std::size_t l = 0; l < mapping.layers.size(); ++l) {
    sent_[l].resize(mapping.layers[l].tasks.size());
    for (const Task& t : mapping.layers[l].tasks) {
      cores_[l].push_back(static_cast<std::size_t>(t.chip) * chip.cores.size() +
                          static_cast<std::size_t>(t.core));
    }
    std::sort(cores_[l].begin(), cores_[l].end());
    cores_[l].erase(std::unique(cores_[l].begin(), cores_[l].end()), cores_[l].end());
  }
  for (const Stream& s : mapping.streams) {
    if (s.kind == StreamKind::partial) continue;
    if (s.producer != LayerId::network_input) add_sent(s);
    if (s.kind == StreamKind::store) {
      add_store(s);
    } else if (!s.recurrent) {
      add_operands(s);
    }
  }
}

void PipelineStreams::add_operands(const Stream& s) {
  PipelineStream way;
  way.stream = &s;
  const bool input = s.producer == LayerId::network_input;
  way.from_memory = input || s.via_memory || s.spilled || s.piecewise;
  if (way.from_memory) {
    if (!s.flows.empty()) way.latency = pipelines_ + memory_;
    if (input && !s.spilled && !s.piecewise) read_in_order(way);
  } else if (all_move(s)) {
    way.latency = pipelines_;
    way.per_position = least_port_time(s);
  }
  into_[index(s.consumer)].push_back(way);
}

void PipelineStreams::add_store(const Stream& s) {
  // Else the last chunks may have nothing that anybody needs.
  const bool all = std::all_of(s.flows.begin(), s.flows.end(), [&](const Flow& f) {
    return f.producer_task >= 0 && carries_all(s, f);
  });
  if (!all || s.flows.empty()) return;
  PipelineStream& store = stores_[index(s.producer)];
  store.latency = pipelines_ + memory_;
  store.per_position = least_port_time(s);
}

void PipelineStreams::add_sent(const Stream& s) {
  for (const Flow& f : s.flows) {
    if (f.producer_task < 0 || !carries_all(s, f)) continue;
    Bits& sent = sent_[index(s.producer)][static_cast<std::size_t>(f.producer_task)];
    sent = chip_.noc.multicast ? std::max(sent, f.bits) : sent + f.bits;
  }
}

void PipelineStreams::read_in_order(PipelineStream& way) const {
  const Stream& s = *way.stream;
  const std::int64_t positions = mapping_.input_plans[static_cast<std::size_t>(s.input)].positions;
  struct Read {
    std::int64_t positions = 0;
    Bits bits;
  };
  std::vector<Read> tasks(mapping_.layer(s.consumer).tasks.size());
  for (const Flow& f : s.flows) {
    Read& r = tasks[static_cast<std::size_t>(f.consumer_task)];
    r.positions += f.positions;
    r.bits += f.bits;
  }
  const auto part = [positions](const Read& r) { return r.positions < positions; };
  if (tasks.empty() || std::any_of(tasks.begin(), tasks.end(), part)) return;
  const Bits least = std::min_element(tasks.begin(), tasks.end(), [](const Read& a, const Read& b) {
                       return a.bits < b.bits;
                     })->bits;
  way.in_order = true;
  way.per_position = least.bytes() / chip_.noc.link_rate() / static_cast<double>(positions);
}

// No core has tasks of both, so every message crosses the NoC.
bool PipelineStreams::all_move(const Stream& s) const {
  if (s.flows.empty()) return false;
  const std::vector<std::size_t>& from = cores_[index(s.producer)];
  const std::vector<std::size_t>& to = cores_[index(s.consumer)];
  return std::none_of(to.begin(), to.end(), [&](std::size_t core) {
    return std::binary_search(from.begin(), from.end(), core);
  });
}

bool PipelineStreams::carries_all(const Stream& s, const Flow& f) const {
  const auto t = static_cast<std::size_t>(f.producer_task);
  return f.positions >= mapping_.layer(s.producer).tasks[t].positions;
}

// Of one position at a port of the NoC.
Seconds PipelineStreams::port_time(const Flow& f) const {
  return f.bits.bytes() / chip_.noc.link_rate() / static_cast<double>(f.positions);
}

Seconds PipelineStreams::least_port_time(const Stream& s) const {
  Seconds least = port_time(s.flows.front());
  for (const Flow& f : s.flows) least = std::min(least, port_time(f));
  return least;
}

}  // namespace crossroof::analytic
