// SPDX-License-Identifier: Apache-2.0
#include "validation/published.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "analytic/mvm.h"
#include "models/machine_json.h"
#include "workloads/array_geometry.h"

namespace crossroof::validation {
namespace {

// Applies "in=5", "phases=2", ...; false when it is not understood.
bool apply(std::string_view condition, RramChip& chip) {
  const std::size_t equals = condition.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = condition.substr(0, equals), text = condition.substr(equals + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) return false;
  if (name == "in") {
    chip.precision.input = value;
  } else if (name == "weight") {
    chip.precision.weight = value;
  } else if (name == "out") {
    chip.precision.output = value;
    for (CoreKind& kind : chip.kinds) kind.crossbar.adc.bits = value;
  } else if (name == "phases") {
    for (CoreKind& kind : chip.kinds) kind.crossbar.pulse_count.two_phase = value == 2;
  } else {
    return false;
  }
  return true;
}

std::optional<double> peak_tops(RramChip chip, std::string_view conditions) {
  while (!conditions.empty()) {
    const std::size_t end = std::min(conditions.find(','), conditions.size());
    if (!apply(conditions.substr(0, end), chip)) return std::nullopt;
    conditions.remove_prefix(std::min(end + 1, conditions.size()));
  }
  return analytic::peak(chip, chip.precision).value() / 1e12;
}

ArrayGeometry one_weight(const RramChip& chip, const Crossbar& x) {
  return array_geometry({1, 1, 1}, chip.precision.weight, x);
}

double weight_bytes(const RramChip& chip) {
  double bits = 0;
  for (const KindId id : chip.cores) {
    const CoreKind& kind = chip.kinds[static_cast<std::size_t>(id)];
    if (kind.crossbars == 0) continue;
    const ArrayGeometry g = one_weight(chip, kind.crossbar);
    const std::int64_t blocks = kind.crossbars / g.unit;
    bits += static_cast<double>(blocks * g.weight_rows * g.weight_columns * chip.precision.weight);
  }
  return bits / 8;
}

// One MVM that fills a crossbar of the first core, in cycles of the digital clock.
double mvm_latency_cycles(const RramChip& chip) {
  const Crossbar& x = chip.kind(CoreId(0)).crossbar;
  const ArrayGeometry g = one_weight(chip, x);
  MvmWork full;
  full.slots = input_slots(x, chip.precision.input) *
               ceil_div(g.weight_rows * g.rows_per_weight, x.active_rows);
  full.columns = g.weight_columns * g.cells_per_column;
  full.input_bits = chip.precision.input;
  return (analytic::mvm_time(x, full).latency * chip.clock).value();
}

}  // namespace

std::optional<double> derived_value(const RramChip& chip, const Published& figure) {
  constexpr std::string_view kPeak = "peak_tops";
  const std::string_view quantity = figure.quantity;
  if (quantity == kPeak) return peak_tops(chip, "");
  if (quantity.substr(0, kPeak.size() + 1) == "peak_tops:") {
    return peak_tops(chip, quantity.substr(kPeak.size() + 1));
  }
  if (quantity == "weight_bytes") return weight_bytes(chip);
  if (quantity == "mvm_latency_cycles") return mvm_latency_cycles(chip);
  return std::nullopt;
}

FigureVerdict verdict_of(const Published& figure, std::optional<double> predicted) {
  if (!figure.derivable) return FigureVerdict::not_derivable;
  if (!predicted) return FigureVerdict::not_compared;
  const double rounding = 1e-9 * std::abs(figure.value);
  const double most = figure.tolerance * std::abs(figure.value) + rounding;
  return std::abs(*predicted - figure.value) <= most ? FigureVerdict::agrees
                                                     : FigureVerdict::differs;
}

FigureCheck check_figure(const RramChip& chip, const Published& figure) {
  FigureCheck check;
  check.machine = chip.name;
  check.figure = figure;
  check.predicted = derived_value(chip, figure);
  if (check.predicted && figure.value != 0) check.error = *check.predicted / figure.value - 1;
  check.verdict = verdict_of(figure, check.predicted);
  return check;
}

std::vector<FigureCheck> check_figures() {
  std::vector<FigureCheck> checks;
  for (const PresetInfo& preset : machine_presets()) {
    const RramChip chip = load_machine(preset.name).chip;
    for (const Published& figure : chip.published) checks.push_back(check_figure(chip, figure));
  }
  return checks;
}

}  // namespace crossroof::validation
