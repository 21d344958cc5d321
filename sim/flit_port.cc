// SPDX-License-Identifier: Apache-2.0
#include "sim/flit_port.h"

namespace crossroof::sim {

// The first channel with a place after the one used last.
bool FlitPort::choose_channel() {
  const auto count = static_cast<std::uint32_t>(credits_.size());
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::uint32_t channel = (channel_ + i) % count;
    if (credits_[channel] == 0) continue;
    channel_ = channel;
    return true;
  }
  return false;
}

std::optional<FlitPort::Sent> FlitPort::send(Cycle now) {
  if (queue_.empty() || last_send_ == now) return std::nullopt;
  if (sent_ == 0 ? !choose_channel() : credits_[channel_] == 0) return std::nullopt;
  FlitPacket* const packet = queue_.front();
  const Flit flit = {packet, sent_ == 0, sent_ + 1 == packet->packet.flits};
  last_send_ = now;
  --credits_[channel_];
  ++sent_;
  if (flit.tail) {
    queue_.pop();
    sent_ = 0;
  }
  return Sent{channel_, flit};
}

}  // namespace crossroof::sim
