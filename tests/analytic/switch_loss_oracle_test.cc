// SPDX-License-Identifier: Apache-2.0
// Independent oracle of switch_efficiency: the switch itself, slot by slot. n queues that never run
// empty send packets to n outputs, each output drawn evenly. With many inputs the limit is
// 2 - sqrt(2) (Karol, Hluchyj and Morgan, 1987), with two inputs exactly 3/4.
#include "analytic/switch_loss.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace crossroof::analytic {
namespace {

class Switch {
 public:
  explicit Switch(std::size_t ports) : ports_(ports) {
    for (std::size_t q = 0; q < ports; ++q) heads_.push_back(draw());
  }

  // Packets that leave in one slot: queues choose in turn, each time another one first.
  std::size_t step() {
    std::vector<bool> taken(ports_, false);
    std::size_t left = 0;
    const std::size_t first = draw();
    for (std::size_t i = 0; i < ports_; ++i) {
      const std::size_t q = (first + i) % ports_;
      if (taken[heads_[q]]) continue;
      taken[heads_[q]] = true;
      heads_[q] = ports_;  // gone
      ++left;
    }
    for (std::size_t& head : heads_) {
      if (head == ports_) head = draw();
    }
    return left;
  }

 private:
  std::size_t draw() { return random_() % ports_; }

  std::size_t ports_;
  std::vector<std::size_t> heads_;
  std::mt19937_64 random_{1};
};

TEST(SwitchLoss, IsThatOfASaturatedSwitch) {
  constexpr int kSlots = 50000;
  for (const std::size_t ports : {2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    Switch s(ports);
    std::size_t left = 0;
    for (int t = 0; t < kSlots; ++t) left += s.step();
    EXPECT_NEAR(switch_efficiency(static_cast<std::int64_t>(ports)),
                static_cast<double>(left) / (static_cast<double>(ports) * kSlots), 0.01)
        << ports;
  }
}

TEST(SwitchLoss, KnownLimits) {
  EXPECT_EQ(switch_efficiency(1), 1);
  EXPECT_EQ(switch_efficiency(0), 1);
  EXPECT_NEAR(switch_efficiency(2), 0.75, 1e-12);
  EXPECT_GT(switch_efficiency(100), 2 - std::sqrt(2.0));
}

// A switch whose packets come one by one, at random: how many of those that came are left behind at
// the end, of the input that is worst off.
class OpenSwitch {
 public:
  explicit OpenSwitch(std::vector<std::vector<double>> rates)
      : rates_(std::move(rates)), outputs_(rates_.front().size()), queues_(rates_.size()) {}

  double worst_backlog(int slots) {
    std::vector<double> came(queues_.size());
    for (int t = 0; t < slots; ++t) {
      for (std::size_t i = 0; i < queues_.size(); ++i) {
        for (std::size_t o = 0; o < outputs_; ++o) {
          if (uniform_(random_) >= rates_[i][o]) continue;
          queues_[i].push_back(o);
          ++came[i];
        }
      }
      serve();
    }
    double worst = 0;
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      worst = std::max(worst, static_cast<double>(queues_[i].size()) / came[i]);
    }
    return worst;
  }

 private:
  void serve() {
    std::vector<bool> taken(outputs_, false);
    const std::size_t first = random_() % queues_.size();
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      std::deque<std::size_t>& q = queues_[(first + i) % queues_.size()];
      if (q.empty() || taken[q.front()]) continue;
      taken[q.front()] = true;
      q.pop_front();
    }
  }

  std::vector<std::vector<double>> rates_;
  std::size_t outputs_;
  std::vector<std::deque<std::size_t>> queues_;
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

using Loads = std::vector<std::vector<double>>;  // by input and output

std::vector<SwitchFlow> flows_of(const Loads& loads) {
  std::vector<SwitchFlow> flows;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    for (std::size_t o = 0; o < loads[i].size(); ++o) {
      if (loads[i][o] > 0) flows.push_back({i, o, Seconds(loads[i][o])});
    }
  }
  return flows;
}

Loads over(Loads loads, double time) {
  for (std::vector<double>& input : loads) {
    for (double& load : input) load /= time;
  }
  return loads;
}

const Loads kUneven[] = {
    {{0.5, 0.3}, {0.5, 0.1}},                             // one output takes most
    {{0.6, 0.4}, {0.3, 0.0}},                             // one input could go elsewhere
    {{0.4, 0.2, 0.3}, {0.4, 0.3, 0.0}, {0.1, 0.4, 0.2}},  // three by three
    {{0.3, 0.3, 0.3}, {0.3, 0.0, 0.5}, {0.3, 0.3, 0.0}, {0.0, 0.3, 0.1}},
};

// Nearly all that comes passes when there is 6 % more time than said, a queue grows with 8 % less.
TEST(SwitchLoss, UnevenTrafficPassesInTheTimeSaidAndInNoLess) {
  constexpr int kSlots = 200000;
  for (const Loads& loads : kUneven) {
    const double time = passing_time(flows_of(loads)).value();
    EXPECT_LT(OpenSwitch(over(loads, time * 1.06)).worst_backlog(kSlots), 0.01) << time;
    EXPECT_GT(OpenSwitch(over(loads, time * 0.92)).worst_backlog(kSlots), 0.015) << time;
  }
}

TEST(SwitchLoss, UniformTrafficPassesAsThroughASaturatedSwitch) {
  for (const std::int64_t n : {2, 3, 4, 5}) {
    const auto ports = static_cast<std::size_t>(n);
    const Loads even(ports, std::vector<double>(ports, 1.0 / static_cast<double>(n)));
    EXPECT_NEAR(passing_time(flows_of(even)).value(), 1 / switch_efficiency(n), 3e-4) << n;
  }
}

// Ports that are busy half of the time at most lose nothing, however traffic is spread.
TEST(SwitchLoss, HalfIdleRoutersLoseNothing) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t inputs = 2 + random() % 7, outputs = 2 + random() % 7;
    Loads loads(inputs, std::vector<double>(outputs));
    std::vector<double> sent(inputs), received(outputs);
    for (std::size_t i = 0; i < inputs; ++i) {
      for (std::size_t o = 0; o < outputs; ++o) {
        loads[i][o] = random() % 3 == 0 ? 0 : uniform(random);
        sent[i] += loads[i][o];
        received[o] += loads[i][o];
      }
    }
    const double busiest = std::max(*std::max_element(sent.begin(), sent.end()),
                                    *std::max_element(received.begin(), received.end()));
    if (busiest == 0) continue;
    const Seconds least(2 * busiest);
    EXPECT_EQ(passing_time(flows_of(loads), least), least) << round;
  }
}

// A bus, a sink: nothing waits behind a blocked head that could go elsewhere.
TEST(SwitchLoss, NothingIsLostWhereInputsFeedOneOutput) {
  EXPECT_NEAR(passing_time(flows_of({{0.5}, {0.3}, {0.2}})).value(), 1, 1e-12);
  EXPECT_NEAR(passing_time(flows_of({{0.2, 0.5, 0.3}})).value(), 1, 1e-12);
  EXPECT_NEAR(passing_time(flows_of({{0.5, 0.0}, {0.0, 0.7}})).value(), 0.7, 1e-12);
}

// Router 0 has two inputs, one of which feeds two outputs; router 1 a single flow.
TEST(Crossings, NamesTheBusiestOutputOfARouterWithBlockedHeads) {
  Crossings c(6, {0, 1, 0}, 2);
  c.see(0, 3, Seconds(0.25));
  c.see(0, 3, Seconds(0.25));
  c.see(1, 3, Seconds(0.5));
  c.see(1, 4, Seconds(0.4));
  c.see(2, 5, Seconds(2));
  int visits = 0;
  c.blocked(
      2, Seconds(0.1), [](std::size_t output) { return output == 5 ? 1U : 0U; },
      [&](std::size_t output, Seconds time) {
        ++visits;
        EXPECT_EQ(output, 3U);
        const std::vector<SwitchFlow> flows = flows_of({{0.5, 0.0}, {0.5, 0.4}});
        EXPECT_NEAR(time.value(), passing_time(flows).value(), 1e-9);
        EXPECT_GT(time.value(), 1);
      });
  EXPECT_EQ(visits, 1);
  c.blocked(
      2, Seconds(2), [](std::size_t output) { return output == 5 ? 1U : 0U; },
      [](std::size_t output, Seconds) { ADD_FAILURE() << output; });
}

}  // namespace
}  // namespace crossroof::analytic
