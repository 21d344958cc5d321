// SPDX-License-Identifier: Apache-2.0
#include "sim/flit_router.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {

FlitRouter::FlitRouter(const Size& size, const FlitPipeline& pipeline)
    : size_(size),
      pipeline_(pipeline),
      inputs_(std::size_t{size.inputs} * size.channels),
      output_channels_(std::size_t{size.outputs} * size.channels),
      outputs_(size.outputs),
      channel_match_(size.inputs * size.channels, size.outputs * size.channels),
      switch_match_(size.inputs, size.outputs),
      bids_(std::size_t{size.inputs} * size.outputs),
      turn_(size.inputs, 0) {
  for (std::uint32_t index = 0; index < inputs_.size(); ++index) {
    inputs_[index].port = index / size.channels;
    inputs_[index].number = index % size.channels;
  }
  for (OutputChannel& places : output_channels_) places.credits = size.buffer;
}

void FlitRouter::receive(std::uint32_t input, std::uint32_t channel, const Flit& flit, Cycle now) {
  const std::uint32_t index = input * size_.channels + channel;
  InputChannel& in = inputs_[index];
  assert(in.buffer.size() < size_.buffer);
  if (in.buffer.empty()) {
    occupied_.push_back(index);
    if (flit.head) in.asks_from = now + pipeline_.routing;
  }
  in.buffer.push(flit);
}

const std::vector<Departure>& FlitRouter::step(Cycle now) {
  departures_.clear();
  collect(now);
  give_channels();
  give_switch(now);
  count_waiting();
  return departures_;
}

// The requests of this cycle, from the state before anything of it is granted.
void FlitRouter::collect(Cycle now) {
  for (const std::uint32_t index : occupied_) {
    const InputChannel& in = inputs_[index];
    if (!in.active && now < in.asks_from) continue;
    const FlitHop* hop = in.active ? nullptr : in.buffer.front().packet->hop;
    Output& output = outputs_[in.active ? in.output : hop->output];
    if (output.waiting++ == 0) {
      wanted_.push_back(static_cast<std::uint32_t>(&output - outputs_.data()));
    }
    if (!in.active) {
      ask_for_channel(index, *hop);
    } else if (places(in.output, in.channel).credits > 0) {
      bid(index, in.output, Bid::Kind::firm);
    } else {
      output.starved = true;
    }
  }
}

void FlitRouter::ask_for_channel(std::uint32_t index, const FlitHop& hop) {
  bool room = false;
  for (std::uint32_t channel = hop.first; channel < hop.end; ++channel) {
    const OutputChannel& out = places(hop.output, channel);
    if (out.taken) continue;
    room = room || out.credits > 0;
    channel_match_.request(index, hop.output * size_.channels + channel);
  }
  if (pipeline_.speculative && room) bid(index, hop.output, Bid::Kind::speculative);
}

// Of the channels of a port that want the same output one asks: a holder of an output channel
// before a speculating one, then the first in line.
void FlitRouter::bid(std::uint32_t index, std::uint32_t output, Bid::Kind kind) {
  const std::uint32_t input = inputs_[index].port, channel = inputs_[index].number;
  const std::uint32_t pair = input * size_.outputs + output;
  Bid& placed = bids_[pair];
  const auto steps = [&](std::uint32_t c) {
    return c >= turn_[input] ? c - turn_[input] : c + size_.channels - turn_[input];
  };
  if (placed.kind == Bid::Kind::none) {
    placed_.push_back(pair);
    switch_match_.request(input, output);
  } else if (kind < placed.kind ||
             (kind == placed.kind && steps(channel) > steps(placed.channel))) {
    return;
  }
  placed = {channel, kind};
}

void FlitRouter::give_channels() {
  for (const RoundRobinMatch::Pair& pair : channel_match_.match()) {
    InputChannel& in = inputs_[pair.input];
    in.active = true;
    in.output = pair.output / size_.channels;
    in.channel = pair.output % size_.channels;
    output_channels_[pair.output].taken = true;
  }
}

// A speculative winner leaves only when it also got a channel with a credit.
void FlitRouter::give_switch(Cycle now) {
  for (const RoundRobinMatch::Pair& pair : switch_match_.match()) {
    const std::uint32_t channel = bids_[pair.input * size_.outputs + pair.output].channel;
    const std::uint32_t index = pair.input * size_.channels + channel;
    turn_[pair.input] = channel + 1 == size_.channels ? 0 : channel + 1;
    const InputChannel& in = inputs_[index];
    if (in.active && places(in.output, in.channel).credits > 0) depart(index, now);
  }
  for (const std::uint32_t pair : placed_) bids_[pair].kind = Bid::Kind::none;
  placed_.clear();
}

void FlitRouter::depart(std::uint32_t index, Cycle now) {
  InputChannel& in = inputs_[index];
  const Flit flit = in.buffer.front();
  in.buffer.pop();
  departures_.push_back({in.port, in.number, in.output, in.channel, flit});
  OutputChannel& out = places(in.output, in.channel);
  --out.credits;
  if (flit.tail) {
    out.taken = false;
    in.active = false;
    in.asks_from = now + 1 + pipeline_.routing;
  }
  if (in.buffer.empty()) {
    const auto found = std::find(occupied_.begin(), occupied_.end(), index);
    *found = occupied_.back();
    occupied_.pop_back();
  }
}

void FlitRouter::count_waiting() {
  for (const Departure& d : departures_) outputs_[d.output].starved = false;
  for (const std::uint32_t output : wanted_) {
    Output& o = outputs_[output];
    o.use->longest_queue = std::max<std::uint64_t>(o.use->longest_queue, o.waiting);
    if (o.starved) ++o.use->blocked;
    o.waiting = 0;
    o.starved = false;
  }
  wanted_.clear();
}

}  // namespace crossroof::sim
