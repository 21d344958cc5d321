// SPDX-License-Identifier: Apache-2.0
// Independent oracle of the table of switch_efficiency: the switch itself, slot by slot. n queues
// that never run empty send packets to n outputs, each output drawn evenly; a queue may offer one
// of its first w packets whose output is still free, the first that is. With one head and many
// inputs the limit is 2 - sqrt(2) (Karol, Hluchyj and Morgan, 1987), with two inputs exactly 3/4.
#include "analytic/switch_loss.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace crossroof::analytic {
namespace {

class Switch {
 public:
  Switch(std::size_t ports, std::size_t heads) : ports_(ports), heads_(heads), queues_(ports) {
    for (auto& q : queues_) {
      for (std::size_t k = 0; k < heads; ++k) q.push_back(draw());
    }
  }

  // Packets that leave in one slot: queues choose in random order, head by head.
  std::size_t step() {
    std::vector<bool> taken(ports_, false), sent(ports_, false);
    std::size_t left = 0;
    for (std::size_t k = 0; k < heads_; ++k) {
      const std::size_t first = draw();
      for (std::size_t i = 0; i < ports_; ++i) {
        const std::size_t q = (first + i) % ports_;
        if (sent[q] || taken[queues_[q][k]]) continue;
        taken[queues_[q][k]] = sent[q] = true;
        queues_[q].erase(queues_[q].begin() + static_cast<std::ptrdiff_t>(k));
        queues_[q].push_back(draw());
        ++left;
      }
    }
    return left;
  }

 private:
  std::size_t draw() { return random_() % ports_; }

  std::size_t ports_, heads_;
  std::mt19937_64 random_{1};
  std::vector<std::deque<std::size_t>> queues_;
};

double simulated(std::size_t ports, std::size_t heads) {
  constexpr int kSlots = 20000;
  Switch s(ports, heads);
  std::size_t left = 0;
  for (int t = 0; t < kSlots; ++t) left += s.step();
  return static_cast<double>(left) / (static_cast<double>(ports) * kSlots);
}

TEST(SwitchLoss, IsThatOfASaturatedSwitch) {
  for (const std::int64_t ports : {2, 3, 4, 5, 6, 8}) {
    for (const std::int64_t heads : {1, 2, 3, 4, 8}) {
      EXPECT_NEAR(switch_efficiency(ports, heads),
                  simulated(static_cast<std::size_t>(ports), static_cast<std::size_t>(heads)), 0.02)
          << ports << " inputs, " << heads << " heads";
    }
  }
}

TEST(SwitchLoss, KnownLimits) {
  EXPECT_EQ(switch_efficiency(1, 1), 1);
  EXPECT_EQ(switch_efficiency(0, 4), 1);
  EXPECT_NEAR(switch_efficiency(2, 1), 0.75, 1e-12);
  EXPECT_GT(switch_efficiency(8, 1), 2 - std::sqrt(2.0));
  EXPECT_EQ(switch_efficiency(7, 5), switch_efficiency(6, 4));
}

// Router of a mesh in the middle: two rows of traffic meet at one link, one of them goes elsewhere.
TEST(SwitchLoss, CountsInputsThatMeet) {
  Crossings c(6);
  c.see(0, 3);
  c.see(1, 3);
  c.see(1, 4);
  EXPECT_EQ(c.meeting(3), 2);
  EXPECT_EQ(c.meeting(4), 1);
  EXPECT_EQ(c.meeting(5), 0);
  std::vector<std::size_t> contended;
  c.contended([&](std::size_t output) { contended.push_back(output); });
  EXPECT_EQ(contended, std::vector<std::size_t>{3});
}

// A bus, a sink: nothing waits behind a blocked head that could go elsewhere.
TEST(SwitchLoss, NothingIsLostWhereInputsFeedOneOutput) {
  Crossings c(4);
  c.see(0, 3);
  c.see(1, 3);
  c.see(2, 3);
  c.contended([](std::size_t output) { ADD_FAILURE() << output; });
}

}  // namespace
}  // namespace crossroof::analytic
