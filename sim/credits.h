// SPDX-License-Identifier: Apache-2.0
// Credits of inlets and landings of stored tensors: who may send, who has to wait, and whom a
// release wakes. A message may be in flight when its ordinal is below the oldest one still needed
// plus the credits; images are counted through. Plain bookkeeping.
#ifndef CROSSROOF_SIM_CREDITS_H_
#define CROSSROOF_SIM_CREDITS_H_

#include <cstdint>
#include <vector>

#include "sim/ports.h"
#include "workloads/program.h"

namespace crossroof::sim {

class CreditBoard {
 public:
  explicit CreditBoard(const Program& program);

  // False: the channel is remembered and named by a later release().
  bool may_send(InletId inlet, std::int64_t ordinal, ChannelId channel);
  // Raises the window; fills `woken` with the channels that waited for it.
  void release(InletId inlet, std::int64_t base, std::vector<ChannelId>& woken);
  std::int64_t base(InletId inlet) const { return base_[index(inlet)]; }

 private:
  const Program& program_;
  std::vector<std::int64_t> base_;
  std::vector<std::vector<ChannelId>> waiting_;
};

class TensorBoard {
 public:
  TensorBoard(const Program& program, std::int64_t batch);

  // Whether the message and all before it have landed; if not, the channel is remembered.
  bool landed(TensorId tensor, std::int64_t image, std::int32_t message, ChannelId channel);
  // A part of a message has landed; fills `woken` when the frontier moves.
  void land(TensorId tensor, std::int64_t image, std::int32_t message,
            std::vector<ChannelId>& woken);

 private:
  struct State {
    std::int64_t messages = 0, frontier = 0;  // images counted through
    std::vector<std::int32_t> missing;
    std::vector<ChannelId> waiting;
  };
  std::vector<State> states_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CREDITS_H_
