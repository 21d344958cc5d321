// SPDX-License-Identifier: Apache-2.0
#include "cli/validate_cases.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/arguments.h"
#include "cli/machine_names.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "validation/grid.h"
#include "validation/random_cases.h"
#include "workloads/networks.h"

namespace crossroof::cli {
namespace {

using validation::Overflowing;

// Simulated with their weights reloaded as well, where these do not fit.
constexpr std::array<std::string_view, 3> kReloaded = {"alexnet", "vgg16", "bert_base_s128"};

std::vector<std::string> network_names(const ValidateArguments& a) {
  if (!a.networks.empty()) return a.networks;
  std::vector<std::string> names;
  for (const BuiltinNetwork& n : builtin_networks()) names.push_back(n.name);
  return names;
}

std::vector<std::string> machine_names(const ValidateArguments& a) {
  if (!a.machines.empty()) return a.machines;
  std::vector<std::string> names;
  for (const auto& preset : machine_presets()) names.push_back(preset.name);
  return names;
}

// The bytes of a file; nothing for what is part of the program.
std::string bytes_of(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool built_in(const std::string& name) {
  const auto& all = builtin_networks();
  return std::any_of(all.begin(), all.end(),
                     [&name](const BuiltinNetwork& n) { return n.name == name; });
}

// The same twice would count twice.
void refuse_twice(const std::string& what, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return;
  throw Error(what + ": \"" + *twice + "\" is named twice, expected each one once",
              ExitCode::usage);
}

// The machines around each, in its place.
struct Spread {
  std::vector<RramChip> machines;
  std::vector<std::string> base;  // of each
};

Spread spread(const std::vector<RramChip>& machines, const ValidateSetup& setup) {
  Spread all;
  std::vector<std::size_t> numbers;
  if (setup.grid) {
    numbers = validation::draw_grid(static_cast<std::size_t>(*setup.grid), setup.seed);
  }
  for (const RramChip& base : machines) {
    if (!setup.grid) {
      all.machines.push_back(base);
      all.base.emplace_back();
    }
    for (const std::size_t number : numbers) {
      all.machines.push_back(validation::grid_machine(base, number));
      all.base.push_back(base.name);
    }
  }
  return all;
}

}  // namespace

ValidateCases::ValidateCases(const ValidateArguments& a, const ValidateSetup& setup)
    : setup_(setup) {
  validation::Digest digest;
  for (const std::string* text :
       {&a.mode, &a.overflow, &a.batch, &a.bits, &a.reuse, &a.duplicate, &a.granularity, &a.l1,
        &a.max_time, &a.max_events, &a.grid, &a.random, &a.seed}) {
    digest.add(*text);
  }
  if (setup.random) {
    random_ = static_cast<std::size_t>(*setup.random);
  } else {
    load_networks(a, digest);
    load_machines(a, digest);
    add_products();
  }
  digest_ = digest.text();
}

ValidateCase ValidateCases::at(std::size_t number) const {
  if (random_) return drawn(number);
  const Product& p = products_[number];
  return {networks_[p.network], machines_[p.machine], p.mode, p.overflowing, setup_.run.batch};
}

std::string ValidateCases::ranked_with(std::size_t number) const {
  return random_ ? "" : products_[number].group;
}

ValidateCase ValidateCases::drawn(std::size_t number) const {
  const std::optional<RunMode> mode =
      setup_.modes.size() == 1 ? std::optional(setup_.modes.front()) : std::nullopt;
  validation::RandomCase c = validation::random_case(setup_.seed, number, mode, setup_.run.mapping,
                                                     setup_.run.duplication);
  const std::int64_t batch = setup_.run.batch.value_or(c.batch);
  return {std::move(c.net), std::move(c.chip), c.mode, setup_.overflowing, batch};
}

void ValidateCases::load_networks(const ValidateArguments& a, validation::Digest& digest) {
  refuse_twice("NETWORK", a.networks);
  const ImportOptions options = import_options(a.network);
  for (const std::string& name : network_names(a)) {
    networks_.push_back(load_network(name, options));
    digest.add(name).add(built_in(name) ? "" : bytes_of(name));
  }
  for (const auto* texts : {&a.network.bind, &a.network.input, &a.network.assume}) {
    for (const std::string& text : *texts) digest.add(text);
  }
  digest.add(a.network.images);
}

void ValidateCases::load_machines(const ValidateArguments& a, validation::Digest& digest) {
  refuse_twice("--machine", a.machines);
  const std::vector<std::string> typed = machine_names(a);
  std::vector<std::string> names;
  for (const std::string& name : typed) {
    const Machine machine = load_machine(name, a.sets);
    machines_.push_back(machine.chip);
    names.push_back(machine.chip.name);
    digest.add(resolved_json(machine));
  }
  const std::vector<std::string> unique = unique_names(names, typed);
  for (std::size_t m = 0; m < unique.size(); ++m) machines_[m].name = unique[m];
}

void ValidateCases::add_products() {
  Spread all = spread(machines_, setup_);
  machines_ = std::move(all.machines);
  for (std::size_t n = 0; n < networks_.size(); ++n) {
    const std::string& name = networks_[n].name;
    const bool reloaded = setup_.overflowing == Overflowing::automatic && !setup_.grid &&
                          std::find(kReloaded.begin(), kReloaded.end(), name) != kReloaded.end();
    for (std::size_t m = 0; m < machines_.size(); ++m) {
      const std::string group = all.base[m].empty() ? name : name + " around " + all.base[m];
      for (const RunMode mode : setup_.modes) {
        products_.push_back({n, m, mode, setup_.overflowing, group});
        if (!reloaded) continue;
        products_.push_back({n, m, mode, Overflowing::reload_if_over, ""});
      }
    }
  }
}

}  // namespace crossroof::cli
