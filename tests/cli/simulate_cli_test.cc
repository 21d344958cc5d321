// SPDX-License-Identifier: Apache-2.0
// `crossroof simulate` as a user types it. Times of the worked example are cycles of 1 ns; the
// 1612 of one image are in docs/worked-example.md.
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/simulate_arguments.h"
#include "tests/cli/onnx_files.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using nlohmann::json;

const std::string kExample = "crossroof simulate worked-example --machine teaching ";

class Simulate : public ProgramTest {
 protected:
  json document(const std::string& line) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << line;
    return json::parse(outcome.out);
  }
  json result(const std::string& options = "") const {
    return document(kExample + "--json " + options)["result"];
  }
  void expect_mistake(const std::string& line, int exit_code, const std::string& message) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, exit_code) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(outcome.err, "crossroof: error: " + message + "\n") << line;
  }
};

TEST_F(Simulate, StandsInTheCommonEnvelope) {
  const json d = document(kExample + "--json");
  EXPECT_EQ(d["crossroof"], 1);
  EXPECT_EQ(d["command"], "simulate");
  EXPECT_EQ("crossroof " + d["version"].get<std::string>() + "\n", run("crossroof --version").out);
  EXPECT_EQ(d["warnings"], json::array());
}

TEST_F(Simulate, GivesTheWorkedExample) {
  const json r = result();
  EXPECT_EQ(r["network"], "worked-example");
  EXPECT_EQ(r["machine"], "teaching");
  EXPECT_EQ(r["mode"], "layer-pipeline");
  EXPECT_EQ(r["granularity"], "packet");
  EXPECT_EQ(r["l1"], "burst");
  EXPECT_EQ(r["latency_s"], 1.612e-06);
  EXPECT_EQ(r["interval_from"], "converged");
  EXPECT_EQ(r["converged"], true);
  EXPECT_GE(r["interval_s"], 1376e-9 * (1 - 1e-9));
  EXPECT_LT(r["interval_s"], 1612e-9);
  EXPECT_EQ(r["end"], "finished");
  EXPECT_EQ(r["partial"], false);
  EXPECT_EQ(r["runs"][0]["images"], 1);
  EXPECT_EQ(r["runs"][0]["makespan_s"], 1.612e-06);
  EXPECT_EQ(r["images"], r["runs"].back()["images"]);
  std::uint64_t events = 0;
  for (const json& run : r["runs"]) events += run["events"].get<std::uint64_t>();
  EXPECT_EQ(r["events"], events);
}

// Served without a break for others, the stages take what the worked example says.
TEST_F(Simulate, GivesTheStagesOfALayer) {
  const json r = result();
  ASSERT_EQ(r["layers"].size(), 1U);
  const json& layer = r["layers"][0];
  EXPECT_EQ(layer["name"], "conv");
  EXPECT_EQ(layer["arrays"], 2);
  EXPECT_EQ(layer["cores"], 1);
  const std::vector<std::pair<std::string, double>> cycles = {
      {"noc_read", 16},      {"l1_read_mac", 288}, {"mac", 1024},         {"l1_write_mac", 512},
      {"l1_read_simd", 512}, {"simd", 128},        {"l1_write_simd", 64}, {"noc_write", 32}};
  for (const auto& [stage, time] : cycles) {
    // The crossbars fill once per pause in their work, at most once per chunk: 4 * 4 cycles.
    const double slack = stage == "mac" ? 16.5e-9 : 1e-15;
    EXPECT_NEAR(layer["stages"][stage].get<double>(), time * 1e-9, slack) << stage;
  }
  EXPECT_EQ(layer["bottleneck"], "mac");
  EXPECT_NEAR(layer["interval_s"].get<double>(), r["interval_s"].get<double>(), 1e-15);
}

TEST_F(Simulate, CountsActionsPerImage) {
  const json counts = result("--batch 8")["counts"];
  EXPECT_EQ(counts["macs"], 4608);
  EXPECT_EQ(counts["mvms"], 16);
  EXPECT_EQ(counts["conversions"], 8192);
  EXPECT_EQ(counts["simd_operations"], 256);
  EXPECT_EQ(counts["memory_read_bits"], 64 * 8);
  EXPECT_EQ(counts["memory_write_bits"], 128 * 8);
  EXPECT_EQ(counts["l1_read_bits"], (576 + 1024) * 8);
  EXPECT_EQ(counts["l1_write_bits"], (1024 + 128) * 8);
}

TEST_F(Simulate, NamesResourcesBusiestFirst) {
  const json resources = result("--batch 1")["resources"];
  ASSERT_GE(resources.size(), 3U);
  EXPECT_EQ(resources[0]["name"], "L1 of core 0");
  EXPECT_EQ(resources[0]["kind"], "l1");
  EXPECT_NEAR(resources[0]["busy_s"].get<double>(), 1376e-9, 1e-15);
  EXPECT_EQ(resources[1]["name"], "crossbars of core 0 (conv)");
  EXPECT_EQ(result("--batch 1 --resources 2")["resources"].size(), 2U);
  EXPECT_EQ(result("--batch 1 --resources all")["resources"].size(), resources.size());
}

TEST_F(Simulate, TakesAStatedBatch) {
  const json r = result("--batch 8");
  EXPECT_EQ(r["batch"], 8);
  EXPECT_EQ(r["images"], 8);
  EXPECT_EQ(r["interval_from"], "at-batch");
  EXPECT_TRUE(r["converged"].is_null());
  EXPECT_EQ(r["latency_s"], 1.612e-06);
  EXPECT_GT(r["makespan_s"], 8 * 1376e-9);
  EXPECT_EQ(r["busiest_server"]["name"], "L1 of core 0");
  EXPECT_NEAR(r["busiest_server"]["busy_per_image_s"].get<double>(), 1376e-9, 1e-15);
  const json few = result("--batch 2");
  EXPECT_EQ(few["interval_from"], "mean");
  EXPECT_DOUBLE_EQ(few["interval_s"], few["makespan_s"].get<double>() / 2);
  EXPECT_TRUE(few["busiest_server"].is_null());
}

// Four images that are in flight together leave at the pace of the last layer. The first link
// carries 4312 packets with 39 088 flits of 1 ns for them: 9.772 us per image.
TEST_F(Simulate, WarnsOfAShortBatch) {
  const std::string line = "crossroof simulate lenet5 --machine isaac-ce --batch 4";
  const std::string said =
      "isaac-ce: the interval is not settled: the slope of 4 images, 4 of them in flight at once; "
      "NoC link 0 -> 1 alone is busy 9.77 us per image";
  const Outcome outcome = run(line + " --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "crossroof: warning: " + said + "\n");
  const json d = json::parse(outcome.out);
  EXPECT_EQ(d["warnings"], json::array({said}));
  EXPECT_EQ(d["result"]["interval_from"], "unsettled");
  EXPECT_EQ(d["result"]["converged"], false);
  EXPECT_EQ(d["result"]["busiest_server"]["name"], "NoC link 0 -> 1");
  const Outcome text = run(line);
  EXPECT_NE(text.out.find(" per image, not settled at 4 images: 4 were in flight; NoC link 0 -> 1 "
                          "alone is busy 9.772 us per image\n"),
            std::string::npos)
      << text.out;
  const Outcome both = run(line + " --machine puma");
  EXPECT_NE(both.out.find(" us ? "), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("? marks an interval that is not settled"), std::string::npos);
  EXPECT_EQ(lines(both.err).size(), 2U) << both.err;
}

// Many replicas of one layer, several on a core.
TEST_F(Simulate, NoTwoResourcesBearOneName) {
  const json lenet = document("crossroof simulate lenet5 --machine isaac-ce --batch 1 --json");
  std::set<std::string> names;
  const json& resources = lenet["result"]["resources"];
  for (const json& resource : resources) {
    names.insert(resource["name"].get<std::string>());
    const bool crossbars = resource["kind"] == "crossbars";
    EXPECT_EQ(resource["layer"].is_null(), !crossbars);
    EXPECT_TRUE(crossbars || resource["replica"].is_null());
    EXPECT_TRUE(resource["chip"].is_number() && resource["number"].is_number());
  }
  EXPECT_EQ(names.size(), resources.size());
  EXPECT_NE(lenet.dump().find(", part 2)"), std::string::npos);
}

// The crossbars of the worked example are served for 1024 of 1612 cycles.
TEST_F(Simulate, SaysWhatALayerWaitedFor) {
  const json layer = result("--batch 1")["layers"][0];
  EXPECT_EQ(layer["waited"], "starved");
  const json& waits = layer["waits"]["mac"];
  const double starved = waits["starved_s"], blocked = waits["blocked_s"];
  const double queued = waits["queued_s"], served = layer["stages"]["mac"];
  EXPECT_DOUBLE_EQ(layer["waited_share"], starved / (served + starved + blocked + queued));
}

TEST_F(Simulate, RunsLayerBySerialLayer) {
  const json r = result("--mode layer-serial");
  EXPECT_EQ(r["mode"], "layer-serial");
  EXPECT_EQ(r["images"], 1);
  EXPECT_EQ(r["interval_from"], "mean");
  EXPECT_EQ(r["interval_s"], r["latency_s"]);
}

TEST_F(Simulate, EveryGranularityAndL1ModelRuns) {
  for (const std::string granularity : {"packet", "flow", "flit"}) {
    const json r = result("--batch 1 --set noc.router_pipeline=1ns --granularity " + granularity);
    EXPECT_EQ(r["granularity"], granularity);
    EXPECT_GE(r["latency_s"], 1420e-9);
  }
  const json words = result("--batch 1 --l1 word");
  EXPECT_EQ(words["l1"], "word");
  EXPECT_EQ(words["latency_s"], 1.612e-06);
}

TEST_F(Simulate, PrintsTables) {
  const Outcome outcome = run(kExample);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* part :
       {"machine      teaching", "latency     1.612 us for one image alone", ", converged at ",
        "busy", "starved", "L1 of core 0", "MACs", "busiest     L1 of core 0, 1.38 us per image, ",
        " % of the makespan", "waited", "4 608", "S8  noc_write"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
}

TEST_F(Simulate, ComparesMachinesInTheOrderGiven) {
  const Outcome text =
      run("crossroof simulate worked-example --machine isaac-ce --machine teaching");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_LT(text.out.find("\nisaac-ce "), text.out.find("\nteaching "));
  for (const std::string workers : {"1", "2", "9"}) {
    const json r = document(
        "crossroof simulate worked-example --machine isaac-ce --machine teaching --json "
        "--workers " +
        workers)["result"];
    ASSERT_EQ(r["machines"].size(), 2U);
    EXPECT_EQ(r["machines"][0]["machine"], "isaac-ce");
    EXPECT_EQ(r["machines"][1]["machine"], "teaching");
    EXPECT_EQ(r["machines"][1]["latency_s"], 1.612e-06);
    EXPECT_EQ(r["ratios"][0]["interval"], 1);
    EXPECT_EQ(r["ratios"][1]["layers"][0]["name"], "conv");
  }
}

// A worker hands over all of a run: the same as without one, but for the time it took.
TEST_F(Simulate, AMachineAmongSeveralIsTheSameAsAlone) {
  json alone = result("--batch 2");
  json among = result("--batch 2 --machine isaac-ce")["machines"][0];
  alone.erase("cpu_s");
  among.erase("cpu_s");
  EXPECT_EQ(alone, among);
}

TEST_F(Simulate, AMachineThatFailsDoesNotTakeTheOthersAlong) {
  const Outcome outcome =
      run("crossroof simulate lenet5 --machine teaching --machine isaac-ce --batch 1 --json");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.err.find("teaching"), std::string::npos) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["result"]["machine"], "isaac-ce");
}

TEST_F(Simulate, WritesATrace) {
  EXPECT_EQ(run(kExample + "--trace trace.json").exit_code, 0);
  const json trace = json::parse(read("trace.json"));
  std::vector<std::pair<long, long>> reads;
  for (const json& e : trace["traceEvents"]) {
    if (e["ph"] != "X" || e["name"] != "conv S2") continue;
    const double start = e["ts"], span = e["dur"];
    reads.emplace_back(std::lround(start * 1e3), std::lround((start + span) * 1e3));
  }
  ASSERT_EQ(reads.size(), 4U);  // one image
  EXPECT_EQ(reads[0], (std::pair<long, long>(8, 80)));
}

TEST_F(Simulate, WritesWaveformsUnderTheNameGiven) {
  const Outcome outcome = run(kExample + "--json --batch 1 --vcd waves.vcd");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(json::accept(outcome.out)) << outcome.out;  // nothing else on standard output
  EXPECT_EQ(files(), (std::vector<std::string>{"conv.onnx", "waves.vcd"}));
  EXPECT_NE(read("waves.vcd").find("$enddefinitions"), std::string::npos);
}

// A file may not grow beyond a few blocks: SystemC's writes fail, which it does not notice.
TEST_F(Simulate, FailsWhenTheWaveformsAreIncomplete) {
  const std::string limited = "trap '' XFSZ; ulimit -f 8; ";
  const Outcome outcome = run(limited + kExample + "--batch 64 --vcd waves.vcd >/dev/null");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err,
            "crossroof: error: machine teaching: --vcd: cannot write \"waves.vcd\": it ends in the "
            "middle\n");
}

// Found before anything is simulated: the run would take hours.
TEST_F(Simulate, RefusesAnOutputItCannotWriteAtOnce) {
  const std::string line = "crossroof simulate lenet5 --machine isaac-ce --batch 1000000 ";
  expect_mistake(line + "--output missing/result.txt", 1,
                 "--output: cannot write \"missing/result.txt\": No such file or directory");
  expect_mistake(line + "--output .", 1, "--output: cannot write \".\": Is a directory");
  EXPECT_EQ(files(), std::vector<std::string>{"conv.onnx"});
}

TEST_F(Simulate, KeepsWhatWasDoneWithinALimit) {
  const Outcome time = run(kExample + "--json --max-time '100 ns'");
  EXPECT_EQ(time.exit_code, 0);
  EXPECT_EQ(time.err,
            "crossroof: warning: teaching: stopped by --max-time at 100.0 ns with 0 of 1 "
            "image done: partial result\n");
  json r = json::parse(time.out)["result"];
  EXPECT_EQ(r["end"], "max-time");
  EXPECT_EQ(r["partial"], true);
  EXPECT_TRUE(r["latency_s"].is_null());
  EXPECT_TRUE(r["interval_s"].is_null());
  EXPECT_GE(r["layers"][0]["stages"]["l1_read_mac"], 71.9e-9);  // of 288
  EXPECT_LT(r["layers"][0]["stages"]["l1_read_mac"], 144.1e-9);
  EXPECT_TRUE(r["layers"][0]["interval_s"].is_null());  // no image came through

  r = json::parse(run(kExample + "--json --max-time '2000 cycles' --batch 64").out)["result"];
  EXPECT_EQ(r["latency_s"], 1.612e-06);
  EXPECT_EQ(r["runs"].back()["completed"], 1);

  const auto events = result("--batch 1")["events"].get<std::uint64_t>();
  const std::string limit = " --json --max-events " + std::to_string(events + 1);
  const Outcome more = run(kExample + limit);
  EXPECT_EQ(more.exit_code, 0);
  EXPECT_NE(more.err.find("stopped by --max-events"), std::string::npos) << more.err;
  r = json::parse(more.out)["result"];
  EXPECT_EQ(r["end"], "max-events");
  EXPECT_EQ(r["latency_s"], 1.612e-06);

  const Outcome text = run(kExample + "--max-events 10");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("partial"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("not known"), std::string::npos) << text.out;
}

TEST_F(Simulate, WhatIsNotKnownIsNoNumber) {
  const std::string line = "crossroof simulate lenet5 --max-time '2 us' --machine isaac-ce ";
  const json alone = json::parse(run(line + "--json").out)["result"];
  const json& last = alone["layers"].back();
  EXPECT_TRUE(last["interval_s"].is_null());
  EXPECT_TRUE(last["first_s"].is_null());
  EXPECT_TRUE(last["last_s"].is_null());
  EXPECT_TRUE(last["stages"]["mac"].is_null());
  EXPECT_TRUE(alone["throughput_images_per_s"].is_null());
  const json both = json::parse(run(line + "--machine puma --json").out)["result"];
  EXPECT_EQ(both["machines"][0]["layers"].back(), last);
  EXPECT_TRUE(both["ratios"][1]["interval"].is_null());
  EXPECT_TRUE(both["ratios"][1]["throughput"].is_null());
  EXPECT_TRUE(both["ratios"][1]["layers"].back()["interval"].is_null());
  EXPECT_TRUE(both["ratios"][1]["layers"].back()["bottleneck_changed"].is_null());
  const Outcome text = run(line + "--machine puma");
  EXPECT_EQ(text.out.find("1.00x"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("images/s"), std::string::npos) << text.out;
}

// A run that would take hours, interrupted once it says that it is on its way.
TEST_F(Simulate, KeepsWhatWasDoneWhenInterrupted) {
  const std::string wait =
      "until grep -q images: progress; do sleep 0.05; done; kill -INT $!; wait $!";
  const Outcome outcome =
      run("crossroof simulate lenet5 --machine isaac-ce --batch 1000000 --json --progress "
          "--trace trace.json 2>progress & " +
          wait);
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_NE(read("progress").find("interrupted at "), std::string::npos) << read("progress");
  ASSERT_TRUE(json::accept(outcome.out)) << outcome.out;
  const json r = json::parse(outcome.out)["result"];
  EXPECT_EQ(r["end"], "interrupted");
  EXPECT_EQ(r["partial"], true);
  EXPECT_TRUE(json::accept(read("trace.json")));
}

TEST_F(Simulate, TellsWhichMachinesAreFinished) {
  const Outcome outcome = run(kExample + "--machine isaac-ce --batch 1 --progress");
  EXPECT_EQ(outcome.err,
            "crossroof: progress: 1 of 2 machines finished: teaching\n"
            "crossroof: progress: 2 of 2 machines finished: isaac-ce\n");
}

TEST_F(Simulate, SaysNothingOfItsProgressUnlessAsked) { EXPECT_EQ(run(kExample).err, ""); }

TEST_F(Simulate, HelpNamesEveryWordAndItsExamplesRun) {
  write("net.onnx", worked_example_file(true));
  ASSERT_EQ(run("crossroof machine show teaching --resolved --output my-chip.json").exit_code, 0);
  const std::string help = run("crossroof simulate --help").out;
  for (const std::string& word : cli::words(cli::kL1Models)) {
    EXPECT_NE(help.find("  " + word + ": "), std::string::npos) << word;
  }
  std::size_t examples = 0;
  for (const std::string& line : lines(help)) {
    if (line.rfind("  crossroof simulate ", 0) != 0) continue;
    ++examples;
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    for (const std::string& warning : lines(outcome.err)) {  // of short batches
      EXPECT_NE(warning.find(": the interval is not settled: "), std::string::npos) << line;
    }
  }
  EXPECT_GE(examples, 5U);
}

TEST_F(Simulate, MistakesAreNamed) {
  expect_mistake(kExample + "--max-time 5", 2,
                 "--max-time: found \"5\", expected a time such as \"100 ns\"; the unit is missing "
                 "(units: fs, ps, ns, us, ms, s, cycle or cycles)");
  expect_mistake(kExample + "--max-time '0 s'", 2,
                 "--max-time: found \"0 s\", expected more than nothing");
  expect_mistake(kExample + "--max-time '1e30 s'", 2,
                 "--max-time: found \"1e30 s\", expected at most 9200 s");
  expect_mistake(kExample + "--max-time '9201 s'", 2,
                 "--max-time: found \"9201 s\", expected at most 9200 s");
  EXPECT_EQ(run(kExample + "--max-time '9200 s'").exit_code, 0);
  expect_mistake(kExample + "--max-time '1e30 cycles'", 2,
                 "machine teaching: --max-time: found \"1e30 cycles\", expected at most 9200 s");
  expect_mistake(
      kExample + "--resources few", 2,
      "--resources: found \"few\", expected a whole number from 1 to 9223372036854775807 or all");
  expect_mistake(kExample + "--trace a.vcd --vcd a.vcd", 2,
                 "--trace and --vcd name the same file \"a.vcd\"");
  expect_mistake(kExample + "--trace a --output ./a", 2,
                 "--trace and --output name the same file \"./a\"");
  expect_mistake(
      kExample + "--max-events 0", 2,
      "--max-events: found \"0\", expected a whole number from 1 to 9223372036854775807");
  expect_mistake(kExample + "--granularity bit", 2,
                 "--granularity: found \"bit\", expected packet, flow or flit");
  expect_mistake(kExample + "--l1 page", 2, "--l1: found \"page\", expected burst or word");
  expect_mistake(kExample + "--vcd waves.txt", 2,
                 "--vcd: found \"waves.txt\", expected a name that ends in .vcd");
  expect_mistake(kExample + "--machine isaac-ce --trace t.json", 2,
                 "--trace follows one machine; found 2");
  expect_mistake(kExample + "--trace missing/t.json", 1,
                 "machine teaching: --trace: cannot write \"missing/t.json\": No such file or "
                 "directory");
  expect_mistake(kExample + "--vcd missing/t.vcd", 1,
                 "machine teaching: --vcd: cannot write \"missing/t.vcd\": No such file or "
                 "directory");
  EXPECT_EQ(run("crossroof simulate lenet5 --machine teaching").exit_code, 3);
  write("idle.onnx", idle_file());
  EXPECT_EQ(run("crossroof simulate idle.onnx --machine teaching").exit_code, 3);
  EXPECT_EQ(files(), (std::vector<std::string>{"conv.onnx", "idle.onnx"}));
}

}  // namespace
}  // namespace crossroof::testing_tools
