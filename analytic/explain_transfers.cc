// SPDX-License-Identifier: Apache-2.0
// S1 and S8 of explain(): where the bits of the busiest node come from or go to, and the rates that
// may decide.
#include <algorithm>
#include <utility>

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

  bool read() const { return s_.stage == Stage::noc_read; }
  Bits memory_of(const TaskWork& w) const { return read() ? w.memory_read : w.memory_write; }

  // The largest sum of `bits_of` over the tasks that are `alike`, and a task that has it.
  template <class BitsOf, class Alike>
  std::pair<std::int64_t, const Task*> largest(BitsOf bits_of, Alike alike) const {
    std::pair<std::int64_t, const Task*> most{0, nullptr};
    for (const Task& t : e_.mapped().tasks) {
      std::int64_t sum = 0;
      for (const Task& o : e_.mapped().tasks) {
        if (alike(o, t)) sum += bits_of(o.work).count();
      }
      if (sum > most.first) most = {sum, &t};
    }
    return most;
  }

  // A time that may be the largest: what it is, and its numbers.
  void candidate(const std::string& formula, const std::string& substituted) {
    formula_ += (formula_.empty() ? "" : ", ") + formula;
    list_ += (list_.empty() ? "" : ", ") + substituted;
    ++candidates_;
  }

  void through_memory(std::int64_t weights) {
    const std::string batch = number(e_.mapping.batch);
    std::vector<std::string> terms;
    for (const Task& t : e_.mapped().tasks) {
      const Bits bits = memory_of(t.work);
      if (bits > Bits()) terms.push_back(number(bits.count()) + " / 8");
    }
    if (weights > 0) terms.push_back(number(weights) + " / 8 / " + batch);
    if (terms.empty()) return;
    const std::string rate = number(memory_rate(e_.chip).value());
    candidate("bytes through memory / sum of controller rates",
              "(" + sum_of(terms) + ") / (" + rate + " * " + number(e_.mapping.chips) + ")");
    if (e_.sharing != Sharing::equal) return;
    const auto most = largest([this](const TaskWork& w) { return memory_of(w); }, same_core);
    candidate("memory bytes of a node / (sum of controller rates / nodes)",
              number(most.first) + " / 8 / (" + rate + " / " +
                  number(static_cast<std::int64_t>(e_.chip.cores.size())) + ")");
  }

  static bool same_core(const Task& a, const Task& b) {
    return a.chip == b.chip && a.core == b.core;
  }

  void transfers() {
    std::int64_t weights = 0, of_task = 0;
    for (const Phase& p : e_.mapping.phases) {
      for (const WeightLoad& load : p.loads) {
        if (load.layer != e_.id || !read()) continue;
        weights += load.bits.count();
        of_task = std::max(of_task, load.bits.count());
      }
    }
    const std::string port = number(e_.chip.noc.link_rate().value());
    add("port rate", "flit / 8 * NoC clock",
        number(e_.chip.noc.flit.count()) + " / 8 * " + number(e_.chip.noc.clock.value()),
        e_.chip.noc.link_rate().value(), "byte/s", "machine noc");
    const auto busiest = largest([this](const TaskWork& w) { return amount(w); }, same_core);
    if (busiest.second != nullptr) node_bits(*busiest.second, busiest.first);
    candidate("bytes of the busiest node / port rate", number(busiest.first) + " / 8 / " + port);
    if (of_task > 0) {
      candidate("weights of a task / port rate / B",
                number(of_task) + " / 8 / " + port + " / " + number(e_.mapping.batch));
    }
    if (e_.chip.chip_link && e_.mapping.chips > 1) {
      const auto most =
          largest([this](const TaskWork& w) { return read() ? w.chip_read : w.chip_write; },
                  [](const Task& a, const Task& b) { return a.chip == b.chip; });
      candidate("bytes between chips / rate of the chip links",
                number(most.first) + " / 8 / " + number(chip_link_rate(e_.chip).value()));
    }
    through_memory(weights);
    const bool one = candidates_ == 1;
    add(symbol("time"), one ? formula_ : "max(" + formula_ + ")",
        one ? list_ : "max(" + list_ + ")", time().value(), "s", kStage, key());
  }

  const ExplainedLayer& e_;
  const StageInfo& s_;
  FigureGroup group_;
  std::string formula_, list_;
  int candidates_ = 0;
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
