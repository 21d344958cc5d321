// SPDX-License-Identifier: Apache-2.0
#include "analytic/contention_period.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analytic/grain.h"

namespace crossroof::analytic {
namespace {

// Partial sums of one step at a root, of those tasks that wait for the step before: the others,
// which hold weights of the layer's input alone, run ahead.
Seconds partials_of_step(const RramChip& chip, const ContentionStreams& streams,
                         const ContentionLayer& layer, std::size_t tasks) {
  std::vector<bool> waits(tasks, false);
  for (const ContentionStream& way : streams.into(layer.id)) {
    if (!way.stream->recurrent) continue;
    for (const Flow& f : way.stream->flows) waits[static_cast<std::size_t>(f.consumer_task)] = true;
  }
  Seconds longest;
  for (const ContentionStream& way : streams.partials(layer.id)) {
    std::vector<Seconds> roots(tasks);
    for (const Flow& f : way.stream->flows) {
      if (!waits[static_cast<std::size_t>(f.producer_task)]) continue;
      Seconds& root = roots[static_cast<std::size_t>(f.consumer_task)];
      root += flow_time(chip.noc, f, layer.plan.length);
      longest = std::max(longest, way.latency + root / static_cast<double>(layer.chunks));
    }
  }
  return longest;
}

// A step's result is an operand of the next: all stages, and its way to the other cores.
Seconds loop_time(const RramChip& chip, const ContentionStreams& streams,
                  const ContentionLayer& layer, std::size_t tasks) {
  bool recurrent = false;
  Seconds way_back;
  for (const ContentionStream& way : streams.into(layer.id)) {
    if (!way.stream->recurrent) continue;
    recurrent = true;
    if (way.moves) {
      way_back = std::max(way_back, way.latency + std::max(way.arrival, layer.emission));
    }
  }
  if (!recurrent) return Seconds();
  Seconds loop = way_back + partials_of_step(chip, streams, layer, tasks);
  for (const ContentionStage& s : layer.stages) loop += s.service + s.lag;
  return loop;
}

// Between chunks of one replica: a stage waits for a slot that the next one holds, and operands
// for credits that its gate returns (E100, E101).
Seconds slots_period(const ContentionLayer& layer, std::int64_t slots) {
  Seconds longest;
  Seconds before;
  for (const ContentionStage& s : layer.stages) {
    longest = std::max({longest, s.service, (before + s.service) / static_cast<double>(slots)});
    before = s.service;
  }
  return std::max(
      {longest, layer.emission, (before + layer.emission) / static_cast<double>(slots)});
}

Seconds gate_service(const ContentionLayer& layer, Gate gate) {
  const Stage stage = gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
  for (const ContentionStage& s : layer.stages) {
    if (s.stage == stage) return s.service;
  }
  return Seconds();
}

// What a stream lets follow: a chunk of a replica, or an image where all of it is needed.
struct Turn {
  Seconds time;      // between two, at least
  double ahead = 0;  // of which so many are there before the first has passed
};

// `fresh` messages at a time, `spare` of which may come ahead.
Turn turn_of(Seconds fixed, Seconds message, double fresh, double spare) {
  if (spare < fresh) return {fixed + message * (fresh - spare), 0};
  return {(fixed + message * fresh) / (spare / fresh + 1), spare / fresh};
}

Turn turn_of_chunk(const ContentionLayer& layer, const ContentionStream& way) {
  const Stream& s = *way.stream;
  const bool chunks = way.moves && !s.recurrent && s.need != Need::whole && !s.piecewise;
  if (!chunks || s.needs.size() < 2) return {};
  const Span middle = s.needs[s.needs.size() / 2];
  const auto window = static_cast<double>(middle.end - middle.begin);
  const double advance = static_cast<double>(s.needs.back().end - s.needs.front().end) *
                         layer.replicas_taking_turns() / static_cast<double>(s.needs.size() - 1);
  const double fresh = std::min(window, advance);  // what lies between is not sent to this replica
  if (fresh <= 0) return {};
  const double spare = std::max(0.0, static_cast<double>(s.credits) - window);
  return turn_of(gate_service(layer, s.gate) + way.latency, way.arrival, fresh, spare);
}

Seconds turn_of_image(const ContentionLayer& layer, const ContentionStream& way) {
  const Stream& s = *way.stream;
  if (!way.moves || s.recurrent || s.need != Need::whole || s.needs.empty()) return Seconds();
  const Span all = s.needs.front();
  const auto messages = static_cast<double>(all.end - all.begin);
  if (messages <= 0) return Seconds();
  const double spare = std::max(0.0, static_cast<double>(s.credits) - messages);
  const Seconds passing = layer.period * static_cast<double>(layer.of_replica() - 1);
  return turn_of(passing + gate_service(layer, s.gate) + way.latency, way.arrival, messages, spare)
      .time;
}

// Each access to L1 waits, on average, for the rest of the one in service when it comes: that of
// other chunks, as often as all ports are busy with them (E102).
void wait_for_l1(ContentionLayer& layer) {
  if (layer.of_replica() < 2) return;
  const Seconds apart =
      std::max(layer.shared, std::max(layer.period, layer.turn) / layer.replicas_taking_turns());
  for (const L1Group& group : layer.l1) {
    std::vector<ContentionStage*> stages;
    double sum = 0, squares = 0;
    for (ContentionStage& s : layer.stages) {
      if (std::count(group.stages.begin(), group.stages.end(), s.stage) == 0) continue;
      stages.push_back(&s);
      sum += s.service.value();
      squares += s.service.value() * s.service.value();
    }
    const double busy = apart > Seconds() ? std::min(1.0, group.load / apart) : 0;
    for (ContentionStage* s : stages) {
      const double others = busy * (1 - s->service.value() / sum);
      s->wait = Seconds(std::pow(others, group.ports) * squares / (2 * sum * group.ports));
    }
  }
}

}  // namespace

void add_partials(const ContentionStreams& streams, const ContentionLayer& partials,
                  ContentionLayer& layer) {
  for (const ContentionStage& s : partials.stages) {
    if (s.stage >= Stage::l1_read_simd) layer.partial += s.service;
  }
  Seconds way;
  for (const ContentionStream& s : streams.partials(layer.id)) {
    if (s.moves) way = std::max(way, s.latency + std::max(s.arrival, partials.emission));
  }
  layer.partial += way;
  layer.shared = std::max(layer.shared, partials.shared);
}

void add_periods(const RramChip& chip, const Mapping& mapping, const ContentionStreams& streams,
                 ContentionLayer& layer) {
  layer.period = slots_period(layer, chip.stage_slots);
  for (const ContentionStream& way : streams.into(layer.id)) {
    layer.image = std::max(layer.image, turn_of_image(layer, way));
    const Turn turn = turn_of_chunk(layer, way);
    if (turn.time <= layer.turn) continue;
    layer.turn = turn.time;
    layer.ahead = turn.ahead;
  }
  wait_for_l1(layer);
  layer.loop = loop_time(chip, streams, layer, mapping.layer(layer.id).tasks.size());
}

}  // namespace crossroof::analytic
