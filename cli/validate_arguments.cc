// SPDX-License-Identifier: Apache-2.0
#include "cli/validate_arguments.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/arguments.h"
#include "cli/option_text.h"
#include "models/error.h"
#include "validation/grid.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostRandom = 1'000'000;
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

// "5%", "2.5 %".
double parse_percent(std::string_view option, const std::string& text) {
  std::string_view number = text;
  const bool percent = !number.empty() && number.back() == '%';
  if (percent) number.remove_suffix(1);
  while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
  double value = 0;
  if (!percent || !reads_as(number, value) || !std::isfinite(value) || value < 0) {
    refuse(option, text, "a percentage, as in 5%");
  }
  constexpr double kHundred = 100;
  return value / kHundred;
}

std::vector<RunMode> modes_of(Modes modes) {
  if (modes == Modes::layer_pipeline) return {RunMode::layer_pipeline};
  if (modes == Modes::layer_serial) return {RunMode::layer_serial};
  return {RunMode::layer_pipeline, RunMode::layer_serial};
}

[[noreturn]] void do_not_go_together(const char* one, const char* other) {
  throw Error(std::string(one) + " and " + other + ": choose one", ExitCode::usage);
}

void check_combination(const ValidateArguments& a) {
  if (a.random.empty()) return;
  if (!a.grid.empty()) do_not_go_together("--random", "--grid");
  if (!a.networks.empty()) do_not_go_together("--random", "NETWORK");
  if (!a.machines.empty()) do_not_go_together("--random", "--machine");
  if (!a.sets.empty()) do_not_go_together("--random", "--set");
}

// The result would replace the journal.
void check_journal(const ValidateArguments& a) {
  namespace fs = std::filesystem;
  if (a.resume.empty() || a.output.file.empty()) return;
  const auto file = [](const std::string& name) {
    std::error_code error;
    const fs::path path = fs::weakly_canonical(fs::absolute(name, error), error);
    return error ? fs::path(name) : path;
  };
  if (file(a.resume) != file(a.output.file)) return;
  throw Error("--resume and --output name the same file \"" + a.output.file + "\"",
              ExitCode::usage);
}

}  // namespace

ValidateSetup validate_setup(const ValidateArguments& a) {
  check_combination(a);
  check_journal(a);
  ValidateSetup setup;
  setup.modes = modes_of(choose("--mode", a.mode, kValidateModes));
  setup.overflowing = choose("--overflow", a.overflow, kOverflowings);
  auto run = static_cast<const SimulateArguments&>(a);
  run.mode.clear();
  run.overflow = kOverflows.front().word;
  setup.run = simulate_setup(run);
  if (!a.max_error.empty()) setup.max_error = parse_percent("--max-error", a.max_error);
  if (!a.grid.empty()) {
    setup.grid = parse_count("--grid", a.grid, static_cast<std::int64_t>(validation::kGridSize));
  }
  if (!a.random.empty()) setup.random = parse_count("--random", a.random, kMostRandom);
  if (!a.seed.empty()) {
    setup.seed = static_cast<std::uint64_t>(parse_count("--seed", a.seed, kMostSeed));
  }
  return setup;
}

}  // namespace crossroof::cli
