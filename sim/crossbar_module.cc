// SPDX-License-Identifier: Apache-2.0
#include "sim/crossbar_module.h"

#include <algorithm>

namespace crossroof::sim {
namespace {

MvmShape shape_of(const MvmWork& mvm) {
  return {mvm.slots, mvm.columns, mvm.input_bits, mvm.serial_planes};
}

std::vector<CrossbarBlock> blocks_of(const CoreTask& task) {
  std::vector<CrossbarBlock> blocks;
  for (const ArrayBlock& b : task.blocks) {
    blocks.insert(blocks.end(), static_cast<std::size_t>(b.arrays), {b.rows, b.columns});
  }
  return blocks;
}

}  // namespace

CrossbarModule::CrossbarModule(const sc_core::sc_module_name& name, const CoreKind& kind,
                               Supervisor& supervisor)
    : Arbiter(name, supervisor), kind_(kind) {}

void CrossbarModule::add_task(const CoreTask& task, const std::string& group,
                              const std::string& label, std::uint32_t number) {
  tasks_.push_back({CrossbarServer(kind_.crossbar, shape_of(task.mvm), blocks_of(task)), arrays_,
                    task.arrays, TrackId{}, number, 0, 0});
  arrays_ += task.arrays;
  if (supervisor_.trace() != nullptr) tasks_.back().track = supervisor_.new_track(group, label);
}

bool CrossbarModule::conflicts(std::uint32_t a, std::uint32_t b) const {
  const std::int64_t n = kind_.crossbars;
  const PlaneTask &x = tasks_[a], &y = tasks_[b];
  if (x.arrays >= n || y.arrays >= n) return true;
  const std::int64_t distance = (y.first_array - x.first_array) % n;
  const std::int64_t ahead = distance < 0 ? distance + n : distance;
  return ahead < x.arrays || n - ahead < y.arrays;
}

bool CrossbarModule::free(std::uint32_t task) const {
  for (std::uint32_t other = 0; other < tasks_.size(); ++other) {
    if (other != task && tasks_[other].running > 0 && conflicts(task, other)) return false;
  }
  return true;
}

void CrossbarModule::run(std::uint32_t task, std::uint64_t ticket, std::int64_t mvms,
                         std::int64_t rows, Tick operands) {
  ask({task, ticket, mvms, rows, now(), operands});
}

void CrossbarModule::write(std::uint32_t task, std::uint64_t ticket, std::int64_t rows) {
  ask({task, ticket, 0, rows, now(), now()});
}

void CrossbarModule::ask(const Request& request) {
  const bool beside = request.mvms == 0 && kind_.crossbar.write->overlaps_mvm;
  if (kind_.crossbar.planes > 1 && !beside) {
    queue_.push_back(request);
    return choose_later();
  }
  begin(request);
  wake_at(std::max(now(), ends_.next_time()));
}

void CrossbarModule::begin(const Request& r) {
  PlaneTask& t = tasks_[r.task];
  // Its own MVMs never run on arrays that are not written.
  CrossbarSpan span;
  if (r.rows > 0) span = t.server.write(r.rows, now());
  if (r.mvms > 0) {
    const Tick ready = r.rows > 0 ? span.finish : now();
    span = t.server.run(r.mvms, ready, r.rows > 0 ? ready : r.operands);
  }
  ++active_;
  ends_.push(span.finish, {r.task, r.ticket});
  if (supervisor_.trace() != nullptr) {
    supervisor_.trace()->service({t.track, t.number, r.mvms > 0 ? t.chunk : 0,
                                  index(r.mvms > 0 ? Stage::mac : Stage::write), span.start,
                                  span.finish});
  }
  if (r.mvms > 0) ++t.chunk;
}

void CrossbarModule::grant_planes() {
  std::stable_sort(queue_.begin(), queue_.end(), [](const Request& a, const Request& b) {
    return a.asked != b.asked ? a.asked < b.asked : a.task < b.task;
  });
  std::vector<std::uint32_t> held_up;
  for (std::size_t i = 0; i < queue_.size();) {
    const Request r = queue_[i];
    const bool behind = std::any_of(held_up.begin(), held_up.end(), [&](std::uint32_t task) {
      return task != r.task && conflicts(task, r.task);
    });
    if (behind || !free(r.task)) {
      held_up.push_back(r.task);
      ++i;
      continue;
    }
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
    ++tasks_[r.task].running;
    begin(r);
  }
}

void CrossbarModule::work() {
  const Tick now = this->now();
  while (ends_.next_time() == now) {
    const End e = ends_.top().payload;
    ends_.pop();
    supervisor_.count();
    --active_;
    if (kind_.crossbar.planes > 1 && tasks_[e.task].running > 0) --tasks_[e.task].running;
    out_core->done(e.ticket, 0);  // the server keeps the books
  }
  if (!queue_.empty()) choose_later();
  wake_at(ends_.next_time());
}

void CrossbarModule::choose() {
  grant_planes();
  wake_at(ends_.next_time());
}

void CrossbarModule::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, active_, std::string(name()) + ".active");
}

}  // namespace crossroof::sim
