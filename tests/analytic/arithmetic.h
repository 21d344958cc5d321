// SPDX-License-Identifier: Apache-2.0
// A pocket calculator for the formulas --explain prints: + - * / ( ), max, min, ceil, floor over
// numbers. Throws std::runtime_error on anything else.
#ifndef CROSSROOF_TESTS_ANALYTIC_ARITHMETIC_H_
#define CROSSROOF_TESTS_ANALYTIC_ARITHMETIC_H_

#include <string>

namespace crossroof::testing_tools {

double calculate(const std::string& expression);

}  // namespace crossroof::testing_tools

#endif  // CROSSROOF_TESTS_ANALYTIC_ARITHMETIC_H_
