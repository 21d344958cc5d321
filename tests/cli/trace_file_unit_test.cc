// SPDX-License-Identifier: Apache-2.0
// The trace of a run as a Chrome trace file.
#include "cli/trace_file.h"

#include <filesystem>
#include <fstream>
#include <stdlib.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "models/error.h"
#include "sim/simulate.h"
#include "tests/workloads/small_programs.h"

namespace crossroof::cli {
namespace {

using nlohmann::json;

class TraceFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "crossroof trace XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file() const { return (folder_ / "trace.json").string(); }
  json written() const { return json::parse(std::ifstream(file())); }
  // Events of a kind; 'X' are services, 'M' names.
  std::vector<json> events(const char* kind) const {
    std::vector<json> found;
    const json document = written();
    for (const json& e : document.at("traceEvents")) {
      if (e.at("ph") == kind) found.push_back(e);
    }
    return found;
  }
  // The services of one name, as [start, end) in whole nanoseconds.
  std::vector<std::pair<double, double>> spans(const std::string& name) const {
    std::vector<std::pair<double, double>> found;
    for (const json& e : events("X")) {
      const double start = e.at("ts").get<double>() * 1e3;
      if (e.at("name") == name)
        found.emplace_back(std::round(start), std::round(start + e.at("dur").get<double>() * 1e3));
    }
    return found;
  }

  oracle::SmallProgram example_ = oracle::worked_example();

 private:
  std::filesystem::path folder_;
};

using Spans = std::vector<std::pair<double, double>>;

// The worked example in cycles of 1 ns. Chunk 0 reads its operands once the first two rows of the
// image are there (8): 4 positions of 36 B at 2 B per cycle, 72. The crossbars follow: the front of
// one slot (4), then 256. The operands of chunk 3 wait for the one port of the L1 and are there at
// 868, so the crossbars end at 868 + 4 + 256 = 1128.
TEST_F(TraceFileTest, ShowsTheSpansOfTheWorkedExample) {
  TraceFile trace(file(), example_.net, example_.program);
  sim::SimOptions options;
  options.trace = &trace;
  sim::simulate(example_.chip, example_.program, options);
  trace.finish();
  const Spans reads = spans("conv S2"), macs = spans("conv S3");
  ASSERT_EQ(reads.size(), 4U);
  EXPECT_EQ(reads[0], (std::pair<double, double>(8, 80)));
  ASSERT_EQ(macs.size(), 4U);
  EXPECT_EQ(macs.front().first, 80);
  EXPECT_EQ(reads.back().second, 868);
  EXPECT_EQ(macs.back().second, 1128);
  EXPECT_EQ(spans("conv S4").size(), 4U);
  EXPECT_EQ(spans("conv S7").size(), 4U);
}

TEST_F(TraceFileTest, NamesLayerChunkImageAndStage) {
  {
    TraceFile trace(file(), example_.net, example_.program);
    sim::SimOptions options;
    options.batch = 2;
    options.trace = &trace;
    sim::simulate(example_.chip, example_.program, options);
  }
  std::vector<std::pair<int, int>> seen;
  for (const json& e : events("X")) {
    if (e.at("name") != "conv S2") continue;
    EXPECT_EQ(e.at("args").at("stage"), "l1_read_mac");
    seen.emplace_back(e.at("args").at("image"), e.at("args").at("chunk"));
  }
  const std::vector<std::pair<int, int>> expected = {{0, 0}, {0, 1}, {0, 2}, {0, 3},
                                                     {1, 0}, {1, 1}, {1, 2}, {1, 3}};
  EXPECT_EQ(seen, expected);
}

TEST_F(TraceFileTest, HasAProcessPerGroupAndAThreadPerResource) {
  {
    TraceFile trace(file(), example_.net, example_.program);
    trace.track(sim::TrackId(0), "core 0", "L1");
    trace.track(sim::TrackId(1), "memory", "controller 0");
    trace.track(sim::TrackId(2), "core 0", "SIMD unit");
    trace.service({sim::TrackId(1), sim::kNoTask, 7, 0, 0, 1'500'000});
  }
  std::vector<std::string> names;
  for (const json& e : events("M")) {
    names.push_back(std::to_string(e.at("pid").get<int>()) + "/" +
                    std::to_string(e.at("tid").get<int>()) + " " +
                    e.at("args").at("name").get<std::string>());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"1/0 core 0", "1/1 L1", "2/0 memory",
                                             "2/2 controller 0", "1/3 SIMD unit"}));
  ASSERT_EQ(events("X").size(), 1U);
  const json e = events("X")[0];
  EXPECT_EQ(e.at("pid"), 2);
  EXPECT_EQ(e.at("tid"), 2);
  EXPECT_EQ(e.at("args").at("stream"), 7);
}

// 1 ns = 10^6 ticks = 0.001 us; nothing is rounded.
TEST_F(TraceFileTest, KeepsEveryFemtosecond) {
  {
    TraceFile trace(file(), example_.net, example_.program);
    trace.track(sim::TrackId(0), "core 0", "L1");
    trace.service({sim::TrackId(0), 0, 0, 1, 8'000'000, 80'000'000});
    trace.service({sim::TrackId(0), 0, 1, 1, 3'000'000'001, 5'000'000'001});
  }
  std::ifstream in(file());
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_NE(text.find("\"ts\":0.008,\"dur\":0.072,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"ts\":3.000000001,\"dur\":2,"), std::string::npos) << text;
}

// Viewers want the services of a thread to follow each other.
TEST_F(TraceFileTest, PutsServicesOfOneTimeOnThreadsOfTheirOwn) {
  {
    TraceFile trace(file(), example_.net, example_.program);
    trace.track(sim::TrackId(0), "core 0", "L1");
    for (const auto& [start, end] : std::vector<std::pair<sim::Tick, sim::Tick>>{
             {0, 10}, {5, 15}, {10, 20}, {15, 16}, {16, 17}}) {
      trace.service({sim::TrackId(0), 0, 0, 1, start, end});
    }
  }
  std::vector<int> threads;
  for (const json& e : events("X")) threads.push_back(e.at("tid"));
  EXPECT_EQ(threads, (std::vector<int>{1, 2, 1, 2, 2}));
  EXPECT_EQ(events("M").back().at("args").at("name"), "L1 (2)");
}

TEST_F(TraceFileTest, IsCompleteWithoutAnyService) {
  { const TraceFile trace(file(), example_.net, example_.program); }
  EXPECT_TRUE(written().at("traceEvents").empty());
}

TEST_F(TraceFileTest, IsCompleteWhenTheRunIsStopped) {
  TraceFile trace(file(), example_.net, example_.program);
  sim::SimOptions options;
  options.trace = &trace;
  options.max_time = Seconds(100e-9);
  EXPECT_EQ(sim::simulate(example_.chip, example_.program, options).end, sim::SimEnd::max_time);
  trace.finish();
  EXPECT_EQ(spans("conv S2").front(), (std::pair<double, double>(8, 80)));
}

TEST_F(TraceFileTest, TakesNamesOfAnyBytes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a\"b\\c", "a\"b\\c S2"},
      {"tab\there", "tab here S2"},
      {"gr\xc3\xb6\xc3\x9f"
       "e",
       "gr\xc3\xb6\xc3\x9f"
       "e S2"},
      {"\xff\xc3", "?? S2"},
      {"\xed\xa0\x80", "??? S2"},
      {"\xc0\xaf", "?? S2"},
  };
  for (const auto& [name, shown] : cases) {
    example_.net.layers[0].name = name;
    {
      TraceFile trace(file(), example_.net, example_.program);
      trace.track(sim::TrackId(0), "core 0", "L1");
      trace.service({sim::TrackId(0), 0, 0, 1, 0, 1});
    }
    EXPECT_EQ(events("X").at(0).at("name"), shown);
  }
}

TEST_F(TraceFileTest, ThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(TraceFile("/missing/trace.json", example_.net, example_.program), Error);
  TraceFile full("/dev/full", example_.net, example_.program);
  EXPECT_THROW(full.finish(), Error);
}

}  // namespace
}  // namespace crossroof::cli
