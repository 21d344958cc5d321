// SPDX-License-Identifier: Apache-2.0
// No result is nan or inf: one that is shows a fault of this program, never of its user.
#ifndef CROSSROOF_CLI_REPORT_FINITE_H_
#define CROSSROOF_CLI_REPORT_FINITE_H_

#include <cmath>
#include <stdexcept>
#include <string>

namespace crossroof::cli {

inline double finite(double value, const std::string& what) {
  if (std::isfinite(value)) return value;
  throw std::logic_error(what +
                         " is not a finite number: a fault of this program, please report it");
}

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_FINITE_H_
