// SPDX-License-Identifier: Apache-2.0
#include "cli/report/noc_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace crossroof {
namespace {

using Json = nlohmann::json;

cli::NocArguments two_rates() {
  cli::NocArguments arguments;
  arguments.mesh = "2x2";
  arguments.rate = "0.1,0.2";
  return arguments;
}

class NocReport : public testing::Test {
 protected:
  NocReport() { runs_.ideal_rate = 1; }
  cli::NocPoint point(double latency, double half_width) const {
    cli::NocPoint made{0.1, {}};
    made.result.ideal_rate = 1;
    made.result.latency = made.result.network_latency = latency;
    made.result.latency_half_width = half_width;
    made.result.narrow = half_width <= 0.01 * latency;
    return made;
  }
  bool shows(const std::string& text) const {
    return cli::noc_table(runs_).find(text) != std::string::npos;
  }

  cli::NocSetup setup_ = cli::noc_setup(two_rates());
  cli::NocRuns runs_{setup_};
};

TEST_F(NocReport, SaysWhatIsMissing) {
  EXPECT_TRUE(shows("partial  interrupted, 0 of 2 points done: partial result\n"))
      << cli::noc_table(runs_);
  EXPECT_EQ(Json::parse(cli::noc_json(runs_)).at("result").at("partial"), true);
  runs_.points = {point(20, 1)};
  EXPECT_TRUE(shows("partial  interrupted, 1 of 2 points done: partial result\n"));
  runs_.points = {point(20, 1), point(20, 1)};
  EXPECT_FALSE(shows("partial"));
  EXPECT_EQ(Json::parse(cli::noc_json(runs_)).at("result").at("partial"), false);
}

// The last digit of 20.00 is 0.01, of 9.000 it is 0.001.
TEST_F(NocReport, AnIntervalBelowTheLastDigitIsZero) {
  runs_.points = {point(20, 4e-15)};
  EXPECT_TRUE(shows("20.00 +- 0 "));
  runs_.points = {point(20, 0.0049)};
  EXPECT_TRUE(shows("20.00 +- 0 "));
  runs_.points = {point(20, 0.0051)};
  EXPECT_TRUE(shows("20.00 +- 0.0051 "));
  runs_.points = {point(9, 0.0051)};
  EXPECT_TRUE(shows("9.000 +- 0.0051 "));
}

TEST_F(NocReport, MarksIntervalsThatMissTheirWidth) {
  runs_.points = {point(20, 0.1)};
  EXPECT_FALSE(shows("*"));
  runs_.points = {point(20, 0.1), point(20, 4)};
  EXPECT_TRUE(shows("20.00 +- 0.10 ")) << cli::noc_table(runs_);
  EXPECT_TRUE(shows("20.00 +- 4.0* "));
  EXPECT_TRUE(
      shows("\n\n* wider than the 1.0 % of the latency aimed at: the run was as long as it may "
            "be\n"));
  runs_.points.push_back({0.5, {}});  // unstable
  runs_.points.back().result.ideal_rate = 1;
  const Json result = Json::parse(cli::noc_json(runs_)).at("result");
  EXPECT_EQ(result.at("width_target_fraction"), 0.01);
  EXPECT_EQ(result.at("points")[0].at("width_target_met"), true);
  EXPECT_EQ(result.at("points")[1].at("width_target_met"), false);
  EXPECT_TRUE(result.at("points")[2].at("width_target_met").is_null());
}

TEST_F(NocReport, ShowsChannelsAndBuffersWhereTheyAreModelled) {
  const std::string buffers = "interfaces 1 each; 2 virtual channels of 8 flits\n";
  EXPECT_TRUE(shows(buffers)) << cli::noc_table(runs_);
  setup_.granularity = sim::NocGranularity::flit;
  EXPECT_TRUE(shows(buffers));
  setup_.granularity = sim::NocGranularity::flow;
  EXPECT_FALSE(shows("virtual channel"));
}

TEST_F(NocReport, OneCycleIsNoCycles) {
  setup_.noc.router_pipeline = Cycles(1);
  EXPECT_TRUE(shows("router   1 cycle, interfaces 1 each"));
  setup_.noc.router_pipeline = Cycles(0.5);
  EXPECT_TRUE(shows("router   0.5 cycles, interfaces 1 each"));
}

}  // namespace
}  // namespace crossroof
