// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>

#include "cli/report/estimate_table.h"
#include "cli/report/finite.h"

namespace crossroof::cli {
namespace {

// Shortest decimal that reads back as the same number, as in the formulas.
std::string number(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string figure_text(const analytic::Figure& figure, const std::string& layer_key) {
  std::string text = "  " + figure.symbol + " = " + figure.formula + " = " + figure.substituted +
                     " = " + number(finite(figure.value, figure.symbol));
  if (!figure.unit.empty()) text += " " + figure.unit;
  text += "   [" + figure.source + "]\n";
  if (!figure.key.empty()) text += "    json: " + layer_key + "." + figure.key + "\n";
  return text;
}

}  // namespace

std::string explanation_text(const EstimateRuns& runs) {
  const std::size_t layer = index(*runs.options.explain);
  std::string text = estimate_header(runs);
  for (std::size_t r = 0; r < runs.runs.size(); ++r) {
    const EstimateRun& run = runs.runs[r];
    const std::string result =
        runs.runs.size() == 1 ? "result" : "result.machines[" + std::to_string(r) + "]";
    text += "\nLayer " + std::to_string(layer + 1) + " " + runs.net.layers[layer].name + " (" +
            runs.net.layers[layer].op + ") on " + run.machine + ", one image\n";
    for (const analytic::FigureGroup& group : run.explained) {
      text += "\n" + group.title + "\n";
      for (const analytic::Figure& figure : group.figures) {
        text += figure_text(figure, result + ".layers[" + std::to_string(layer) + "]");
      }
    }
  }
  return text;
}

}  // namespace crossroof::cli
