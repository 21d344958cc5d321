// SPDX-License-Identifier: Apache-2.0
// The cases of `crossroof validate`: networks x machines x modes, a grid of machines around each,
// or cases drawn at random.
#ifndef CROSSROOF_CLI_VALIDATE_CASES_H_
#define CROSSROOF_CLI_VALIDATE_CASES_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/validate_arguments.h"
#include "validation/digest.h"

namespace crossroof::cli {

// One to be compared.
struct ValidateCase {
  Network net;
  RramChip chip;
  RunMode mode = RunMode::layer_pipeline;
  validation::Overflowing overflowing = validation::Overflowing::automatic;
  std::optional<std::int64_t> batch;
};

class ValidateCases {
 public:
  ValidateCases(const ValidateArguments& arguments, const ValidateSetup& setup);

  std::size_t size() const { return random_ ? *random_ : products_.size(); }
  // Drawn when it is asked for, if at random: a million cases begin at once.
  ValidateCase at(std::size_t number) const;
  // Cases it competes with; empty: none.
  std::string ranked_with(std::size_t number) const;
  // Of everything the results depend on.
  const std::string& digest() const { return digest_; }

 private:
  struct Product {
    std::size_t network = 0, machine = 0;
    RunMode mode = RunMode::layer_pipeline;
    validation::Overflowing overflowing = validation::Overflowing::automatic;
    std::string group;
  };
  void load_networks(const ValidateArguments& a, validation::Digest& digest);
  void load_machines(const ValidateArguments& a, validation::Digest& digest);
  void add_products();
  ValidateCase drawn(std::size_t number) const;

  ValidateSetup setup_;
  std::vector<Network> networks_;
  std::vector<RramChip> machines_;  // their names are unique
  std::vector<Product> products_;
  std::optional<std::size_t> random_;
  std::string digest_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_VALIDATE_CASES_H_
