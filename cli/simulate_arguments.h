// SPDX-License-Identifier: Apache-2.0
// What `crossroof simulate` is to run: its arguments, checked.
#ifndef CROSSROOF_CLI_SIMULATE_ARGUMENTS_H_
#define CROSSROOF_CLI_SIMULATE_ARGUMENTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analytic/duplicate.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "models/units_text.h"
#include "sim/simulate.h"
#include "workloads/mapping.h"

namespace crossroof::cli {

inline constexpr std::array<Choice<bool>, 2> kL1Models = {{
    {"burst", false, "a burst of words at once, its time replayed on the banks"},
    {"word", true, "word by word, the reference for the bursts"},
}};

struct SimulateSetup {
  MappingOptions mapping;
  analytic::Duplication duplication = analytic::Duplication::greedy;
  std::optional<std::int64_t> batch;  // stated by the user
  sim::NocGranularity granularity = sim::NocGranularity::packet;
  bool l1_words = false;
  std::optional<TextQuantity> max_time;
  std::optional<std::uint64_t> max_events;
  std::optional<std::size_t> resources;  // shown; kAllResources: all of them
  std::size_t workers = 0;               // 0: one per processor
  std::vector<std::string> sets;
};

inline constexpr std::size_t kAllResources = static_cast<std::size_t>(-1);

// Throws a usage Error for a bad argument.
SimulateSetup simulate_setup(const SimulateArguments& arguments);

// --max-time, which must be given, on a machine of that clock. Throws a usage Error when it is
// beyond what can be simulated.
Seconds max_time(const SimulateSetup& setup, const SimulateArguments& arguments, Hertz clock);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_SIMULATE_ARGUMENTS_H_
