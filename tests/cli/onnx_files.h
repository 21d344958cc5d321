// SPDX-License-Identifier: Apache-2.0
// Small ONNX files, as bytes.
#ifndef CROSSROOF_TESTS_CLI_ONNX_FILES_H_
#define CROSSROOF_TESTS_CLI_ONNX_FILES_H_

#include <string>

namespace crossroof::testing_tools {

// The worked example: conv 3x3, pad 1, 4 x 4 x 4 inputs, 8 outputs ("conv"), then ReLU. Its batch
// is the symbolic dimension N when `symbolic`, else 1.
std::string worked_example_file(bool symbolic = false);

// The same with the operator com.example.Swirl, which has no rule, and another ReLU behind it.
std::string unknown_operator_file();

// An input that is the output: nothing to be done.
std::string idle_file();

}  // namespace crossroof::testing_tools

#endif  // CROSSROOF_TESTS_CLI_ONNX_FILES_H_
