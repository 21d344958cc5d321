// SPDX-License-Identifier: Apache-2.0
// The calibration block of a machine file: read, written and refused when it does not belong.
#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

std::string factor(const std::string& resource, const std::string& kind,
                   const std::string& value = "0.9") {
  return R"({"resource": ")" + resource + R"(", "core_kind": ")" + kind + R"(", "value": )" +
         value + R"(, "low": 0.8, "high": 1.1, "residual": 0.05, "start": "4 ns", "programs": 3})";
}

std::string block(const std::vector<std::string>& factors) {
  std::string text;
  for (const std::string& f : factors) text += (text.empty() ? "" : ", ") + f;
  return R"(calibration={"factors": [)" + text +
         R"(], "residual": 0.05, "programs": 9, "tier": "pipeline", "program": "by hand",
             "granularity": "packet", "l1_model": "burst"})";
}

std::vector<std::string> complete() {
  return {factor("memory", ""), factor("noc", ""), factor("l1", "core"),
          factor("crossbars", "core"), factor("simd", "core")};
}

TEST(MachineCalibration, IsReadAsItStands) {
  const RramChip chip = load_machine("teaching", {block(complete())}).chip;
  ASSERT_TRUE(chip.calibration.has_value());
  ASSERT_EQ(chip.calibration->factors.size(), 5u);
  const CalibrationFactor& l1 = chip.calibration->factors[2];
  EXPECT_EQ(l1.resource, CalibratedResource::l1);
  EXPECT_EQ(l1.core_kind, "core");
  EXPECT_EQ(l1.value, 0.9);
  EXPECT_EQ(l1.low, 0.8);
  EXPECT_EQ(l1.high, 1.1);
  EXPECT_EQ(l1.start, Seconds(4e-9));
  EXPECT_EQ(l1.programs, 3);
  EXPECT_EQ(chip.calibration->tier, "pipeline");
  EXPECT_EQ(chip.calibration->programs, 9);
  EXPECT_FALSE(load_machine("teaching").chip.calibration.has_value());
}

TEST(MachineCalibration, LoadsAgainFromTheResolvedFile) {
  const TemporaryFolder folder;
  const std::string text = resolved_json(load_machine("teaching", {block(complete())}));
  EXPECT_EQ(resolved_json(load_machine(folder.write("a.json", text))), text);
}

TEST(MachineCalibration, IsRefusedWhenAFactorIsMissing) {
  std::vector<std::string> factors = complete();
  factors.erase(factors.begin() + 3);
  EXPECT_NE(refusal("teaching", {block(factors)})
                .find("missing the factor for crossbars of core kind \"core\""),
            std::string::npos)
      << refusal("teaching", {block(factors)});
}

TEST(MachineCalibration, IsRefusedWithAFactorTwiceOrOfAnUnknownKindOfCore) {
  for (const std::string& more :
       {factor("noc", ""), factor("l1", "big"), factor("memory", "core")}) {
    std::vector<std::string> factors = complete();
    factors.push_back(more);
    EXPECT_NE(refusal("teaching", {block(factors)}).find("each resource once"), std::string::npos)
        << refusal("teaching", {block(factors)});
  }
}

TEST(MachineCalibration, TakesFactorsAboveZeroUpToTwo) {
  const auto with = [](const std::string& value) {
    std::vector<std::string> factors = complete();
    factors[1] = R"({"resource": "noc", "value": )" + value +
                 R"(, "low": 0, "high": 9, "residual": 0, "programs": 0})";
    return refusal("teaching", {block(factors)});
  };
  EXPECT_EQ(with("2"), "accepted");
  EXPECT_EQ(with("0.001"), "accepted");
  for (const char* value : {"0", "-1", "2.001"}) {
    EXPECT_NE(with(value).find("above 0 and at most 2"), std::string::npos) << with(value);
  }
}

TEST(MachineCalibration, WantsTheValueWithinItsInterval) {
  std::vector<std::string> factors = complete();
  factors[0] = factor("memory", "", "0.7");
  EXPECT_NE(refusal("teaching", {block(factors)}).find("expected at most the value, 0.7"),
            std::string::npos);
  factors[0] = factor("memory", "", "1.2");
  EXPECT_NE(refusal("teaching", {block(factors)}).find("expected at least the value, 1.2"),
            std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
