// SPDX-License-Identifier: Apache-2.0
// Ten thousand random small networks: every program is sound, and one that obeys nothing but order,
// slots, needs and credits runs to its end.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/workloads/program_cases.h"
#include "tests/workloads/program_interpreter.h"
#include "workloads/program_check.h"

namespace crossroof::oracle {
namespace {

constexpr std::uint64_t kCases = 10000;
constexpr int kFailuresShown = 3;

std::string lines(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& s : sentences) all += "  " + s + "\n";
  return all;
}

// What the cases hold, so that a generator that has stopped producing something is noticed.
class Census {
 public:
  void add(const ProgramCase& c, const Program& program) {
    note(c.options.mode == RunMode::layer_serial ? "layer-serial" : "layer-pipeline");
    note(c.chip.kinds[0].partial_sums == PartialSums::simd ? "sums on SIMD" : "adder tree");
    note("several images", c.options.batch > 1);
    note("reload", c.mapping.passes > 1);
    note("several chips", c.mapping.chips > 1);
    bool replicas = false, partials = false, local = false, groups = false, simd = false;
    for (const LayerMapping& l : c.mapping.layers) replicas |= l.plan.replicas > 1;
    for (const CoreTask& t : program.tasks) {
      partials |= t.role == Role::partial;
      simd |= t.role == Role::simd;
    }
    for (const Feed& f : program.feeds) {
      local |= f.local;
      groups |= f.group >= 0;
    }
    note("replicas", replicas);
    note("partial sums", partials);
    note("SIMD-only", simd);
    note("within a core", local);
    note("multicast group", groups);
    for (const Stream& s : c.mapping.streams) {
      note("skip", s.kind == StreamKind::skip);
      note("two paths", s.reconvergent);
      note("spilled", s.spilled);
      note("piecewise", s.piecewise);
    }
  }

  void expect_each_at_least(int count) const {
    for (const char* what :
         {"layer-serial", "layer-pipeline", "sums on SIMD", "adder tree", "several images",
          "reload", "several chips", "replicas", "partial sums", "SIMD-only", "within a core",
          "multicast group", "skip", "two paths", "spilled", "piecewise"}) {
      const auto found = seen_.find(what);
      EXPECT_GE(found == seen_.end() ? 0 : found->second, count) << what;
    }
  }

 private:
  void note(const std::string& what, bool present = true) { seen_[what] += present ? 1 : 0; }

  std::map<std::string, int> seen_;
};

// Whether the program of the case is sound and runs to its end, with all messages that are due.
bool runs(const ProgramCase& c, const Program& program) {
  const std::vector<std::string> faults = check(c.net, c.chip, c.mapping, program);
  EXPECT_TRUE(faults.empty()) << describe(c) << lines(faults);
  if (!faults.empty()) return false;
  const ProgramRun run = interpret(program, c.chip.stage_slots, c.options.batch);
  EXPECT_TRUE(run.finished) << describe(c) << lines(run.waiting);
  std::int64_t chunks = 0, messages = 0;
  for (const CoreTask& t : program.tasks) chunks += static_cast<std::int64_t>(t.chunks.size());
  for (const Feed& f : program.feeds) {
    messages += static_cast<std::int64_t>(program.list(f).size());
  }
  EXPECT_EQ(run.chunks, chunks * c.options.batch) << describe(c);
  EXPECT_EQ(run.messages, messages * c.options.batch) << describe(c);
  return run.finished;
}

TEST(ProgramRandom, TenThousandProgramsAreSoundAndFinish) {
  Census census;
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= kCases && failures < kFailuresShown; ++seed) {
    const ProgramCase c = random_program_case(seed);
    const Program program = expand(c.net, c.chip, c.mapping);
    census.add(c, program);
    if (!runs(c, program)) ++failures;
  }
  if (failures == 0) census.expect_each_at_least(10);
}

// The skip holds back what twelve windows of three rows ask for: 12 rows and the one in use.
TEST(ProgramRandom, TwelveLayersMeetTheirInputAgain) {
  for (const RunMode mode : {RunMode::layer_pipeline, RunMode::layer_serial}) {
    for (const std::int64_t images : {1, 2, 4}) {
      const ProgramCase c = twelve_layer_concat(mode, images);
      const Program program = expand(c.net, c.chip, c.mapping);
      EXPECT_TRUE(runs(c, program));
      if (mode == RunMode::layer_serial) continue;
      for (const Stream& s : c.mapping.streams) {
        if (s.producer == LayerId(0) && s.consumer == LayerId(13)) {
          EXPECT_EQ(s.delay, 13);
        }
      }
    }
  }
}

// Found by the interpreter: the first query needs all keys, which are made from the same input; the
// queries made on the way there have to be held although their own layer sends nothing else.
TEST(ProgramRandom, QueriesWaitForAllKeysOfTheSameInput) {
  for (const std::int64_t images : {1, 2}) {
    const ProgramCase c = attention(images);
    const Program program = expand(c.net, c.chip, c.mapping);
    EXPECT_TRUE(runs(c, program));
    for (const Stream& s : c.mapping.streams) {
      if (s.producer == LayerId(1) && s.consumer == LayerId(3)) {
        EXPECT_EQ(s.window, 1);
        EXPECT_EQ(s.delay, 24);
      }
    }
  }
}

// With the credits of a plain stream the same case gets stuck: the interpreter can tell.
TEST(ProgramRandom, TooFewCreditsAreADeadlock) {
  const ProgramCase c = attention(1);
  Program program = expand(c.net, c.chip, c.mapping);
  for (Inlet& i : program.inlets) {
    const Stream& s = c.mapping.streams[i.stream];
    if (s.producer == LayerId(1)) i.credits = 3;
  }
  const ProgramRun run = interpret(program, c.chip.stage_slots, 1);
  EXPECT_FALSE(run.finished);
  ASSERT_FALSE(run.waiting.empty());
  EXPECT_NE(lines(run.waiting).find("which holds 3 from 0 on"), std::string::npos);
}

}  // namespace
}  // namespace crossroof::oracle
