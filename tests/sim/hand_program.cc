// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/hand_program.h"

#include <string>
#include <utility>

#include "tests/workloads/random_cases.h"

namespace crossroof::oracle {

RramChip star_chip(std::int64_t cores) {
  RramChip chip = plain_chip(cores, 1, 32, 32);
  chip.noc.topology = make_star(static_cast<std::size_t>(cores + 1));
  return chip;
}

HandProgram::HandProgram() { program_.phases.emplace_back(); }

TaskId HandProgram::task(std::size_t core, std::int64_t chunks, const std::vector<Stage>& stages,
                         const StageWork& work) {
  const auto number = static_cast<std::uint32_t>(program_.tasks.size());
  CoreTask t;
  t.layer = layer_id(number);
  t.core = CoreId(core);
  for (const Stage s : stages) t.has[index(s)] = true;
  t.has[index(Stage::noc_write)] = true;
  t.mvm.slots = 8;
  t.mvm.columns = 32;
  t.mvm.input_bits = 8;
  t.arrays = 1;
  t.classes = {work};
  for (std::int64_t c = 0; c < chunks; ++c) t.chunks.push_back(static_cast<std::int32_t>(c));
  t.chunk_class.assign(t.chunks.size(), 0);
  program_.tasks.push_back(std::move(t));
  program_.layer_names.push_back("layer" + std::to_string(number));
  program_.phases[0].tasks.push_back(TaskId(number));
  return TaskId(number);
}

InletId HandProgram::read(std::uint32_t controller, TaskId to, std::int64_t bits,
                          std::int64_t credits) {
  return connect({true, 0, controller}, to, bits, credits);
}

InletId HandProgram::send(TaskId from, TaskId to, std::int64_t bits, std::int64_t credits) {
  return connect({false, 0, static_cast<std::uint32_t>(index(from))}, to, bits, credits);
}

void HandProgram::store(TaskId from, std::uint32_t controller, std::int64_t bits) {
  Tensor tensor;
  tensor.layer = program_.task(from).layer;
  tensor.stores.assign(static_cast<std::size_t>(chunks(from)), 1);
  Feed f = feed({false, 0, static_cast<std::uint32_t>(index(from))}, {true, 0, controller}, bits,
                chunks(from));
  f.kind = StreamKind::store;
  f.tensor = TensorId(static_cast<std::uint32_t>(program_.tensors.size()));
  program_.tensors.push_back(std::move(tensor));
  add(f);
}

std::int64_t HandProgram::chunks(TaskId t) const {
  return static_cast<std::int64_t>(program_.task(t).chunks.size());
}

InletId HandProgram::connect(const Endpoint& from, TaskId to, std::int64_t bits,
                             std::int64_t credits) {
  Demand demand;
  demand.messages = static_cast<std::int32_t>(chunks(to));
  for (std::int32_t c = 0; c < demand.messages; ++c) demand.needs.push_back({c, c + 1});
  Inlet inlet;
  inlet.task = to;
  inlet.demand = DemandId(static_cast<std::uint32_t>(program_.demands.size()));
  inlet.credits = credits;
  program_.demands.push_back(std::move(demand));
  Feed f = feed(from, {false, 0, static_cast<std::uint32_t>(index(to))}, bits, chunks(to));
  f.inlet = InletId(static_cast<std::uint32_t>(program_.inlets.size()));
  program_.tasks[index(to)].inlets.push_back(f.inlet);
  program_.inlets.push_back(inlet);
  add(f);
  return f.inlet;
}

Feed HandProgram::feed(const Endpoint& from, const Endpoint& to, std::int64_t bits,
                       std::int64_t messages) {
  Feed f;
  f.from = from;
  f.to = to;
  f.list = ListId(static_cast<std::uint32_t>(program_.lists.size()));
  f.position_bits = Bits(bits);
  MessageList list;
  for (std::int32_t m = 0; m < messages; ++m) list.push_back({from.memory ? -1 : m, m, 1});
  program_.lists.push_back(std::move(list));
  return f;
}

void HandProgram::add(const Feed& f) {
  const FeedId id = FeedId(static_cast<std::uint32_t>(program_.feeds.size()));
  if (!f.from.memory) program_.tasks[f.from.number].out.push_back(id);
  program_.feeds.push_back(f);
}

StageWork l1_read(std::int64_t bits) {
  StageWork w;
  w.s2.amount = Bits(bits);
  return w;
}

StageWork matrix(std::int64_t mvms) {
  StageWork w;
  w.mvms = mvms;
  return w;
}

StageWork additions(std::int64_t count) {
  StageWork w;
  w.s6 = {{SimdKind::add, count}};
  return w;
}

}  // namespace crossroof::oracle
