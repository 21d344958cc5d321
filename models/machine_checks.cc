// SPDX-License-Identifier: Apache-2.0
#include "models/machine_checks.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "models/text.h"

namespace crossroof {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

// Notes a mistake at a member of `node`, or at `node` itself when the member is not there.
void blame(const Node& node, const char* key, const std::string& pointer, const std::string& text,
           Mistakes& out) {
  const Node* value = node.find(key);
  if (value == nullptr) {
    out.add(node.place, pointer, text);
  } else {
    out.add(*value, pointer_to(pointer, key), text);
  }
}

void check_conversion_times(const RawAdc& adc, const Node& node, const std::string& pointer,
                            Mistakes& out) {
  const std::string below = pointer_to(pointer, "conversion_time");
  for (const Member& member : node.find("conversion_time")->members) {
    int bits = 0;
    const char* end = member.key.data() + member.key.size();
    const auto parsed = std::from_chars(member.key.data(), end, bits);
    if (parsed.ec == std::errc() && parsed.ptr == end && std::to_string(bits) == member.key &&
        bits >= 1 && bits <= 32) {
      continue;
    }
    out.add(member.place, pointer_to(below, member.key),
            "expected a resolution from 1 to 32 as key");
  }
  for (const auto& [key, time] : adc.conversion_time) {
    if (key == number(adc.resolution)) return;
  }
  blame(node, "resolution", pointer,
        "expected a resolution that conversion_time lists, or a time for it there", out);
}

}  // namespace

void check_adc(const RawAdc& adc, const Node& node, const std::string& pointer, Mistakes& out) {
  const bool times = !adc.conversion_time.empty();
  if (adc.rate && times) {
    blame(node, "rate", pointer, "expected either a rate or a conversion_time, not both", out);
  }
  if (times) check_conversion_times(adc, node, pointer, out);
}

void check_crossbar(const RawCrossbar& crossbar, const Node& node, const std::string& pointer,
                    Mistakes& out) {
  if (crossbar.active_rows && *crossbar.active_rows > crossbar.rows) {
    blame(node, "active_rows", pointer,
          "expected at most the " + number(crossbar.rows) + " rows of the crossbar", out);
  }
  if (crossbar.sign == Sign::diff_rows && crossbar.rows % 2 != 0) {
    blame(node, "rows", pointer, "expected an even number: \"diff-rows\" pairs the rows", out);
  }
  if (crossbar.sign == Sign::diff_columns && crossbar.columns % 2 != 0) {
    blame(node, "columns", pointer, "expected an even number: \"diff-columns\" pairs the columns",
          out);
  }
  const AdcShare& share = crossbar.adc.per_crossbar;
  if (!share.per_column && share.count > crossbar.columns * share.crossbars) {
    out.add(*node.find("adc")->find("per_crossbar"), pointer + "/adc/per_crossbar",
            "expected no more converters than the " + number(crossbar.columns) + " columns");
  }
  const bool pulses = crossbar.input == InputCoding::pulse_count;
  if (pulses != crossbar.pulse_count.has_value()) {
    blame(node, "pulse_count", pointer,
          pulses ? "missing key \"pulse_count\", expected with \"input\": \"pulse-count\""
                 : "expected only with \"input\": \"pulse-count\"",
          out);
  }
  if (!pulses && !crossbar.adc.rate && crossbar.adc.conversion_time.empty()) {
    out.add(node.find("adc")->place, pointer_to(pointer, "adc"),
            "missing key \"rate\", expected a rate or a conversion_time by resolution");
  }
  if (pulses && !share.per_column) {
    blame(node, "input", pointer, "expected \"bit-serial\" unless the ADC is \"per-column\"", out);
  }
  if (crossbar.write && crossbar.write->rows_parallel > crossbar.rows) {
    blame(*node.find("write"), "rows_parallel", pointer_to(pointer, "write"),
          "expected at most the " + number(crossbar.rows) + " rows of the crossbar", out);
  }
}

void check_ports(const L1Ports& ports, const Node& node, const std::string& pointer,
                 Mistakes& out) {
  const bool dedicated = ports.read > 0 || ports.write > 0;
  if (ports.read_write > 0 && dedicated) {
    blame(node, "read_write", pointer, "expected 0 beside dedicated read and write ports", out);
  }
  if (ports.read_write == 0 && (ports.read == 0 || ports.write == 0)) {
    out.add(node.place, pointer,
            "expected read_write ports, or at least one read and one write port");
  }
}

void check_l1(const RawL1& l1, const Node& node, const std::string& pointer, Mistakes& out) {
  if (l1.capacity.count() < l1.word.count() * l1.banks) {
    blame(node, "capacity", pointer, "expected at least one word in each of the banks", out);
  }
  if (l1.burst && *l1.burst > l1.capacity) {
    blame(node, "burst", pointer, "expected no more than the capacity", out);
  }
}

void check_core(const RawCore& core, const Node& node, const std::string& pointer, Mistakes& out) {
  const AdcShare& share = core.crossbar.adc.per_crossbar;
  if (!share.per_column && share.crossbars > core.crossbars) {
    const Node& adc = *node.find("crossbar")->find("adc");
    blame(adc, "per_crossbar", pointer + "/crossbar/adc",
          "expected a converter to serve no more than the " + number(core.crossbars) +
              " crossbars of the core",
          out);
  }
}

void check_published(const Published& published, const Node& node, const std::string& pointer,
                     Mistakes& out) {
  if (!published.derivable && published.reason.empty()) {
    out.add(node.place, pointer,
            "missing key \"reason\", expected why the figure is not derivable");
  }
}

void check_noc(const RawNoc& noc, const Node& node, const std::string& pointer, Mistakes& out) {
  using T = RawTopology;
  const bool grid = noc.topology == T::mesh || noc.topology == T::cmesh || noc.topology == T::torus;
  const bool listed = noc.topology == T::explicit_table;
  struct Rule {
    const char* key;
    bool allowed, needed;
    const char* where;
  };
  const Rule rules[] = {
      {"width", grid, false, "mesh, cmesh and torus"},
      {"height", grid, false, "mesh, cmesh and torus"},
      {"concentration", noc.topology == T::cmesh, false, "cmesh"},
      {"routers", listed, listed, "explicit"},
      {"links", listed, listed, "explicit"},
      {"attach", grid || listed, listed, "mesh, cmesh, torus and explicit"},
  };
  for (const Rule& rule : rules) {
    const Node* value = node.find(rule.key);
    if (value != nullptr && !rule.allowed) {
      out.add(*value, pointer_to(pointer, rule.key),
              std::string("expected only with the topologies ") + rule.where);
    } else if (value == nullptr && rule.needed) {
      out.add(node.place, pointer,
              "missing key \"" + std::string(rule.key) + "\", expected with topology \"explicit\"");
    }
  }
  const Node* links = node.find("links");
  for (std::size_t i = 0; i < noc.links.size() && listed && noc.routers; ++i) {
    const std::vector<std::int64_t>& link = noc.links[i];
    const std::string below = pointer_to(pointer_to(pointer, "links"), i);
    if (link.size() != 2 || link[0] == link[1]) {
      out.add(links->items[i], below, "expected two different routers, [from, to]");
    } else if (std::max(link[0], link[1]) >= *noc.routers) {
      out.add(links->items[i], below,
              "expected routers from 0 to " + number(*noc.routers - 1) + " only");
    }
  }
}

namespace {

// One kind of core against what the chip asks of it.
void check_kind(const RawMachine& machine, const RawCore& core, const Node& node,
                const std::string& pointer, Mistakes& out) {
  if (core.accumulator_bits < machine.precision.output) {
    blame(node, "accumulator_bits", pointer,
          "expected at least the " + number(machine.precision.output) + " bits of an output", out);
  }
  const RawCrossbar& crossbar = core.crossbar;
  if (crossbar.slices == Slices::columns) {
    std::int64_t cells = (machine.precision.weight + crossbar.cell_bits - 1) / crossbar.cell_bits;
    if (crossbar.sign == Sign::diff_columns) cells *= 2;
    if (cells > crossbar.columns) {
      blame(*node.find("crossbar"), "columns", pointer_to(pointer, "crossbar"),
            "expected at least the " + number(cells) + " columns one weight takes", out);
    }
  }
  if (machine.dynamic_products == DynamicProducts::crossbar_write && !crossbar.write) {
    out.add(node.find("crossbar")->place, pointer_to(pointer, "crossbar"),
            "missing key \"write\", expected with \"dynamic_products\": \"crossbar-write\"");
  }
}

void check_groups(const RawMachine& machine, const Node& node, const std::string& pointer,
                  Mistakes& out) {
  std::vector<std::string> names;
  for (const auto& [name, core] : machine.core_kinds) names.push_back(name);
  if (machine.core) names.emplace_back("core");
  const std::string below = pointer_to(pointer, "cores");
  const Node& cores = *node.find("cores");
  if (machine.cores.count && machine.core_kinds.size() > 1) {
    out.add(cores, below, "expected how many of which kind: [{\"kind\": ..., \"count\": ...}]");
  }
  std::int64_t total = 0;
  std::set<std::string> used;
  for (std::size_t i = 0; i < machine.cores.groups.size(); ++i) {
    const RawCoreGroup& group = machine.cores.groups[i];
    total += group.count;
    used.insert(group.kind);
    if (std::find(names.begin(), names.end(), group.kind) == names.end()) {
      out.add(*cores.items[i].find("kind"), pointer_to(below, i) + "/kind",
              "expected a kind of core: " + listing(names) + did_you_mean(group.kind, names));
    }
  }
  if (total > 65536) out.add(cores, below, "expected at most 65536 cores in all");
}

std::string factor_name(const std::string& resource, const std::string& kind) {
  std::string name = resource;
  if (!kind.empty()) name.append(" of core kind \"").append(kind).append("\"");
  return name;
}

// Every resource of every kind of core, once each.
void check_calibration(const RawMachine& machine, const Node& node, Mistakes& out) {
  std::set<std::pair<std::string, std::string>> expected;
  for (const CalibratedResourceInfo& r : kCalibrated) {
    const std::string key(r.key);
    if (!r.in_core) {
      expected.insert({key, ""});
      continue;
    }
    if (machine.core) expected.insert({key, "core"});
    for (const auto& [name, core] : machine.core_kinds) expected.insert({key, name});
  }
  const Node& factors = *node.find("factors");
  for (std::size_t i = 0; i < machine.calibration->factors.size(); ++i) {
    const RawFactor& f = machine.calibration->factors[i];
    const std::string key(kCalibrated[index(f.resource)].key);
    if (expected.erase({key, f.core_kind}) > 0) continue;
    out.add(factors.items[i].place, "/calibration/factors/" + std::to_string(i),
            "a second factor for " + factor_name(key, f.core_kind) +
                ", or one this machine does not have; expected each resource once, those inside "
                "cores for each kind of core");
  }
  for (const auto& [key, kind] : expected) {
    out.add(factors.place, "/calibration/factors",
            "missing the factor for " + factor_name(key, kind) +
                "; expected each resource once, as crossroof calibrate writes them");
  }
}

}  // namespace

void check_factor(const RawFactor& factor, const Node& node, const std::string& pointer,
                  Mistakes& out) {
  if (factor.low > factor.value) {
    blame(node, "low", pointer, "expected at most the value, " + print_number(factor.value), out);
  }
  if (factor.high < factor.value) {
    blame(node, "high", pointer, "expected at least the value, " + print_number(factor.value), out);
  }
}

void check_machine(const RawMachine& machine, const Node& node, const std::string& pointer,
                   Mistakes& out) {
  if (machine.core.has_value() != machine.core_kinds.empty()) {
    blame(node, machine.core ? "core_kinds" : "", pointer,
          "expected either the key \"core\" or the key \"core_kinds\"", out);
    return;
  }
  if (machine.core) check_kind(machine, *machine.core, *node.find("core"), "/core", out);
  for (const auto& [name, core] : machine.core_kinds) {
    const Node& kinds = *node.find("core_kinds");
    check_kind(machine, core, *kinds.find(name), "/core_kinds/" + name, out);
  }
  check_groups(machine, node, pointer, out);
  if (machine.calibration) check_calibration(machine, *node.find("calibration"), out);
  if (machine.chips > 1 && !machine.chip_link) {
    blame(node, "chips", pointer, "expected 1 without a chip_link", out);
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < machine.memory.size(); ++i) {
    const Node& name = *node.find("memory")->items[i].find("name");
    if (names.insert(machine.memory[i].name).second) continue;
    out.add(name, "/memory/" + std::to_string(i) + "/name", "expected a name of its own");
  }
}

}  // namespace crossroof
