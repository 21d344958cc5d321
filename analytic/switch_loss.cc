// SPDX-License-Identifier: Apache-2.0
#include "analytic/switch_loss.h"

#include <algorithm>
#include <array>
#include <utility>

namespace crossroof::analytic {
namespace {

// Saturated n x n switch, uniform destinations, each queue with w heads to choose from (Hluchyj and
// Karol, IEEE JSAC 6(9), 1988, queueing with lookahead): our own values, by simulating that switch;
// tests/analytic does so again.
constexpr std::array<std::int64_t, 5> kHeads = {1, 2, 3, 4, 8};
constexpr std::array<std::int64_t, 6> kInputs = {2, 3, 4, 5, 6, 8};
constexpr std::array<std::array<double, kHeads.size()>, kInputs.size()> kBusy = {{
    {0.75, 0.84, 0.88, 0.91, 0.95},
    {0.68, 0.78, 0.83, 0.87, 0.93},
    {0.66, 0.76, 0.81, 0.85, 0.91},
    {0.64, 0.74, 0.80, 0.83, 0.90},
    {0.63, 0.74, 0.79, 0.83, 0.90},
    {0.62, 0.73, 0.78, 0.82, 0.89},
}};

// The last entry that is not above the value.
template <std::size_t N>
std::size_t place(const std::array<std::int64_t, N>& values, std::int64_t value) {
  const auto after = std::upper_bound(values.begin(), values.end(), value);
  return after == values.begin() ? 0 : static_cast<std::size_t>(after - values.begin()) - 1;
}

// Places of ports among those that occur, ascending.
std::size_t number_of(const std::vector<std::size_t>& ports, std::size_t port) {
  return static_cast<std::size_t>(std::lower_bound(ports.begin(), ports.end(), port) -
                                  ports.begin());
}

std::vector<std::size_t> unique(std::vector<std::size_t> ports) {
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  return ports;
}

// A switch of which every input has a bounded number of packets at the heads of its queues, all of
// which wait for an output or are served by it: a closed queueing network, its customers the heads.
class Switch {
 public:
  Switch(const std::vector<SwitchFlow>& flows, std::int64_t heads) {
    std::vector<std::size_t> inputs, outputs;
    for (const SwitchFlow& f : flows) {
      inputs.push_back(f.input);
      outputs.push_back(f.output);
    }
    inputs = unique(std::move(inputs));
    outputs = unique(std::move(outputs));
    inputs_.resize(inputs.size());
    outputs_.resize(outputs.size());
    for (const SwitchFlow& f : flows) {
      flows_.push_back({number_of(inputs, f.input), number_of(outputs, f.output), f.load});
      Port& in = inputs_[flows_.back().input];
      Port& out = outputs_[flows_.back().output];
      in.load += f.load;
      out.load += f.load;
      ++in.flows;
      ++out.flows;
    }
    for (const SwitchFlow& f : flows_) {
      Port& in = inputs_[f.input];
      in.meeting = std::max(in.meeting, outputs_[f.output].flows);
    }
    for (Port& in : inputs_) in.waiting = most_waiting(in.meeting, heads);
  }

  Seconds busiest() const {
    Seconds most;
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
      for (const Port& p : *ports) most = std::max(most, p.load);
    }
    return most;
  }

  // Whether all of it can pass in that time: no input has more packets at the heads than it can.
  bool passes_in(Seconds time) const {
    // At an output, q_i = u_i (1 + sum of the others' q_k - half of the others' u_k).
    std::vector<double> shares(outputs_.size()), queues(outputs_.size());
    const auto own = [&](const SwitchFlow& f) { return f.load / time; };
    const auto half = [&](const SwitchFlow& f) {
      return (outputs_[f.output].load / time - own(f)) / 2;
    };
    for (const SwitchFlow& f : flows_) {
      const double share = own(f) / (1 + own(f));
      shares[f.output] += share;
      queues[f.output] += share * (1 - half(f));
    }
    std::vector<double> waiting(inputs_.size());
    for (const SwitchFlow& f : flows_) {
      if (shares[f.output] >= 1) return false;
      const double all = queues[f.output] / (1 - shares[f.output]);
      waiting[f.input] += own(f) / (1 + own(f)) * (1 + all - half(f));
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      // A head that may only go one way holds up none that could go elsewhere.
      if (inputs_[i].flows > 1 && waiting[i] > inputs_[i].waiting) return false;
    }
    return true;
  }

 private:
  struct Port {
    Seconds load;
    std::int64_t flows = 0, meeting = 1;
    double waiting = 1;  // of its packets at the heads, on average, at most
  };

  // What makes the equation above give the saturated uniform switch; 1 for one head.
  static double most_waiting(std::int64_t inputs, std::int64_t heads) {
    if (inputs < 2) return static_cast<double>(heads);
    const double busy = switch_efficiency(inputs, heads);
    const double others = busy * (1 - 1 / static_cast<double>(inputs));
    return busy * (1 - others / 2) / (1 - others);
  }

  std::vector<SwitchFlow> flows_;
  std::vector<Port> inputs_, outputs_;
};

}  // namespace

double switch_efficiency(std::int64_t inputs, std::int64_t heads) {
  if (inputs < 2) return 1;
  return kBusy[place(kInputs, inputs)][place(kHeads, heads)];
}

Seconds passing_time(const std::vector<SwitchFlow>& flows, std::int64_t heads, Seconds least) {
  const Switch s(flows, heads);
  Seconds less = std::max(least, s.busiest());
  if (s.passes_in(less)) return less;
  Seconds enough = less * 2.0;
  while (!s.passes_in(enough)) enough = enough * 2.0;
  constexpr double kNear = 1e-4;
  while (enough > less * (1 + kNear)) {
    const Seconds middle = (less + enough) * 0.5;
    (s.passes_in(middle) ? enough : less) = middle;
  }
  return enough;
}

Crossings::Output Crossings::busiest_of(const std::vector<SwitchFlow>& flows) {
  Output busiest, last;
  for (const SwitchFlow& f : flows) {  // by output
    if (f.output != last.output) last = {f.output, Seconds()};
    last.load += f.load;
    if (last.load > busiest.load) busiest = last;
  }
  return busiest;
}

}  // namespace crossroof::analytic
