// SPDX-License-Identifier: Apache-2.0
// Every line of an explanation is `symbol = formula = numbers = value unit   [source]`; the numbers
// give the value, and the value is the one at the JSON key below it.
#include <cmath>
#include <regex>

#include <nlohmann/json.hpp>

#include "tests/analytic/arithmetic.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using nlohmann::json;

// "result.layers[0].stages.mac" in a document.
json at_path(const json& document, const std::string& path) {
  static const std::regex bracket(R"(\[(\d+)\])");
  std::string pointer = "/" + std::regex_replace(path, bracket, "/$1");
  for (char& c : pointer) c = c == '.' ? '/' : c;
  return document.at(json::json_pointer(pointer));
}

struct Figure {
  std::string symbol, substituted, key;
  double value = 0;
};

std::vector<Figure> figures(const std::string& text) {
  static const std::regex line(R"(^  (\S.*?) = (.*) = (.*) = (\S+)( \S.*)?   \[(.+)\]$)");
  static const std::regex key(R"(^    json: (\S+)$)");
  std::vector<Figure> all;
  std::smatch match;
  for (const std::string& l : lines(text)) {
    if (std::regex_match(l, match, line)) {
      all.push_back({match[1], match[3], "", std::stod(match[4])});
    } else if (std::regex_match(l, match, key)) {
      all.back().key = match[1];
    }
  }
  return all;
}

class Explain : public ProgramTest {
 protected:
  void expect_consistent(const std::string& estimate) const {
    const std::string text = run(estimate).out;
    const json document = json::parse(run(estimate + " --json").out);
    std::size_t keys = 0;
    for (const Figure& f : figures(text)) {
      const double recomputed = calculate(f.substituted);
      EXPECT_NEAR(recomputed, f.value, 1e-9 * std::abs(f.value))
          << f.symbol << ": " << f.substituted;
      if (f.key.empty()) continue;
      ++keys;
      EXPECT_NEAR(at_path(document, f.key).get<double>(), f.value, 1e-12 * std::abs(f.value))
          << f.key;
    }
    EXPECT_GE(keys, 9u) << text;  // eight stages and the interval at least
  }
};

TEST_F(Explain, NumbersGiveTheValueAndTheValueOfTheJson) {
  expect_consistent("crossroof estimate conv.onnx --machine teaching --explain conv");
}

TEST_F(Explain, EveryLayerOfARealNetworkIsConsistent) {
  for (int layer = 1; layer <= 7; ++layer) {
    expect_consistent("crossroof estimate lenet5 --machine isaac-ce --explain " +
                      std::to_string(layer));
  }
}

TEST_F(Explain, EveryLineOfTheFiguresHasTheDocumentedForm) {
  const std::string text =
      run("crossroof estimate conv.onnx --machine teaching --explain conv").out;
  std::size_t with_equals = 0;
  for (const std::string& line : lines(text)) {
    if (line.rfind("  ", 0) == 0 && line.find(" = ") != std::string::npos) ++with_equals;
  }
  EXPECT_GT(with_equals, 20u);
  EXPECT_EQ(figures(text).size(), with_equals);
}

TEST_F(Explain, ShowsTheWorkedExample) {
  const std::string text =
      run("crossroof estimate conv.onnx --machine teaching --explain conv").out;
  EXPECT_NE(text.find("  S3 time = m * MVM interval = 16 * 6.4e-08 = 1.024e-06 s   ["),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    json: result.layers[0].stages.mac\n"), std::string::npos);
}

TEST_F(Explain, TakesALayerByNameOrNumber) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching --explain ";
  EXPECT_EQ(run(estimate + "conv").out, run(estimate + "1").out);
  EXPECT_EQ(run(estimate + "conv").out, run(estimate + "'#1'").out);
}

TEST_F(Explain, WithSeveralMachinesTheKeysNameTheMachine) {
  expect_consistent(
      "crossroof estimate conv.onnx --machine teaching --machine isaac-ce --explain 1");
  const std::string text =
      run("crossroof estimate conv.onnx --machine teaching --machine isaac-ce --explain 1").out;
  EXPECT_NE(text.find("json: result.machines[1].layers[0].stages.mac\n"), std::string::npos);
}

TEST_F(Explain, JsonHoldsTheSameFigures) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching --explain 1";
  const json result = json::parse(run(estimate + " --json").out)["result"];
  const std::vector<Figure> text = figures(run(estimate).out);
  ASSERT_EQ(result["explain"].size(), text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const json& figure = result["explain"][i];
    EXPECT_EQ(figure["symbol"], text[i].symbol);
    EXPECT_EQ(figure["substituted"], text[i].substituted);
    EXPECT_EQ(figure["value"], text[i].value);
    if (!text[i].key.empty()) {
      EXPECT_EQ("result." + figure["key"].get<std::string>(), text[i].key);
    }
  }
}

}  // namespace
}  // namespace crossroof::testing_tools
