// SPDX-License-Identifier: Apache-2.0
// Small programs by hand where requests of different kinds meet at one piece of hardware. Plain
// chip: cycles of 1 ns, L1 words of 2 B, MVMs of 64 ns on a full crossbar after a front of 4 ns.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/hand_program.h"
#include "tests/sim/simulated_cases.h"
#include "tests/workloads/random_cases.h"

namespace crossroof::sim {
namespace {

using oracle::HandProgram;

constexpr Tick kNs = 1000000;
constexpr std::int64_t kPlenty = 1 << 20;

RramChip star(std::int64_t cores) {
  RramChip chip = oracle::star_chip(cores);
  chip.noc.payload_flits = 4;
  return chip;
}

SimResult run(const RramChip& chip, const Program& program, Recorder* recorder = nullptr) {
  SimOptions options;
  options.trace = recorder;
  return simulate(chip, program, options);
}

// Ten packets of 16 B come 4 ns apart and need 8 cycles of the L1 each; the reads of another task
// need 8 as well. A stage has one burst outstanding, so they take turns while both have work.
TEST(SharedDma, PacketsTakeTurnsWithTheReadsOfAnotherTask) {
  RramChip chip = star(1);
  chip.kinds[0].l1.dma = Dma::shared;
  chip.kinds[0].l1.word = Bits(16);
  chip.kinds[0].l1.burst = Bits(128);
  chip.memory[0].rate = BytesPerSecond(16e9);
  HandProgram p;
  p.read(0, p.task(0, 1, {Stage::l1_read_mac}, oracle::l1_read(16)), 1280, kPlenty);
  p.task(0, 10, {Stage::l1_read_mac}, oracle::l1_read(128));
  Recorder recorder;
  run(chip, p.program(), &recorder);
  std::string order;
  for (const Service& s : recorder.of("core 0 L1")) order += std::to_string(s.task);
  std::string expected;
  for (int i = 0; i < 10; ++i) expected += "10";
  EXPECT_EQ(order, expected + "0") << "and at last the read for which the packets came";
}

// Two planes behind one read-out: three MVMs of one, while the other is written for 200 ns and has
// one MVM. Each as [start, end), in order.
std::vector<std::pair<Tick, Tick>> plane_spans(bool overlaps_mvm) {
  RramChip chip = star(1);
  chip.kinds[0].crossbar.planes = 2;
  chip.kinds[0].crossbars = 1;
  chip.kinds[0].crossbar.write = ArrayWrite{Seconds(100e-9), 1, 1, {}, overlaps_mvm};
  HandProgram p;
  p.task(0, 3, {Stage::mac}, oracle::matrix(1));
  const TaskId written = p.task(0, 1, {Stage::mac}, oracle::matrix(1));
  p.program().phases[0].reloads = {Reload{written, 2, {Bits(32)}}};
  Recorder recorder;
  run(chip, p.program(), &recorder);
  std::vector<std::pair<Tick, Tick>> spans;
  for (const Service& s : recorder.services()) {
    if (s.stage == index(Stage::mac) || s.stage == index(Stage::write)) {
      spans.emplace_back(s.start, s.end);
    }
  }
  std::sort(spans.begin(), spans.end());
  return spans;
}

TEST(Planes, WritingTakesTurnsWithTheMvmsOfTheOtherPlane) {
  const std::vector<std::pair<Tick, Tick>> spans = plane_spans(false);
  ASSERT_EQ(spans.size(), 5U);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    EXPECT_GE(spans[i].first + 4 * kNs, spans[i - 1].second) << "but for the front of the next";
  }
}

// The weights come after 1 ns; the other plane computes from 0 on.
TEST(Planes, AreWrittenBesideMvmsWhereTheMachineOverlapsBoth) {
  const std::vector<std::pair<Tick, Tick>> spans = plane_spans(true);
  ASSERT_EQ(spans.size(), 5U);
  EXPECT_EQ(std::count(spans.begin(), spans.end(), std::pair<Tick, Tick>(1 * kNs, 201 * kNs)), 1);
}

// Feeds 0 and 2 leave the chip, feed 1 does not: two links of 1 B/ns carry 256 B each.
TEST(ChipLinks, AreTakenInTurnByTheFeedsThatCross) {
  RramChip chip = star(3);
  chip.chip_link = ChipLink{BytesPerSecond(1e9), Seconds(10e-9), 2};
  chip.chips = 2;
  HandProgram p;
  std::vector<TaskId> from, to;
  for (std::size_t core = 0; core < 3; ++core) from.push_back(p.task(core, 1, {}, {}));
  for (const std::size_t core : {0U, 1U, 1U}) {
    to.push_back(p.task(core, 1, {Stage::l1_read_mac}, oracle::l1_read(16)));
  }
  p.send(from[0], to[0], 2048, 8);
  p.send(from[2], to[2], 32, 8);
  p.send(from[1], to[1], 2048, 8);
  Program& program = p.program();
  program.chips = 2;
  for (const std::size_t task : {3U, 4U}) program.tasks[task].chip = 1;
  for (const std::size_t feed : {0U, 2U}) program.feeds[feed].to.chip = 1;
  const SimResult result = run(chip, program);
  int links = 0;
  for (const SimResource& r : result.resources) {
    if (r.kind != SimResourceKind::chip_link) continue;
    ++links;
    EXPECT_EQ(r.busy.value(), 256e-9);
  }
  EXPECT_EQ(links, 2);
}

// What happens at the limit itself still counts.
TEST(MaxTime, OfTheMakespanItselfLetsARunFinish) {
  HandProgram p;
  p.task(0, 4, {Stage::l1_read_mac}, oracle::l1_read(32));
  const Seconds makespan = run(star(1), p.program()).makespan;
  SimOptions options;
  options.max_time = makespan;
  EXPECT_EQ(simulate(star(1), p.program(), options).end, SimEnd::finished);
  options.max_time = makespan * 0.99;
  EXPECT_EQ(simulate(star(1), p.program(), options).end, SimEnd::max_time);
}

// A chunk that makes two messages of one feed sends both.
TEST(Emission, SendsEveryMessageThatAChunkMakes) {
  HandProgram p;
  const TaskId source = p.task(0, 2, {}, {});
  const TaskId sink = p.task(1, 4, {Stage::l1_read_mac}, oracle::l1_read(16));
  p.send(source, sink, 32, kPlenty);
  Program& program = p.program();
  MessageList& list = program.lists[index(program.feeds[0].list)];
  for (std::size_t m = 0; m < list.size(); ++m) list[m].emitter = static_cast<std::int32_t>(m / 2);
  EXPECT_EQ(run(star(2), program).counts.messages, 4);
}

}  // namespace
}  // namespace crossroof::sim
