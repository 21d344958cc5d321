// SPDX-License-Identifier: Apache-2.0
#include "sim/round_robin_match.h"

namespace crossroof::sim {

RoundRobinMatch::RoundRobinMatch(std::uint32_t inputs, std::uint32_t outputs)
    : inputs_(inputs), outputs_(outputs) {}

// Nearest means fewest steps upwards from the pointer, around the end.
void RoundRobinMatch::choose(Side& side, std::uint32_t partner, std::uint32_t partners) {
  const auto steps = [&](std::uint32_t to) {
    return to >= side.pointer ? to - side.pointer : to + partners - side.pointer;
  };
  if (side.chosen == kNone || steps(partner) < steps(side.chosen)) side.chosen = partner;
}

void RoundRobinMatch::request(std::uint32_t input, std::uint32_t output) {
  Side& side = outputs_[output];
  if (side.chosen == kNone) asked_.push_back(output);
  choose(side, input, static_cast<std::uint32_t>(inputs_.size()));
}

const std::vector<RoundRobinMatch::Pair>& RoundRobinMatch::match() {
  matched_.clear();
  for (const std::uint32_t output : asked_) {
    const std::uint32_t input = outputs_[output].chosen;
    outputs_[output].chosen = kNone;
    if (inputs_[input].chosen == kNone) granted_.push_back(input);
    choose(inputs_[input], output, static_cast<std::uint32_t>(outputs_.size()));
  }
  for (const std::uint32_t input : granted_) {
    const std::uint32_t output = inputs_[input].chosen;
    inputs_[input].chosen = kNone;
    inputs_[input].pointer = after(output, static_cast<std::uint32_t>(outputs_.size()));
    outputs_[output].pointer = after(input, static_cast<std::uint32_t>(inputs_.size()));
    matched_.push_back({input, output});
  }
  asked_.clear();
  granted_.clear();
  return matched_;
}

}  // namespace crossroof::sim
