// SPDX-License-Identifier: Apache-2.0
// The table of the worked example (docs/equations.md): one clock of 1 GHz, so a cycle is 1 ns.
//   S1 16, S2 288, S3 1024, S4 512, S5 512, S6 128, S7 64, S8 32 cycles; one L1 port makes
//   resource-max 288 + 512 + 512 + 64 = 1376; gain 1024 / 512; 2 * 4608 / 1024 = 9 operations per ns.
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

constexpr const char* kTable =
R"(network      conv: 1 layers, 288 weights, 4.608 kMAC per image
)";

class Table : public ProgramTest {};

TEST_F(Table, OfTheWorkedExampleIsThis) {
  const Outcome outcome = run("crossroof estimate conv.onnx --machine teaching");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, kTable);
}

}  // namespace
}  // namespace crossroof::testing_tools
