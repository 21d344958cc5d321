// SPDX-License-Identifier: Apache-2.0
// The words an option accepts, one table per option: parsing, --help and reports all read it.
#ifndef CROSSROOF_CLI_CHOICES_H_
#define CROSSROOF_CLI_CHOICES_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/error.h"
#include "models/text.h"
#include "workloads/mapping.h"

namespace crossroof::cli {

template <class T>
struct Choice {
  std::string_view word;
  T value;
  std::string_view meaning;
};

inline constexpr std::array<Choice<RunMode>, 2> kModes = {{
    {"layer-pipeline", RunMode::layer_pipeline, "images stream through all layers at once"},
    {"layer-serial", RunMode::layer_serial, "one layer after the other, all images of the batch"},
}};

inline constexpr std::array<Choice<analytic::Tier>, 4> kTiers = {{
    {"stage-max", analytic::Tier::stage_max, "slowest stage, each as if alone"},
    {"resource-max", analytic::Tier::resource_max, "also the busiest resource that stages share"},
    {"pipeline", analytic::Tier::pipeline, "also the way of chunks through stages and layers"},
    {"contention", analytic::Tier::contention, "what sharing and blocking cost: an estimate"},
}};

inline constexpr std::array<Choice<Reuse>, 2> kReuses = {{
    {"im2col", Reuse::im2col, "every operand of every position is read from L1"},
    {"line-buffer", Reuse::line_buffer, "each distinct input of a task is read from L1 once"},
}};

inline constexpr std::array<Choice<Overflow>, 3> kOverflows = {{
    {"error", Overflow::error, "weights that do not fit are refused"},
    {"multi-chip", Overflow::multi_chip, "consecutive layers go to successive chips"},
    {"reload", Overflow::reload, "arrays are written again during the run"},
}};

inline constexpr std::array<Choice<analytic::Duplication>, 2> kDuplications = {{
    {"greedy", analytic::Duplication::greedy, "replicas go to the slowest layer"},
    {"none", analytic::Duplication::none, "one copy of every layer"},
}};

inline constexpr std::array<Choice<analytic::Sharing>, 2> kSharings = {{
    {"max-min", analytic::Sharing::max_min, "nodes share memory as they need it"},
    {"equal", analytic::Sharing::equal, "each of n nodes gets 1/n of the memory rate: no bound"},
}};

template <class T, std::size_t N>
std::vector<std::string> words(const std::array<Choice<T>, N>& table) {
  std::vector<std::string> all;
  all.reserve(N);
  for (const Choice<T>& choice : table) all.emplace_back(choice.word);
  return all;
}

template <class T, std::size_t N>
const Choice<T>& choice_of(T value, const std::array<Choice<T>, N>& table) {
  for (const Choice<T>& choice : table) {
    if (choice.value == value) return choice;
  }
  return table.front();
}

template <class T, std::size_t N>
std::string word(T value, const std::array<Choice<T>, N>& table) {
  return std::string(choice_of(value, table).word);
}

// The value `text` names; throws a usage Error that lists the words otherwise.
template <class T, std::size_t N>
T choose(std::string_view option, const std::string& text, const std::array<Choice<T>, N>& table) {
  for (const Choice<T>& choice : table) {
    if (choice.word == text) return choice.value;
  }
  throw Error(std::string(option) + ": found \"" + text + "\", expected " + listing(words(table)) +
                  did_you_mean(text, words(table)),
              ExitCode::usage);
}

// A line per word, for --help; `preset` is the default.
template <class T, std::size_t N>
std::string described(std::string_view what, const std::array<Choice<T>, N>& table,
                      std::string_view preset) {
  std::string text(what);
  for (const Choice<T>& choice : table) {
    text += "\n  " + std::string(choice.word) + ": " + std::string(choice.meaning);
    if (choice.word == preset) text += " (default)";
  }
  return text;
}

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_CHOICES_H_
