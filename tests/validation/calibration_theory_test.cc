// SPDX-License-Identifier: Apache-2.0
// Calibration finds what simulation loses to things the bounds leave out, on machines where that is
// known by hand, and never what is not there; its factors then serve programs it has not seen.
#include "validation/calibration.h"

#include <iostream>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/workloads/conv_chain.h"
#include "validation/calibration_score.h"
#include "workloads/networks.h"

namespace crossroof::validation {
namespace {

CalibrationOptions options() {
  CalibrationOptions o;
  o.tier = analytic::Tier::resource_max;  // pure work / rate, so the loss is all in the factors
  return o;
}

RramChip teaching(const std::vector<std::string>& sets) {
  return load_machine("teaching", sets).chip;
}

const CalibrationFactor& factor(const CalibrationRun& run, CalibratedResource resource) {
  for (const CalibrationFactor& f : run.calibration.factors) {
    if (f.resource == resource) return f;
  }
  throw Error("no such factor");
}

void expect_factor(const std::vector<std::string>& sets, CalibratedResource resource, double value,
                   double tolerance) {
  const CalibrationRun run = calibrate(teaching(sets), options());
  const CalibrationFactor& f = factor(run, resource);
  EXPECT_GT(f.programs, 0);
  EXPECT_NEAR(f.value, value, tolerance);
  EXPECT_LE(f.low, f.value);
  EXPECT_GE(f.high, f.value);
}

// Nothing is lost on the teaching machine: one core, no headers, one port, whole words.
TEST(Calibration, IsOneWhereNothingIsLost) {
  for (const CalibrationFactor& f : calibrate(teaching({}), options()).calibration.factors) {
    EXPECT_NEAR(f.value, 1, 0.002) << kCalibrated[index(f.resource)].key;
  }
}

// Four flits in five carry data. A router of no cycles, so nothing else is lost.
TEST(Calibration, FindsTheHeadersOfPackets) {
  expect_factor({"noc.header_flits=1", "noc.payload_flits=4", "memory.0.rate=64 B/cycle"},
                CalibratedResource::noc, 0.8, 0.02);
}

// A burst of 3 bytes takes two words of 2.
TEST(Calibration, FindsTheWordsThatBurstsDoNotFill) {
  expect_factor({"core.l1.burst=3 B"}, CalibratedResource::l1, 0.75, 0.01);
}

// The memory is slower than its port: it is what the transfers wait for, and nothing hides it.
TEST(Calibration, LeavesAHiddenResourceAtOne) {
  const CalibrationRun run = calibrate(teaching({"memory.0.rate=1 B/cycle"}), options());
  EXPECT_EQ(factor(run, CalibratedResource::noc).programs, 0);
  EXPECT_EQ(factor(run, CalibratedResource::noc).value, 1);
  EXPECT_GT(factor(run, CalibratedResource::memory).programs, 0);
}

// The same cores, but bursts of 3 bytes in the second.
TEST(Calibration, TellsTheKindsOfCoresApart) {
  RramChip chip = teaching({"cores=2"});
  chip.kinds.push_back(chip.kinds.front());
  chip.kinds.back().name = "bursts";
  chip.kinds.back().l1.burst = Bits(24);
  chip.cores = {KindId(0), KindId(1)};
  const Calibration c = calibrate(chip, options()).calibration;
  ASSERT_EQ(c.factors.size(), 2 + 2 * 3u);
  for (const CalibrationFactor& f : c.factors) {
    if (f.resource != CalibratedResource::l1) continue;
    EXPECT_NEAR(f.value, f.core_kind == "bursts" ? 0.75 : 1, 0.01) << f.core_kind;
  }
}

TEST(Calibration, IsTheSameEveryTime) {
  const RramChip chip = teaching({"noc.header_flits=1"});
  EXPECT_EQ(calibration_block(calibrate(chip, options()).calibration),
            calibration_block(calibrate(chip, options()).calibration));
}

TEST(Calibration, DoesNotDependOnAnEarlierOne) {
  RramChip chip = teaching({"noc.header_flits=1"});
  const Calibration first = calibrate(chip, options()).calibration;
  chip.calibration = first;
  EXPECT_EQ(calibration_block(calibrate(chip, options()).calibration), calibration_block(first));
}

TEST(Calibration, StopsWhenInterrupted) {
  const std::atomic<bool> interrupted = true;
  CalibrationOptions o = options();
  o.interrupted = &interrupted;
  try {
    calibrate(teaching({}), o);
    FAIL() << "was not interrupted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
  }
}

// A convolution that writes 16 channels and reads 8, on a slow NoC with headers: 20 % too fast
// without the factors.
TEST(Calibration, CorrectsANetworkItHasNotSeen) {
  RramChip chip = teaching({"noc.header_flits=1", "noc.payload_flits=4", "noc.flit=1 B",
                            "noc.clock=100 MHz", "memory.0.rate=64 B/cycle"});
  chip.calibration = calibrate(chip, options()).calibration;
  oracle::ConvChain chain({8, 12, 12});
  chain.add(Window{}, 16, true);
  const ScoredCase c = score(chain.net(), chip, RunMode::layer_pipeline, options(), 20'000'000);
  EXPECT_NEAR(c.plain.interval, -0.2, 0.01);
  EXPECT_NEAR(c.calibrated.interval, 0, 0.03);
}

TEST(Medians, AreOfAbsoluteErrors) {
  std::vector<ScoredCase> cases(3);
  cases[0].plain = {-0.3, 0.1};
  cases[1].plain = {0.1, -0.2};
  cases[2].plain = {0.2, 0.4};
  EXPECT_DOUBLE_EQ(medians(cases).plain.interval, 0.2);
  EXPECT_DOUBLE_EQ(medians(cases).plain.latency, 0.2);
  cases.pop_back();
  EXPECT_DOUBLE_EQ(medians(cases).plain.interval, 0.2);
  EXPECT_DOUBLE_EQ(medians(cases).plain.latency, 0.15);
}

// Shipped networks that had no part in the fit: the factors make the median error no worse, on any
// preset. Where the errors are not those of rates they do not make it much better either.
class HeldOut : public testing::TestWithParam<std::string> {};

TEST_P(HeldOut, MedianErrorsDoNotGrow) {
  CalibrationOptions o;
  o.tier = analytic::Tier::pipeline;
  RramChip chip = load_machine(GetParam()).chip;
  chip.calibration = calibrate(chip, o).calibration;
  std::vector<ScoredCase> cases;
  for (const char* name : {"worked-example", "mlp_784_512_256_10", "gru_bi128", "lstm_2x256"}) {
    for (const RunMode mode : {RunMode::layer_pipeline, RunMode::layer_serial}) {
      try {
        cases.push_back(score(load_network(name, {}), chip, mode, o, 5'000'000));
      } catch (const Error&) {
        continue;  // does not fit
      }
    }
  }
  ASSERT_GE(cases.size(), 2u);
  const Medians m = medians(cases);
  std::cout << GetParam() << ": interval " << m.plain.interval << " -> " << m.calibrated.interval
            << ", latency " << m.plain.latency << " -> " << m.calibrated.latency << "\n";
  EXPECT_LE(m.calibrated.interval, m.plain.interval + 1e-3);
  EXPECT_LE(m.calibrated.latency, m.plain.latency + 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Presets, HeldOut,
                         testing::Values("teaching", "neurram", "pimsim-nn", "puma", "isaac-ce"),
                         [](const auto& i) { return "p" + std::to_string(i.index); });

}  // namespace
}  // namespace crossroof::validation
