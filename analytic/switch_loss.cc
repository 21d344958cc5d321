// SPDX-License-Identifier: Apache-2.0
#include "analytic/switch_loss.h"

#include <algorithm>
#include <array>
#include <utility>

namespace crossroof::analytic {
namespace {

// By number of inputs, from 2 (Karol, Hluchyj and Morgan, IEEE Trans. Comm. 35(12), 1987): our own
// values, by simulating that switch; tests/analytic does so again. Many inputs: 2 - sqrt(2).
constexpr std::array<double, 7> kBusy = {0.75, 0.68, 0.66, 0.64, 0.63, 0.62, 0.62};

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

// A switch each input of which has one packet at the head of its queue, which waits for an output
// or is served by it: a closed queueing network, its customers the heads.
class Switch {
 public:
  explicit Switch(const std::vector<SwitchFlow>& flows) {
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
      in.waiting = std::min(in.waiting, most_waiting(outputs_[f.output].flows));
    }
  }

  Seconds busiest() const {
    Seconds most;
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
      for (const Port& p : *ports) most = std::max(most, p.load);
    }
    return most;
  }

  // Whether all of it can pass in that time: no input has more than one head.
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
    std::int64_t flows = 0;
    double waiting = 1;  // heads, on average, at most
  };

  // One head at most, on average a little less: what makes the equation above give the uniform,
  // saturated switch of as many inputs as meet.
  static double most_waiting(std::int64_t inputs) {
    if (inputs < 2) return 1;
    const double busy = switch_efficiency(inputs);
    const double others = busy * (1 - 1 / static_cast<double>(inputs));
    return busy * (1 - others / 2) / (1 - others);
  }

  std::vector<SwitchFlow> flows_;
  std::vector<Port> inputs_, outputs_;
};

}  // namespace

double switch_efficiency(std::int64_t inputs) {
  if (inputs < 2) return 1;
  const auto last = static_cast<std::int64_t>(kBusy.size()) - 1;
  return kBusy[static_cast<std::size_t>(std::min(inputs - 2, last))];
}

Seconds passing_time(const std::vector<SwitchFlow>& flows, Seconds least) {
  const Switch s(flows);
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

Seconds Crossings::busiest_port(const std::vector<SwitchFlow>& flows) const {
  std::vector<Seconds> sent(width_);
  Seconds most = busiest_of(flows).load;
  for (const SwitchFlow& f : flows) {
    sent[f.input] += f.load;
    most = std::max(most, sent[f.input]);
  }
  return most;
}

}  // namespace crossroof::analytic
