// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace crossroof::cli {
namespace {

// 4 of 16 images in 30 s: the other 12 take 90 s.
TEST(Progress, TellsHowFarARunIsAndHowLongItStillTakes) {
  EXPECT_EQ(progress_text(16, {Seconds(1.2e-3), 6'000'000, 4}, 30),
            "run of 16 images: 4 done, 1.20 ms simulated, 6.00 Mevents, 200 kevents/s, 1:30 left");
  EXPECT_EQ(progress_text(1000, {Seconds(1e-3), 100, 1}, 10.0),
            "run of 1 000 images: 1 done, 1.00 ms simulated, 100 events, 10.0 events/s, "
            "2:46:30 left");
}

TEST(Progress, DoesNotGuessBeforeAnImageIsDone) {
  EXPECT_EQ(progress_text(1, {Seconds(), 10, 0}, 0),
            "run of 1 image: 0 done, 0 s simulated, 10.0 events");
}

}  // namespace
}  // namespace crossroof::cli
