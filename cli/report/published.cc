// SPDX-License-Identifier: Apache-2.0
#include "cli/report/published.h"

#include <cmath>

#include "cli/report/engineering.h"
#include "validation/published.h"

namespace crossroof::cli {

std::string verdict(const Published& figure, std::optional<double> derived) {
  switch (validation::verdict_of(figure, derived)) {
    case validation::FigureVerdict::not_derivable:
      return "not derivable";
    case validation::FigureVerdict::not_compared:
      return "not compared here";
    case validation::FigureVerdict::agrees:
      return figure.tolerance > 0 ? "agrees within " + percent_text(figure.tolerance) : "agrees";
    case validation::FigureVerdict::differs:
      break;
  }
  if (figure.value == 0) return "differs";
  return "differs by " + percent_text(std::abs(*derived / figure.value - 1));
}

}  // namespace crossroof::cli
