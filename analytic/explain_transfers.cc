// SPDX-License-Identifier: Apache-2.0
// S1 and S8 of explain(): where the bits of the busiest node come from or go to, and the rates that
// may decide.
#include <algorithm>

#include "analytic/explain_parts.h"
#include "analytic/rates.h"

namespace crossroof::analytic {
namespace {

constexpr const char* kStage = "docs/equations.md E55-E60";

class Transfers {
 public:
  Transfers(const ExplainedLayer& e, const StageInfo& s, FigureGroup group)
      : e_(e), s_(s), group_(std::move(group)) {}

  FigureGroup run() {
    transfers();
    return std::move(group_);
  }

 private:
  Seconds time() const { return e_.times.time[index(s_.stage)]; }
  std::string key() const { return "stages." + std::string(s_.key); }
  std::string symbol(const char* what) const { return std::string(s_.step) + " " + what; }
  Bits amount(const TaskWork& w) const { return stage_bits(s_.stage, w); }

  void add(const std::string& symbol, const std::string& formula, const std::string& substituted,
           double value, const std::string& unit, const std::string& source,
           const std::string& key = "") {
    group_.figures.push_back({symbol, formula, substituted, value, unit, source, key});
  }

  // Where the bits of the busiest node come from or go to, a line for each stream.
  void node_bits(const Task& node, std::int64_t total) {
    const bool read = s_.stage == Stage::noc_read;
    std::vector<std::string> sums;
    std::int64_t listed = 0;
    for (const Stream& s : e_.mapping.streams) {
      if ((read ? s.consumer : s.producer) != e_.id || (read && s.kind == StreamKind::store))
        continue;
      std::vector<std::string> terms;
      std::int64_t bits = 0;
      for (const Flow& f : s.flows) {
        const std::int64_t end = read ? f.consumer_task : f.producer_task;
        if (end < 0) continue;
        const Task& t = e_.mapped().tasks[static_cast<std::size_t>(end)];
        if (t.chip != node.chip || t.core != node.core) continue;
        bits += f.bits.count();
        terms.push_back(
            number(f.positions) + " * " + number(f.channels) + " * " +
            number(f.bits.count() / std::max<std::int64_t>(1, f.positions * f.channels)));
      }
      if (bits == 0) continue;
      listed += bits;
      sums.push_back(number(bits));
      add(symbol("bits ") + other_end(s, read), "sum of positions * channels * bits", sum_of(terms),
          static_cast<double>(bits), "bit", "docs/equations.md E37-E43");
    }
    // Multicast: receivers share what leaves.
    const std::string formula =
        listed == total ? "sum of the streams" : "union of what the receivers need (multicast)";
    add(symbol("bits"), formula, listed == total ? sum_of(sums) : number(total),
        static_cast<double>(total), "bit", "docs/equations.md E37-E39");
  }

  std::string other_end(const Stream& s, bool read) const {
    if (s.kind == StreamKind::partial) return read ? "from partial sums" : "of partial sums";
    if (s.kind == StreamKind::store) return "to memory";
    if (!read) return "to '" + e_.net.layers[index(s.consumer)].name + "'";
    if (s.producer == LayerId::network_input) {
      return "from input '" + e_.net.inputs[static_cast<std::size_t>(s.input)].name + "'";
    }
    return "from '" + e_.net.layers[index(s.producer)].name + "'";
  }

  void transfers() {
    const bool read = s_.stage == Stage::noc_read;
    std::vector<std::string> memory;
    for (const Task& t : e_.mapped().tasks) {
      const Bits bits = read ? t.work.memory_read : t.work.memory_write;
      if (bits > Bits()) memory.push_back(number(bits.count()) + " / 8");
    }
    std::int64_t weights = 0, of_task = 0;
    if (read) {
      for (const Phase& p : e_.mapping.phases) {
        for (const WeightLoad& load : p.loads) {
          if (load.layer != e_.id) continue;
          weights += load.bits.count();
          of_task = std::max(of_task, load.bits.count());
        }
      }
    }
    const std::string batch = number(e_.mapping.batch);
    if (weights > 0) memory.push_back(number(weights) + " / 8 / " + batch);
    const BytesPerSecond port = e_.chip.noc.link_rate();
    add("port rate", "flit / 8 * NoC clock",
        number(e_.chip.noc.flit.count()) + " / 8 * " + number(e_.chip.noc.clock.value()),
        port.value(), "byte/s", "machine noc");
    std::vector<std::string> candidates;
    std::int64_t busiest = 0;
    const Task* node = nullptr;
    for (const Task& t : e_.mapped().tasks) {
      std::int64_t sum = 0;
      for (const Task& o : e_.mapped().tasks) {
        if (o.chip == t.chip && o.core == t.core) sum += amount(o.work).count();
      }
      if (sum > busiest) node = &t;
      busiest = std::max(busiest, sum);
    }
    if (node != nullptr) node_bits(*node, busiest);
    candidates.push_back(number(busiest) + " / 8 / " + number(port.value()));
    if (of_task > 0) {
      candidates.push_back(number(of_task) + " / 8 / " + number(port.value()) + " / " + batch);
    }
    std::string formula = "max(bytes of the busiest node / port rate";
    if (e_.chip.chip_link && e_.mapping.chips > 1) {
      std::int64_t most = 0;
      for (const Task& t : e_.mapped().tasks) {
        std::int64_t sum = 0;
        for (const Task& o : e_.mapped().tasks) {
          if (o.chip == t.chip) sum += (read ? o.work.chip_read : o.work.chip_write).count();
        }
        most = std::max(most, sum);
      }
      formula += ", bytes between chips / rate of the chip links";
      candidates.push_back(number(most) + " / 8 / " + number(chip_link_rate(e_.chip).value()));
    }
    if (!memory.empty()) {
      formula += ", bytes through memory / sum of controller rates";
      candidates.push_back("(" + sum_of(memory) + ") / (" + number(memory_rate(e_.chip).value()) +
                           " * " + number(e_.mapping.chips) + ")");
    }
    if (e_.sharing == Sharing::equal && !memory.empty()) {
      std::int64_t most = 0;
      for (const Task& t : e_.mapped().tasks) {
        std::int64_t sum = 0;
        for (const Task& o : e_.mapped().tasks) {
          if (o.chip != t.chip || o.core != t.core) continue;
          sum += (read ? o.work.memory_read : o.work.memory_write).count();
        }
        most = std::max(most, sum);
      }
      formula += ", memory bytes of a node / (sum of controller rates / nodes)";
      candidates.push_back(number(most) + " / 8 / (" + number(memory_rate(e_.chip).value()) +
                           " / " + number(static_cast<std::int64_t>(e_.chip.cores.size())) + ")");
    }
    if (candidates.size() == 1) {
      add(symbol("time"), "bytes of the busiest node / port rate", candidates.front(),
          time().value(), "s", kStage, key());
      return;
    }
    std::string list;
    for (const std::string& c : candidates) list += (list.empty() ? "" : ", ") + c;
    add(symbol("time"), formula + ")", "max(" + list + ")", time().value(), "s", kStage, key());
  }

  const ExplainedLayer& e_;
  const StageInfo& s_;
  FigureGroup group_;
};

}  // namespace

// "a + 3 * b + c": equal terms that follow each other are counted.
std::string sum_of(const std::vector<std::string>& terms) {
  std::string text;
  for (std::size_t i = 0; i < terms.size();) {
    std::size_t end = i;
    while (end < terms.size() && terms[end] == terms[i]) ++end;
    const std::string times = end - i > 1 ? std::to_string(end - i) + " * " : "";
    text += (text.empty() ? "" : " + ") + times + terms[i];
    i = end;
  }
  return text.empty() ? "0" : text;
}

Bits stage_bits(Stage stage, const TaskWork& w) {
  switch (stage) {
    case Stage::noc_read:
      return w.noc_read;
    case Stage::l1_read_mac:
      return w.l1_read_mac;
    case Stage::l1_write_mac:
      return w.l1_write_mac;
    case Stage::l1_read_simd:
      return w.l1_read_simd;
    case Stage::l1_write_simd:
      return w.l1_write_simd;
    case Stage::noc_write:
      return w.noc_write;
    default:
      return Bits();
  }
}

FigureGroup explain_transfers(const ExplainedLayer& e, const StageInfo& stage, FigureGroup group) {
  return Transfers(e, stage, std::move(group)).run();
}

}  // namespace crossroof::analytic
