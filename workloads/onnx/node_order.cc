// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/node_order.h"

#include <string>
#include <vector>

#include "models/error.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {
namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

class OrderCheck {
 public:
  OrderCheck(const OnnxGraph& graph, std::string_view label) : graph_(graph), label_(label) {}

  void run() {
    find_producers();
    std::vector<bool> ready(graph_.values.size(), false);
    for (const ValueId id : graph_.inputs) ready[index(id)] = true;
    for (std::size_t v = 0; v < ready.size(); ++v) {
      if (graph_.values[v].initializer) ready[v] = true;
    }
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      for (const ValueId id : graph_.nodes[n].inputs) {
        if (id != ValueId::none && !ready[index(id)]) explain(n, id);
      }
      for (const ValueId id : graph_.nodes[n].outputs) {
        if (id != ValueId::none) ready[index(id)] = true;
      }
    }
    for (const ValueId id : graph_.outputs) {
      if (!ready[index(id)]) {
        throw Error(std::string(label_) + ": error: graph output '" + name(id) +
                    "' is produced by no node");
      }
    }
  }

 private:
  const std::string& name(ValueId id) const { return graph_.values[index(id)].name; }

  [[noreturn]] void fail(std::size_t n, const std::string& what) const {
    throw Error(node_error_prefix(label_, graph_, graph_.nodes[n]) + what);
  }

  void find_producers() {
    producer_.assign(graph_.values.size(), kNobody);
    std::vector<bool> given(graph_.values.size(), false);
    for (const ValueId id : graph_.inputs) given[index(id)] = true;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      for (const ValueId id : graph_.nodes[n].outputs) {
        if (id == ValueId::none) continue;
        if (producer_[index(id)] != kNobody) {
          fail(n, "its output '" + name(id) + "' is also an output of node '" +
                      display_name(graph_, graph_.nodes[producer_[index(id)]]) + "'");
        }
        if (given[index(id)] || graph_.values[index(id)].initializer) {
          fail(n, "its output '" + name(id) + "' is already a graph input or initializer");
        }
        producer_[index(id)] = n;
      }
    }
  }

  [[noreturn]] void explain(std::size_t n, ValueId id) const {
    if (producer_[index(id)] == kNobody) {
      fail(n, "its input '" + name(id) + "' is produced by no node");
    }
    const std::string other = display_name(graph_, graph_.nodes[producer_[index(id)]]);
    if (reaches(n, producer_[index(id)])) {
      fail(n, "its input '" + name(id) + "' from node '" + other +
                  "' depends on its own result: the graph has a cycle");
    }
    fail(n, "its input '" + name(id) + "' is produced later, by node '" + other +
                "': the nodes are not sorted");
  }

  // Whether node `from` is among the ancestors of node `to` (or is it).
  bool reaches(std::size_t from, std::size_t to) const {
    std::vector<bool> seen(graph_.nodes.size(), false);
    std::vector<std::size_t> pending = {to};
    while (!pending.empty()) {
      const std::size_t n = pending.back();
      pending.pop_back();
      if (n == from) return true;
      if (seen[n]) continue;
      seen[n] = true;
      for (const ValueId id : graph_.nodes[n].inputs) {
        if (id != ValueId::none && producer_[index(id)] != kNobody) {
          pending.push_back(producer_[index(id)]);
        }
      }
    }
    return false;
  }

  const OnnxGraph& graph_;
  std::string_view label_;
  std::vector<std::size_t> producer_;
};

}  // namespace

void check_node_order(const OnnxGraph& graph, std::string_view label) {
  OrderCheck(graph, label).run();
}

}  // namespace crossroof
