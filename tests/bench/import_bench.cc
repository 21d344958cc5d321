// SPDX-License-Identifier: Apache-2.0
// Import of ONNX files: a usual network, the one with most nodes, and 1.9 GB of weights that nobody
// reads (made sparse at run time).
#include "workloads/onnx/import.h"

#include <filesystem>

#include <benchmark/benchmark.h>

#include "tests/workloads/onnx_files.h"
#include "workloads/networks.h"

namespace crossroof::bench {
namespace {

void import_builtin(benchmark::State& state, const char* name) {
  while (state.KeepRunning()) benchmark::DoNotOptimize(load_network(name));
}
BENCHMARK_CAPTURE(import_builtin, resnet50, "resnet50")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(import_builtin, swin_t, "swin_t")->Unit(benchmark::kMillisecond);

void import_large_file(benchmark::State& state) {
  constexpr std::int64_t kBytes = 1'900'000'000;
  const auto path = std::filesystem::temp_directory_path() / "crossroof_import_bench.onnx";
  testing::write_sparse_model(path.string(), kBytes);
  while (state.KeepRunning()) benchmark::DoNotOptimize(import_onnx(path.string(), {}));
  std::filesystem::remove(path);
}
BENCHMARK(import_large_file)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace crossroof::bench
