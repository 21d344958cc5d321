// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <charconv>
#include <limits>
#include <vector>

#include "cli/choices.h"
#include "cli/option_text.h"
#include "models/error.h"
#include "models/text.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostBits = 64;
constexpr std::int64_t kMostSize = std::numeric_limits<std::int32_t>::max();

// Splits NAME=VALUE at the last `=`: names of tensors may hold one.
std::pair<std::string, std::string_view> named_value(std::string_view option, std::string_view text,
                                                     const std::string& expected) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) refuse(option, text, expected);
  return {std::string(text.substr(0, equals)), text.substr(equals + 1)};
}

std::vector<std::int64_t> parse_shape(std::string_view whole, std::string_view text) {
  std::vector<std::int64_t> shape;
  for (const std::string_view part : split(text, 'x')) {
    std::int64_t size = 0;
    if (!reads_as(part, size) || size < 1 || size > kMostSize) {
      refuse("--input", whole, "NAME=SIZExSIZE..., as in x=1x3x224x224");
    }
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

std::int64_t parse_count(std::string_view option, std::string_view text, std::int64_t most) {
  std::int64_t value = 0;
  if (!reads_as(text, value) || value < 1 || value > most) {
    refuse(option, text, "a whole number from 1 to " + std::to_string(most));
  }
  return value;
}

OperandBits parse_bits(const std::string& text) {
  std::vector<std::int64_t> bits;
  for (const std::string_view part : split(text, ',')) {
    std::int64_t value = 0;
    if (!reads_as(part, value) || value < 1 || value > kMostBits) bits.clear();
    bits.push_back(value);
  }
  if (bits.size() != 3 || split(text, ',').size() != 3) {
    refuse("--bits", text,
           "IN,WEIGHT,OUT: three whole numbers from 1 to " + std::to_string(kMostBits));
  }
  return {bits[0], bits[1], bits[2]};
}

ImportOptions import_options(const NetworkArguments& arguments) {
  ImportOptions options;
  for (const std::string& text : arguments.bind) {
    const auto [name, value] = named_value("--bind", text, "NAME=SIZE, as in N=1");
    std::int64_t size = 0;
    if (!reads_as(value, size) || size < 1 || size > kMostSize) {
      refuse("--bind", text, "NAME=SIZE, as in N=1");
    }
    options.bind[name] = size;
  }
  for (const std::string& text : arguments.input) {
    const auto [name, value] =
        named_value("--input", text, "NAME=SIZExSIZE..., as in x=1x3x224x224");
    options.input_shapes[name] = parse_shape(text, value);
  }
  constexpr std::string_view kElementwise = "elementwise:";
  for (const std::string& text : arguments.assume) {
    if (text.rfind(kElementwise, 0) != 0 || text.size() == kElementwise.size()) {
      refuse("--assume", text, "elementwise:DOMAIN.OP, as in elementwise:com.example.Swirl");
    }
    options.assume_elementwise.insert(text.substr(kElementwise.size()));
  }
  if (!arguments.images.empty()) {
    options.images = parse_count("--images", arguments.images, kMostSize);
  }
  return options;
}

LayerId find_layer(const Network& net, const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    if (net.layers[l].name == text) return LayerId(static_cast<std::int32_t>(l));
    names.push_back(net.layers[l].name);
  }
  std::string_view number = text;
  if (!number.empty() && number.front() == '#') number.remove_prefix(1);
  std::int64_t value = 0;
  const auto layers = static_cast<std::int64_t>(net.layers.size());
  if (reads_as(number, value) && value >= 1 && value <= layers) {
    return LayerId(static_cast<std::int32_t>(value - 1));
  }
  throw Error("--explain: network " + net.name + " has no layer \"" + text +
                  "\", expected a name or a number from 1 to " + std::to_string(layers) +
                  did_you_mean(text, names),
              ExitCode::usage);
}

MappingOptions mapping_options(const MappedArguments& a) {
  MappingOptions options;
  options.overflow = choose("--overflow", a.overflow, kOverflows);
  options.reuse = choose("--reuse", a.reuse, kReuses);
  if (!a.mode.empty()) {
    options.mode = choose("--mode", a.mode, kModes);
  } else if (options.overflow == Overflow::reload) {
    options.mode = RunMode::layer_serial;
  }
  if (!a.bits.empty()) options.bits = parse_bits(a.bits);
  return options;
}

void check_output(const OutputArguments& output) {
  if (output.json && output.csv) {
    throw Error("--json and --csv: choose one", ExitCode::usage);
  }
}

}  // namespace crossroof::cli
