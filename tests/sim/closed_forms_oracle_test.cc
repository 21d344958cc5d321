// SPDX-License-Identifier: Apache-2.0
// Each resource alone reaches its closed form, amount / rate. 1 GHz; flits, links and ports of
// 4 B/cycle; L1 words of 2 B; so everything is counted in cycles. What a run takes beyond that, the
// way of the first and the last message, is below 0.1 % of it.
#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/hand_program.h"
#include "tests/workloads/random_cases.h"

namespace crossroof::sim {
namespace {

using oracle::HandProgram;

constexpr std::int64_t kMessages = 2000;
constexpr std::int64_t kBits = 8 * 64;  // 16 flits
constexpr std::int64_t kPlenty = 1 << 20;

double cycles(const RramChip& chip, const Program& program) {
  return simulate(chip, program, {}).makespan.value() * 1e9;
}

// Two nodes on each of two routers: cores 0, 1 | 2, 3; the controller on the second.
RramChip two_routers() {
  RramChip chip = oracle::plain_chip(4, 1, 32, 32);
  chip.noc.topology =
      make_mesh(2, 1, {RouterId(0), RouterId(0), RouterId(1), RouterId(1), RouterId(1)});
  return chip;
}

// Senders and receivers have nothing else to do.
void stream(HandProgram& p, std::size_t from, std::size_t to) {
  const TaskId source = p.task(from, kMessages, {}, {});
  p.send(source, p.task(to, kMessages, {}, {}), kBits, kPlenty);
}

// 2 * 2000 * 16 flits cross the one link; each port carries half of them.
TEST(ClosedForm, ALinkCarriesAFlitPerCycle) {
  HandProgram p;
  stream(p, 0, 2);
  stream(p, 1, 3);
  constexpr double kFlits = 2.0 * kMessages * 16;
  EXPECT_NEAR(cycles(two_routers(), p.program()), kFlits, 0.001 * kFlits);
}

// Two receivers: only the injection port of core 0 has all of it.
TEST(ClosedForm, AnInjectionPortSendsAFlitPerCycle) {
  HandProgram p;
  const TaskId source = p.task(0, kMessages, {}, {});
  for (const std::size_t to : {1U, 2U}) {
    p.send(source, p.task(to, kMessages, {}, {}), kBits, kPlenty);
  }
  constexpr double kFlits = 2.0 * kMessages * 16;
  EXPECT_NEAR(cycles(oracle::star_chip(3), p.program()), kFlits, 0.001 * kFlits);
}

TEST(ClosedForm, AnEjectionPortReceivesAFlitPerCycle) {
  HandProgram p;
  const TaskId sink = p.task(2, kMessages, {}, {});
  for (const std::size_t from : {0U, 1U}) {
    p.send(p.task(from, kMessages, {}, {}), sink, kBits, kPlenty);
  }
  constexpr double kFlits = 2.0 * kMessages * 16;
  EXPECT_NEAR(cycles(oracle::star_chip(3), p.program()), kFlits, 0.001 * kFlits);
}

// A header flit per packet of two: 1.5 cycles per 4 B.
TEST(ClosedForm, AHeaderTakesItsShareOfALink) {
  RramChip chip = oracle::star_chip(2);
  chip.noc.payload_flits = 2;
  chip.noc.header_flits = 1;
  HandProgram p;
  stream(p, 0, 1);
  constexpr double kFlits = 1.5 * kMessages * 16;
  for (const NocGranularity g : {NocGranularity::packet, NocGranularity::flow}) {
    SimOptions options;
    options.noc = g;
    EXPECT_NEAR(simulate(chip, p.program(), options).makespan.value() * 1e9, kFlits,
                0.001 * kFlits);
  }
}

// 1.6 B/cycle, 64 B a message: 40 cycles each.
TEST(ClosedForm, AControllerReadsAtItsRate) {
  RramChip chip = oracle::star_chip(1);
  chip.memory[0].rate = BytesPerSecond(1.6e9);
  HandProgram p;
  p.read(0, p.task(0, kMessages, {}, {}), kBits, kPlenty);
  EXPECT_NEAR(cycles(chip, p.program()), 40.0 * kMessages, 0.001 * 40 * kMessages);
}

TEST(ClosedForm, AControllerWritesAtItsRate) {
  RramChip chip = oracle::star_chip(1);
  chip.memory[0].rate = BytesPerSecond(1.6e9);
  HandProgram p;
  p.store(p.task(0, kMessages, {}, {}), 0, kBits);
  EXPECT_NEAR(cycles(chip, p.program()), 40.0 * kMessages, 0.001 * 40 * kMessages);
}

// 64 B are 32 words; nothing but L1 reads: exact.
TEST(ClosedForm, AnL1PortMovesAWordPerCycle) {
  HandProgram p;
  p.task(0, kMessages, {Stage::l1_read_mac}, oracle::l1_read(kBits));
  EXPECT_DOUBLE_EQ(cycles(oracle::star_chip(1), p.program()), 32.0 * kMessages);
}

// Two tasks on two ports, but every fourth word of four banks is in the same bank.
TEST(ClosedForm, AnL1BankMovesAWordPerCycleWhateverThePorts) {
  RramChip chip = oracle::star_chip(1);
  chip.kinds[0].l1.ports = {2, 0, 0};
  chip.kinds[0].l1.banks = 4;
  StageWork w = oracle::l1_read(kBits);
  w.s2.pattern = Pattern::stride;
  w.s2.stride = 4;
  HandProgram p;
  p.task(0, kMessages, {Stage::l1_read_mac}, w);
  p.task(0, kMessages, {Stage::l1_read_mac}, w);
  constexpr double kWords = 2.0 * 32 * kMessages;
  EXPECT_NEAR(cycles(chip, p.program()), kWords, 0.001 * kWords);
}

// 8 slots of ceil(32 columns / 4 ADCs) = 8 cycles: 64 per MVM, and one front of 4 for all.
TEST(ClosedForm, CrossbarsTakeTheirIntervalPerMvm) {
  HandProgram p;
  p.task(0, kMessages, {Stage::mac}, oracle::matrix(3));
  EXPECT_DOUBLE_EQ(cycles(oracle::star_chip(1), p.program()), 4.0 + 64.0 * 3 * kMessages);
}

// Without a second sample-and-hold: 8 slots of 4 + 8 cycles.
TEST(ClosedForm, CrossbarsWithoutOverlapTakeFrontAndBackPerSlot) {
  RramChip chip = oracle::star_chip(1);
  chip.kinds[0].crossbar.double_sample_hold = false;
  HandProgram p;
  p.task(0, kMessages, {Stage::mac}, oracle::matrix(3));
  EXPECT_DOUBLE_EQ(cycles(chip, p.program()), 96.0 * 3 * kMessages);
}

// 101 additions on 2 lanes: 51 cycles a chunk.
TEST(ClosedForm, TheSimdUnitTakesARoundPerCycle) {
  HandProgram p;
  p.task(0, kMessages, {Stage::simd}, oracle::additions(101));
  EXPECT_DOUBLE_EQ(cycles(oracle::star_chip(1), p.program()), 51.0 * kMessages);
}

}  // namespace
}  // namespace crossroof::sim
