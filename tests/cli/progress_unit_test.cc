// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace crossroof::cli {
namespace {

// 4 of 16 images in 30 s: the other 12 take 90 s.
TEST(Progress, TellsHowFarARunIsAndHowLongItStillTakes) {
  EXPECT_EQ(
      progress_text(16, {Seconds(1.2e-3), 6'000'000, 4}, 30),
      "run of 16 images: 4 done, 1.20 ms simulated at 40.0 us/s, 6.00 Mevents, 200 kevents/s, "
      "1:30 left");
  EXPECT_EQ(
      progress_text(1000, {Seconds(1e-3), 100, 1}, 10.0),
      "run of 1 000 images: 1 done, 1.00 ms simulated at 100 us/s, 100 events, 10.0 events/s, "
      "2:46:30 left");
}

TEST(Progress, DoesNotGuessBeforeAnImageIsDone) {
  EXPECT_EQ(progress_text(1, {Seconds(), 10, 0}, 0),
            "run of 1 image: 0 done, 0 s simulated, 10.0 events");
}

// 1000 events an image, as the run before has told: 4000 of 16 000 in 30 s. Images that are done
// are a share too: 8 of 16.
TEST(Progress, TellsWhatIsLeftFromTheEventsOfAnImage) {
  EXPECT_EQ(progress_text(16, {Seconds(3e-3), 4000, 0}, 30, 1000),
            "run of 16 images: 0 done, 3.00 ms simulated at 100 us/s, 4.00 kevents, 133 events/s, "
            "1:30 left");
  EXPECT_NE(progress_text(16, {Seconds(3e-3), 4000, 8}, 30, 1000).find(", 0:30 left"),
            std::string::npos);
  EXPECT_NE(progress_text(16, {Seconds(3e-3), 17'000, 15}, 30, 1000).find(", 0:00 left"),
            std::string::npos);
}

}  // namespace
}  // namespace crossroof::cli
