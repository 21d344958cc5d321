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

TEST_F(NocReport, OneCycleIsNoCycles) {
  setup_.noc.router_pipeline = Cycles(1);
  EXPECT_TRUE(shows("router   1 cycle, interfaces 1 each"));
  setup_.noc.router_pipeline = Cycles(0.5);
  EXPECT_TRUE(shows("router   0.5 cycles, interfaces 1 each"));
}

}  // namespace
}  // namespace crossroof
