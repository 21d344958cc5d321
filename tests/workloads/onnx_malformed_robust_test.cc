// SPDX-License-Identifier: Apache-2.0
// Hostile and broken files: one line that names the file, never a crash.
#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "models/embedded.h"
#include "models/error.h"
#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

std::string refusal_of(std::string_view bytes) {
  try {
    import_onnx_bytes(bytes, "broken.onnx", {});
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string_view embedded(std::string_view name) {
  for (const EmbeddedFile& file : embedded_networks()) {
    if (file.name == name) return file.bytes;
  }
  return {};
}

void expect_one_line(const std::string& text) {
  EXPECT_EQ(text.rfind("broken.onnx: error: ", 0), 0U) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

std::vector<std::filesystem::path> files_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(reference_networks() + folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Two files are merely odd: an estimate needs neither data nor the place it is in.
TEST(OnnxMalformed, EveryMalformedFileIsRefusedInOneLineOrWarnedAbout) {
  if (reference_networks().empty()) GTEST_SKIP() << "no reference data";
  const std::set<std::string> odd = {"ext_traversal", "init_nodata"};
  for (const auto& path : files_of("malformed")) {
    SCOPED_TRACE(path.string());
    try {
      const Network n = import_onnx(path.string(), {});
      EXPECT_EQ(odd.count(path.stem().string()), 1U);
      ASSERT_EQ(n.warnings.size(), 1U);
      EXPECT_EQ(n.warnings[0].rfind(path.string() + ": warning: tensor ", 0), 0U);
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(odd.count(path.stem().string()), 0U);
      EXPECT_EQ(text.rfind(path.string() + ": error: ", 0), 0U) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
  }
}

// The right result, or that control flow and functions come later.
TEST(OnnxMalformed, EveryOperatorCaseHasItsResultOrAClearError) {
  if (reference_networks().empty()) GTEST_SKIP() << "no reference data";
  const std::set<std::string> refused = {"if", "loop", "scan", "function", "constofshape_huge"};
  ImportOptions options;
  options.assume_elementwise.insert("com.microsoft.BiasGelu");
  for (const auto& path : files_of("opcases")) {
    SCOPED_TRACE(path.string());
    const std::string name = path.stem().string();
    ImportOptions own = options;
    if (name == "dyn") own.bind["N"] = 2;
    try {
      const Network n = import_onnx(path.string(), own);
      EXPECT_EQ(refused.count(name), 0U);
      if (name == "dyn") {
        EXPECT_EQ(n.layers.back().outputs[0].shape, (Shape{2, 10}));
      }
      if (name == "ms_fusedgelu") {
        EXPECT_EQ(n.macs, 262144);
      }
      if (name == "attention23") {
        EXPECT_EQ(n.macs, 2 * 131072);
      }
      if (name == "convtranspose") {
        EXPECT_EQ(n.macs, 32768);
      }
      if (name == "auto_pad") {
        EXPECT_EQ(n.layers[0].outputs[0].shape, (Shape{1, 32, 113, 113}));
      }
      if (name == "weight_as_input") {
        EXPECT_EQ(n.layers[0].outputs[0].shape, (Shape{1, 4, 8, 8}));
      }
      if (name == "reducemean18") {
        EXPECT_EQ(n.layers[0].outputs[0].shape, (Shape{2, 3, 1, 1}));
      }
    } catch (const Error& error) {
      EXPECT_EQ(refused.count(name), 1U) << error.what();
    }
  }
}

TEST(OnnxMalformed, AnEmptyFile) {
  EXPECT_EQ(refusal_of(""), "broken.onnx: error: the file is empty (0 bytes), not an ONNX model");
}

TEST(OnnxMalformed, TextAndEmptyModels) {
  expect_one_line(refusal_of("hello world, this is not a model\n"));
  EXPECT_EQ(refusal_of(std::string_view("\x08\x08", 2)),
            "broken.onnx: error: no graph in the file; not an ONNX model");
}

// Field 7 (graph) of 2^40 bytes in a file of 9.
TEST(OnnxMalformed, ALengthBombNamesTheByte) {
  const std::string bomb("\x3a\x80\x80\x80\x80\x80\x20xy", 9);
  EXPECT_EQ(refusal_of(bomb),
            "broken.onnx: error: byte 0: a field claims 1099511627776 bytes where 2 remain "
            "(truncated or corrupt)");
}

TEST(OnnxMalformed, ANumberOfElevenBytes) {
  EXPECT_EQ(refusal_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
            "broken.onnx: error: byte 1: malformed a number: a number longer than ten bytes");
}

TEST(OnnxMalformed, EveryTruncationIsRefusedOrStillAModel) {
  const std::string_view whole = embedded("gru_bi128");
  ASSERT_FALSE(whole.empty());
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const std::string text = refusal_of(whole.substr(0, length));
    if (text != "accepted") expect_one_line(text);
  }
}

// Seeded: flipping bytes anywhere gives an answer or one line, in time and memory.
TEST(OnnxMalformed, RandomChangesNeverCrash) {
  std::mt19937 random(20240601);
  for (const char* name :
       {"lstm_2x256", "resnet18", "llama3_8b_block_decode_ctx2048", "vgg8_cifar10"}) {
    const std::string original(embedded(name));
    for (int round = 0; round < 400; ++round) {
      std::string bytes = original;
      const int changes = 1 + static_cast<int>(random() % 8);
      for (int c = 0; c < changes; ++c)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      const std::string text = refusal_of(bytes);
      if (text != "accepted") {
        EXPECT_EQ(text.rfind("broken.onnx: error: ", 0), 0U) << text;
      }
    }
  }
}

TEST(OnnxMalformed, RandomBytesNeverCrash) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 200, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    EXPECT_NE(refusal_of(bytes), "accepted");
  }
}

}  // namespace
}  // namespace crossroof::testing
