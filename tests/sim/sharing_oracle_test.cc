// SPDX-License-Identifier: Apache-2.0
// Streams that share a server take turns, packet by packet. Flits, links, ports and the controller
// of 4 B/cycle at 1 GHz, one flit a packet. A receiver reads one L1 word (1 cycle) per message, so
// its L1 shows when each has landed.
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

constexpr Tick kCycle = 1000000;
constexpr std::int64_t kPlenty = 1 << 20;

TaskId receiver(HandProgram& p, std::size_t core, std::int64_t messages) {
  return p.task(core, messages, {Stage::l1_read_mac}, oracle::l1_read(16));
}

// When each message was there, in cycles.
std::vector<Tick> landings(const Recorder& recorder, TaskId task) {
  std::vector<Tick> at;
  for (const Service& s : recorder.of(static_cast<std::uint32_t>(task), Stage::l1_read_mac)) {
    at.push_back(s.start / kCycle);
  }
  return at;
}

Recorder run(const RramChip& chip, const Program& program,
             NocGranularity granularity = NocGranularity::packet) {
  Recorder recorder;
  SimOptions options;
  options.noc = granularity;
  options.trace = &recorder;
  simulate(chip, program, options);
  return recorder;
}

// Max-min: five packets each until 10, then the other 20 alone until 30. Division by two would say
// 50 and 10.
TEST(SimulatedSharing, TwoCoresThatAsk100BAnd20BOfOneControllerHaveThemAt30And10) {
  HandProgram p;
  const TaskId a = receiver(p, 0, 1), b = receiver(p, 1, 1);
  p.read(0, a, 800, kPlenty);
  p.read(0, b, 160, kPlenty);
  for (const NocGranularity g : {NocGranularity::packet, NocGranularity::flow}) {
    const Recorder recorder = run(oracle::star_chip(2), p.program(), g);
    EXPECT_EQ(landings(recorder, a), std::vector<Tick>{30});
    EXPECT_EQ(landings(recorder, b), std::vector<Tick>{10});
  }
}

// The controller serves tasks 0, 1, 0, 1, ... and then 0 alone.
TEST(SimulatedSharing, TwoStreamsOfOneControllerAlternate) {
  HandProgram p;
  p.read(0, receiver(p, 0, 1), 800, kPlenty);
  p.read(0, receiver(p, 1, 1), 160, kPlenty);
  const Recorder recorder = run(oracle::star_chip(2), p.program());
  std::string order;
  for (const Service& s : recorder.of("memory memory controller 0")) {
    order += std::to_string(s.task);
  }
  EXPECT_EQ(order, "0101010101" + std::string(20, '0'));
}

// Cores 0 and 1 on one router send to 2 and 3 on the next, over one link. Alone, message i of one
// flit lands at i + 1; together the link carries flit 0 of the first, then of the second, ...
class OneLink {
 public:
  explicit OneLink(bool both) : chip_(oracle::plain_chip(4, 1, 32, 32)) {
    chip_.noc.topology =
        make_mesh(2, 1, {RouterId(0), RouterId(0), RouterId(1), RouterId(1), RouterId(1)});
    for (const std::size_t core : {0U, 1U}) {
      const TaskId source = program_.task(core, kMessages, {}, {});
      to_.push_back(receiver(program_, core + 2, kMessages));
      program_.send(source, to_.back(), 32, kPlenty);
      if (!both) break;
    }
    recorder_ = run(chip_, program_.program());
  }
  std::vector<Tick> landings_of(std::size_t stream) const {
    return landings(recorder_, to_[stream]);
  }
  static constexpr std::int64_t kMessages = 50;

 private:
  RramChip chip_;
  HandProgram program_;
  std::vector<TaskId> to_;
  Recorder recorder_;
};

TEST(SimulatedSharing, AStreamAloneHasAFlitPerCycle) {
  std::vector<Tick> expected;
  for (Tick i = 0; i < OneLink::kMessages; ++i) expected.push_back(i + 1);
  EXPECT_EQ(OneLink(false).landings_of(0), expected);
}

TEST(SimulatedSharing, TwoEqualStreamsThroughOneLinkAlternateAndEachTakesTwiceAsLong) {
  const OneLink link(true);
  std::vector<Tick> first, second;
  for (Tick i = 0; i < OneLink::kMessages; ++i) {
    first.push_back(2 * i + 1);
    second.push_back(2 * i + 2);
  }
  EXPECT_EQ(link.landings_of(0), first);
  EXPECT_EQ(link.landings_of(1), second);
}

}  // namespace
}  // namespace crossroof::sim
