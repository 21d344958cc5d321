// SPDX-License-Identifier: Apache-2.0
// Who may send, whom a release wakes, and when a tensor in memory may be read; the messages a chunk
// sends.
#include "sim/credits.h"

#include <vector>

#include <gtest/gtest.h>

#include "sim/emission.h"
#include "tests/sim/hand_program.h"

namespace crossroof::sim {
namespace {

using Woken = std::vector<ChannelId>;

class TwoCredits : public testing::Test {
 protected:
  TwoCredits() {
    const TaskId from = hand_.task(0, 4, {}, {});
    inlet_ = hand_.send(from, hand_.task(1, 4, {}, {}), 32, 2);
  }
  oracle::HandProgram hand_;
  InletId inlet_{};
};

TEST_F(TwoCredits, TwoMessagesMayBeOnTheirWay) {
  CreditBoard board(hand_.program());
  EXPECT_TRUE(board.may_send(inlet_, 0, ChannelId(0)));
  EXPECT_TRUE(board.may_send(inlet_, 1, ChannelId(0)));
  EXPECT_FALSE(board.may_send(inlet_, 2, ChannelId(0)));
}

TEST_F(TwoCredits, AReleaseWakesWhoWasRefusedOnce) {
  CreditBoard board(hand_.program());
  Woken woken;
  board.release(inlet_, 1, woken);
  EXPECT_EQ(woken, Woken{});
  EXPECT_FALSE(board.may_send(inlet_, 3, ChannelId(7)));
  board.release(inlet_, 2, woken);
  EXPECT_EQ(woken, Woken{ChannelId(7)});
  EXPECT_TRUE(board.may_send(inlet_, 3, ChannelId(7)));
  board.release(inlet_, 3, woken);
  EXPECT_EQ(woken, Woken{});
}

TEST_F(TwoCredits, AReleaseOfWhatIsReleasedWakesNobody) {
  CreditBoard board(hand_.program());
  Woken woken;
  board.release(inlet_, 2, woken);
  EXPECT_FALSE(board.may_send(inlet_, 4, ChannelId(0)));
  board.release(inlet_, 1, woken);
  EXPECT_EQ(woken, Woken{});
  EXPECT_EQ(board.base(inlet_), 2);
}

// Two messages of an image, in two parts and one.
class StoredTensor : public testing::Test {
 protected:
  StoredTensor() {
    Tensor t;
    t.stores = {2, 1};
    program_.tensors = {t};
  }
  Program program_;
};

TEST_F(StoredTensor, AMessageHasLandedWhenAllItsPartsAndThoseBeforeHave) {
  TensorBoard board(program_, 2);
  Woken woken;
  board.land(TensorId(0), 0, 1, woken);
  EXPECT_FALSE(board.landed(TensorId(0), 0, 1, ChannelId(0)));
  board.land(TensorId(0), 0, 0, woken);
  EXPECT_EQ(woken, Woken{});
  EXPECT_FALSE(board.landed(TensorId(0), 0, 0, ChannelId(1)));
  board.land(TensorId(0), 0, 0, woken);
  EXPECT_EQ(woken, (Woken{ChannelId(0), ChannelId(1)}));
  EXPECT_TRUE(board.landed(TensorId(0), 0, 1, ChannelId(0)));
  EXPECT_FALSE(board.landed(TensorId(0), 1, 0, ChannelId(0)));
}

// Feed 0: a message for every chunk; feed 1: one for the second of three.
class TwoFeeds : public testing::Test {
 protected:
  TwoFeeds() {
    const TaskId from = hand_.task(0, 3, {}, {});
    hand_.send(from, hand_.task(1, 3, {}, {}), 32, 8);
    hand_.send(from, hand_.task(2, 1, {}, {}), 32, 8);
    hand_.program().lists[1][0].emitter = 1;
  }
  oracle::HandProgram hand_;
};

TEST_F(TwoFeeds, AChunkSendsOnTheFeedsThatItIsFor) {
  Emission emission(hand_.program(), hand_.program().tasks[0]);
  std::vector<std::vector<std::int64_t>> ordinals;
  for (std::int64_t image = 0; image < 2; ++image) {
    for (std::int64_t chunk = 0; chunk < 3; ++chunk) {
      emission.begin(image, chunk);
      ordinals.emplace_back();
      for (const Emission::Message& m : emission.pending()) ordinals.back().push_back(m.ordinal);
      emission.pending().clear();
    }
  }
  EXPECT_EQ(ordinals, (std::vector<std::vector<std::int64_t>>{{0}, {1, 0}, {2}, {3}, {4, 1}, {5}}));
}

TEST_F(TwoFeeds, AChunkHasLeftWhenAllItsMessagesHave) {
  Emission emission(hand_.program(), hand_.program().tasks[0]);
  emission.begin(0, 1);
  EXPECT_FALSE(emission.done());
  emission.sent();
  emission.sent();
  emission.pending().clear();
  emission.left();
  EXPECT_FALSE(emission.done());
  emission.left();
  EXPECT_TRUE(emission.done());
}

}  // namespace
}  // namespace crossroof::sim
