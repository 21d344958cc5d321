// SPDX-License-Identifier: Apache-2.0
// `crossroof calibrate` as a user types it. On the teaching machine with one header flit for every
// four of data (and a memory that does not limit) 4/5 of the NoC's rate is left.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using json = nlohmann::json;

const std::string kHeaders =
    "crossroof calibrate --machine teaching --set noc.header_flits=1 --set noc.payload_flits=4"
    " --set 'memory.0.rate=64 B/cycle' --tier resource-max";

json factor(const json& of, const std::string& resource) {
  for (const json& f : of["factors"]) {
    if (f["resource"] == resource) return f;
  }
  return nullptr;
}

class Calibrate : public ProgramTest {};

TEST_F(Calibrate, FindsTheHeadersOfPackets) {
  const Outcome o = run(kHeaders + " --json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  const json r = json::parse(o.out)["result"];
  EXPECT_EQ(r["machine"], "teaching");
  EXPECT_EQ(r["tier"], "resource-max");
  EXPECT_EQ(r["set"].size(), 3u);
  ASSERT_EQ(r["factors"].size(), 5u);
  const json noc = factor(r, "noc");
  EXPECT_NEAR(noc["value"], 0.8, 0.02);
  EXPECT_LE(noc["low"], noc["value"]);
  EXPECT_GE(noc["high"], noc["value"]);
  EXPECT_NEAR(factor(r, "l1")["value"], 1, 0.002);
  EXPECT_EQ(factor(r, "memory")["programs"], 0);
  EXPECT_GT(r["programs"].size(), 20u);
  EXPECT_TRUE(r["score"].is_null());
}

TEST_F(Calibrate, WritesAMachineThatLoadsEverywhere) {
  const Outcome o = run(kHeaders + " -o chip.json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("l1 of core"), std::string::npos) << o.out;
  const json file = json::parse(read("chip.json"));
  EXPECT_EQ(file["noc"]["header_flits"], 1);
  EXPECT_NEAR(factor(file["calibration"], "noc")["value"], 0.8, 0.02);
  EXPECT_EQ(file["calibration"]["program"].get<std::string>().rfind("crossroof ", 0), 0u);
  const Outcome again = run("crossroof machine show chip.json --resolved");
  EXPECT_EQ(again.out, read("chip.json"));
  for (const char* line : {"simulate conv.onnx", "roofline conv.onnx", "estimate conv.onnx"}) {
    const Outcome used = run("crossroof " + std::string(line) + " --machine chip.json");
    EXPECT_EQ(used.exit_code, 0) << line << used.err;
  }
}

// The headline stays that of the stated rates; the calibrated figures stand beside it.
TEST_F(Calibrate, AddsFiguresToTheEstimateAndChangesNone) {
  const std::string slow =
      " --set noc.header_flits=1 --set noc.payload_flits=4 --set 'memory.0.rate=64 B/cycle'"
      " --set 'noc.clock=10 MHz'";
  ASSERT_EQ(run("crossroof calibrate --machine teaching --tier pipeline" + slow + " -o chip.json")
                .exit_code,
            0);
  const std::string estimate = "crossroof estimate conv.onnx --json --machine ";
  const json with = json::parse(run(estimate + "chip.json").out)["result"];
  const json without = json::parse(run(estimate + "teaching" + slow).out)["result"];
  EXPECT_EQ(with["interval_s"], without["interval_s"]);
  EXPECT_EQ(with["latency_s"], without["latency_s"]);
  EXPECT_FALSE(without.contains("calibrated"));
  EXPECT_EQ(with["calibrated"]["tier"], "pipeline");
  // 128 bytes out at 4 B per 100 ns limit it: 3.2 us, and 4 us with headers.
  EXPECT_NEAR(with["interval_s"], 3.2e-6, 1e-9);
  EXPECT_NEAR(with["calibrated"]["interval_s"], 4.0e-6, 0.1e-6);
  EXPECT_GT(with["calibrated"]["latency_s"], with["latency_s"]);
  const Outcome table = run("crossroof estimate conv.onnx --machine chip.json");
  EXPECT_NE(table.out.find("calibrated  interval "), std::string::npos) << table.out;
}

TEST_F(Calibrate, LeavesTheEventEngineAlone) {
  ASSERT_EQ(run(kHeaders + " -o chip.json").exit_code, 0);
  const auto interval = [this](const std::string& machine) {
    const Outcome o = run("crossroof simulate conv.onnx --json --machine " + machine);
    return json::parse(o.out)["result"]["interval_s"].get<double>();
  };
  EXPECT_EQ(interval("chip.json"),
            interval("teaching --set noc.header_flits=1 --set noc.payload_flits=4"
                     " --set 'memory.0.rate=64 B/cycle'"));
}

TEST_F(Calibrate, ScoresNetworksWithoutAndWithTheFactors) {
  const Outcome o = run(kHeaders + " --score conv.onnx --score lenet5 --json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const json score = json::parse(o.out)["result"]["score"];
  ASSERT_EQ(score["cases"].size(), 2u);  // both modes; lenet5 does not fit
  EXPECT_EQ(score["not_scored"].size(), 2u);
  EXPECT_EQ(score["cases"][0]["network"], "conv");
  for (const char* figures : {"uncalibrated", "calibrated"}) {
    EXPECT_TRUE(score["median"][figures]["interval_error"].is_number());
    EXPECT_TRUE(score["cases"][1][figures]["latency_error"].is_number());
  }
}

TEST_F(Calibrate, SaysWhenNothingCouldBeScored) {
  const Outcome o = run("crossroof calibrate --machine teaching --score lenet5");
  EXPECT_EQ(o.exit_code, 3);
  EXPECT_EQ(o.out, "");
  EXPECT_NE(o.err.find("no network could be scored"), std::string::npos) << o.err;
}

TEST_F(Calibrate, RefusesWhatItDoesNotKnow) {
  const auto expect = [this](const std::string& arguments, int exit_code, const std::string& text) {
    const Outcome o = run("crossroof calibrate " + arguments);
    EXPECT_EQ(o.exit_code, exit_code) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_NE(o.err.find(text), std::string::npos) << o.err;
  };
  expect("", 2, "--machine is required");
  expect("--machine teaching --tier fastest", 2, "--tier: found \"fastest\"");
  expect("--machine teaching --granularity byte", 2, "--granularity: found \"byte\"");
  expect("--machine teaching --score nonet", 3, "nonet");
  expect("--machine teching", 3, "did you mean \"teaching\"?");
  expect("--machine teaching -o missing/chip.json", 1, "missing/chip.json");
}

TEST_F(Calibrate, WritesNothingWhenItFails) {
  EXPECT_NE(run("crossroof calibrate --machine teaching --score lenet5 -o chip.json").exit_code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"conv.onnx"});
}

TEST_F(Calibrate, TellsHowFarItIs) {
  const Outcome o = run("crossroof calibrate --machine teaching --progress");
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_NE(o.err.find("program 1 of "), std::string::npos) << o.err;
}

}  // namespace
}  // namespace crossroof::testing_tools
