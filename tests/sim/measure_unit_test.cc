// SPDX-License-Identifier: Apache-2.0
// How latency and interval follow from runs: on a made-up simulator whose completion times are
// known, then on the worked example.
#include "sim/measure.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/workloads/small_programs.h"

namespace crossroof::sim {
namespace {

// One image takes `latency`; image i is complete interval(i) after the one before.
struct MadeUp {
  Seconds latency{10};
  std::function<double(std::int64_t)> interval = [](std::int64_t) { return 2.0; };
  std::int64_t in_flight = 1;
  std::uint64_t events_per_image = 100;
  Seconds busy;                     // a link, per image begun
  std::vector<std::int64_t> asked;  // images of each run

  SimResult run(const SimOptions& options) {
    asked.push_back(options.batch);
    SimResult result;
    result.batch = options.batch;
    result.most_images = std::min(in_flight, options.batch);
    for (std::int64_t i = 0; i < options.batch; ++i) {
      if (options.max_events && result.events + events_per_image > *options.max_events) {
        result.end = SimEnd::max_events;
        result.events = *options.max_events;
        break;
      }
      result.makespan += i == 0 ? latency : Seconds(interval(i));
      result.completions.push_back(result.makespan);
      result.events += events_per_image;
    }
    SimResource link;
    link.kind = SimResourceKind::link;
    link.busy = busy * static_cast<double>(result.completions.size());
    SimResource crossbars;
    crossbars.kind = SimResourceKind::crossbars;
    crossbars.busy = result.makespan;
    result.resources = {crossbars, link};
    return result;
  }
};

Measurement measured(MadeUp& machine, const MeasurePlan& plan = {}, const SimOptions& options = {},
                     RunMode mode = RunMode::layer_pipeline) {
  return measure([&](const SimOptions& o) { return machine.run(o); }, mode, options, plan);
}

TEST(Measure, DoublesTheImagesUntilTwoSlopesAgree) {
  MadeUp machine;
  const Measurement m = measured(machine);
  EXPECT_EQ(machine.asked, (std::vector<std::int64_t>{1, 4, 8}));
  EXPECT_EQ(m.latency, Seconds(10));
  ASSERT_TRUE(m.interval.has_value());
  EXPECT_NEAR(m.interval->value(), 2, 1e-12);
  EXPECT_EQ(m.from, IntervalFrom::converged);
  EXPECT_NEAR(m.difference.value(), 0, 1e-12);
  EXPECT_EQ(m.events, 1300U);
  EXPECT_EQ(m.shown.batch, 8);
  EXPECT_EQ(m.end, SimEnd::finished);
}

// 5 in flight want 20 images: 32 is the first power of two.
TEST(Measure, WantsFourTimesTheImagesInFlight) {
  MadeUp machine;
  machine.in_flight = 5;
  EXPECT_EQ(measured(machine).from, IntervalFrom::converged);
  EXPECT_EQ(machine.asked.back(), 32);
  machine.in_flight = 8;
  measured(machine);
  EXPECT_EQ(machine.asked.back(), 32);
  machine.in_flight = 9;
  measured(machine);
  EXPECT_EQ(machine.asked.back(), 64);
}

// Intervals that grow with the image: slopes of n images grow with n, two differ by about half.
TEST(Measure, SaysThatItHasNotConverged) {
  MadeUp machine;
  machine.interval = [](std::int64_t image) { return static_cast<double>(image); };
  MeasurePlan plan;
  plan.most_images = 32;
  const Measurement m = measured(machine, plan);
  EXPECT_EQ(machine.asked, (std::vector<std::int64_t>{1, 4, 8, 16, 32}));
  EXPECT_EQ(m.from, IntervalFrom::last);
  EXPECT_NEAR(m.difference.value(), 0.5, 0.05);
  EXPECT_TRUE(m.interval.has_value());
  EXPECT_EQ(m.shown.batch, 32);
}

// All images are in flight at once; the first three quarters leave 3 s apart, the others 1 s: the
// slope of the middle is 3, but an image more takes 2.5.
TEST(Measure, TakesMakespansWhereImagesLeaveAtNoSteadyRate) {
  MadeUp machine;
  machine.in_flight = 1000;
  machine.interval = [&](std::int64_t image) {
    return image < machine.asked.back() * 3 / 4 ? 3.0 : 1.0;
  };
  MeasurePlan plan;
  plan.most_images = 64;
  const Measurement m = measured(machine, plan);
  EXPECT_EQ(m.from, IntervalFrom::unsettled);
  EXPECT_NEAR(m.runs.back().slope.value(), 3, 0.2);
  EXPECT_NEAR(m.interval.value().value(), 2.5, 1e-12);
  EXPECT_NEAR(m.difference.value(), 0, 1e-12);
}

TEST(Measure, TakesOneRunOfAStatedBatch) {
  MadeUp machine;
  const Measurement m = measured(machine, {16});
  EXPECT_EQ(machine.asked, (std::vector<std::int64_t>{1, 16}));
  EXPECT_EQ(m.from, IntervalFrom::batch);
  EXPECT_NEAR(m.interval.value().value(), 2, 1e-12);
  EXPECT_FALSE(m.difference.has_value());
}

// 5 in flight want 20 images.
TEST(Measure, SaysThatAShortBatchIsNotSettled) {
  MadeUp machine;
  machine.in_flight = 5;
  EXPECT_EQ(measured(machine, {20}).from, IntervalFrom::batch);
  const Measurement m = measured(machine, {19});
  EXPECT_EQ(m.from, IntervalFrom::unsettled);
  EXPECT_NEAR(m.interval.value().value(), 2, 1e-12);
  SimOptions options;
  options.max_events = 1000;  // 9 images of 64 are through
  EXPECT_EQ(measured(machine, {64}, options).from, IntervalFrom::unsettled);
}

// Images 2 s apart cannot keep a link busy for 3 s each; for 2 s they can. Crossbars, whose MVMs
// overlap, prove nothing.
TEST(Measure, SaysThatAnIntervalBelowABusyTimeIsNotSettled) {
  MadeUp machine;
  machine.busy = Seconds(2);
  Measurement m = measured(machine, {16});
  EXPECT_EQ(m.from, IntervalFrom::batch);
  machine.busy = Seconds(3);
  m = measured(machine, {16});
  EXPECT_EQ(m.from, IntervalFrom::unsettled);
  ASSERT_TRUE(m.busiest.has_value());
  EXPECT_EQ(m.busiest->resource.kind, SimResourceKind::link);
  EXPECT_NEAR(m.busiest->per_image.value(), 3, 1e-12);
  EXPECT_EQ(measured(machine).from, IntervalFrom::unsettled);
  EXPECT_EQ(measured(machine, {3}).from, IntervalFrom::mean);
}

// Three images: 10 + 2 + 2, divided by three.
TEST(Measure, DividesTheMakespanOfFewImages) {
  MadeUp machine;
  Measurement m = measured(machine, {3});
  EXPECT_EQ(m.from, IntervalFrom::mean);
  EXPECT_NEAR(m.interval.value().value(), 14.0 / 3, 1e-12);
  machine.asked.clear();
  m = measured(machine, {1});
  EXPECT_EQ(machine.asked, std::vector<std::int64_t>{1});  // it is the run of the latency
  EXPECT_EQ(m.interval, Seconds(10));
}

TEST(Measure, DividesTheMakespanLayerByLayer) {
  MadeUp machine;
  Measurement m = measured(machine, {16}, {}, RunMode::layer_serial);
  EXPECT_EQ(m.from, IntervalFrom::mean);
  EXPECT_NEAR(m.interval.value().value(), 40.0 / 16, 1e-12);
  machine.asked.clear();
  m = measured(machine, {}, {}, RunMode::layer_serial);
  EXPECT_EQ(machine.asked, std::vector<std::int64_t>{1});
  EXPECT_EQ(m.interval, m.latency);
}

// 100 events an image: 1 + 4 images are through, then 5 of 8 when the 1000 are used up.
TEST(Measure, KeepsTheLongestWholeRunWhenEventsRunOut) {
  MadeUp machine;
  SimOptions options;
  options.max_events = 1000;
  const Measurement m = measured(machine, {}, options);
  EXPECT_EQ(m.end, SimEnd::max_events);
  EXPECT_EQ(m.events, 1000U);
  EXPECT_EQ(m.latency, Seconds(10));
  EXPECT_EQ(m.from, IntervalFrom::last);
  EXPECT_NEAR(m.interval.value().value(), 2, 1e-12);
  EXPECT_EQ(m.runs.back().completed, 5);
  EXPECT_EQ(m.shown.batch, 4);
}

TEST(Measure, KeepsTheImagesOfAStatedBatchThatWereThrough) {
  MadeUp machine;
  SimOptions options;
  options.max_events = 1000;
  const Measurement m = measured(machine, {64}, options);
  EXPECT_EQ(m.latency, Seconds(10));
  EXPECT_EQ(m.from, IntervalFrom::part);
  EXPECT_NEAR(m.interval.value().value(), 2, 1e-12);
  EXPECT_EQ(m.runs.back().completed, 9);
  EXPECT_EQ(m.shown.batch, 1);
}

TEST(Measure, KnowsNothingWhenTheFirstImageWasNotThrough) {
  MadeUp machine;
  SimOptions options;
  options.max_events = 99;
  const Measurement m = measured(machine, {}, options);
  EXPECT_FALSE(m.latency.has_value());
  EXPECT_FALSE(m.interval.has_value());
  EXPECT_EQ(m.from, IntervalFrom::none);
  EXPECT_EQ(m.shown.end, SimEnd::max_events);
}

TEST(Measure, BeginsNothingOnceInterrupted) {
  MadeUp machine;
  std::atomic<bool> interrupted{false};
  SimOptions options;
  options.interrupted = &interrupted;
  MeasurePlan plan;
  plan.begins = [&](std::int64_t images) { interrupted = images == 4; };
  const Measurement m = measured(machine, plan, options);
  EXPECT_EQ(machine.asked, (std::vector<std::int64_t>{1, 4}));
  EXPECT_EQ(m.end, SimEnd::interrupted);
  EXPECT_EQ(m.latency, Seconds(10));
  EXPECT_EQ(m.from, IntervalFrom::last);
}

// Followed is the one image of the latency, or the batch the user stated.
TEST(Measure, TracesOneRun) {
  for (const auto& [batch, traced] :
       std::vector<std::pair<std::optional<std::int64_t>, std::int64_t>>{{{}, 1}, {16, 16}}) {
    std::vector<std::int64_t> followed;
    SimOptions options;
    options.vcd = "waves";
    MadeUp machine;
    MeasurePlan plan;
    plan.batch = batch;
    measure(
        [&](const SimOptions& o) {
          if (!o.vcd.empty()) followed.push_back(o.batch);
          return machine.run(o);
        },
        RunMode::layer_pipeline, options, plan);
    EXPECT_EQ(followed, std::vector<std::int64_t>{traced});
  }
}

// docs/worked-example.md: with bursts served first come, first served one image takes 1612 cycles
// of 1 ns. An image keeps the one L1 port busy for 1376.
TEST(Measure, GivesTheWorkedExample) {
  const oracle::SmallProgram p = oracle::worked_example();
  const Measurement m = measure(p.chip, p.program, {});
  EXPECT_NEAR(m.latency.value().value(), 1612e-9, 1e-18);
  EXPECT_EQ(m.from, IntervalFrom::converged);
  EXPECT_GE(m.interval.value(), Seconds(1376e-9 * (1 - 1e-9)));
  EXPECT_LT(m.interval.value(), m.latency.value());
  EXPECT_EQ(m.shown.completions.size(), static_cast<std::size_t>(m.shown.batch));
}

}  // namespace
}  // namespace crossroof::sim
