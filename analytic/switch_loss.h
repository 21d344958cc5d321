// SPDX-License-Identifier: Apache-2.0
// What blocked heads cost where several inputs of a router meet at one output (docs/equations.md
// E98): a packet whose output is taken holds up those behind it that could go elsewhere.
#ifndef CROSSROOF_ANALYTIC_SWITCH_LOSS_H_
#define CROSSROOF_ANALYTIC_SWITCH_LOSS_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crossroof::analytic {

// Share of its time that an output is busy in saturation when `inputs` queues meet there, each with
// `heads` packets to choose from. One input: 1.
double switch_efficiency(std::int64_t inputs, std::int64_t heads);

// Which inputs of routers send to which outputs. Ports are numbered by the caller, inputs and
// outputs alike: a link is an output of one router and an input of the next.
class Crossings {
 public:
  explicit Crossings(std::size_t ports) : inputs_(ports), outputs_(ports) {}

  void see(std::size_t input, std::size_t output) {
    if ((inputs_[output] & bit(input)) == 0) pairs_.emplace_back(input, output);
    inputs_[output] |= bit(input);
    outputs_[input] |= bit(output);
  }

  // For every output at which inputs meet, one of which at least feeds another output: only then
  // does a blocked head hold up what could go elsewhere. May name an output several times.
  template <class Visit>
  void contended(Visit visit) const {
    for (const auto& [input, output] : pairs_) {
      if (count(outputs_[input]) > 1 && meeting(output) > 1) visit(output);
    }
  }

  // Inputs that meet at an output.
  std::int64_t meeting(std::size_t output) const { return count(inputs_[output]); }

 private:
  static constexpr std::size_t kBits = 61;  // ports of one router rarely share a bit
  static std::uint64_t bit(std::size_t port) { return std::uint64_t{1} << (port % kBits); }
  static std::int64_t count(std::uint64_t ports) {
    return static_cast<std::int64_t>(std::bitset<64>(ports).count());
  }

  std::vector<std::uint64_t> inputs_, outputs_;  // by output, by input
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_SWITCH_LOSS_H_
