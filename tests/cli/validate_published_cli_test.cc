// SPDX-License-Identifier: Apache-2.0
// `crossroof validate --published` as a user runs it. Expected values: 41.288 TOPS from the
// structure of ISAAC-CE, the counts of the rows of BookSim2's file and of PUMA's table.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using Json = nlohmann::json;

class ValidateCommand : public ProgramTest {};

TEST_F(ValidateCommand, ComparesEveryPublishedFigureAndMeasuredRow) {
  const Outcome o = run("crossroof validate --published --json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  const Json document = Json::parse(o.out);
  EXPECT_EQ(document["command"], "validate");
  const Json& r = document["result"];
  ASSERT_EQ(r["figures"].size(), 19U);
  const Json& isaac = r["figures"][0];
  EXPECT_EQ(isaac["machine"], "isaac-ce");
  EXPECT_EQ(isaac["quantity"], "peak_tops");
  EXPECT_EQ(isaac["published"], 41.3);
  EXPECT_NEAR(isaac["predicted"], 41.288, 0.0005);
  EXPECT_NEAR(isaac["error"], 41.288 / 41.3 - 1, 0.00005);
  EXPECT_EQ(isaac["tolerance"], 0.005);
  EXPECT_EQ(isaac["verdict"], "agrees");
  ASSERT_EQ(r["noc"].size(), 58U);
  EXPECT_EQ(r["noc"][0]["source"], "BookSim2");
  EXPECT_EQ(r["noc"][57]["source"], "PUMA");
  EXPECT_EQ(r["noc"][57]["measured_latency_cycles"], 115);
  EXPECT_TRUE(r["noc"][57]["band"].is_null());
  EXPECT_TRUE(r["noc"][0]["simulated"].is_null());
  EXPECT_EQ(r["summary"]["not_derivable"], 6);
  EXPECT_GE(r["summary"]["bands_held"].get<double>(), 0.95 * r["summary"]["bands"].get<double>());
  EXPECT_EQ(r["summary"]["missed"], Json::array());
  EXPECT_EQ(r["partial"], false);
}

// error is ours / theirs - 1, the band theirs / ours - 1; the verdict follows from both.
TEST_F(ValidateCommand, JudgesEveryRowByItsBand) {
  const Json r = Json::parse(run("crossroof validate --published --json").out)["result"];
  std::size_t judged = 0;
  for (const Json& row : r["noc"]) {
    if (row["error"].is_null() || row["band"].is_null()) continue;
    ++judged;
    const double measured = row["measured_latency_cycles"],
                 estimated = row["estimated_latency_cycles"];
    EXPECT_NEAR(row["error"], estimated / measured - 1, 1e-9);
    const double off = measured / estimated - 1;
    const bool within = row["band"]["low"] <= off && off <= row["band"]["high"];
    EXPECT_EQ(row["verdict"], within ? "within band" : "outside band") << row;
  }
  EXPECT_EQ(judged, r["summary"]["bands"]);
}

TEST_F(ValidateCommand, PrintsTablesAndReasons) {
  const Outcome o = run("crossroof validate --published");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  for (const char* text :
       {"isaac-ce   peak_tops ", "41.288 TOPS", "not derivable, because\n",
        "puma peak_tops              138 x 16 x 16384 MACs in 1600 ns are 45.2 TOPS",
        "PUMA      4x4 cmesh  uniform", "BookSim2 latency, estimate, load 40 to 70 %",
        "verdict  all that is judged holds\n"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
}

TEST_F(ValidateCommand, TakesNothingElseBesidePublished) {
  const Outcome o = run("crossroof validate lenet5 --published");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("--published compares its own list"), std::string::npos) << o.err;
}

TEST_F(ValidateCommand, KeepsWhatIsSimulatedWhenInterrupted) {
  const Outcome o =
      run("timeout --preserve-status -s INT 5 crossroof validate --published --simulate --json");
  ASSERT_EQ(o.exit_code, 130) << o.err;
  const Json r = Json::parse(o.out)["result"];
  EXPECT_EQ(r["simulated"], true);
  EXPECT_EQ(r["partial"], true);
  EXPECT_FALSE(r["noc"][0]["simulated"].is_null());
  EXPECT_EQ(r["noc"][0]["simulated"]["verdict"], "agrees");
  EXPECT_TRUE(r["noc"][57]["simulated"].is_null());
  EXPECT_NE(o.err.find("of 58 rows simulated: partial result"), std::string::npos) << o.err;
}

}  // namespace
}  // namespace crossroof::testing_tools
