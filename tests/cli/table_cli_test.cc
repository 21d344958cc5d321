// SPDX-License-Identifier: Apache-2.0
// Tables of the worked example: one clock of 1 GHz, so a cycle is 1 ns.
//   S1 16, S2 288, S3 1024, S4 512, S5 512, S6 128, S7 64, S8 32 cycles; one L1 port makes
//   resource-max 288 + 512 + 512 + 64 = 1376, filling and draining 1420 for one image; gain 1024 /
//   512; 2 * 4608 / 1024 = 9 operations per ns.
// The fast machine reads arrays in 2 cycles and converts all 32 columns at once: S3 = 16 * 8 * 2 =
// 256, so that S4 and S5 limit.
#include "tests/cli/onnx_files.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

constexpr const char* kOneMachine =
    R"(network      conv: 1 layer, 288 weights, 4.608 kMAC per image
mode         layer-pipeline: images stream through all layers at once
batch        1 image
reuse        im2col: every operand of every position is read from L1
sharing      max-min: nodes share memory as they need it
tier         pipeline: a lower bound on time, no real run is faster
machine      teaching: One core with two 32 x 32 crossbars
             2 of 2 arrays on 1 of 1 cores
precision    inputs 8 bit, weights 8 bit, outputs 8 bit
duplication  greedy; stopped: no room for another replica of the slowest layer 'conv'

#  layer  op    K x M x N    replicas  cores  arrays    util       S1       S2        S3       S4       S5       S6        S7        S8   interval  bottleneck  second         gain  as mapped       peak
-  -----  ----  -----------  --------  -----  ------  ------  --------  -------  --------  -------  -------  -------  --------  --------  --------  ----------  ------------  -----  ---------  ---------
1  conv   Conv  36 x 8 x 16         1      1       2  56.2 %  16.0 ns   288 ns   1.02 us*  512 ns   512 ns   128 ns   64.0 ns   32.0 ns    1.02 us  mac         l1_write_mac  2.00x  9.00 GOPS  16.0 GOPS

interval    1.376 us per image (lower bound)
latency     1.420 us for one image alone (lower bound)
makespan    1.420 us for 1 image (lower bound)
throughput  726744 images/s (upper bound)
expected    with waiting, interval 1.376 us (-0.5 % to +14.0 %), latency 1.635 us (-2.2 % to +45.0 %)
operations  6.698 GOPS on the crossbars, 41.9 % of the peak 16.000 GOPS at 8-bit inputs and 8-bit weights; 1 MAC = 2 operations
bottleneck  L1 of core 0, 1.376 us per image
second      conv mac, 1.024 us per image
gain        1.34x if the bottleneck took no time
busiest     L1 of core 0: 1.376 us per image, 100.0 % of the interval
            crossbars of core 0 (conv): 1.024 us per image, 74.4 % of the interval
            SIMD unit of core 0: 128.0 ns per image, 9.3 % of the interval
            memory controller 0: 48.00 ns per image, 3.5 % of the interval
            injection port of core 0: 32.00 ns per image, 2.3 % of the interval
coverage    2 nodes; 0 (0 %) and 0 % of the MACs rest on assumptions

S1  noc_read: NoC read: bytes from outside the core
S2  l1_read_mac: L1 read of MAC operands
S3  mac: crossbar MACs
S4  l1_write_mac: L1 write of MAC results
S5  l1_read_simd: L1 read of SIMD operands
S6  simd: SIMD operations
S7  l1_write_simd: L1 write of SIMD results
S8  noc_write: NoC write: bytes leaving the core
Times are per image; * marks the bottleneck of a layer, its slowest stage; gain: how much faster
the layer were if that took no time. K x M x N: weight rows x columns x output positions of a matrix
layer, M x K x N of a product of activations, otherwise channels x height x width. util: cells of the
arrays that hold weights. as mapped: 2 * MACs / S3, beside the peak of the same arrays.
1 MAC = 2 operations.
)";

constexpr const char* kTwoMachines =
    R"(network      conv: 1 layer, 288 weights, 4.608 kMAC per image
mode         layer-pipeline: images stream through all layers at once
batch        1 image
reuse        im2col: every operand of every position is read from L1
sharing      max-min: nodes share memory as they need it
tier         pipeline: a lower bound on time, no real run is faster
machine      teaching: One core with two 32 x 32 crossbars
             2 of 2 arrays on 1 of 1 cores
precision    inputs 8 bit, weights 8 bit, outputs 8 bit
duplication  greedy; stopped: no room for another replica of the slowest layer 'conv'
machine      fast: One core with two 32 x 32 crossbars
             2 of 2 arrays on 1 of 1 cores
precision    inputs 8 bit, weights 8 bit, outputs 8 bit
duplication  greedy; stopped: the slowest layer 'conv' is limited by l1_write_mac, not by its crossbars

machine   interval  ratio  latency   ratio       throughput  ratio   achieved  ratio       peak  of peak  bottleneck
--------  --------  -----  -------  ------  ---------------  -----  ---------  -----  ---------  -------  ------------
teaching   1.38 us  1.00x  1.42 us   1.00x  726744 images/s  1.00x  6.70 GOPS  1.00x  16.0 GOPS   41.9 %  L1 of core 0
fast       1.38 us  1.00x  1.38 us  0.969x  726744 images/s  1.00x  6.70 GOPS  1.00x  64.0 GOPS   10.5 %  L1 of core 0

#  layer  op    teaching  bottleneck    fast   ratio  bottleneck
-  -----  ----  --------  ----------  ------  ------  --------------
1  conv   Conv   1.02 us  mac         512 ns  0.500x  l1_write_mac !

Times are per image and a lower bound; 1 MAC = 2 operations.
Ratios are to the first machine; ! marks a bottleneck other than there.
)";

class Table : public ProgramTest {};

TEST_F(Table, OfTheWorkedExampleIsThis) {
  const Outcome outcome = run("crossroof estimate conv.onnx --machine teaching");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, kOneMachine);
}

TEST_F(Table, OfTwoMachinesMarksChangedBottlenecks) {
  write("fast.json",
        R"({"crossroof": 1, "extends": "teaching", "name": "fast",
            "core": {"crossbar": {"array_read": "2 cycles", "adc": {"per_crossbar": 32}}}})");
  const Outcome outcome =
      run("crossroof estimate conv.onnx --machine teaching --machine fast.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, kTwoMachines);
}

TEST_F(Table, MachinesOfOneNameAreToldApart) {
  write("mine.json", R"({"crossroof": 1, "extends": "teaching"})");
  const std::string table =
      run("crossroof estimate conv.onnx -m teaching -m mine.json -m teaching").out;
  EXPECT_NE(table.find("\nteaching #1  "), std::string::npos) << table;
  EXPECT_NE(table.find("\nteaching (mine.json)  "), std::string::npos) << table;
  EXPECT_NE(table.find("\nteaching #3  "), std::string::npos) << table;
}

// 0 s for nothing would look like an answer.
TEST_F(Table, IsRefusedForANetworkWithoutWork) {
  write("idle.onnx", idle_file());
  const Outcome outcome = run("crossroof estimate idle.onnx --machine teaching");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("network 'idle' has no work on it"), std::string::npos) << outcome.err;
}

// The machines that can run the network are compared; the others are named, and the exit code
// tells.
TEST_F(Table, ComparesTheMachinesThatCan) {
  const Outcome outcome = run("crossroof estimate lenet5 -m isaac-ce -m teaching -m puma");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.out.find("\nisaac-ce  "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\npuma  "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("does not fit machine 'teaching'"), std::string::npos) << outcome.err;
}

TEST_F(Table, HasANinthStageWhenArraysAreWritten) {
  const std::string reload =
      "crossroof estimate lenet5 --machine teaching --overflow reload "
      "--set 'core.crossbar.write={\"pulse\": \"100 ns\"}' --set core.l1.banks=1 "
      "--set cores=8 --set 'core.l1.capacity=1 MiB'";
  const Outcome outcome = run(reload);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("\nW   write: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("layer-serial"), std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing_tools
