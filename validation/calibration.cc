// SPDX-License-Identifier: Apache-2.0
#include "validation/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "models/error.h"
#include "validation/agreement.h"
#include "validation/fit/nnls.h"
#include "validation/isolating_programs.h"

namespace crossroof::validation {
namespace {

constexpr double kHidden = 0.5;  // at most this share of the busiest resource's time
constexpr std::uint64_t kMostEvents = 3'000'000;  // of one run

std::optional<CalibratedResource> resource_of(analytic::ResourceKind kind) {
  switch (kind) {
    case analytic::ResourceKind::l1:
    case analytic::ResourceKind::l1_read:
    case analytic::ResourceKind::l1_write:
      return CalibratedResource::l1;
    case analytic::ResourceKind::crossbars:
      return CalibratedResource::crossbars;
    case analytic::ResourceKind::simd:
      return CalibratedResource::simd;
    case analytic::ResourceKind::controller:
      return CalibratedResource::memory;
    case analytic::ResourceKind::link:
    case analytic::ResourceKind::injection:
    case analytic::ResourceKind::ejection:
      return CalibratedResource::noc;
    case analytic::ResourceKind::chip_link:
    case analytic::ResourceKind::chip_link_in:
      break;
  }
  return std::nullopt;
}

// Time of the busiest resource of each kind.
std::array<Seconds, kCalibratedResources> busy_times(const analytic::Estimate& e) {
  std::array<Seconds, kCalibratedResources> busy{};
  for (const analytic::ResourceLoad& r : e.resources) {
    const std::optional<CalibratedResource> kind = resource_of(r.kind);
    if (kind) busy[index(*kind)] = std::max(busy[index(*kind)], r.per_image);
  }
  return busy;
}

// The memory and the NoC carry the same bytes, so one of them may be hidden by little.
bool isolates(const std::array<Seconds, kCalibratedResources>& busy, std::size_t top) {
  const auto transfers = [](std::size_t r) {
    return r == index(CalibratedResource::memory) || r == index(CalibratedResource::noc);
  };
  for (std::size_t r = 0; r < busy.size(); ++r) {
    if (r == top || (transfers(r) && transfers(top))) continue;
    if (busy[r] > busy[top] * kHidden) return false;
  }
  return true;
}

class Calibrating {
 public:
  Calibrating(const RramChip& chip, const CalibrationOptions& options)
      : chip_(chip), options_(options) {
    chip_.calibration.reset();
    for (const CalibratedResourceInfo& r : kCalibrated) {
      if (!r.in_core) {
        factors_.push_back(factor(r.resource, ""));
        continue;
      }
      for (const CoreKind& kind : chip_.kinds) factors_.push_back(factor(r.resource, kind.name));
    }
  }

  CalibrationRun result() {
    const std::vector<IsolatingCase> cases = isolating_cases(chip_);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (options_.progress) options_.progress(i, cases.size(), cases[i].name(chip_));
      try {
        measure(isolating_program(chip_, cases[i]));
      } catch (const Error& error) {
        if (error.code() == ExitCode::interrupted) throw;
        run_.left_out.push_back(cases[i].name(chip_) + ": " + error.what());
      }
    }
    if (run_.points.empty()) {
      throw Error("no program isolates a resource of machine '" + chip_.name +
                  "', expected at least one");
    }
    fit();
    return std::move(run_);
  }

 private:
  static CalibrationFactor factor(CalibratedResource resource, const std::string& kind) {
    CalibrationFactor f;
    f.resource = resource;
    f.core_kind = kind;
    return f;
  }

  void measure(const IsolatingProgram& p) {
    const analytic::Estimate e =
        analytic::estimate(p.net, chip_, p.mapping, analytic::Sharing::max_min);
    const auto busy = busy_times(e);
    const auto top =
        static_cast<std::size_t>(std::max_element(busy.begin(), busy.end()) - busy.begin());
    if (!isolates(busy, top)) throw Error("isolates no resource");
    CalibrationPoint point;
    point.name = p.name;
    point.resource = static_cast<CalibratedResource>(top);
    if (kCalibrated[top].in_core) point.core_kind = p.core_kind;
    point.busy = busy[top] * (result_of(e, options_.tier).interval / e.resource_max.interval);
    point.one = makespan(p.program, 1);
    point.many = makespan(p.program, kCalibrationImages);
    run_.points.push_back(point);
  }

  Seconds makespan(const Program& program, std::int64_t images) const {
    sim::SimOptions run;
    run.batch = images;
    run.noc = options_.granularity;
    run.l1_words = options_.l1_words;
    run.interrupted = options_.interrupted;
    run.max_events = kMostEvents;
    const sim::SimResult done = sim::simulate(chip_, program, run);
    if (done.end == sim::SimEnd::interrupted) {
      throw Error("interrupted; nothing is written", ExitCode::interrupted);
    }
    if (done.end != sim::SimEnd::finished) {
      throw Error("takes more than " + std::to_string(kMostEvents) + " events");
    }
    return done.makespan;
  }

  std::size_t column(const CalibrationPoint& p) const {
    std::size_t c = 0;
    while (factors_[c].resource != p.resource || factors_[c].core_kind != p.core_kind) ++c;
    return c;
  }

  // Columns of different factors have no row in common, so each is a problem of its own.
  void fit() {
    double all = 0;
    for (std::size_t c = 0; c < factors_.size(); ++c) all += fit(c);
    Calibration& result = run_.calibration;
    result.factors = factors_;
    result.programs = static_cast<std::int64_t>(run_.points.size());
    result.residual = std::sqrt(all / static_cast<double>(run_.points.size()));
  }

  // The sum of squared residuals.
  double fit(std::size_t c) {
    Rows rows;
    std::vector<CalibrationPoint*> points;
    for (CalibrationPoint& p : run_.points) {
      if (column(p) != c) continue;
      rows.push_back({p.busy / p.one, kStartUnit / p.one});
      rows.push_back({kCalibrationImages * (p.busy / p.many), kStartUnit / p.many});
      points.push_back(&p);
    }
    if (points.empty()) return 0;
    const NonNegativeFit fit = non_negative_fit(rows, std::vector<double>(rows.size(), 1.0));
    double squares = 0;
    for (CalibrationPoint* p : points) {
      p->residual = (fit.x[0] * kCalibrationImages * p->busy + fit.x[1] * kStartUnit) / p->many - 1;
      squares += p->residual * p->residual;
    }
    const double least = 1 / kLargestFactor;
    const double x = std::max(fit.x[0], least), half = fit.half_width[0];
    CalibrationFactor& f = factors_[c];
    f.value = 1 / x;
    f.low = 1 / (x + half);
    f.high = x - half > least ? 1 / (x - half) : kLargestFactor;
    f.start = kStartUnit * fit.x[1];
    f.programs = static_cast<std::int64_t>(points.size());
    f.residual = std::sqrt(squares / static_cast<double>(f.programs));
    return squares;
  }

  static constexpr Seconds kStartUnit = Seconds(1e-9);

  RramChip chip_;
  const CalibrationOptions& options_;
  std::vector<CalibrationFactor> factors_;
  CalibrationRun run_;
};

}  // namespace

CalibrationRun calibrate(const RramChip& chip, const CalibrationOptions& options) {
  return Calibrating(chip, options).result();
}

}  // namespace crossroof::validation
