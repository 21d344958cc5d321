// SPDX-License-Identifier: Apache-2.0
#include "sim/credits.h"

#include <cassert>

namespace crossroof::sim {

CreditBoard::CreditBoard(const Program& program)
    : program_(program), base_(program.inlets.size(), 0), waiting_(program.inlets.size()) {}

bool CreditBoard::may_send(InletId inlet, std::int64_t ordinal, ChannelId channel) {
  if (ordinal < base_[index(inlet)] + program_.inlets[index(inlet)].credits) return true;
  waiting_[index(inlet)].push_back(channel);
  return false;
}

void CreditBoard::release(InletId inlet, std::int64_t base, std::vector<ChannelId>& woken) {
  woken.clear();
  if (base <= base_[index(inlet)]) return;
  base_[index(inlet)] = base;
  woken.swap(waiting_[index(inlet)]);
}

TensorBoard::TensorBoard(const Program& program, std::int64_t batch) {
  for (const Tensor& t : program.tensors) {
    State s;
    s.messages = static_cast<std::int64_t>(t.stores.size());
    s.missing.reserve(t.stores.size() * static_cast<std::size_t>(batch));
    for (std::int64_t b = 0; b < batch; ++b) {
      s.missing.insert(s.missing.end(), t.stores.begin(), t.stores.end());
    }
    while (s.frontier < static_cast<std::int64_t>(s.missing.size()) &&
           s.missing[static_cast<std::size_t>(s.frontier)] == 0) {
      ++s.frontier;
    }
    states_.push_back(std::move(s));
  }
}

bool TensorBoard::landed(TensorId tensor, std::int64_t image, std::int32_t message,
                         ChannelId channel) {
  State& s = states_[index(tensor)];
  if (s.frontier > image * s.messages + message) return true;
  s.waiting.push_back(channel);
  return false;
}

void TensorBoard::land(TensorId tensor, std::int64_t image, std::int32_t message,
                       std::vector<ChannelId>& woken) {
  woken.clear();
  State& s = states_[index(tensor)];
  std::int32_t& missing = s.missing[static_cast<std::size_t>(image * s.messages + message)];
  assert(missing > 0);
  --missing;
  const std::int64_t before = s.frontier;
  while (s.frontier < static_cast<std::int64_t>(s.missing.size()) &&
         s.missing[static_cast<std::size_t>(s.frontier)] == 0) {
    ++s.frontier;
  }
  if (s.frontier > before) woken.swap(s.waiting);
}

}  // namespace crossroof::sim
