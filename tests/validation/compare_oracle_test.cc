// SPDX-License-Identifier: Apache-2.0
// The worked example (docs/worked-example.md): one image alone takes 1612 cycles of 1 ns, of which
// stage-max says 1024 and resource-max 1376.
#include "validation/compare.h"

#include <gtest/gtest.h>

#include "models/error.h"
#include "models/machine_json.h"
#include "validation/case_result_json.h"
#include "validation/digest.h"
#include "validation/simulated_case_json.h"
#include "workloads/networks.h"

namespace crossroof::validation {
namespace {

using analytic::Tier;

class Compare : public testing::Test {
 protected:
  CaseResult on(const std::string& network, const std::string& machine, RunMode mode,
                Overflowing overflowing = Overflowing::automatic,
                const CompareOptions& options = {}) const {
    return compare(load_network(network), load_machine(machine).chip, mode, overflowing, options);
  }
};

TEST_F(Compare, GivesTheErrorsOfTheWorkedExample) {
  const CaseResult c = on("worked-example", "teaching", RunMode::layer_serial);
  EXPECT_EQ(c.state, CaseState::compared);
  EXPECT_NEAR(c.latency->value(), 1612e-9, 1e-15);
  EXPECT_NEAR(c.interval->value(), 1612e-9, 1e-15);
  EXPECT_NEAR(*c.tier(Tier::stage_max).latency_error, 1024.0 / 1612 - 1, 1e-9);
  EXPECT_NEAR(*c.tier(Tier::resource_max).latency_error, 1376.0 / 1612 - 1, 1e-9);
  EXPECT_EQ(c.bound_broken, "");
  EXPECT_EQ(c.bottleneck.simulated, "L1 of core 0");
  EXPECT_TRUE(c.bottleneck.agree);
  EXPECT_EQ(c.stratum, Stratum::contended);
  EXPECT_NEAR(c.second_share, 1024.0 / 1376, 1e-9);
}

// Images that stream: the one L1 port is busy for 1376 cycles per image and never idle.
TEST_F(Compare, TakesTheSlopeOfImagesThatStream) {
  const CaseResult c = on("worked-example", "teaching", RunMode::layer_pipeline);
  EXPECT_EQ(c.from, sim::IntervalFrom::converged);
  EXPECT_NEAR(c.interval->value(), 1376e-9, 0.005 * 1376e-9);
  EXPECT_NEAR(*c.tier(Tier::resource_max).interval_error, 0, 0.005);
}

// Every stage but the crossbars takes what the estimate says; those fill once per pause, at most
// 4 cycles in each of 4 chunks.
TEST_F(Compare, ComparesStageByStage) {
  const CaseResult c = on("worked-example", "teaching", RunMode::layer_serial);
  ASSERT_EQ(c.layers.size(), 1U);
  ASSERT_EQ(c.layers[0].stages.size(), 8U);
  for (const StageCase& s : c.layers[0].stages) {
    EXPECT_LE(s.error(), 1e-9) << index(s.stage);
    EXPECT_GE(s.error(), s.stage == Stage::mac ? -16.0 / 1024 : -1e-9) << index(s.stage);
  }
}

TEST_F(Compare, ExplainsFromWhatWasSimulated) {
  const CaseResult c = on("worked-example", "teaching", RunMode::layer_pipeline);
  // 1376 of 1612 cycles.
  EXPECT_NE(c.latency_reason.find("L1 of core 0 (busy 85 % of the run"), std::string::npos)
      << c.latency_reason;
  EXPECT_NE(c.latency_reason.find("mac of conv (busy"), std::string::npos) << c.latency_reason;
  EXPECT_NE(c.interval_reason.find("images: longest is"), std::string::npos) << c.interval_reason;
}

TEST_F(Compare, RefusesWhatCannotBeMappedWithoutFailing) {
  const CaseResult c = on("lenet5", "teaching", RunMode::layer_pipeline);
  EXPECT_EQ(c.state, CaseState::refused);
  EXPECT_NE(c.said.find("does not fit"), std::string::npos) << c.said;
}

TEST_F(Compare, UsesSeveralChipsOnlyWhereWeightsDoNotFit) {
  CompareOptions few;
  few.limits.max_events = 1000;
  const CaseResult fits =
      on("lenet5", "isaac-ce", RunMode::layer_serial, Overflowing::automatic, few);
  EXPECT_EQ(fits.overflow, Overflow::error);
  EXPECT_EQ(fits.chips, 1);
  const CaseResult over =
      on("alexnet", "isaac-ce", RunMode::layer_serial, Overflowing::automatic, few);
  EXPECT_EQ(over.overflow, Overflow::multi_chip);
  EXPECT_GT(over.chips, 1);
}

TEST_F(Compare, ReloadsOnlyWhereWeightsDoNotFit) {
  const CaseResult fits = on("lenet5", "puma", RunMode::layer_serial, Overflowing::reload_if_over);
  EXPECT_EQ(fits.state, CaseState::not_needed);
  CompareOptions few;
  few.limits.max_events = 1000;
  const CaseResult over =
      on("alexnet", "puma", RunMode::layer_serial, Overflowing::reload_if_over, few);
  EXPECT_EQ(over.overflow, Overflow::reload);
  EXPECT_GT(over.passes, 1);
  EXPECT_EQ(over.state, CaseState::stopped);
}

TEST_F(Compare, KeepsWhatALimitLeft) {
  CompareOptions options;
  options.limits.max_time = Seconds(100e-9);
  const CaseResult c =
      on("worked-example", "teaching", RunMode::layer_pipeline, Overflowing::automatic, options);
  EXPECT_EQ(c.state, CaseState::stopped);
  EXPECT_FALSE(c.latency.has_value());
  EXPECT_FALSE(latency_counts(c));
  EXPECT_FALSE(interval_counts(c));
}

TEST_F(Compare, ThrowsWhenInterrupted) {
  const std::atomic<bool> interrupted{true};
  CompareOptions options;
  options.limits.interrupted = &interrupted;
  try {
    on("worked-example", "teaching", RunMode::layer_pipeline, Overflowing::automatic, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
  }
}

// What was simulated for one mapping is compared anew; of another mapping it is simulated again.
TEST_F(Compare, UsesWhatWasSimulatedOfTheSameMapping) {
  const Network net = load_network("lenet5");
  const RramChip chip = load_machine("pimsim-nn").chip;
  const auto with = [&](CompareOptions options, std::optional<SimulatedCase>& kept) {
    return compare(net, chip, RunMode::layer_serial, Overflowing::error, options, kept);
  };
  std::optional<SimulatedCase> kept;
  const CaseResult first = with({}, kept);
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->interval->value(), first.interval->value());
  kept = simulated_of_text(simulated_text(*kept));
  const std::string same = kept->mapping;
  kept->interval = *kept->interval * 2.0;
  const CaseResult again = with({}, kept);
  EXPECT_EQ(again.interval->value(), 2 * first.interval->value());
  EXPECT_EQ(again.layers.size(), first.layers.size());
  EXPECT_EQ(again.interval_reason, first.interval_reason);
  EXPECT_EQ(again.bottleneck.simulated, first.bottleneck.simulated);
  EXPECT_EQ(kept->mapping, same);
  CompareOptions two;
  two.batch = 2;
  const CaseResult other = with(two, kept);
  EXPECT_NE(kept->mapping, same);
  EXPECT_EQ(other.images, 2);
  // The same mapping on a machine that is slower is another case.
  RramChip slower = chip;
  slower.noc.clock = slower.noc.clock * 0.5;
  EXPECT_NE(digest_of(slower, Mapping()), digest_of(chip, Mapping()));
}

TEST_F(Compare, LosesNothingAsText) {
  for (const char* machine : {"teaching", "isaac-ce"}) {
    const CaseResult c = on("worked-example", machine, RunMode::layer_pipeline);
    const CaseResult back = case_of_text(case_text(c));
    EXPECT_EQ(case_text(back), case_text(c));
    EXPECT_EQ(back.interval->value(), c.interval->value());
    EXPECT_EQ(back.layers.size(), c.layers.size());
    EXPECT_EQ(back.interval_reason, c.interval_reason);
  }
  const CaseResult refused = on("lenet5", "teaching", RunMode::layer_pipeline);
  EXPECT_EQ(case_text(case_of_text(case_text(refused))), case_text(refused));
}

TEST_F(Compare, RefusesTextThatIsNoCase) {
  EXPECT_THROW(case_of_text("{"), Error);
  EXPECT_THROW(case_of_text("{}"), Error);
  std::string text = case_text(on("lenet5", "teaching", RunMode::layer_pipeline));
  const std::string word = "\"refused\"";
  text.replace(text.find(word), word.size(), "\"refusde\"");
  EXPECT_THROW(case_of_text(text), Error);
}

}  // namespace
}  // namespace crossroof::validation
