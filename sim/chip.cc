// SPDX-License-Identifier: Apache-2.0
#include "sim/chip.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace crossroof::sim {
namespace {

// Without waveforms nobody watches the kernel's time: it may follow in larger steps.
constexpr int kTicksAtOnce = 256;

std::string core_name(std::int64_t chip, CoreId core) {
  return "chip" + std::to_string(chip) + "_core" + std::to_string(static_cast<std::size_t>(core));
}

std::string group_name(const Program& program, std::int64_t chip) {
  return program.chips > 1 ? "chip " + std::to_string(chip) + " " : "";
}

// Feeds that carry a part of each message of an inlet.
std::vector<std::vector<std::uint16_t>> parts_of_messages(const Program& program) {
  std::vector<std::vector<std::uint16_t>> parts(program.inlets.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Demand& demand = program.demands[index(program.inlets[i].demand)];
    parts[i].resize(static_cast<std::size_t>(demand.messages), 0);
  }
  for (const Feed& f : program.feeds) {
    if (f.inlet == InletId::none) continue;
    for (const Carried& c : program.list(f)) {
      ++parts[index(f.inlet)][static_cast<std::size_t>(c.ordinal)];
    }
  }
  return parts;
}

// The order in which to make `count` modules; results do not depend on it.
std::vector<std::size_t> making_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::mt19937_64 random(seed);
  for (std::size_t i = count; seed != 0 && i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace

Chip::Chip(const RramChip& chip, const Program& program, const SimOptions& options,
           Supervisor& supervisor)
    : chip_(chip),
      program_(program),
      supervisor_(supervisor),
      noc_(noc_of(chip, program.chips)),
      core_of_task_(program.tasks.size(), 0),
      inlets_(program.inlets.size(), nullptr),
      places_(program.tasks.size(), 0) {
  find_cores();
  make(options);
  add_tasks();
  bind();
}

void Chip::find_cores() {
  std::map<std::pair<std::int64_t, CoreId>, std::size_t> numbers;
  for (std::size_t t = 0; t < program_.tasks.size(); ++t) {
    const CoreTask& task = program_.tasks[t];
    const auto [at, fresh] = numbers.insert({{task.chip, task.core}, cores_.size()});
    if (fresh) {
      cores_.emplace_back();
      cores_.back().chip = task.chip;
      cores_.back().core = task.core;
    }
    core_of_task_[t] = at->second;
    cores_[at->second].tasks.push_back(TaskId(static_cast<std::uint32_t>(t)));
  }
}

void Chip::make_core(std::size_t number, int part, const SimOptions& options) {
  ChipCore& c = cores_[number];
  const CoreKind& kind = chip_.kind(c.core);
  const std::string name = core_name(c.chip, c.core);
  const std::string group =
      group_name(program_, c.chip) + "core " + std::to_string(static_cast<std::size_t>(c.core));
  const auto sc = [&name](const char* what) { return name + what; };
  switch (part) {
    case 0:
      c.l1 = std::make_unique<L1Module>(sc("_l1").c_str(), kind.l1,
                                        options.l1_words ? L1Mode::word : L1Mode::burst,
                                        supervisor_, group);
      break;
    case 1:
      c.simd = std::make_unique<SimdModule>(sc("_simd").c_str(), kind.simd, supervisor_, group);
      break;
    case 2:
      if (std::none_of(c.tasks.begin(), c.tasks.end(),
                       [this](TaskId t) { return program_.task(t).has[index(Stage::mac)]; })) {
        break;
      }
      c.crossbars = std::make_unique<CrossbarModule>(sc("_crossbars").c_str(), kind, supervisor_);
      break;
    default:
      c.control = std::make_unique<CoreModule>(sc("_control").c_str(), chip_, program_, kind,
                                               options.batch, inlets_, places_, supervisor_);
  }
}

void Chip::make(const SimOptions& options) {
  constexpr std::size_t kParts = 4;
  const auto chips = static_cast<std::size_t>(program_.chips);
  nocs_.resize(chips);
  memories_.resize(chips);
  const std::size_t of_cores = cores_.size() * kParts;
  for (const std::size_t i : making_order(of_cores + 2 * chips + 3, options.construction_seed)) {
    if (i < of_cores) {
      make_core(i / kParts, static_cast<int>(i % kParts), options);
    } else if (i < of_cores + chips) {
      const std::size_t c = i - of_cores;
      nocs_[c] = std::make_unique<NocModule>(("noc" + std::to_string(c)).c_str(), noc_, options.noc,
                                             supervisor_);
    } else if (i < of_cores + 2 * chips) {
      const std::size_t c = i - of_cores - chips;
      memories_[c] = std::make_unique<MemoryModule>(("memory" + std::to_string(c)).c_str(),
                                                    chip_.memory, supervisor_);
    } else if (i == of_cores + 2 * chips) {
      pace_ = std::make_unique<PaceModule>("pace", sim::period(noc_.clock),
                                           options.vcd.empty() ? kTicksAtOnce : 1, supervisor_);
    } else if (i == of_cores + 2 * chips + 1) {
      transport_ = std::make_unique<Transport>("transport", chip_, program_, options,
                                               make_channels(chip_, noc_, program_, core_of_task_),
                                               supervisor_);
    } else {
      progress_ =
          std::make_unique<ProgressModule>("progress", program_, options.batch, supervisor_);
    }
  }
}

void Chip::add_tasks() {
  const std::vector<std::vector<std::uint16_t>> parts = parts_of_messages(program_);
  std::vector<bool> reloaded(program_.tasks.size(), false);
  for (const ProgramPhase& p : program_.phases) {
    for (const Reload& r : p.reloads) reloaded[index(r.task)] = true;
  }
  for (ChipCore& c : cores_) {
    for (const TaskId t : c.tasks) {
      c.control->add_task(t, reloaded[index(t)], parts);
      if (!program_.task(t).has[index(Stage::mac)]) continue;
      const std::string group =
          group_name(program_, c.chip) + "core " + std::to_string(static_cast<std::size_t>(c.core));
      c.crossbars->add_task(program_.task(t), group,
                            "crossbars of task " + std::to_string(index(t)),
                            static_cast<std::uint32_t>(index(t)));
    }
  }
}

void Chip::bind() {
  for (std::size_t p = 0; p < program_.phases.size(); ++p) {
    progress_->stores.push_back(transport_->stores_of(static_cast<std::int64_t>(p)));
  }
  progress_->transport = transport_.get();
  transport_->out_progress(*progress_);
  transport_->pace(*pace_);
  progress_->pace(*pace_);
  for (std::size_t c = 0; c < nocs_.size(); ++c) {
    nocs_[c]->pace(*pace_);
    nocs_[c]->out_client(*transport_);
    memories_[c]->pace(*pace_);
    memories_[c]->out_client(*transport_);
    transport_->nocs.push_back(nocs_[c].get());
    transport_->memories.push_back(memories_[c].get());
  }
  for (ChipCore& c : cores_) {
    c.l1->pace(*pace_);
    c.l1->out_core(*c.control);
    c.l1->out_dma(*transport_);
    c.simd->pace(*pace_);
    c.simd->out_core(*c.control);
    c.control->pace(*pace_);
    c.control->out_l1(*c.l1);
    c.control->out_simd(*c.simd);
    c.control->out_transport(*transport_);
    c.control->out_progress(*progress_);
    if (c.crossbars) {
      c.crossbars->pace(*pace_);
      c.crossbars->out_core(*c.control);
      c.control->out_crossbars(*c.crossbars);
    }
    progress_->cores.push_back(c.control.get());
    transport_->cores.push_back(c.control.get());
    const bool shared = chip_.kind(c.core).l1.dma == Dma::shared;
    transport_->l1s.push_back(shared ? c.l1.get() : nullptr);
  }
}

void Chip::trace(sc_core::sc_trace_file* file) const {
  for (const ChipCore& c : cores_) {
    c.l1->trace(file);
    c.simd->trace(file);
    if (c.crossbars) c.crossbars->trace(file);
  }
  for (const auto& m : memories_) m->trace(file);
}

}  // namespace crossroof::sim
