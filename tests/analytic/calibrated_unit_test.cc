// SPDX-License-Identifier: Apache-2.0
// The rates of the teaching machine times given factors, by hand: memory 4 B/ns, NoC, L1 and SIMD
// at 1 GHz, an array read of 4 ns and conversions of 1 ns.
#include "analytic/calibrated.h"

#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "workloads/mapper.h"
#include "workloads/networks.h"

namespace crossroof::analytic {
namespace {

RramChip with(const std::vector<std::pair<CalibratedResource, double>>& factors) {
  RramChip chip = load_machine("teaching").chip;
  chip.calibration.emplace();
  for (const auto& [resource, value] : factors) {
    CalibrationFactor f;
    f.resource = resource;
    f.core_kind = kCalibrated[index(resource)].in_core ? "core" : "";
    f.value = value;
    chip.calibration->factors.push_back(f);
  }
  return chip;
}

TEST(Calibrated, MultipliesEachRateByItsFactor) {
  const RramChip c = calibrated(with({{CalibratedResource::memory, 0.5},
                                      {CalibratedResource::noc, 0.8},
                                      {CalibratedResource::l1, 0.25},
                                      {CalibratedResource::crossbars, 0.5},
                                      {CalibratedResource::simd, 2}}));
  EXPECT_NEAR(c.memory[0].rate.value(), 2e9, 1);
  EXPECT_NEAR(c.noc.clock.value(), 0.8e9, 1);
  EXPECT_NEAR(c.kinds[0].l1.clock.value(), 0.25e9, 1);
  EXPECT_NEAR(c.kinds[0].simd.clock.value(), 2e9, 1);
  EXPECT_NEAR(c.kinds[0].crossbar.array_read.value(), 8e-9, 1e-18);
  EXPECT_NEAR(c.kinds[0].crossbar.adc.conversion.value(), 2e-9, 1e-18);
  EXPECT_EQ(c.clock, Hertz(1e9));
}

TEST(Calibrated, LeavesACoreOfAnotherKindAlone) {
  RramChip chip = with({{CalibratedResource::l1, 0.5}});
  chip.kinds.push_back(chip.kinds.front());
  chip.kinds.back().name = "other";
  const RramChip c = calibrated(chip);
  EXPECT_NEAR(c.kinds[0].l1.clock.value(), 0.5e9, 1);
  EXPECT_EQ(c.kinds[1].l1.clock, Hertz(1e9));
}

TEST(Calibrated, IsAppliedOnce) {
  const RramChip once = calibrated(with({{CalibratedResource::noc, 0.5}}));
  EXPECT_FALSE(once.calibration.has_value());
  EXPECT_EQ(calibrated(once).noc.clock, once.noc.clock);
}

TEST(Calibrated, ChangesNothingWithoutACalibration) {
  const RramChip plain = load_machine("teaching").chip;
  EXPECT_EQ(calibrated(plain).noc.clock, plain.noc.clock);
  EXPECT_EQ(calibrated(plain).kinds[0].l1.clock, plain.kinds[0].l1.clock);
}

// 1376 cycles on the one L1 port (docs/worked-example.md); at half the rate twice that.
TEST(Calibrated, MakesTheWorkedExampleTwiceAsLongAtHalfTheL1) {
  const Network net = load_network("worked-example", {});
  const RramChip chip = with({{CalibratedResource::l1, 0.5}});
  const Mapping mapping = map_network(net, chip, {});
  EXPECT_NEAR(estimate(net, chip, mapping, Sharing::max_min).resource_max.interval.value(), 1376e-9,
              1e-15);
  EXPECT_NEAR(
      estimate(net, calibrated(chip), mapping, Sharing::max_min).resource_max.interval.value(),
      2752e-9, 1e-15);
}

}  // namespace
}  // namespace crossroof::analytic
