// SPDX-License-Identifier: Apache-2.0
#include "cli/simulate_arguments.h"

#include <limits>

#include "cli/arguments.h"
#include "cli/noc_arguments.h"
#include "models/error.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostImages = 1'000'000;
constexpr std::int64_t kMostWorkers = 4096;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::string_view kWaveforms = ".vcd";

TextQuantity parse_time(std::string_view option, const std::string& text) {
  const QuantityResult time = parse_quantity(text, Dimension::time);
  if (!time.ok || !(time.quantity.value > 0)) {
    const std::string expected = time.ok ? "expected more than nothing" : time.expected;
    throw Error(std::string(option) + ": found \"" + text + "\", " + expected, ExitCode::usage);
  }
  return time.quantity;
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
}

}  // namespace

SimulateSetup simulate_setup(const SimulateArguments& a) {
  check_output(a.output);
  check_files(a);
  SimulateSetup setup;
  setup.mapping.overflow = choose("--overflow", a.overflow, kOverflows);
  setup.mapping.reuse = choose("--reuse", a.reuse, kReuses);
  if (!a.mode.empty()) {
    setup.mapping.mode = choose("--mode", a.mode, kModes);
  } else if (setup.mapping.overflow == Overflow::reload) {
    setup.mapping.mode = RunMode::layer_serial;
  }
  if (!a.bits.empty()) setup.mapping.bits = parse_bits(a.bits);
  setup.duplication = choose("--duplicate", a.duplicate, kDuplications);
  if (!a.batch.empty()) setup.batch = parse_count("--batch", a.batch, kMostImages);
  setup.granularity = choose("--granularity", a.granularity, kGranularities);
  setup.l1_words = choose("--l1", a.l1, kL1Models);
  if (!a.max_time.empty()) setup.max_time = parse_time("--max-time", a.max_time);
  if (!a.max_events.empty()) {
    setup.max_events = static_cast<std::uint64_t>(parse_count("--max-events", a.max_events, kMost));
  }
  if (a.resources == "all") {
    setup.resources = kAllResources;
  } else if (!a.resources.empty()) {
    setup.resources = static_cast<std::size_t>(parse_count("--resources", a.resources, kMost));
  }
  if (!a.workers.empty()) {
    setup.workers = static_cast<std::size_t>(parse_count("--workers", a.workers, kMostWorkers));
  }
  setup.sets = a.sets;
  return setup;
}

}  // namespace crossroof::cli
