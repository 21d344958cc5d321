// SPDX-License-Identifier: Apache-2.0
// `crossroof noc` as a user types it.
#include <nlohmann/json.hpp>

#include "cli/noc_arguments.h"
#include "cli/noc_progress.h"
#include "cli/noc_rates.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using Json = nlohmann::json;

class NocCommand : public ProgramTest {
 protected:
  Json result_of(const std::string& options) const {
    const Outcome outcome = run("crossroof noc --json " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << options;
    return Json::parse(outcome.out).at("result");
  }
  void expect_mistake(const std::string& options, int exit_code, const std::string& message) const {
    const Outcome outcome = run("crossroof noc " + options);
    EXPECT_EQ(outcome.exit_code, exit_code) << options;
    EXPECT_EQ(outcome.out, "") << options;
    EXPECT_EQ(outcome.err, "crossroof: error: " + message + "\n") << options;
  }
};

TEST_F(NocCommand, GivesLatencyAndThroughputOfEveryRate) {
  const Json result = result_of("--mesh 4x4 --rate 0.1,0.2 --granularity flit");
  EXPECT_EQ(result.at("granularity"), "flit");
  EXPECT_EQ(result.at("zero_load_latency_cycles"), 20);
  EXPECT_EQ(result.at("ideal_flits_per_node_cycle"), 1);
  ASSERT_EQ(result.at("points").size(), 2U);
  const Json& point = result.at("points")[1];
  EXPECT_EQ(point.at("offered_flits_per_node_cycle"), 0.2);
  EXPECT_NEAR(point.at("accepted_flits_per_node_cycle").get<double>(), 0.2, 0.01);
  EXPECT_EQ(point.at("of_ideal_fraction"), 0.2);
  EXPECT_GT(point.at("latency_cycles").get<double>(), 20);
  EXPECT_LT(point.at("latency_half_width_cycles").get<double>(), 1);
  EXPECT_EQ(point.at("width_target_met"), true);
  EXPECT_EQ(point.at("state"), "ok");
}

// Simulated / estimated - 1 lies within the band; without a band there is null.
TEST_F(NocCommand, GivesTheEstimateBesideEachPoint) {
  const Json result =
      result_of("--mesh 4x4 --rate 0.2,0.8,1 --granularity flit --packet 5 --vcs 2 --buffer 8");
  const Json& low = result.at("points")[0];
  const double error =
      low.at("latency_cycles").get<double>() / low.at("estimated_latency_cycles").get<double>() - 1;
  EXPECT_GE(error, low.at("band").at("low").get<double>());
  EXPECT_LE(error, low.at("band").at("high").get<double>());
  EXPECT_EQ(low.at("estimate_state"), "ok");
  const Json& high = result.at("points")[1];
  EXPECT_TRUE(high.at("band").is_null());
  EXPECT_FALSE(high.at("estimated_latency_cycles").is_null());
  EXPECT_EQ(high.at("estimate_state"), "near saturation: simulate");
  const Json& full = result.at("points")[2];
  EXPECT_TRUE(full.at("estimated_latency_cycles").is_null());
  EXPECT_EQ(full.at("estimate_state"), "saturated");
}

TEST_F(NocCommand, AnUnstablePointHasNoLatency) {
  const Json result = result_of("--mesh 4x4 --rate 0.1 --traffic hotspot=5 --granularity flit");
  const Json& point = result.at("points")[0];
  EXPECT_TRUE(point.at("latency_cycles").is_null());
  EXPECT_EQ(point.at("state"), "unstable");
  EXPECT_NEAR(point.at("accepted_flits_per_node_cycle").get<double>(), 0.0625, 0.001);
}

TEST_F(NocCommand, PrintsATable) {
  const Outcome outcome =
      run("crossroof noc --mesh 4x4 --traffic transpose --rate 0.02 --granularity flit --seed 3");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::vector<std::string> text = lines(outcome.out);
  ASSERT_EQ(text.size(), 12U) << outcome.out;
  EXPECT_EQ(text[0], "network  4 x 4 mesh, 16 nodes");
  EXPECT_EQ(text[1], "router   4 cycles, interfaces 1 each; 2 virtual channels of 8 flits");
  EXPECT_EQ(text[2], "traffic  transpose, packets of 5 flits, seed 3");
  EXPECT_NE(text[9].find("accepted"), std::string::npos);
  EXPECT_NE(text[11].find(" ok"), std::string::npos);
}

TEST_F(NocCommand, RunsAgainExactly) {
  const std::string line = "crossroof noc --mesh 4x4 --rate 0.1:0.3:0.1 --granularity flit --json";
  EXPECT_EQ(run(line).out, run(line).out);
}

TEST_F(NocCommand, TakesAMachineAndAChangeOfIt) {
  const Json result =
      result_of("--machine teaching --set noc.router_pipeline=4ns --rate 0.05 --granularity flit");
  EXPECT_EQ(result.at("network"), "NoC of teaching");
  EXPECT_GE(result.at("router_pipeline_cycles").get<double>(), 1);
}

TEST_F(NocCommand, ASpeculativeRouterTakesThreeCycles) {
  const Json result =
      result_of("--mesh 4x4 --rate 0.01 --granularity flit --speculative --routing-delay 1");
  EXPECT_EQ(result.at("router_pipeline_cycles"), 4);
  EXPECT_EQ(result.at("speculative"), true);
  EXPECT_NEAR(result.at("points")[0].at("latency_cycles").get<double>(), 20, 0.3);
}

// All flows of the file end at node 1, whose port takes one flit per cycle: 1 / 4 of a node's rate.
TEST_F(NocCommand, TakesTrafficFromAFile) {
  write("flows.csv", "source,destination,weight\n0,1,1\n2,1,1\n3,1,2\n");
  const Json result = result_of("--mesh 2x2 --rate 0.05 --traffic flows.csv --granularity flit");
  EXPECT_EQ(result.at("ideal_flits_per_node_cycle"), 0.25);
  write("flows.csv", "source,destination,weight\n0,9,1\n");
  expect_mistake("--mesh 2x2 --rate 0.05 --traffic flows.csv", 3,
                 "flows.csv:2: error: found \"9\", expected a node from 0 to 3");
}

TEST_F(NocCommand, BadValuesAreNamedWithWhatWasExpected) {
  const std::string mesh = "--mesh 4x4 --rate 0.1 ";
  expect_mistake("--rate 0.1", 2, "a network is missing: give --mesh, --torus or --machine");
  expect_mistake(mesh + "--torus 4x4", 2, "--mesh, --torus and --machine: choose one");
  expect_mistake("--mesh 4x --rate 0.1", 2,
                 "--mesh: found \"4x\", expected WIDTHxHEIGHT, each from 1 to 32, as in 8x8");
  expect_mistake(mesh + "--traffic unifrom", 2,
                 "--traffic: found \"unifrom\", expected uniform, transpose, hotspot=NODES or a "
                 "file; did you mean \"uniform\"?");
  expect_mistake(mesh + "--traffic 'hotspot={{0,1}}'", 2,
                 "--traffic: found \"hotspot={{0,1}}\", expected hotspot= and node numbers, as in "
                 "hotspot=0,7,56,63");
  expect_mistake(mesh + "--traffic hotspot=0,16", 2,
                 "--traffic: found \"hotspot=0,16\": hotspot 16 is no node, expected one from 0 to "
                 "15");
  expect_mistake(mesh + "--packet 0", 2,
                 "--packet: found \"0\", expected a whole number from 1 to 65536");
  expect_mistake(mesh + "--routing-delay -1", 2,
                 "--routing-delay: found \"-1\", expected a whole number from 0 to 1000");
  expect_mistake(mesh + "--granularity flits", 2,
                 "--granularity: found \"flits\", expected packet, flow or flit; did you mean "
                 "\"flit\"?");
  expect_mistake("--torus 4x4 --rate 0.1 --vcs 1 --granularity flit", 2,
                 "--vcs: found \"1\", expected 2 or more on a torus at granularity flit, or its "
                 "rings would deadlock");
}

TEST_F(NocCommand, BadRatesAreNamed) {
  const std::string expected =
      "\", expected flits per node and cycle from 1e-6 to 1: one value, a list a,b,c or a range "
      "from:to:step";
  for (const std::string rate : {"0", "1.5", "x", "nan"}) {
    expect_mistake("--mesh 4x4 --rate " + rate, 2, "--rate: found \"" + rate + expected);
  }
  expect_mistake("--mesh 4x4 --rate 0.1,", 2, "--rate: in \"0.1,\": found \"" + expected);
  expect_mistake("--mesh 4x4 --rate 0.1,1.5", 2, "--rate: in \"0.1,1.5\": found \"1.5" + expected);
  expect_mistake("--mesh 4x4 --rate 0.1,0.2,0.10", 2,
                 "--rate: in \"0.1,0.2,0.10\": found \"0.10\", expected every rate once");
}

TEST_F(NocCommand, BadRangesAreNamedByTheirPart) {
  expect_mistake("--mesh 4x4 --rate 0.1:0.5", 2,
                 "--rate: found \"0.1:0.5\", expected a range from:to:step, as in 0.1:0.5:0.1");
  const auto refused = [this](const std::string& range, const std::string& message) {
    expect_mistake("--mesh 4x4 --rate=" + range, 2, "--rate: " + message);
  };
  const std::string rate = ", expected flits per node and cycle from 1e-6 to 1";
  refused("0:0.5:0.1", "from of \"0:0.5:0.1\": found \"0\"" + rate);
  refused("0.1:1.5:0.1", "to of \"0.1:1.5:0.1\": found \"1.5\"" + rate);
  refused("0.1:0.5:0", "step of \"0.1:0.5:0\": found \"0\", expected a step from 1e-6 to 1");
  refused("0.1:0.5:-1", "step of \"0.1:0.5:-1\": found \"-1\", expected a step from 1e-6 to 1");
  refused("0.5:0.1:0.1",
          "to of \"0.5:0.1:0.1\": found \"0.1\", expected at least from, which is 0.5: a range "
          "rises");
  refused("0.001:1.0:0.0005",
          "step of \"0.001:1.0:0.0005\": found \"0.0005\", expected one that makes at most 1000 "
          "rates, not 1999");
  EXPECT_EQ(cli::parse_rates("0.001:1:0.001").size(), 1000U);
}

TEST_F(NocCommand, TheSeedIsAnyNaturalNumber) {
  EXPECT_EQ(result_of("--mesh 2x2 --rate 0.05 --seed 0").at("seed"), 0);
  expect_mistake("--mesh 2x2 --rate 0.05 --seed -1", 2,
                 "--seed: found \"-1\", expected a whole number from 0 to 9223372036854775807");
}

TEST_F(NocCommand, AFileThatIsMissingIsNoSlipOfAWord) {
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic flows.csv", 3,
                 "flows.csv: error: the file does not exist");
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic ./uniform", 3,
                 "./uniform: error: the file does not exist");
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic .", 3, ".: error: is no file");
}

TEST_F(NocCommand, AWeightBeyondReasonIsAMistakeOfTheFile) {
  write("flows.csv", "source,destination,weight\n0,1,1e-320\n");
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic flows.csv", 3,
                 "flows.csv:2: error: found \"1e-320\", expected a weight of 0 or from 1e-100 to "
                 "1e100");
}

TEST_F(NocCommand, TheIdleLatencyIsThatOfARunWithFewPackets) {
  const auto idle = [this](const std::string& options) {
    const Json result = result_of(options);
    const double measured = result.at("points")[0].at("latency_cycles");
    EXPECT_NEAR(result.at("zero_load_latency_cycles").get<double>(), measured, 0.02 * measured)
        << options;
  };
  idle("--machine teaching --rate 0.05");
  idle(
      "--machine isaac-ce --set 'noc.router_pipeline=1.2 cycles' --set "
      "'noc.interface_pipeline=0.1 cycles' --rate 0.001");
}

TEST_F(NocCommand, ARouterWithoutAPipelineIsNoneOfFlits) {
  expect_mistake(
      "--machine teaching --set noc.router_pipeline=0ns --rate 0.05 --granularity flit", 3,
      "a router at flit granularity takes at least 1 cycle, found 0 (router_pipeline); use "
      "granularity packet");
}

TEST_F(NocCommand, MistakesOfAFileAreToldTogether) {
  write("flows.csv", "source,destination,weight\n0,9,1\n0,1,x\n");
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic flows.csv", 3,
                 "flows.csv:2: error: found \"9\", expected a node from 0 to 3\ncrossroof: error: "
                 "flows.csv:3: error: found \"x\", expected a weight of 0 or more");
}

TEST_F(NocCommand, DoesNotWriteOverItsTraffic) {
  const std::string flows = "source,destination,weight\n0,1,1\n";
  write("flows.csv", flows);
  expect_mistake("--mesh 2x2 --rate 0.1 --traffic flows.csv --output ./flows.csv", 2,
                 "--output: found \"./flows.csv\", expected another file than that of --traffic");
  EXPECT_EQ(read("flows.csv"), flows);
  write("uniform", "");  // no traffic file: the word is a pattern
  EXPECT_EQ(run("crossroof noc --mesh 2x2 --rate 0.1 --output uniform").exit_code, 0);
}

TEST_F(NocCommand, SaysThatRingsAreWithoutLimitAtPacketGranularity) {
  const std::string limit = "rings: buffers are taken as unlimited; --granularity flit models them";
  const Outcome torus = run("crossroof noc --torus 4x4 --rate 0.1 --json");
  EXPECT_EQ(torus.exit_code, 0);
  EXPECT_EQ(torus.err, "crossroof: warning: " + limit + "\n");
  const Json document = Json::parse(torus.out);
  EXPECT_EQ(document.at("warnings"), Json::array({limit}));
  const std::string model = document.at("result").at("model");
  EXPECT_NE(model.find("; " + limit), std::string::npos) << model;
  const Outcome table = run("crossroof noc --torus 4x4 --rate 0.1");
  EXPECT_NE(table.out.find("; " + limit + "\n"), std::string::npos) << table.out;
  EXPECT_EQ(run("crossroof noc --torus 4x4 --rate 0.1 --granularity flit").err, "");
  EXPECT_EQ(run("crossroof noc --torus 3x3 --rate 0.1").err, "");  // a ring of three cannot wait
}

TEST_F(NocCommand, HasNothingToSayOfPacketsLongerThanABuffer) {
  EXPECT_EQ(run("crossroof noc --machine teaching --rate 0.05 --packet 8 --vcs 2 --buffer 7").err,
            "");
  EXPECT_EQ(run("crossroof noc --mesh 4x4 --rate 0.05 --packet 8 --buffer 7").err, "");
}

TEST_F(NocCommand, SaysThatAFlowIsAFluid) {
  const Outcome outcome = run("crossroof noc --mesh 4x4 --rate 0.1 --granularity flow");
  const std::string limit = "a fluid: no buffers, no arbitration; for large transfers";
  EXPECT_EQ(outcome.err, "crossroof: warning: " + limit + "\n");
  EXPECT_NE(outcome.out.find("; " + limit + "\n"), std::string::npos) << outcome.out;
}

TEST_F(NocCommand, SaysHowFarItIsWhenAsked) {
  const Outcome outcome = run("crossroof noc --mesh 2x2 --rate 0.1 --progress");
  EXPECT_EQ(outcome.exit_code, 0);
  const std::vector<std::string> said = lines(outcome.err);
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said[0], "crossroof: progress: point 1 of 1, rate 0.1, 0 cycles");
  EXPECT_EQ(cli::noc_progress_text({3, 50, 0.03}, 12000),
            "point 3 of 50, rate 0.03, 12 000 cycles");
}

// A thousand points, interrupted once one of them is done.
TEST_F(NocCommand, KeepsThePointsThatAreDoneWhenInterrupted) {
  const Outcome outcome =
      run("crossroof noc --mesh 16x16 --granularity flit --rate 0.001:1:0.001 --json "
          "--progress 2>progress & "
          "until grep -q 'point 2' progress; do sleep 0.05; done; kill -INT $!; wait $!");
  EXPECT_EQ(outcome.exit_code, 130);
  const Json result = Json::parse(outcome.out).at("result");
  EXPECT_EQ(result.at("partial"), true);
  EXPECT_GE(result.at("points").size(), 1U);
  EXPECT_LT(result.at("points").size(), 1000U);
  EXPECT_NE(read("progress").find("crossroof: error: interrupted, "), std::string::npos)
      << read("progress");
}

TEST_F(NocCommand, ARangeHoldsBothEnds) {
  EXPECT_EQ(cli::parse_rates("0.1:0.3:0.1"), (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(cli::parse_rates("0.1:0.35:0.1"), (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(cli::parse_rates("0.1,0.05"), (std::vector<double>{0.1, 0.05}));
}

TEST_F(NocCommand, EveryExampleOfItsHelpRuns) {
  const Outcome help = run("crossroof noc --help");
  ASSERT_EQ(help.exit_code, 0);
  std::size_t examples = 0;
  for (const std::string& line : lines(help.out)) {
    if (line.rfind("  crossroof noc ", 0) != 0) continue;
    ++examples;
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
  }
  EXPECT_GE(examples, 4U);
}

}  // namespace
}  // namespace crossroof::testing_tools
