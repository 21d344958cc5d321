// SPDX-License-Identifier: Apache-2.0
// Would a wrong coefficient in one of the engines be noticed? On a layer that has one stage far
// above the others, the two agree within 3 % on the interval, and a factor of 1.1 in one parameter
// or amount of that stage, given to one of them only, drives them more than 5 % apart.
//
// Compared is contention, the tier that estimates a simulated run; with one stage at twice the time
// of the next its interval is that of the busiest server, so what is mutated decides it.
//
// The layer has 110 inputs, 110 outputs with ReLU and 160 positions in 8 rows of 20; per position
// S1, S2, S7, S8 110 bytes and S4, S5 440 (sums of 32 bits) at 10 bytes a cycle, S3 10 slots of 10
// conversions of 0.11 cycles, S6 110 operations at 10 a cycle: 11 cycles, S4 and S5 44. Then all
// stages but one are cut to a tenth.
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "tests/workloads/conv_chain.h"
#include "validation/agreement.h"
#include "validation/stage_share.h"
#include "workloads/mapper.h"

namespace crossroof::validation {
namespace {

constexpr double kAgree = 0.03, kCaught = 0.05;
constexpr Ratio kMore = {11, 10};

// What each engine gets: the same description, until one of the two is changed.
struct Pair {
  RramChip analytic_chip, simulated_chip;
  Mapping mapping;
  Program program;
};

Network layer() {
  oracle::ConvChain chain({110, 8, 20});
  chain.add(Window{}, 110, true);
  return chain.net();
}

struct Bottleneck {
  Stage stage;
  std::vector<std::string> sets = {};  // beyond those of chip()
  Agreement agreement(const std::function<void(Pair&)>& mutate = nullptr) const;
  const RramChip chip() const;
  Pair pair() const;
};

const RramChip Bottleneck::chip() const {
  std::vector<std::string> all = {"precision.input=10",
                                  "noc.flit=10 B",
                                  "noc.payload_flits=16",
                                  "memory.0.rate=40 B/cycle",
                                  "core.l1.word=10 B",
                                  R"(core.l1.ports={"read": 1, "write": 1})",
                                  "core.l1.capacity=1 MiB",
                                  "core.simd.lanes=10",
                                  "core.crossbar.rows=110",
                                  "core.crossbar.active_rows=110",
                                  "core.crossbar.columns=121",
                                  "core.crossbar.cell_bits=8",
                                  "core.crossbar.array_read=0.11 cycles",
                                  "core.crossbar.adc.per_crossbar=11",
                                  "core.crossbar.adc.rate=null",
                                  R"(core.crossbar.adc.conversion_time={"8": "0.11 cycles"})"};
  all.insert(all.end(), sets.begin(), sets.end());
  return load_machine("teaching", all).chip;
}

Pair Bottleneck::pair() const {
  const Network net = layer();
  Pair p;
  p.analytic_chip = p.simulated_chip = chip();
  p.mapping = map_network(net, p.analytic_chip, {});
  p.program = expand(net, p.analytic_chip, p.mapping);
  for (const StageInfo& s : kStages) {
    if (s.stage == stage) continue;
    scale_stage(s.stage, {1, 10}, p.mapping);
    scale_stage(s.stage, {1, 10}, p.program);
  }
  return p;
}

Agreement Bottleneck::agreement(const std::function<void(Pair&)>& mutate) const {
  Pair p = pair();
  if (mutate) mutate(p);
  const analytic::Estimate estimate =
      analytic::estimate(layer(), p.analytic_chip, p.mapping, analytic::Sharing::max_min);
  return interval_agreement(estimate.contention, sim::measure(p.simulated_chip, p.program, {}));
}

std::ostream& operator<<(std::ostream& out, const Bottleneck& b) {
  return out << kStages[index(b.stage)].key << (b.sets.empty() ? "" : ", " + b.sets.front());
}

const Bottleneck kRead{Stage::noc_read};
const Bottleneck kReadMemory{Stage::noc_read, {"memory.0.rate=5 B/cycle"}};
const Bottleneck kOperands{Stage::l1_read_mac};
const Bottleneck kMac{Stage::mac};
const Bottleneck kSums{Stage::l1_write_mac};
const Bottleneck kSimdOperands{Stage::l1_read_simd};
const Bottleneck kSimd{Stage::simd};
const Bottleneck kResults{Stage::l1_write_simd};
const Bottleneck kWrite{Stage::noc_write};
const Bottleneck kWriteMemory{Stage::noc_write, {"memory.0.rate=5 B/cycle"}};

const std::vector<Bottleneck> kAll = {kRead,         kReadMemory, kOperands, kMac,   kSums,
                                      kSimdOperands, kSimd,       kResults,  kWrite, kWriteMemory};

class Unmutated : public testing::TestWithParam<Bottleneck> {};

TEST_P(Unmutated, EnginesAgreeAndOneStageDominates) {
  const Bottleneck& b = GetParam();
  const Agreement a = b.agreement();
  EXPECT_TRUE(a.within(kAgree)) << a.error();
  const Pair p = b.pair();
  const analytic::LayerTimes times =
      analytic::stage_times(layer(), p.analytic_chip, p.mapping, LayerId(0), analytic::kAllPhases,
                            analytic::Sharing::max_min);
  EXPECT_EQ(times.bottleneck, b.stage);
  EXPECT_LE(times.next, times.largest * 0.5);
}

INSTANTIATE_TEST_SUITE_P(Stages, Unmutated, testing::ValuesIn(kAll),
                         [](const auto& i) { return "b" + std::to_string(i.index); });

// A wrong parameter of the machine: one engine has it, then the other.
struct ParameterMutant {
  const char* what;
  const Bottleneck* on;
  std::function<void(RramChip&)> change;
};

std::ostream& operator<<(std::ostream& out, const ParameterMutant& m) { return out << m.what; }

CoreKind& core(RramChip& c) { return c.kinds.front(); }
template <class T>
void more(T& value) {
  value = value * 1.1;
}
void more(Bits& value) { value = Bits(value.count() * kMore.to / kMore.from); }
void more(std::int64_t& value) { value = value * kMore.to / kMore.from; }

const std::vector<ParameterMutant> kParameters = {
    {"S1 flit", &kRead, [](RramChip& c) { more(c.noc.flit); }},
    {"S1 NoC clock", &kRead, [](RramChip& c) { more(c.noc.clock); }},
    {"S1 memory rate", &kReadMemory, [](RramChip& c) { more(c.memory[0].rate); }},
    {"S2 word", &kOperands, [](RramChip& c) { more(core(c).l1.word); }},
    {"S2 L1 clock", &kOperands, [](RramChip& c) { more(core(c).l1.clock); }},
    {"S3 conversion", &kMac, [](RramChip& c) { more(core(c).crossbar.adc.conversion); }},
    {"S3 ADCs", &kMac, [](RramChip& c) { core(c).crossbar.adc.count = 10; }},
    {"S4 word", &kSums, [](RramChip& c) { more(core(c).l1.word); }},
    {"S4 L1 clock", &kSums, [](RramChip& c) { more(core(c).l1.clock); }},
    {"S5 word", &kSimdOperands, [](RramChip& c) { more(core(c).l1.word); }},
    {"S5 L1 clock", &kSimdOperands, [](RramChip& c) { more(core(c).l1.clock); }},
    {"S6 lanes", &kSimd, [](RramChip& c) { more(core(c).simd.lanes); }},
    {"S6 clock", &kSimd, [](RramChip& c) { more(core(c).simd.clock); }},
    {"S6 cycles per operation", &kSimd, [](RramChip& c) { more(core(c).simd.cycles_per_op); }},
    {"S6 cost of an addition", &kSimd,
     [](RramChip& c) { more(core(c).simd.lane_ops[index(SimdKind::add)]); }},
    {"S7 word", &kResults, [](RramChip& c) { more(core(c).l1.word); }},
    {"S7 L1 clock", &kResults, [](RramChip& c) { more(core(c).l1.clock); }},
    {"S8 flit", &kWrite, [](RramChip& c) { more(c.noc.flit); }},
    {"S8 NoC clock", &kWrite, [](RramChip& c) { more(c.noc.clock); }},
    {"S8 memory rate", &kWriteMemory, [](RramChip& c) { more(c.memory[0].rate); }},
};

class WrongParameter : public testing::TestWithParam<ParameterMutant> {};

TEST_P(WrongParameter, IsCaughtInTheEventEngine) {
  const ParameterMutant& m = GetParam();
  EXPECT_TRUE(m.on->agreement().within(kAgree));
  const Agreement a = m.on->agreement([&m](Pair& p) { m.change(p.simulated_chip); });
  EXPECT_FALSE(a.within(kCaught)) << a.error();
}

TEST_P(WrongParameter, IsCaughtInTheAnalyticEngine) {
  const ParameterMutant& m = GetParam();
  EXPECT_TRUE(m.on->agreement().within(kAgree));
  const Agreement a = m.on->agreement([&m](Pair& p) { m.change(p.analytic_chip); });
  EXPECT_FALSE(a.within(kCaught)) << a.error();
}

INSTANTIATE_TEST_SUITE_P(Mutants, WrongParameter, testing::ValuesIn(kParameters),
                         [](const auto& i) { return "m" + std::to_string(i.index); });

// A wrong amount: the same in both engines until one counts more of it.
struct AmountMutant {
  const char* what;
  const Bottleneck* on;
  std::function<void(Mapping&)> in_mapping;
  std::function<void(Program&)> in_program;
};

std::ostream& operator<<(std::ostream& out, const AmountMutant& m) { return out << m.what; }

AmountMutant amount(const char* what, const Bottleneck& on) {
  const Stage stage = on.stage;
  return {what, &on, [stage](Mapping& m) { scale_stage(stage, kMore, m); },
          [stage](Program& p) { scale_stage(stage, kMore, p); }};
}

const std::vector<AmountMutant> kAmounts = {
    amount("S1 bits", kRead),
    amount("S1 bits through memory", kReadMemory),
    amount("S2 bits", kOperands),
    amount("S3 MVMs", kMac),
    {"S3 slots", &kMac, [](Mapping& m) { more(m.layers[0].tasks[0].work.mac.slots); },
     [](Program& p) { more(p.tasks[0].mvm.slots); }},
    {"S3 columns", &kMac, [](Mapping& m) { more(m.layers[0].tasks[0].work.mac.columns); },
     [](Program& p) { more(p.tasks[0].mvm.columns); }},
    amount("S4 bits", kSums),
    amount("S5 bits", kSimdOperands),
    amount("S6 operations", kSimd),
    amount("S7 bits", kResults),
    amount("S8 bits", kWrite),
    amount("S8 bits through memory", kWriteMemory),
};

class WrongAmount : public testing::TestWithParam<AmountMutant> {};

TEST_P(WrongAmount, IsCaughtInTheEventEngine) {
  const AmountMutant& m = GetParam();
  EXPECT_TRUE(m.on->agreement().within(kAgree));
  const Agreement a = m.on->agreement([&m](Pair& p) { m.in_program(p.program); });
  EXPECT_FALSE(a.within(kCaught)) << a.error();
}

TEST_P(WrongAmount, IsCaughtInTheAnalyticEngine) {
  const AmountMutant& m = GetParam();
  EXPECT_TRUE(m.on->agreement().within(kAgree));
  const Agreement a = m.on->agreement([&m](Pair& p) { m.in_mapping(p.mapping); });
  EXPECT_FALSE(a.within(kCaught)) << a.error();
}

INSTANTIATE_TEST_SUITE_P(Mutants, WrongAmount, testing::ValuesIn(kAmounts),
                         [](const auto& i) { return "m" + std::to_string(i.index); });

// The requirement itself: three mutants of every stage, each given to either engine above.
TEST(Mutants, AreThreeOfEveryStageAtLeast) {
  for (const StageInfo& s : kStages) {
    if (s.stage == Stage::write) continue;
    int count = 0;
    for (const ParameterMutant& m : kParameters) count += m.on->stage == s.stage ? 1 : 0;
    for (const AmountMutant& m : kAmounts) count += m.on->stage == s.stage ? 1 : 0;
    EXPECT_GE(count, 3) << s.key;
  }
}

}  // namespace
}  // namespace crossroof::validation
