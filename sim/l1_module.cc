// SPDX-License-Identifier: Apache-2.0
#include "sim/l1_module.h"

#include <algorithm>

namespace crossroof::sim {

L1Module::L1Module(const sc_core::sc_module_name& name, const L1& l1, L1Mode mode,
                   Supervisor& supervisor, const std::string& group)
    : Arbiter(name, supervisor), server_(l1, mode) {
  if (supervisor.trace() != nullptr) track_ = supervisor.new_track(group, "L1");
}

void L1Module::request(const L1Request& request) {
  if (supervisor_.trace() != nullptr) traced_.push_back({request, 0});
  if (request.ticket >= kDmaTicket) return request_dma(request);
  server_.request(request, now());
  if (server_.can_start()) choose_later();
}

void L1Module::request_dma(const L1Request& request) {
  const std::size_t number = 2 * std::size_t{request.task} + (request.write ? 1 : 0);
  if (number >= dma_.size()) dma_.resize(number + 1);
  DmaStage& stage = dma_[number];
  if (!stage.at_l1 && stage.waiting.empty()) {
    may_come_.push_back(static_cast<std::uint32_t>(number));
    choose_later();
  }
  stage.waiting.push({order_of(request, now()), request});
}

// When all of a tick are known: never by who was first to ask.
void L1Module::bring_dma() {
  for (const std::uint32_t number : may_come_) {
    DmaStage& stage = dma_[number];
    const DmaStage::Waiting next = stage.waiting.top();
    stage.waiting.pop();
    stage.at_l1 = true;
    server_.request(next.request, std::max(next.order.since, stage.free));
  }
  may_come_.clear();
}

void L1Module::blocked(bool any) {
  account();
  blocked_ = any;
}

void L1Module::account() {
  const Tick now = this->now();
  if (blocked_ && active_ == 0) blocked_time_ += now - since_;
  since_ = now;
}

void L1Module::work() {
  const Tick now = this->now();
  if (server_.next_end() != now) return;
  account();
  server_.complete(now, [&](const L1End& e) {
    supervisor_.count();
    --active_;
    if (supervisor_.trace() != nullptr) trace_end(e);
    if (!e.whole) return;
    if (e.ticket < kDmaTicket) return out_core->done(e.ticket, e.served);
    const std::size_t number = 2 * std::size_t{e.task} + (e.write ? 1 : 0);
    DmaStage& stage = dma_[number];
    stage.at_l1 = false;
    stage.free = now;
    if (!stage.waiting.empty()) may_come_.push_back(static_cast<std::uint32_t>(number));
    out_dma->done(e.ticket, e.served);
  });
  if (server_.can_start() || !may_come_.empty()) choose_later();
  wake_at(server_.next_end());
}

void L1Module::choose() {
  account();
  bring_dma();
  server_.grant(now(), [&](const L1Start& s) {
    ++active_;
    if (supervisor_.trace() != nullptr) trace_start(s);
  });
  wake_at(server_.next_end());
}

void L1Module::trace_start(const L1Start& s) {
  for (InService& t : traced_) {
    if (t.request.ticket == s.ticket) t.start = now();
  }
}

void L1Module::trace_end(const L1End& e) {
  const auto at = std::find_if(traced_.begin(), traced_.end(),
                               [&](const InService& t) { return t.request.ticket == e.ticket; });
  supervisor_.trace()->service({track_, at->request.task, at->request.chunk,
                                static_cast<std::size_t>(at->request.stage), at->start, now()});
  if (e.whole) traced_.erase(at);
}

void L1Module::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, active_, std::string(name()) + ".active");
}

}  // namespace crossroof::sim
