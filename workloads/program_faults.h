// SPDX-License-Identifier: Apache-2.0
// The parts of check() (workloads/program_check.h). All but check_links() index the program freely:
// they may only run on a program whose links hold.
#ifndef CROSSROOF_WORKLOADS_PROGRAM_FAULTS_H_
#define CROSSROOF_WORKLOADS_PROGRAM_FAULTS_H_

#include <string>
#include <utility>
#include <vector>

#include "workloads/program_check.h"

namespace crossroof {

class Faults {
 public:
  Faults(const Network& net, const Program& program) : net_(net), program_(program) {}

  void add(std::string sentence) {
    if (!full()) faults_.push_back(std::move(sentence));
  }
  template <class Value>
  void expect_equal(const std::string& what, Value found, Value expected) {
    if (found == expected || full()) return;
    add(what + " is " + text(found) + "; expected " + text(expected));
  }
  bool none() const { return faults_.empty(); }
  bool full() const { return faults_.size() >= kMostFaults; }
  std::vector<std::string> take() { return std::move(faults_); }

  // How sentences name things.
  std::string task(std::size_t t) const;
  std::string inlet(std::size_t i) const;
  std::string feed(std::size_t f) const;

 private:
  static std::string text(std::int64_t n) { return std::to_string(n); }
  static std::string text(std::size_t n) { return std::to_string(n); }
  static std::string text(Bits b) { return std::to_string(b.count()) + " bits"; }

  const Network& net_;
  const Program& program_;
  std::vector<std::string> faults_;
};

struct CheckedProgram {
  const Network& net;
  const RramChip& chip;
  const Mapping& mapping;
  const Program& program;
};

// Every id names something, both ends of every link agree, every number is in its range, and lists
// ascend.
void check_links(const CheckedProgram& p, Faults& faults);

// Weights, arrays, L1 space, chunks of layers, amounts of tasks, reloads.
void check_tasks(const CheckedProgram& p, Faults& faults);

// Inlets: messages and channels of each, needs, credits, order in time.
void check_inlets(const CheckedProgram& p, Faults& faults);

// Bits between all ends, tensors in memory, multicast groups.
void check_traffic(const CheckedProgram& p, Faults& faults);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_PROGRAM_FAULTS_H_
