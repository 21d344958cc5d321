// SPDX-License-Identifier: Apache-2.0
// What `crossroof validate` is to compare: its arguments, checked.
#ifndef CROSSROOF_CLI_VALIDATE_ARGUMENTS_H_
#define CROSSROOF_CLI_VALIDATE_ARGUMENTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/simulate_arguments.h"
#include "validation/compare.h"

namespace crossroof::cli {

inline constexpr std::array<Choice<validation::Overflowing>, 4> kOverflowings = {{
    {"auto", validation::Overflowing::automatic,
     "as many chips as weights that do not fit take; three networks reloaded as well"},
    {"error", validation::Overflowing::error, "weights that do not fit are refused"},
    {"multi-chip", validation::Overflowing::multi_chip,
     "consecutive layers go to successive chips"},
    {"reload", validation::Overflowing::reload, "arrays are written again during the run"},
}};

enum class Modes { both, layer_pipeline, layer_serial };
inline constexpr std::array<Choice<Modes>, 3> kValidateModes = {{
    {"both", Modes::both, "each of the two in turn; with --random one drawn"},
    {"layer-pipeline", Modes::layer_pipeline, "images stream through all layers at once"},
    {"layer-serial", Modes::layer_serial, "one layer after the other, all images of the batch"},
}};

struct ValidateSetup {
  SimulateSetup run;
  std::vector<RunMode> modes;
  validation::Overflowing overflowing = validation::Overflowing::automatic;
  std::optional<double> max_error;     // of the contention tier's median
  std::optional<std::int64_t> grid;    // machines drawn around each
  std::optional<std::int64_t> random;  // cases drawn
  std::uint64_t seed = 1;
};

// Throws a usage Error for a bad argument.
ValidateSetup validate_setup(const ValidateArguments& arguments);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_VALIDATE_ARGUMENTS_H_
