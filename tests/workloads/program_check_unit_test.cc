// SPDX-License-Identifier: Apache-2.0
// check() accepts the small programs and names what is wrong with each of them once it is spoilt.
#include "workloads/program_check.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/workloads/program_interpreter.h"
#include "tests/workloads/small_programs.h"
#include "workloads/flows.h"
#include "workloads/streams.h"

namespace crossroof::oracle {
namespace {

std::string faults(const SmallProgram& e) {
  std::string all;
  for (const std::string& s : check(e.net, e.chip, e.mapping, e.program)) all += s + "\n";
  return all;
}

void expect_fault(const SmallProgram& e, const std::string& part) {
  EXPECT_NE(faults(e).find(part), std::string::npos) << "'" << faults(e) << "' lacks: " << part;
}

// Takes a feed out of the program, and out of the task it leaves.
void drop(SmallProgram& e, std::size_t feed) {
  e.program.feeds.erase(e.program.feeds.begin() + static_cast<std::ptrdiff_t>(feed));
  for (CoreTask& t : e.program.tasks) {
    const FeedId gone = FeedId(static_cast<std::uint32_t>(feed));
    t.out.erase(std::remove(t.out.begin(), t.out.end(), gone), t.out.end());
    for (FeedId& f : t.out) {
      if (index(f) > feed) f = FeedId(static_cast<std::uint32_t>(index(f) - 1));
    }
  }
}

std::size_t first_of(const SmallProgram& e, StreamKind kind) {
  std::size_t f = 0;
  while (e.program.feeds[f].kind != kind) ++f;
  return f;
}

MessageList& list(SmallProgram& e, StreamKind kind) {
  return e.program.lists[index(e.feed(kind).list)];
}

// layer_over_passes() with an edge from its first layer to itself, as if it could be reloaded.
SmallProgram own_state_over_phases() {
  SmallProgram e = layer_over_passes();
  Layer& cell = e.net.layers[0];
  cell.steps = 4;
  Edge own = cell.in_edges[0];
  own.producer = LayerId(0);
  own.channels = own.from.channels = 12;
  own.need = Need::same;
  cell.in_edges.push_back(own);
  std::vector<Stream> streams = make_streams(e.net, e.mapping.layers);
  for (Stream& s : streams) {
    fill_needs(e.net, e.mapping, s);
    fill_flows(e.net, e.chip, e.mapping, s);
    s.credits = 8;
  }
  e.mapping.streams = std::move(streams);
  e.program = expand(e.net, e.chip, e.mapping);
  return e;
}

TEST(ProgramCheck, SmallProgramsAreSoundAndFinish) {
  for (const SmallProgram& e : {worked_example(), every_third_row(), one_skip(), split_column(),
                                two_replicas(), two_phases(), spilled_skip(), two_passes(),
                                layer_over_passes(), two_chips(), multicast_pair()}) {
    EXPECT_EQ(faults(e), "");
    EXPECT_TRUE(interpret(e.program, e.chip.stage_slots, 2).finished);
  }
}

TEST(ProgramCheck, SeesWorkThatIsMissing) {
  SmallProgram e = worked_example();
  e.program.tasks[0].classes[0].s4.amount = Bits(8);
  e.program.tasks[0].classes[0].macs -= 1;
  expect_fault(e, "S4 of task 0");
  expect_fault(e, "number of MACs of task 0");
}

TEST(ProgramCheck, SeesWorkAtAStageThatDoesNotExist) {
  SmallProgram e = worked_example();
  e.program.tasks[0].has[index(Stage::simd)] = false;
  expect_fault(e, "has work at a stage that does not exist");
}

TEST(ProgramCheck, SeesAChunkThatNoReplicaHas) {
  SmallProgram e = two_replicas();
  e.program.tasks[0].chunks[1] = 3;  // as replica 1
  expect_fault(e, "not every chunk of 'layer0' has one replica");
}

TEST(ProgramCheck, SeesWeightsPlacedTwice) {
  SmallProgram e = split_column();
  e.mapping.layers[0].tasks[1].rectangle.block_begin = 1;  // row block 1 is on the first core
  expect_fault(e, "does not hold every weight once");
}

TEST(ProgramCheck, SeesACoreWithMoreArraysThanItHas) {
  SmallProgram e = split_column();
  e.chip.kinds[0].crossbars = 1;
  expect_fault(e, "core 0 should hold 2 arrays, more than it has");
}

TEST(ProgramCheck, SeesACoreWithMoreInL1ThanItHas) {
  SmallProgram e = worked_example();
  e.chip.kinds[0].l1.capacity = Bits(std::int64_t{8} * 655);  // 656 B (buffers_unit_test)
  expect_fault(e, "should keep 5248 bits in L1, more than it has");
  expect_fault(e, "messages and results of core 0 take 5248 bits, more than its L1 has");
}

TEST(ProgramCheck, SeesAFeedThatIsMissing) {
  SmallProgram e = two_replicas();
  drop(e, first_of(e, StreamKind::activation));
  expect_fault(e, "message 0 of inlet 2");
  expect_fault(e, "bits too many from task 0");
}

TEST(ProgramCheck, SeesAStoreThatIsMissing) {
  SmallProgram e = two_phases();
  drop(e, first_of(e, StreamKind::store));
  expect_fault(e, "counts on other messages than are stored");
  expect_fault(e, "waits for a message that nobody stores");
}

TEST(ProgramCheck, SeesAPartialSumThatIsMissing) {
  SmallProgram e = split_column();
  drop(e, first_of(e, StreamKind::partial));
  expect_fault(e, "number of senders of inlet");
}

TEST(ProgramCheck, SeesBitsThatComeTwice) {
  SmallProgram e = two_replicas();
  Feed& f = e.feed(StreamKind::activation);
  f.position_bits = f.position_bits * 2;
  expect_fault(e, "has 64 bits a position; expected 32");
  expect_fault(e, "sends channels it has not");
  expect_fault(e, "S1 of task 2");
  expect_fault(e, "S8 of task 0");
}

TEST(ProgramCheck, SeesAMessageThatIsNotWhole) {
  SmallProgram e = worked_example();
  list(e, StreamKind::input)[2].positions = 3;
  expect_fault(e, "carries a message that is not whole");
}

TEST(ProgramCheck, SeesAMessageFromAnotherChunk) {
  SmallProgram e = every_third_row();
  list(e, StreamKind::activation)[1].emitter = 4;
  expect_fault(e, "carries message 3 from where it is not");
}

TEST(ProgramCheck, SeesAnEmitterThatDoesNotExist) {
  SmallProgram e = every_third_row();
  list(e, StreamKind::activation)[1].emitter = 5;  // five chunks: 0..4
  expect_fault(e, "names an emitter that does not exist");
}

TEST(ProgramCheck, SeesListsThatDoNotAscend) {
  SmallProgram e = worked_example();
  std::swap(list(e, StreamKind::store)[1], list(e, StreamKind::store)[2]);
  expect_fault(e, "ordinals of list");
  expect_fault(e, "emitters of list");
}

TEST(ProgramCheck, SeesTooFewCredits) {
  SmallProgram e = worked_example();
  Inlet& inlet = e.inlet(LayerId::network_input, LayerId(0));
  inlet.credits = 3;  // all three rows of the window
  EXPECT_EQ(faults(e), "");
  inlet.credits = 2;
  expect_fault(e, "ask for 3 messages at once; it has 2 credits");
}

TEST(ProgramCheck, SeesNeedsThatGoBack) {
  SmallProgram e = worked_example();
  e.demand(e.program.inlets[0]).needs[3].begin = 0;
  expect_fault(e, "needs of inlet 0");
  expect_fault(e, "go back");
}

TEST(ProgramCheck, SeesNeedsBeyondTheMessages) {
  SmallProgram e = worked_example();
  e.demand(e.program.inlets[0]).needs[3].end = 5;
  expect_fault(e, "lie outside its messages");
}

TEST(ProgramCheck, SeesAChunkThatDoesNotWaitForItsWindow) {
  SmallProgram e = worked_example();
  e.demand(e.program.inlets[0]).needs[1].end = 2;  // row 2 is read too
  expect_fault(e, "does not hold what chunk 1 needs");
}

TEST(ProgramCheck, SeesAnInletThatIsMissing) {
  SmallProgram e = one_skip();
  const InletId last = e.program.tasks[1].inlets.back();
  ASSERT_EQ(e.program.inlets[index(last)].kind, StreamKind::skip);
  drop(e, first_of(e, StreamKind::skip));
  e.program.tasks[1].inlets.pop_back();
  e.program.inlets.pop_back();
  expect_fault(e, "has no inlet for stream");
}

TEST(ProgramCheck, SeesWhatIsSaidToStayOnACore) {
  SmallProgram e = one_skip();
  e.feed(StreamKind::skip).local = true;
  expect_fault(e, "is said to be within one core");
}

TEST(ProgramCheck, SeesWhatCrossesAPhase) {
  SmallProgram e = two_replicas();
  e.program.phases.resize(2);
  e.program.phases[0].tasks.pop_back();
  e.program.phases[1].tasks.push_back(TaskId(2));
  e.program.tasks[2].phase = e.mapping.layers[1].tasks[0].phase = 1;
  expect_fault(e, "crosses a phase");
}

TEST(ProgramCheck, SeesWhatIsReadBeforeItsPhase) {
  SmallProgram e = two_phases();
  std::swap(e.program.phases[0].tasks, e.program.phases[1].tasks);
  for (const std::size_t l : {0U, 1U}) {
    e.program.tasks[l].phase = e.mapping.layers[l].tasks[0].phase = 1 - static_cast<int>(l);
  }
  e.mapping.layers[0].phase = 1;
  expect_fault(e, "reads what a later phase stores");
}

// The last part of the layer is stored in time, the first is not.
TEST(ProgramCheck, SeesAPartThatIsReadBeforeItsPhase) {
  SmallProgram e = layer_over_passes();
  ASSERT_EQ(e.program.tasks[2].phase, 2);
  e.program.phases[0].tasks.clear();
  e.program.phases.emplace_back().tasks.push_back(TaskId(0));
  e.program.tasks[0].phase = e.mapping.layers[0].tasks[0].phase = 3;
  expect_fault(e, "reads what a later phase stores");
}

TEST(ProgramCheck, SeesWeightsThatAreNotLoaded) {
  SmallProgram e = two_passes();
  e.program.phases[1].reloads.pop_back();
  expect_fault(e, "weights loaded for layer 'layer3' is 0 bits; expected 128 bits");
}

TEST(ProgramCheck, SeesAGroupThatIsTakenApart) {
  SmallProgram e = multicast_pair();
  for (Feed& f : e.program.feeds) f.group = -1;
  expect_fault(e, "S8 of task 0");
}

// Step 1 of a sequence needs the state after step 0; it cannot need its own.
TEST(ProgramCheck, SeesAStepThatWaitsForItself) {
  SmallProgram e = two_replicas();
  Layer& cell = e.net.layers[1];
  cell.steps = 16;
  Edge own = cell.in_edges[0];
  own.producer = LayerId(1);
  own.need = Need::same;
  cell.in_edges.push_back(own);
  const SmallProgram good(e.net, e.chip, MappingOptions{});
  SmallProgram bad = good;
  for (Stream& s : bad.mapping.streams) {
    if (!s.recurrent) continue;
    for (std::size_t c = 0; c < s.needs.size(); ++c) {
      s.needs[c] = {0, static_cast<std::int64_t>(c) + 1};
    }
  }
  bad.program = expand(bad.net, bad.chip, bad.mapping);
  expect_fault(bad, "waits for a message that it or a later chunk sends");
}

// A layer that reads its own state from memory, its columns cut over two phases.
TEST(ProgramCheck, SeesAStateThatALaterPhaseMakes) {
  SmallProgram e = own_state_over_phases();
  expect_fault(e, "from controller 0 to task 0");
  expect_fault(e, "reads what a later phase stores");
  EXPECT_FALSE(interpret(e.program, e.chip.stage_slots, 1).finished);
}

TEST(ProgramCheck, StopsAtTwentyFaults) {
  SmallProgram e = spilled_skip();
  for (CoreTask& t : e.program.tasks) t.classes[0].s2.amount = t.classes[0].s4.amount = Bits(1);
  EXPECT_EQ(check(e.net, e.chip, e.mapping, e.program).size(), kMostFaults);
}

}  // namespace
}  // namespace crossroof::oracle
