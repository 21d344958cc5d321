// SPDX-License-Identifier: Apache-2.0
// `crossroof validate` as a user types it. Times of the worked example are cycles of 1 ns: one
// image takes 1612, stage-max says 1024 (docs/worked-example.md).
#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/validate_arguments.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using nlohmann::json;

const std::string kExample = "crossroof validate worked-example --machine teaching ";
// Interrupts the last command once two cases are in the journal, or goes on when it has ended.
const std::string kInterruptAfterTwo =
    "until [ $(wc -l < journal) -gt 2 ] || ! kill -0 $!; do sleep 0.02; done;"
    " kill -INT $!; wait $!";
const std::string kSerial = kExample + "--mode layer-serial ";
const std::string kRandom = "crossroof validate --random 6 --seed 3 --mode layer-serial ";

class Validate : public ProgramTest {
 protected:
  json result(const std::string& line) const {
    const Outcome outcome = run(line + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << line;
    return json::parse(outcome.out)["result"];
  }
  void expect_mistake(const std::string& line, int exit_code, const std::string& message) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, exit_code) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(outcome.err, "crossroof: error: " + message + "\n") << line;
  }
};

TEST_F(Validate, StandsInTheCommonEnvelope) {
  const json d = json::parse(run(kSerial + "--json").out);
  EXPECT_EQ(d["crossroof"], 1);
  EXPECT_EQ(d["command"], "validate");
  EXPECT_EQ("crossroof " + d["version"].get<std::string>() + "\n", run("crossroof --version").out);
}

TEST_F(Validate, GivesTheWorkedExampleInBothModes) {
  const json r = result(kExample);
  ASSERT_EQ(r["cases"].size(), 2U);
  EXPECT_EQ(r["cases"][0]["mode"], "layer-pipeline");
  const json& c = r["cases"][1];
  EXPECT_EQ(c["network"], "worked-example");
  EXPECT_EQ(c["machine"], "teaching");
  EXPECT_EQ(c["mode"], "layer-serial");
  EXPECT_EQ(c["stratum"], "contended");
  EXPECT_EQ(c["simulated_latency_s"], 1.612e-06);
  EXPECT_EQ(c["simulated_interval_s"], 1.612e-06);
  EXPECT_NEAR(c["tiers"]["stage-max"]["interval_error"].get<double>(), 1024.0 / 1612 - 1, 1e-9);
  EXPECT_NEAR(c["tiers"]["resource-max"]["latency_error"].get<double>(), 1376.0 / 1612 - 1, 1e-9);
  for (const char* tier : {"stage-max", "resource-max", "pipeline", "contention"}) {
    EXPECT_TRUE(c["tiers"].contains(tier)) << tier;
  }
  EXPECT_EQ(r["summary"]["bottleneck_agreement"]["share"], 1);
  EXPECT_EQ(r["summary"]["bounds_hold"], (json{{"of", 2}, {"yes", 2}, {"share", 1.0}}));
}

// Of errors 588 / 1612 (one image) and 352 / 1376 (streaming) of stage-max.
TEST_F(Validate, SummarisesErrorsByTierModeAndStratum) {
  const json r = result(kExample);
  const json& first = r["summary"]["errors"][0];
  EXPECT_EQ(first["group"], "all");
  EXPECT_EQ(first["tier"], "stage-max");
  EXPECT_EQ(first["interval"]["cases"], 2);
  const double expected = (588.0 / 1612 + 352.0 / 1376) / 2;
  EXPECT_NEAR(first["interval"]["median"].get<double>(), expected, 0.003);
  EXPECT_NEAR(first["interval"]["bias"].get<double>(), -expected, 0.003);
  EXPECT_NEAR(first["latency"]["max"].get<double>(), 588.0 / 1612, 1e-9);
}

TEST_F(Validate, ExplainsWhatIsBeyondTheBarAndNothingElse) {
  const std::string line = kSerial + "--max-error ";
  const json near = json::parse(run(line + "0% --json").out)["result"]["cases"][0];
  EXPECT_NE(near["reason"].get<std::string>().find("L1 of core 0 (busy 85 % of the run"),
            std::string::npos)
      << near["reason"];
  EXPECT_TRUE(result(line + "90%")["cases"][0]["reason"].is_null());
}

TEST_F(Validate, ListsWhatCannotBeMappedAndGoesOn) {
  const json r = result(
      "crossroof validate lenet5 worked-example --machine teaching "
      "--mode layer-serial");
  EXPECT_EQ(r["cases"].size(), 1U);
  ASSERT_EQ(r["refused"].size(), 1U);
  EXPECT_EQ(r["refused"][0]["network"], "lenet5");
  EXPECT_NE(r["refused"][0]["said"].get<std::string>().find("does not fit"), std::string::npos);
  EXPECT_EQ(r["summary"]["states"]["refused"], 1);
}

TEST_F(Validate, RanksTheMachinesOfANetwork) {
  const json r = result(
      "crossroof validate worked-example --mode layer-serial --machine teaching "
      "--machine puma --machine isaac-ce");
  ASSERT_EQ(r["summary"]["ranking"].size(), 1U);
  const json& rank = r["summary"]["ranking"][0];
  EXPECT_EQ(rank["machines"], 3);
  EXPECT_EQ(rank["pairs"].get<int>() + rank["dropped"].get<int>(), 3);
  EXPECT_EQ(rank["tiers"]["pipeline"]["tau"], 1.0);
}

TEST_F(Validate, ComparesAGridOfMachines) {
  const std::string line = kSerial + "--grid 5 ";
  const json r = result(line + "--seed 4");
  EXPECT_EQ(r["cases"].size(), 5U);
  ASSERT_EQ(r["summary"]["ranking"].size(), 1U);
  EXPECT_EQ(r["summary"]["ranking"][0]["group"], "worked-example around teaching");
  EXPECT_EQ(r, result(line + "--seed 4"));
  EXPECT_NE(r, result(line + "--seed 5"));
}

TEST_F(Validate, ShowsStagesAndTimingsWhenAsked) {
  const json plain = result(kSerial)["cases"][0];
  EXPECT_FALSE(plain.contains("layers"));
  EXPECT_FALSE(plain.contains("simulation_cpu_s"));
  const json all = result(kSerial + "--layers --timings");
  EXPECT_NEAR(all["cases"][0]["layers"][0]["stages"]["l1_read_mac"]["simulated_s"].get<double>(),
              288e-9, 1e-15);
  EXPECT_GE(all["summary"]["timings"]["simulation_cpu_s"], 0);
}

TEST_F(Validate, IsACheckWithMaxError) {
  const Outcome fails = run(kSerial + "--max-error '1 %' --json");
  EXPECT_EQ(fails.exit_code, 4);
  EXPECT_EQ(fails.err.rfind("crossroof: error: --max-error: the median error of the contention "
                            "tier's interval is ",
                            0),
            0U)
      << fails.err;
  EXPECT_TRUE(json::accept(fails.out));
  EXPECT_EQ(run(kSerial + "--max-error 90%").exit_code, 0);
  const Outcome nothing = run("crossroof validate lenet5 --machine teaching --max-error 5%");
  EXPECT_EQ(nothing.exit_code, 4);
  EXPECT_EQ(nothing.err, "crossroof: error: --max-error: nothing was compared\n");
}

TEST_F(Validate, ResumedGivesTheSameBytesAsWithoutABreak) {
  const std::string line = kRandom + "--json ";
  const std::string whole = run(line).out;
  EXPECT_EQ(run(line + "--resume journal").out, whole);
  const std::string journal = read("journal");
  ASSERT_EQ(lines(journal).size(), 7U);  // a header and six cases
  for (const double share : {0.0, 0.2, 0.5, 0.93, 1.0}) {
    const auto cut = static_cast<std::size_t>(share * static_cast<double>(journal.size()));
    write("journal", journal.substr(0, cut));
    const Outcome resumed = run(line + "--resume journal");
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(resumed.out, whole) << share;
    const bool torn = cut > 0 && journal[cut - 1] != '\n';
    EXPECT_EQ(resumed.err.find("was torn and is dropped") != std::string::npos, torn)
        << resumed.err;
  }
}

// A case is drawn when its turn comes, not before the first result.
TEST_F(Validate, BeginsAtOnceHoweverManyCasesAreDrawn) {
  const std::string line =
      "crossroof validate --random 1000000 --mode layer-serial --workers 1 --resume journal ";
  const Outcome outcome =
      run("touch journal; " + line + ">/dev/null 2>said & " + kInterruptAfterTwo);
  EXPECT_EQ(outcome.exit_code, 130) << read("said");
}

// What is printed does not depend on how many work at it, nor do options that only print.
TEST_F(Validate, IsTheSameWithAnyNumberOfWorkers) {
  const std::string one = run(kRandom + "--workers 1 --resume journal --all").out;
  EXPECT_EQ(run(kRandom + "--workers 5 --all").out, one);
  EXPECT_EQ(run(kRandom + "--workers 2 --all --max-error 99% --resume journal").exit_code, 0);
}

TEST_F(Validate, GoesOnAfterAnInterruption) {
  const std::string line =
      "crossroof validate --random 60 --seed 2 --mode layer-pipeline --max-events 200000 --json ";
  const Outcome outcome =
      run("touch journal; " + line + "--resume journal 2>said & " + kInterruptAfterTwo);
  ASSERT_EQ(outcome.exit_code, 130) << read("said");
  EXPECT_NE(read("said").find(" of 60 cases are missing; the same command goes on with them"),
            std::string::npos)
      << read("said");
  ASSERT_TRUE(json::accept(outcome.out));
  const std::size_t kept = lines(read("journal")).size() - 1;
  EXPECT_LT(kept, 60U);
  EXPECT_EQ(json::parse(outcome.out)["result"]["cases"].size(), kept);
  const Outcome resumed = run(line + "--resume journal");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(resumed.out, run(line).out);
}

TEST_F(Validate, RefusesAJournalOfOtherArguments) {
  ASSERT_EQ(run(kSerial + "--resume journal").exit_code, 0);
  const Outcome other = run(kExample + "--resume journal");
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_EQ(other.out, "");
  EXPECT_NE(other.err.find("journal: arguments: found "), std::string::npos) << other.err;
  const Outcome set = run(kSerial + "--resume journal --set core.simd.lanes=4");
  EXPECT_EQ(set.exit_code, 3);
  EXPECT_EQ(run(kSerial + "--resume journal --all").exit_code, 0);
}

TEST_F(Validate, DrawsBalancedCasesTheSameForASeed) {
  const json r = result(kRandom);
  EXPECT_EQ(r["cases"].size(), 6U);
  EXPECT_EQ(r, result(kRandom));
  const json share = r["summary"]["second_kind_at_least_70_percent"];
  EXPECT_EQ(share["of"], 6);
  EXPECT_GE(share["share"].get<double>(), 0.4);
  EXPECT_EQ(r["summary"]["bounds_hold"]["share"], 1);
}

TEST_F(Validate, PrintsTablesAndCsv) {
  const std::string text = run(kExample).out;
  EXPECT_NE(text.find("cases          2 cases compared"), std::string::npos) << text;
  const std::string far =
      run("crossroof validate gru_bi128 --machine neurram --mode layer-serial").out;
  EXPECT_NE(far.find("Why cases are beyond the bar"), std::string::npos) << far;
  EXPECT_NE(far.find("mac of /l/GRU (busy"), std::string::npos) << far;
  const std::vector<std::string> csv = lines(run(kSerial + "--csv").out);
  ASSERT_EQ(csv.size(), 5U);
  EXPECT_EQ(csv[0].rfind("network,machine,mode,overflow,state,stratum,", 0), 0U);
  EXPECT_EQ(csv[1].rfind("worked-example,teaching,layer-serial,error,compared,contended,", 0), 0U);
}

TEST_F(Validate, KeepsWhatALimitLeaves) {
  const json r = result(kExample + "--max-events 10");
  ASSERT_EQ(r["cases"].size(), 2U);
  EXPECT_EQ(r["cases"][0]["state"], "stopped");
  EXPECT_TRUE(r["cases"][0]["simulated_latency_s"].is_null());
  EXPECT_TRUE(r["cases"][0]["tiers"]["pipeline"]["interval_error"].is_null());
  EXPECT_EQ(r["summary"]["states"]["stopped"], 2);
}

TEST_F(Validate, SaysHowFarItIsWhenAsked) {
  const std::string said = run(kSerial + "--progress").err;
  EXPECT_NE(said.find("1 of 1 cases, 0:00 left: worked-example on teaching, layer-serial"),
            std::string::npos)
      << said;
}

TEST_F(Validate, MistakesAreNamed) {
  for (const std::string value : {"5", "x%", "-1%", "%", "nan%"}) {
    expect_mistake(kExample + "--max-error=" + value, 2,
                   "--max-error: found \"" + value + "\", expected a percentage, as in 5%");
  }
  expect_mistake(kExample + "--random 3", 2, "--random and NETWORK: choose one");
  expect_mistake("crossroof validate --random 3 --machine puma", 2,
                 "--random and --machine: choose one");
  expect_mistake("crossroof validate --random 3 --grid 3", 2, "--random and --grid: choose one");
  expect_mistake("crossroof validate lenet5 --machine puma --machine puma", 2,
                 "--machine: \"puma\" is named twice, expected each one once");
  expect_mistake("crossroof validate lenet5 lenet5 --machine puma", 2,
                 "NETWORK: \"lenet5\" is named twice, expected each one once");
  expect_mistake(kExample + "--grid 730", 2,
                 "--grid: found \"730\", expected a whole number from 1 to 729");
  expect_mistake(kExample + "--resume a --output ./a", 2,
                 "--resume and --output name the same file \"./a\"");
  expect_mistake(kExample + "--mode serial", 2,
                 "--mode: found \"serial\", expected both, layer-pipeline or layer-serial");
  expect_mistake(kExample + "--resume missing/journal", 1,
                 "--resume: cannot use \"missing/journal\": No such file or directory");
}

TEST_F(Validate, HelpNamesEveryWord) {
  const std::string help = run("crossroof validate --help").out;
  for (const std::string& word : cli::words(cli::kOverflowings)) {
    EXPECT_NE(help.find("  " + word + ": "), std::string::npos) << word;
  }
  for (const std::string& word : cli::words(cli::kValidateModes)) {
    EXPECT_NE(help.find("  " + word + ": "), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace crossroof::testing_tools
