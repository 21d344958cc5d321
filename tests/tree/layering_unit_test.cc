// SPDX-License-Identifier: Apache-2.0
// The include rules of the architecture and the shape of every file, on the tree itself; then on
// small bad examples, so that a rule that has stopped looking is noticed.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tree/tree_rules.h"

namespace crossroof::tree {
namespace {

const std::string kLicence = "// SPDX-License-Identifier: Apache-2.0\n";

std::vector<std::string> with_include(const std::string& path, const std::string& name) {
  return include_violations({path, kLicence + "#include " + name + "\n"});
}

void expect_allowed(const std::string& path, const std::string& name) {
  EXPECT_EQ(with_include(path, name), std::vector<std::string>()) << path << " " << name;
}

void expect_refused(const std::string& path, const std::string& name, const std::string& why) {
  const std::vector<std::string> found = with_include(path, name);
  ASSERT_EQ(found.size(), 1U) << path << " " << name;
  EXPECT_EQ(found[0], path + ":2: " + name.substr(1, name.size() - 2) + ": " + why);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

TEST(Tree, KeepsItsRules) {
  const std::vector<SourceFile> files = read_tree(CROSSROOF_SOURCE_DIR);
  ASSERT_GT(files.size(), 10U);
  std::vector<std::string> all;
  for (const SourceFile& file : files) {
    for (const std::string& wrong : include_violations(file)) all.push_back(wrong);
    for (const std::string& wrong : shape_violations(file)) all.push_back(wrong);
  }
  EXPECT_TRUE(all.empty()) << joined(all);
}

TEST(Tree, IncludesOnlyFilesThatExist) {
  const std::vector<std::string> dangling = dangling_includes(read_tree(CROSSROOF_SOURCE_DIR));
  EXPECT_TRUE(dangling.empty()) << joined(dangling);
}

TEST(Tree, IsReadWithThisFileAndTheBuildInIt) {
  bool self = false;
  bool build = false;
  for (const SourceFile& file : read_tree(CROSSROOF_SOURCE_DIR)) {
    self = self || file.path == "tests/tree/layering_unit_test.cc";
    build = build || file.path == "cmake/Layers.cmake";
  }
  EXPECT_TRUE(self);
  EXPECT_TRUE(build);
}

TEST(Layering, FollowsTheArrows) {
  expect_allowed("models/a.cc", "\"models/units.h\"");
  expect_allowed("workloads/a.h", "\"models/units.h\"");
  expect_allowed("analytic/a.cc", "\"workloads/network.h\"");
  expect_allowed("sim/noc/a.cc", "\"models/units.h\"");
  expect_allowed("validation/a.cc", "\"analytic/roofline.h\"");
  expect_allowed("validation/a.cc", "\"sim/simulate.h\"");
  expect_allowed("cli/main.cc", "\"validation/compare.h\"");
  expect_allowed("tests/sim/a_unit_test.cc", "\"sim/simulate.h\"");
}

TEST(Layering, RefusesEveryStepAgainstTheArrows) {
  const std::vector<std::string> order = {"models",     "workloads", "analytic",
                                          "validation", "cli",       "tests"};
  for (std::size_t low = 0; low < order.size(); ++low) {
    for (std::size_t high = low + 1; high < order.size(); ++high) {
      expect_refused(order[low] + "/a.cc", "\"" + order[high] + "/b.h\"",
                     order[low] + " may not include " + order[high]);
    }
  }
  expect_refused("sim/a.cc", "\"validation/b.h\"", "sim may not include validation");
  expect_refused("workloads/a.cc", "\"sim/b.h\"", "workloads may not include sim");
}

TEST(Layering, KeepsTheTwoEnginesApart) {
  expect_refused("analytic/a.cc", "\"sim/simulate.h\"", "analytic may not include sim");
  expect_refused("sim/a.h", "\"analytic/roofline.h\"", "sim may not include analytic");
}

TEST(Layering, WantsOurHeadersQuotedAndFromTheRoot) {
  expect_refused("models/a.cc", "\"units.h\"", "is not a path from the root");
  expect_refused("models/a.cc", "\"../models/units.h\"", "is not a path from the root");
  expect_refused("models/a.cc", "<models/units.h>", "our own header goes in quotes");
}

TEST(Layering, SeesAnIncludeHoweverItIsSpaced) {
  const SourceFile file = {"models/a.cc", kLicence + "\n  #  include\t\"cli/b.h\"  // why\n"};
  EXPECT_EQ(include_violations(file),
            std::vector<std::string>{"models/a.cc:3: cli/b.h: models may not include cli"});
}

TEST(ThirdParty, StaysInItsPlaces) {
  expect_allowed("models/rram_chip_json.cc", "<nlohmann/json.hpp>");
  expect_allowed("models/a.h", "<nlohmann/json_fwd.hpp>");
  expect_allowed("cli/main.cc", "<CLI/CLI.hpp>");
  expect_allowed("workloads/onnx/a.cc", "\"workloads/onnx/onnx.pb.h\"");
  expect_allowed("workloads/onnx/a.cc", "<google/protobuf/io/coded_stream.h>");
  expect_allowed("tests/models/a_theory_test.cc", "<Eigen/Dense>");
  expect_allowed("validation/fit/nnls.cc", "<Eigen/Dense>");
  expect_allowed("tests/bench/a_bench.cc", "<benchmark/benchmark.h>");
  expect_allowed("sim/core.h", "<systemc>");
  expect_allowed("validation/probes/a.cc", "<sys/resource.h>");
  expect_allowed("models/a.cc", "<vector>");
}

TEST(ThirdParty, IsRefusedElsewhere) {
  const std::string wrong = "third-party header belongs to ";
  expect_refused("models/a.cc", "<nlohmann/json.hpp>", wrong + "*_json.cc and tests");
  expect_refused("models/a_json.h", "<nlohmann/json.hpp>", wrong + "*_json.cc and tests");
  expect_refused("cli/options.h", "<CLI/CLI.hpp>", wrong + "cli/*.cc");
  expect_refused("models/a.cc", "<CLI/CLI.hpp>", wrong + "cli/*.cc");
  expect_refused("workloads/onnx/a.h", "\"workloads/onnx/onnx.pb.h\"",
                 wrong + "workloads/onnx/*.cc and tests");
  expect_refused("workloads/a.cc", "\"workloads/onnx/onnx.pb.h\"",
                 wrong + "workloads/onnx/*.cc and tests");
  expect_refused("cli/a.cc", "<google/protobuf/message_lite.h>",
                 wrong + "workloads/onnx/*.cc and tests");
  expect_refused("analytic/a.cc", "<Eigen/Dense>", wrong + "validation/*.cc and tests");
  expect_refused("validation/fit/nnls.h", "<Eigen/Dense>", wrong + "validation/*.cc and tests");
  expect_refused("models/a.cc", "<gtest/gtest.h>", wrong + "tests");
  expect_refused("tests/models/a_unit_test.cc", "<benchmark/benchmark.h>", wrong + "tests/bench");
  expect_refused("analytic/a.cc", "<systemc>", wrong + "sim");
  expect_refused("analytic/a.cc", "<boost/graph/graph_traits.hpp>",
                 "no place is known for this third-party header");
}

TEST(Shape, EndsAtFiveHundredLines) {
  const auto file = [](int lines) {
    std::string text = kLicence;
    for (int line = 1; line < lines; ++line) text += "\n";
    return SourceFile{"models/a.cc", text};
  };
  EXPECT_TRUE(shape_violations(file(500)).empty());
  EXPECT_EQ(shape_violations(file(501)),
            std::vector<std::string>{"models/a.cc:501: longer than 500 lines"});
}

TEST(Shape, WantsTheLicenceLineFirstOrAfterTheInterpreter) {
  const std::string hash = "# SPDX-License-Identifier: Apache-2.0\n";
  EXPECT_TRUE(shape_violations({"cmake/a.cmake", hash}).empty());
  EXPECT_TRUE(shape_violations({"scripts/a", "#!/usr/bin/env bash\n" + hash}).empty());
  EXPECT_EQ(shape_violations({"scripts/a", "#!/usr/bin/env bash\n\n" + hash}),
            std::vector<std::string>{"scripts/a:1: no SPDX licence line"});
  EXPECT_EQ(shape_violations({"models/a.cc", "int a;\n"}),
            std::vector<std::string>{"models/a.cc:1: no SPDX licence line"});
}

TEST(Shape, WantsTheGuardNamedLikeThePath) {
  const auto header = [](const std::string& guard) {
    return SourceFile{"sim/noc/flit_link.h",
                      kLicence + "#ifndef " + guard + "\n#define " + guard + "\n#endif\n"};
  };
  EXPECT_TRUE(shape_violations(header("CROSSROOF_SIM_NOC_FLIT_LINK_H_")).empty());
  EXPECT_EQ(shape_violations(header("FLIT_LINK_H")),
            std::vector<std::string>{
                "sim/noc/flit_link.h:1: its guard is not CROSSROOF_SIM_NOC_FLIT_LINK_H_"});
  EXPECT_EQ(shape_violations({"models/a.h", kLicence + "#pragma once\n"}),
            std::vector<std::string>{"models/a.h:1: its guard is not CROSSROOF_MODELS_A_H_"});
}

TEST(Shape, WantsATestToBearALabelThatRuns) {
  const std::string why = ":1: not tests/<folder>/<name>_<label>_test.cc, it would never run";
  EXPECT_TRUE(shape_violations({"tests/models/units_theory_test.cc", kLicence}).empty());
  EXPECT_EQ(shape_violations({"tests/models/units_test.cc", kLicence}),
            std::vector<std::string>{"tests/models/units_test.cc" + why});
  EXPECT_EQ(shape_violations({"models/units_unit_test.cc", kLicence}),
            std::vector<std::string>{"models/units_unit_test.cc" + why});
}

TEST(DanglingIncludes, NamesAFileThatIsNotThereAndKnowsGeneratedOnes) {
  const std::vector<SourceFile> files = {
      {"models/a.h", ""},
      {"workloads/onnx/onnx.proto", ""},
      {"workloads/onnx/a.cc",
       "#include \"models/a.h\"\n#include \"workloads/onnx/onnx.pb.h\"\n#include \"models/b.h\"\n"},
  };
  EXPECT_EQ(dangling_includes(files),
            std::vector<std::string>{"workloads/onnx/a.cc:3: models/b.h: no such file"});
}

}  // namespace
}  // namespace crossroof::tree
