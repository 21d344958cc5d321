// SPDX-License-Identifier: Apache-2.0
// One iteration of iSLIP, the separable allocator with rotating priorities (McKeown, IEEE/ACM ToN
// 1999): every output grants the requesting input nearest to its pointer, every input accepts the
// granting output nearest to its own; the pointers of a matched pair move one beyond each other.
// An output whose grant is not accepted stays unmatched in that cycle, which is the allocator's
// loss. Work is per request, not per pair.
#ifndef CROSSROOF_SIM_ROUND_ROBIN_MATCH_H_
#define CROSSROOF_SIM_ROUND_ROBIN_MATCH_H_

#include <cstdint>
#include <vector>

namespace crossroof::sim {

class RoundRobinMatch {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Pair {
    std::uint32_t input, output;
  };

  RoundRobinMatch(std::uint32_t inputs, std::uint32_t outputs);
  // Asking twice for a pair is the same as asking once.
  void request(std::uint32_t input, std::uint32_t output);
  // The matched pairs of the requests since the last call, which are then forgotten.
  const std::vector<Pair>& match();

 private:
  struct Side {
    std::uint32_t pointer = 0;     // first in line
    std::uint32_t chosen = kNone;  // nearest partner seen so far
  };
  static void choose(Side& side, std::uint32_t partner, std::uint32_t partners);
  static std::uint32_t after(std::uint32_t index, std::uint32_t count) {
    return index + 1 == count ? 0 : index + 1;
  }

  std::vector<Side> inputs_, outputs_;
  std::vector<std::uint32_t> asked_;    // outputs with a request
  std::vector<std::uint32_t> granted_;  // inputs with a grant
  std::vector<Pair> matched_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_ROUND_ROBIN_MATCH_H_
