// SPDX-License-Identifier: Apache-2.0
// What users get for mistakes: exit code, nothing on standard output, one clear sentence.
#include "tests/cli/onnx_files.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

class Mistake : public ProgramTest {
 protected:
  void expect(const std::string& line, int exit_code, const std::string& message) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, exit_code) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(outcome.err.rfind("crossroof: error: ", 0), 0u) << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << line << "\n" << outcome.err;
  }
  // The line with each of the values behind it is a mistake of usage.
  void expect_each(const std::string& line, const std::vector<std::string>& values,
                   const std::string& message) const {
    for (const std::string& value : values) expect(line + value, 2, message);
  }
  void expect_usage(const std::string& line, const std::string& message) const {
    expect(line, 2, message);
    EXPECT_EQ(run(line).err, "crossroof: error: " + message + "\n");
  }
};

TEST_F(Mistake, UnknownCommandIsAnsweredWithTheNearest) {
  expect_usage(
      "crossroof estimat conv.onnx",
      "crossroof has no command \"estimat\"; did you mean \"estimate\"? (see crossroof --help)");
  expect_usage("crossroof machine shwo teaching",
               "crossroof machine has no command \"shwo\"; did you mean \"show\"? (see crossroof "
               "machine --help)");
}

TEST_F(Mistake, MissingCommandListsThem) {
  expect_usage("crossroof",
               "crossroof needs a command: estimate, simulate, validate, roofline, calibrate, "
               "network, machine, noc or schema "
               "(see crossroof --help)");
  expect_usage("crossroof network",
               "crossroof network needs a command: list or show (see crossroof network --help)");
}

TEST_F(Mistake, UnknownOptionIsAnsweredWithTheNearest) {
  expect_usage("crossroof estimate conv.onnx --mchine teaching",
               "crossroof estimate has no option \"--mchine\"; did you mean \"--machine\"? (see "
               "crossroof estimate --help)");
  expect_usage(
      "crossroof estimate conv.onnx --machine teaching --bacth=3",
      "crossroof estimate has no option \"--bacth\"; did you mean \"--batch\"? (see crossroof "
      "estimate --help)");
  expect_usage(
      "crossroof network list --quux",
      "crossroof network list has no option \"--quux\" (see crossroof network list --help)");
}

TEST_F(Mistake, MissingAndSuperfluousArgumentsAreNamed) {
  const std::string see = " (see crossroof estimate --help)";
  expect_usage("crossroof estimate conv.onnx", "--machine is required" + see);
  expect_usage("crossroof estimate --machine teaching", "NETWORK is required" + see);
  expect_usage("crossroof estimate conv.onnx --machine", "--machine needs a value" + see);
  expect_usage("crossroof estimate conv.onnx --machine teaching --batch ''",
               "--batch: the value is empty" + see);
  expect_usage("crossroof estimate conv.onnx --machine teaching more",
               "unexpected argument \"more\"" + see);
  expect_usage("crossroof estimate conv.onnx --machine teaching --batch 1 --batch 2",
               "--batch: given more than once" + see);
}

TEST_F(Mistake, WordsOutsideTheTableAreAnsweredWithIt) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching ";
  expect_usage(estimate + "--tier stagemax",
               "--tier: found \"stagemax\", expected stage-max, resource-max, pipeline or "
               "contention; did you mean "
               "\"stage-max\"?");
  expect_usage(estimate + "--overflow never",
               "--overflow: found \"never\", expected error, multi-chip or reload");
  expect_usage(estimate + "--mode serial",
               "--mode: found \"serial\", expected layer-pipeline or layer-serial");
  expect_usage("crossroof schema machines",
               "no schema \"machines\", expected machine; did you mean \"machine\"?");
}

TEST_F(Mistake, NumbersAreCheckedFromBothSides) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching ";
  EXPECT_EQ(run(estimate + "--batch 1").exit_code, 0);
  expect_each(estimate + "--batch ", {"0", "-1", "1.5", "x", "1000000001"},
              "expected a whole number from 1 to 1000000000");
  EXPECT_EQ(run(estimate + "--bits 8,8,8").exit_code, 0);
  expect_each(estimate + "--bits ", {"8", "8,8", "8,8,8,8", "8,8,0", "8,8,65", "8,,8", "a,b,c"},
              "expected IN,WEIGHT,OUT");
}

TEST_F(Mistake, BindingsAreChecked) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching ";
  expect_each(estimate + "--bind ", {"N", "=1", "N=0", "N=x", "N=-1"}, "expected NAME=SIZE");
  expect_each(estimate + "--input ", {"x", "x=", "x=1x", "x=1x0", "x=axb"},
              "expected NAME=SIZExSIZE");
  expect_each(estimate + "--assume ", {"Swirl", "elementwise:", "pointwise:Swirl"},
              "expected elementwise:DOMAIN.OP");
}

TEST_F(Mistake, UnknownMachineAndNetworkAreAnsweredWithTheNearest) {
  expect("crossroof estimate conv.onnx --machine teching", 3, "did you mean \"teaching\"?");
  expect("crossroof machine show isaac", 3, "did you mean \"isaac-ce\"?");
  expect("crossroof network show resnet51", 3, "did you mean");
}

TEST_F(Mistake, UnreadableFilesAreNamed) {
  expect("crossroof estimate missing.onnx --machine teaching", 3, "missing.onnx");
  expect("crossroof estimate conv.onnx --machine missing.json", 3, "missing.json");
  expect("mkdir d && crossroof estimate d --machine teaching", 3, "d");
  expect("mkdir e && crossroof estimate conv.onnx --machine e", 3, "e");
}

TEST_F(Mistake, ABadSetNamesThePath) {
  expect("crossroof machine show teaching --set core.l1.bank=2", 3, "did you mean \"banks\"?");
  expect("crossroof machine show teaching --set core.l1.banks=none", 3, "core");
  expect("crossroof estimate conv.onnx --machine teaching --set core.crossbar.rows=0", 3, "rows");
}

TEST_F(Mistake, AllMistakesOfAMachineFileComeAtOnce) {
  write("chip.json",
        "{\n  \"crossroof\": 1,\n  \"extends\": \"teaching\",\n  \"clock\": \"1 parsec\",\n"
        "  \"coers\": 2\n}\n");
  const Outcome outcome = run("crossroof machine show chip.json");
  EXPECT_EQ(outcome.exit_code, 3);
  ASSERT_EQ(lines(outcome.err).size(), 2u) << outcome.err;
  for (const std::string& line : lines(outcome.err)) {
    EXPECT_EQ(line.rfind("crossroof: error: chip.json:", 0), 0u) << line;
  }
}

TEST_F(Mistake, UnknownLayerIsAnsweredWithTheNearest) {
  const std::string explain = "crossroof estimate conv.onnx --machine teaching --explain ";
  expect_usage(
      explain + "cnv",
      "--explain: network conv has no layer \"cnv\", expected a name or a number from 1 to "
      "1; did you mean \"conv\"?");
  expect(explain + "0", 2, "from 1 to 1");
  expect(explain + "2", 2, "from 1 to 1");
}

TEST_F(Mistake, FormatsExcludeEachOther) {
  const std::string estimate = "crossroof estimate conv.onnx --machine teaching ";
  expect_usage(estimate + "--json --csv", "--json and --csv: choose one");
  expect_usage(estimate + "--csv --explain 1", "--explain has no CSV form; use --json or neither");
  expect_usage("crossroof machine show teaching --json --resolved",
               "--json and --resolved or --origin: choose one");
}

TEST_F(Mistake, AnOperatorWithoutARuleNeedsAnAssumption) {
  write("swirl.onnx", unknown_operator_file());
  expect("crossroof network show swirl.onnx", 3, "Swirl");
  const Outcome assumed =
      run("crossroof network show swirl.onnx --assume elementwise:com.example.Swirl");
  EXPECT_EQ(assumed.exit_code, 0) << assumed.err;
  EXPECT_NE(assumed.out.find("1 assumed"), std::string::npos) << assumed.out;
}

TEST_F(Mistake, ASymbolicDimensionNeedsABinding) {
  write("any.onnx", worked_example_file(true));
  EXPECT_EQ(run("crossroof network show any.onnx --bind N=1").exit_code, 0);
  EXPECT_EQ(run("crossroof network show any.onnx --input x=2x4x4x4").exit_code, 0);
}

TEST_F(Mistake, AMachineThatIsTooSmallSaysByHowMuch) {
  expect("crossroof estimate lenet5 --machine teaching", 3, "too few");
}

}  // namespace
}  // namespace crossroof::testing_tools
