// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/private_programs.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/workloads/random_cases.h"

namespace crossroof::oracle {
namespace {

constexpr std::int64_t kCores = 8;  // and as many controllers

RramChip private_chip(Dice& dice) {
  RramChip chip = plain_chip(kCores, 1, 16, 16);
  chip.stage_slots = dice.between(1, 3);
  CoreKind& kind = chip.kinds[0];
  kind.crossbar.adc.count = dice.between(1, 4);
  kind.crossbar.adc.conversion = Seconds(dice.pick<double>({0.5e-9, 1e-9}));
  kind.crossbar.array_read = Seconds(dice.pick<double>({1e-9, 7e-9, 20e-9}));
  kind.crossbar.double_sample_hold = dice.chance(70);
  kind.l1.ports = {0, 1, 1};
  kind.l1.clock = Hertz(dice.pick<double>({0.5e9, 1e9}));
  kind.simd.clock = Hertz(dice.pick<double>({0.8e9, 1e9}));
  kind.simd.lanes = dice.between(1, 4);
  Noc& noc = chip.noc;
  const auto nodes = static_cast<std::size_t>(2 * kCores);
  noc.topology = dice.chance(50) ? make_star(nodes) : make_full(nodes);
  noc.flit = Bits(dice.pick<std::int64_t>({8, 32}));
  noc.payload_flits = dice.pick<std::int64_t>({1, 4, 1000});
  noc.header_flits = dice.between(0, 1);
  noc.router_pipeline = Cycles(static_cast<double>(dice.between(0, 3)));
  noc.interface_pipeline = Cycles(static_cast<double>(dice.between(0, 1)));
  noc.virtual_channels = dice.between(1, 2);
  noc.clock = Hertz(dice.pick<double>({0.4e9, 1e9}));
  chip.memory.clear();
  for (std::int64_t m = 0; m < kCores; ++m) {
    chip.memory.push_back({"m" + std::to_string(m),
                           BytesPerSecond(dice.pick<double>({1e9, 4e9, 20e9})),
                           Seconds(dice.pick<double>({0, 30e-9}))});
  }
  return chip;
}

class Builder {
 public:
  Builder(Dice& dice, Program& program) : dice_(dice), program_(program) {
    program.phases.emplace_back();
  }

  void tree() {
    const std::size_t root = task(dice_.between(1, 6));
    const std::int64_t messages = dice_.between(1, 6);
    MessageList list;
    for (std::int64_t m = 0; m < messages; ++m) list.push_back(message(-1, m));
    connect({true, 0, controllers_++}, root, std::move(list));
    grow(root);
  }
  bool full() const { return program_.tasks.size() + 1 >= static_cast<std::size_t>(kCores); }

 private:
  Carried message(std::int64_t emitter, std::int64_t ordinal) {
    return {static_cast<std::int32_t>(emitter), static_cast<std::int32_t>(ordinal),
            static_cast<std::int32_t>(dice_.between(1, 9))};
  }

  // One stage reads L1, one writes it at most.
  std::size_t task(std::int64_t chunks) {
    const auto number = static_cast<std::uint32_t>(program_.tasks.size());
    CoreTask t;
    t.layer = layer_id(number);
    t.core = CoreId(number);
    const std::int64_t read = dice_.between(0, 2), write = dice_.between(0, 2);
    t.has[index(Stage::l1_read_mac)] = read == 1;
    t.has[index(Stage::l1_read_simd)] = read == 2;
    t.has[index(Stage::l1_write_mac)] = write == 1;
    t.has[index(Stage::l1_write_simd)] = write == 2;
    t.has[index(Stage::mac)] = dice_.chance(60);
    t.has[index(Stage::simd)] = dice_.chance(60);
    t.has[index(Stage::noc_write)] = true;
    t.mvm.slots = dice_.between(1, 8);
    t.mvm.columns = dice_.between(1, 16);
    t.mvm.input_bits = 8;
    t.arrays = 1;
    const std::int64_t classes = dice_.between(1, 3);
    for (std::int64_t c = 0; c < classes; ++c) t.classes.push_back(work());
    for (std::int64_t c = 0; c < chunks; ++c) {
      t.chunks.push_back(static_cast<std::int32_t>(c));
      t.chunk_class.push_back(static_cast<std::uint32_t>(dice_.between(0, classes - 1)));
    }
    program_.tasks.push_back(std::move(t));
    program_.layer_names.push_back("layer" + std::to_string(number));
    program_.phases[0].tasks.push_back(TaskId(number));
    return number;
  }

  StageWork work() {
    const auto amount = [this] {
      Access a;
      a.amount = Bits(dice_.chance(10) ? 0 : dice_.between(1, 1000));
      return a;
    };
    StageWork w;
    w.s2 = amount();
    w.s4 = amount();
    w.s5 = amount();
    w.s7 = amount();
    w.mvms = dice_.between(1, 4);
    if (dice_.chance(90)) w.s6 = {{SimdKind::add, dice_.between(1, 60)}};
    return w;
  }

  // Chunks of a task go to its children one by one, or to memory.
  void grow(std::size_t parent) {
    const auto chunks = static_cast<std::int64_t>(program_.tasks[parent].chunks.size());
    std::int64_t children = full() ? 0 : std::min(dice_.between(0, 2), chunks);
    if (program_.tasks.size() + static_cast<std::size_t>(children) >
        static_cast<std::size_t>(kCores) - 1) {
      children = 0;
    }
    if (children == 0) return store(parent);
    std::vector<MessageList> lists(static_cast<std::size_t>(children));
    for (std::int64_t c = 0; c < chunks; ++c) {
      // Each child gets one at least; of the rest some stay.
      if (c >= children && dice_.chance(15)) continue;
      MessageList& list =
          lists[static_cast<std::size_t>(c < children ? c : dice_.between(0, children - 1))];
      list.push_back(message(c, static_cast<std::int64_t>(list.size())));
    }
    std::vector<std::size_t> next;
    for (MessageList& list : lists) {
      next.push_back(task(dice_.between(1, 6)));
      const Endpoint from{false, 0, static_cast<std::uint32_t>(parent)};
      connect(from, next.back(), std::move(list));
    }
    for (const std::size_t child : next) grow(child);
  }

  void store(std::size_t task) {
    const auto chunks = static_cast<std::int64_t>(program_.tasks[task].chunks.size());
    MessageList list;
    for (std::int64_t c = 0; c < chunks; ++c) list.push_back(message(c, c));
    Tensor tensor;
    tensor.layer = program_.tasks[task].layer;
    tensor.stores.assign(list.size(), 1);
    Feed f = feed({false, 0, static_cast<std::uint32_t>(task)}, {true, 0, controllers_++},
                  std::move(list));
    f.kind = StreamKind::store;
    f.tensor = TensorId(static_cast<std::uint32_t>(program_.tensors.size()));
    program_.tensors.push_back(std::move(tensor));
    add(f);
  }

  void connect(Endpoint from, std::size_t to, MessageList list) {
    const auto chunks = static_cast<std::int64_t>(program_.tasks[to].chunks.size());
    const auto messages = static_cast<std::int64_t>(list.size());
    Demand demand;
    demand.messages = static_cast<std::int32_t>(messages);
    std::vector<std::int64_t> ends, begins;
    for (std::int64_t c = 0; c < chunks; ++c) {
      ends.push_back(dice_.between(0, messages));
      begins.push_back(dice_.between(0, messages));
    }
    ends.back() = messages;
    std::sort(ends.begin(), ends.end());
    std::sort(begins.begin(), begins.end());
    Inlet inlet;
    std::int64_t before = 0;  // every message is needed by some chunk
    for (std::size_t c = 0; c < ends.size(); ++c) {
      const std::int64_t begin = std::min(begins[c], before);
      before = ends[c];
      demand.needs.push_back(
          {static_cast<std::int32_t>(begin), static_cast<std::int32_t>(ends[c])});
      inlet.credits = std::max(inlet.credits, ends[c] - begin);
    }
    inlet.credits = std::max<std::int64_t>(1, inlet.credits + dice_.between(0, 3));
    inlet.task = TaskId(static_cast<std::uint32_t>(to));
    inlet.demand = DemandId(static_cast<std::uint32_t>(program_.demands.size()));
    inlet.gate = dice_.chance(70) ? Gate::s2_operands : Gate::s5_operands;
    program_.demands.push_back(std::move(demand));
    Feed f = feed(from, {false, 0, static_cast<std::uint32_t>(to)}, std::move(list));
    f.inlet = InletId(static_cast<std::uint32_t>(program_.inlets.size()));
    program_.tasks[to].inlets.push_back(f.inlet);
    program_.inlets.push_back(inlet);
    add(f);
  }

  Feed feed(Endpoint from, Endpoint to, MessageList list) {
    Feed f;
    f.from = from;
    f.to = to;
    f.list = ListId(static_cast<std::uint32_t>(program_.lists.size()));
    f.position_bits = Bits(8 * dice_.between(1, 6));
    program_.lists.push_back(std::move(list));
    return f;
  }

  void add(const Feed& f) {
    const FeedId id = FeedId(static_cast<std::uint32_t>(program_.feeds.size()));
    if (!f.from.memory) program_.tasks[f.from.number].out.push_back(id);
    program_.feeds.push_back(f);
  }

  Dice& dice_;
  Program& program_;
  std::uint32_t controllers_ = 0;
};

}  // namespace

PrivateCase private_case(std::uint64_t seed) {
  Dice dice(seed);
  PrivateCase c;
  c.chip = private_chip(dice);
  c.images = dice.between(1, 4);
  Builder builder(dice, c.program);
  builder.tree();
  if (!builder.full() && dice.chance(30)) builder.tree();
  return c;
}

}  // namespace crossroof::oracle
