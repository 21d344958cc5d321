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
#include "models/machine_json.h"
#include "validation/digest.h"
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

void load_networks(const ValidateArguments& a, validation::Digest& digest, ValidateCases& to) {
  const ImportOptions options = import_options(a.network);
  for (const std::string& name : network_names(a)) {
    to.networks.push_back(load_network(name, options));
    digest.add(name).add(built_in(name) ? "" : bytes_of(name));
  }
  for (const auto* texts : {&a.network.bind, &a.network.input, &a.network.assume}) {
    for (const std::string& text : *texts) digest.add(text);
  }
  digest.add(a.network.images);
}

void load_machines(const ValidateArguments& a, validation::Digest& digest, ValidateCases& to) {
  const std::vector<std::string> typed = machine_names(a);
  std::vector<std::string> names;
  for (const std::string& name : typed) {
    const Machine machine = load_machine(name, a.sets);
    to.machines.push_back(machine.chip);
    names.push_back(machine.chip.name);
    digest.add(resolved_json(machine));
  }
  const std::vector<std::string> unique = unique_names(names, typed);
  for (std::size_t m = 0; m < unique.size(); ++m) to.machines[m].name = unique[m];
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

void add_products(const ValidateSetup& setup, ValidateCases& to) {
  const Spread all = spread(to.machines, setup);
  to.machines = all.machines;
  for (std::size_t n = 0; n < to.networks.size(); ++n) {
    const std::string& name = to.networks[n].name;
    const bool reloaded = setup.overflowing == Overflowing::automatic && !setup.grid &&
                          std::find(kReloaded.begin(), kReloaded.end(), name) != kReloaded.end();
    for (std::size_t m = 0; m < to.machines.size(); ++m) {
      const std::string group = all.base[m].empty() ? name : name + " around " + all.base[m];
      for (const RunMode mode : setup.modes) {
        to.cases.push_back({n, m, mode, setup.overflowing, setup.run.batch, group});
        if (!reloaded) continue;
        to.cases.push_back({n, m, mode, Overflowing::reload_if_over, setup.run.batch, ""});
      }
    }
  }
}

void add_random(const ValidateSetup& setup, ValidateCases& to) {
  const std::optional<RunMode> mode =
      setup.modes.size() == 1 ? std::optional(setup.modes.front()) : std::nullopt;
  for (std::int64_t number = 0; number < *setup.random; ++number) {
    validation::RandomCase drawn =
        validation::random_case(setup.seed, static_cast<std::uint64_t>(number), mode,
                                setup.run.mapping, setup.run.duplication);
    const auto at = static_cast<std::size_t>(number);
    to.networks.push_back(std::move(drawn.net));
    to.machines.push_back(std::move(drawn.chip));
    to.cases.push_back({at, at, drawn.mode, setup.overflowing,
                        setup.run.batch ? setup.run.batch : drawn.batch, ""});
  }
}

}  // namespace

ValidateCases validate_cases(const ValidateArguments& a, const ValidateSetup& setup) {
  ValidateCases all;
  validation::Digest digest;
  for (const std::string* text :
       {&a.mode, &a.overflow, &a.batch, &a.bits, &a.reuse, &a.duplicate, &a.granularity, &a.l1,
        &a.max_time, &a.max_events, &a.grid, &a.random, &a.seed}) {
    digest.add(*text);
  }
  if (setup.random) {
    add_random(setup, all);
  } else {
    load_networks(a, digest, all);
    load_machines(a, digest, all);
    add_products(setup, all);
  }
  all.digest = digest.text();
  return all;
}

}  // namespace crossroof::cli
