// SPDX-License-Identifier: Apache-2.0
// Values of options as text: counts, widths, bindings, shapes. A bad value throws a usage Error
// that names option, text found and what was expected.
#ifndef CROSSROOF_CLI_ARGUMENTS_H_
#define CROSSROOF_CLI_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/commands.h"
#include "workloads/mapping.h"
#include "workloads/network.h"
#include "workloads/onnx/import_options.h"

namespace crossroof::cli {

// A whole number from 1 to `most`.
std::int64_t parse_count(std::string_view option, std::string_view text, std::int64_t most);

// "8,8,16": input, weight, output.
OperandBits parse_bits(const std::string& text);

// --bind N=1, --input x=1x3x224x224, --assume elementwise:Domain.Op.
ImportOptions import_options(const NetworkArguments& arguments);

// The layer a user means: its name, or its number as reports print it (from 1).
LayerId find_layer(const Network& net, const std::string& text);

// Run mode, widths, reuse and overflow as asked for; batch and replicas are the command's.
MappingOptions mapping_options(const MappedArguments& arguments);

// One format at most.
void check_output(const OutputArguments& output);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_ARGUMENTS_H_
