// SPDX-License-Identifier: Apache-2.0
#include "cli/simulate_arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "cli/arguments.h"
#include "cli/noc_arguments.h"
#include "models/error.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostImages = 1'000'000;
constexpr std::int64_t kMostWorkers = 4096;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::string_view kWaveforms = ".vcd";

// Simulated time ends just below it (sim/tick.h).
constexpr double kMostSeconds = 9200;

TextQuantity parse_time(std::string_view option, const std::string& text) {
  const QuantityResult time = parse_quantity(text, Dimension::time);
  if (!time.ok || !(time.quantity.value > 0)) {
    const std::string expected = time.ok ? "expected more than nothing" : time.expected;
    throw Error(std::string(option) + ": found \"" + text + "\", " + expected, ExitCode::usage);
  }
  return time.quantity;
}

std::size_t parse_resources(const std::string& text) {
  if (text == "all") return kAllResources;
  try {
    return static_cast<std::size_t>(parse_count("--resources", text, kMost));
  } catch (const Error& error) {
    throw Error(std::string(error.what()) + " or all", ExitCode::usage);
  }
}

// Links and other spellings of one file are the same file; devices may be shared.
void check_distinct(const SimulateArguments& a) {
  namespace fs = std::filesystem;
  const std::array<std::pair<const char*, const std::string*>, 3> targets = {
      {{"--trace", &a.trace}, {"--vcd", &a.vcd}, {"--output", &a.output.file}}};
  const auto file = [](const std::string& name) {
    std::error_code error;
    const fs::path path = fs::weakly_canonical(fs::absolute(name, error), error);
    return error ? fs::path(name) : path;
  };
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = i + 1; j < targets.size(); ++j) {
      const auto& [one, first] = targets[i];
      const auto& [other, second] = targets[j];
      std::error_code error;
      const bool device = fs::exists(*second, error) && !fs::is_regular_file(*second, error);
      if (first->empty() || second->empty() || device || file(*first) != file(*second)) continue;
      throw Error(std::string(one) + " and " + other + " name the same file \"" + *second + "\"",
                  ExitCode::usage);
    }
  }
}

void check_files(const SimulateArguments& a) {
  const auto several = [&](const char* option, const std::string& file) {
    if (!file.empty() && a.machines.size() > 1) {
      throw Error(
          std::string(option) + " follows one machine; found " + std::to_string(a.machines.size()),
          ExitCode::usage);
    }
  };
  several("--trace", a.trace);
  several("--vcd", a.vcd);
  const bool named =
      a.vcd.size() > kWaveforms.size() &&
      a.vcd.compare(a.vcd.size() - kWaveforms.size(), kWaveforms.size(), kWaveforms) == 0;
  if (!a.vcd.empty() && !named) {
    throw Error("--vcd: found \"" + a.vcd + "\", expected a name that ends in .vcd",
                ExitCode::usage);
  }
  check_distinct(a);
}

}  // namespace

Seconds max_time(const SimulateSetup& setup, const SimulateArguments& a, Hertz clock) {
  const TextQuantity& time = *setup.max_time;
  const Seconds limit = time.in_cycles ? Cycles(time.value) / clock : Seconds(time.value);
  if (limit <= Seconds(kMostSeconds))
    return std::min(limit, Seconds(std::nextafter(kMostSeconds, 0)));
  throw Error("--max-time: found \"" + a.max_time + "\", expected at most 9200 s", ExitCode::usage);
}

SimulateSetup simulate_setup(const SimulateArguments& a) {
  check_output(a.output);
  check_files(a);
  SimulateSetup setup;
  setup.mapping = mapping_options(a);
  setup.duplication = choose("--duplicate", a.duplicate, kDuplications);
  if (!a.batch.empty()) setup.batch = parse_count("--batch", a.batch, kMostImages);
  setup.granularity = choose("--granularity", a.granularity, kGranularities);
  setup.l1_words = choose("--l1", a.l1, kL1Models);
  if (!a.max_time.empty()) {
    setup.max_time = parse_time("--max-time", a.max_time);
    if (!setup.max_time->in_cycles) max_time(setup, a, Hertz());
  }
  if (!a.max_events.empty()) {
    setup.max_events = static_cast<std::uint64_t>(parse_count("--max-events", a.max_events, kMost));
  }
  if (!a.resources.empty()) setup.resources = parse_resources(a.resources);
  if (!a.workers.empty()) {
    setup.workers = static_cast<std::size_t>(parse_count("--workers", a.workers, kMostWorkers));
  }
  setup.sets = a.sets;
  return setup;
}

}  // namespace crossroof::cli
