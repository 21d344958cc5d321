// SPDX-License-Identifier: Apache-2.0
#include "sim/core_module.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {
namespace {

constexpr std::uint64_t kWriteStage = 15;  // ticket of array writing
constexpr std::uint64_t kStagesOfTicket = 16;

bool is_l1(std::size_t stage) {
  return stage < kStageCount && kStages[stage].resource == Resource::l1;
}
std::uint64_t ticket(std::uint32_t task, std::uint64_t stage) {
  return task * kStagesOfTicket + stage;
}
bool is_simd(std::size_t stage) { return stage == index(Stage::simd); }

}  // namespace

CoreModule::CoreModule(const sc_core::sc_module_name& name, const RramChip& chip,
                       const Program& program, const CoreKind& kind, std::int64_t batch,
                       std::vector<InletRun*>& inlets, std::vector<std::uint32_t>& places,
                       Supervisor& supervisor)
    : Module(name, supervisor),
      chip_(chip),
      program_(program),
      kind_(kind),
      batch_(batch),
      pricing_(kind.simd),
      inlets_(inlets),
      places_(places) {}

void CoreModule::add_task(TaskId id, bool reloaded,
                          const std::vector<std::vector<std::uint16_t>>& feeds_of_inlets) {
  const CoreTask& task = program_.task(id);
  places_[index(id)] = static_cast<std::uint32_t>(tasks_.size());
  tasks_.push_back({TaskRun(task, chip_.stage_slots, batch_),
                    Emission(program_, task),
                    static_cast<std::uint32_t>(id),
                    0,
                    {},
                    false,
                    false,
                    false,
                    !reloaded,
                    false,
                    0,
                    0,
                    false,
                    kNever,
                    0,
                    {}});
  Task& t = tasks_.back();
  if (task.has[index(Stage::mac)]) t.crossbars = crossbar_tasks_++;
  for (const StageWork& w : task.classes) t.simd.push_back(pricing_.service(w.s6));
  for (const InletId i : task.inlets) {
    const Inlet& inlet = program_.inlets[index(i)];
    own_inlets_.emplace_back(inlet, program_.demands[index(inlet.demand)],
                             feeds_of_inlets[index(i)]);
    inlets_[index(i)] = &own_inlets_.back();
    t.run.add_inlet(&own_inlets_.back());
  }
}

void CoreModule::settle_begin() {
  if (pending_) return;
  pending_ = true;
  pace->tell_core(*this);
}

void CoreModule::mark(Task& task) {
  if (!task.dirty) {
    task.dirty = true;
    dirty_.push_back(task.number);
  }
  settle_begin();
}

// Operands or slots that a stage may have waited for.
void CoreModule::change(Task& task) {
  task.changed = true;
  mark(task);
}

void CoreModule::arrived(InletId inlet, std::int64_t ordinal) {
  InletRun& in = *inlets_[index(inlet)];
  if (in.arrive(ordinal)) change(task_of(static_cast<std::uint32_t>(in.inlet().task)));
}

void CoreModule::left(ChannelId channel) {
  Task& task = task_of(program_.feeds[index(channel)].from.number);
  task.emission.left();
  mark(task);
}

void CoreModule::credit(ChannelId channel) {
  Task& task = task_of(program_.feeds[index(channel)].from.number);
  for (Emission::Message& m : task.emission.pending()) {
    if (static_cast<std::uint32_t>(m.feed) == static_cast<std::uint32_t>(channel))
      m.refused = false;
  }
  task.retry = true;
  mark(task);
}

void CoreModule::weights_arrived(TaskId id, std::int64_t rows) {
  Task& task = task_of(static_cast<std::uint32_t>(id));
  out_crossbars->write(task.crossbars, ticket(task.number, kWriteStage), rows);
}

void CoreModule::start_phase(std::int64_t phase) {
  for (Task& t : tasks_) {
    if (t.run.task().phase != phase) continue;
    t.active = true;
    for (std::size_t k = 0; k < t.run.stages(); ++k) t.run.stage(k).since = now();
    change(t);
  }
}

void CoreModule::done(std::uint64_t done_ticket, Tick served) {
  Task& task = task_of(static_cast<std::uint32_t>(done_ticket / kStagesOfTicket));
  const std::uint64_t k = done_ticket % kStagesOfTicket;
  if (k == kWriteStage) {
    task.weights = true;
    out_progress->written();
  } else {
    TaskRun::StageRun& s = task.run.stage(k);
    s.use.busy += served;
    if (s.stage != index(Stage::mac)) s.use.queued += now() - s.since - served;
    finish(task, k);
  }
  change(task);
}

void CoreModule::finish(Task& task, std::size_t k) {
  TaskRun::StageRun& s = task.run.stage(k);
  const auto [image, chunk] = task.run.finish(k);
  ++ends_;
  ++s.use.chunks;
  // Of this, what was service or waiting for credits is taken off in the end.
  if (s.stage == TaskRun::kEmit) s.use.queued += now() - task.emitting;
  task.last = now();
  for (const InletRun* in : task.run.gated(k)) {
    const InletId id = InletId(static_cast<std::uint32_t>(&in->inlet() - program_.inlets.data()));
    out_transport->release(id, in->base_after(image, chunk));
  }
  if (k + 1 == task.run.stages() && chunk + 1 == task.run.chunks()) {
    task.image_ends.push_back(now());
    out_progress->task_image_done(TaskId(task.number), image);
  }
}

void CoreModule::note(Task& task, std::size_t k, Wait wait) {
  const std::size_t stage = task.run.stage(k).stage;
  const Wait before = task.run.stage(k).wait;
  if (before == wait) return;
  task.run.note(k, wait, now());
  if (!is_l1(stage) && !is_simd(stage)) return;
  int& blocked = is_l1(stage) ? blocked_l1_ : blocked_simd_;
  const int was = blocked;
  blocked += (wait == Wait::blocked ? 1 : 0) - (before == Wait::blocked ? 1 : 0);
  if ((was > 0) == (blocked > 0)) return;
  is_l1(stage) ? out_l1->blocked(blocked > 0) : out_simd->blocked(blocked > 0);
}

bool CoreModule::try_stage(Task& task, std::size_t k) {
  TaskRun::StageRun& s = task.run.stage(k);
  const bool mac = s.stage == index(Stage::mac);
  if (!mac && s.started > s.finished) return false;
  Wait wait = task.run.next(k);
  if (mac && !task.weights && wait == Wait::work) wait = Wait::starved;
  // Crossbars at work are neither starved nor blocked.
  const bool idle = s.started == s.finished;
  if (wait != Wait::work) {
    if (idle || wait == Wait::blocked) note(task, k, wait);
    return false;
  }
  const Tick operands = s.wait == Wait::blocked ? s.since : now();
  note(task, k, Wait::work);
  start(task, k, operands);
  return true;
}

void CoreModule::start(Task& task, std::size_t k, Tick operands) {
  TaskRun::StageRun& s = task.run.stage(k);
  const std::int64_t i = s.started;
  const auto [image, chunk] = task.run.start(k);
  s.since = now();  // of the request
  supervisor_.count();
  if (k == 0 && task.first == kNever) task.first = now();
  if (k == 0 && chunk == 0) out_progress->image_begins(image);
  if (s.stage == TaskRun::kEmit) return start_emission(task, image, chunk);
  const StageWork& w = task.run.task().work(chunk);
  switch (kStages[s.stage].stage) {
    case Stage::l1_read_mac:
      return start_l1(task, k, i, false, w.s2);
    case Stage::l1_write_mac:
      return start_l1(task, k, i, true, w.s4);
    case Stage::l1_read_simd:
      return start_l1(task, k, i, false, w.s5);
    case Stage::l1_write_simd:
      return start_l1(task, k, i, true, w.s7);
    case Stage::mac: {
      counts_.macs += w.macs;
      const std::int64_t rows = chunk == 0 ? task.run.task().rows_per_image : 0;
      return out_crossbars->run(task.crossbars, ticket(task.number, k), w.mvms, rows, operands);
    }
    default: {
      const SimdService& service =
          task.simd[task.run.task().chunk_class[static_cast<std::size_t>(chunk)]];
      if (service.time == 0) return finish(task, k);
      for (const SimdWork& op : w.s6) counts_.simd_operations += op.count;
      return out_simd->request(
          {ticket(task.number, k), i, static_cast<int>(s.stage), task.number, service});
    }
  }
}

void CoreModule::start_l1(Task& task, std::size_t k, std::int64_t chunk, bool write,
                          const crossroof::Access& access) {
  if (access.amount == Bits()) return finish(task, k);
  const TaskRun::StageRun& s = task.run.stage(k);
  (write ? counts_.l1_write : counts_.l1_read) += access.amount;
  L1Request r;
  r.ticket = ticket(task.number, k);
  r.write = write;
  r.chunk = chunk;
  r.stage = static_cast<int>(s.stage);
  r.task = task.number;
  r.access.bits = access.amount.count();
  if (access.pattern == Pattern::stride) {
    r.access.pattern.kind = PatternKind::stride;
    r.access.pattern.stride = access.stride;
  }
  out_l1->request(r);
}

void CoreModule::start_emission(Task& task, std::int64_t image, std::int64_t chunk) {
  task.emitting = now();
  task.emission.begin(image, chunk);
  try_emission(task);
}

// Whether the message may go and has gone; else it hears of it when there is a credit.
bool CoreModule::try_message(Emission& e, Emission::Message& message) {
  const Feed& feed = program_.feeds[index(message.feed)];
  const ChannelId channel = ChannelId(static_cast<std::uint32_t>(message.feed));
  if (feed.inlet != InletId::none && !out_transport->may_send(channel, message.ordinal)) {
    message.refused = true;
    return false;
  }
  if (feed.local) {
    ++local_messages_;
    arrived(feed.inlet, message.ordinal);
  } else {
    e.sent();
    out_transport->send(channel, message.entry, e.image());
  }
  return true;
}

void CoreModule::try_emission(Task& task) {
  Emission& e = task.emission;
  std::vector<Emission::Message>& pending = e.pending();
  std::size_t kept = 0;
  for (std::size_t m = 0; m < pending.size(); ++m) {
    if (!pending[m].refused && try_message(e, pending[m])) continue;
    if (kept != m) pending[kept] = pending[m];
    ++kept;
  }
  pending.resize(kept);
  const bool waits = kept > 0;
  TaskRun::StageRun& s = task.run.stage(task.run.stages() - 1);
  if (task.waits_for_credit) s.use.blocked += now() - task.unpaid;
  task.unpaid = now();
  task.waits_for_credit = waits;
  if (e.done()) finish(task, task.run.stages() - 1);
}

void CoreModule::advance(Task& task) {
  if (!task.active) return;
  const std::size_t last = task.run.stages() - 1;
  TaskRun::StageRun& emit = task.run.stage(last);
  if (emit.started > emit.finished) {
    if (task.retry) {
      try_emission(task);
    } else if (task.emission.done()) {
      finish(task, last);
    }
  }
  task.retry = false;
  // A message that goes lets no stage begin before the last of its chunk has left.
  const bool emitted = emit.started == emit.finished;
  if (!task.changed && !emitted) return;
  task.changed = false;
  // Only what ends lets another stage begin.
  for (std::int64_t before = -1; before != ends_;) {
    before = ends_;
    for (std::size_t k = last + 1; k-- > 0;) {
      while (try_stage(task, k)) {
      }
    }
  }
}

void CoreModule::settled() {
  // Tasks in the order of their numbers, whoever was marked first.
  marked_.swap(dirty_);
  std::sort(marked_.begin(), marked_.end());
  for (const std::uint32_t number : marked_) {
    Task& task = task_of(number);
    task.dirty = false;
    advance(task);
  }
  marked_.clear();
  // Local messages may have fed a task of this core.
  if (!dirty_.empty()) return pace->tell_core(*this);
  pending_ = false;
}

}  // namespace crossroof::sim
