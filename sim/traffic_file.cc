// SPDX-License-Identifier: Apache-2.0
#include "sim/traffic_file.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

#include "models/error.h"

namespace crossroof::sim {
namespace {

constexpr std::string_view kListHeader = "source,destination,weight";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = line.find(',');
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

template <class T>
bool reads_as(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

class TrafficReader {
 public:
  TrafficReader(const std::string& name, std::size_t nodes)
      : name_(name), nodes_(nodes), flows_(nodes) {}

  void read(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      ++number_;
      const std::string_view content = trimmed(line);
      if (content.empty() || content.front() == '#') continue;
      take(cells_of(content));
    }
    if (form_ == Form::matrix && rows_ != nodes_) {
      refuse("the matrix ends after " + std::to_string(rows_) + " lines, expected " +
             std::to_string(nodes_) + ", one for each node");
    }
  }

  TrafficPattern pattern() const {
    TrafficPattern made;
    made.name = name_;
    double total = 0;
    for (std::size_t source = 0; source < nodes_; ++source) {
      double sum = 0;
      for (const auto& [to, flow] : flows_[source]) sum += flow.weight;
      Destinations list;
      double up_to = 0;
      for (const auto& [to, flow] : flows_[source]) {
        if (flow.weight == 0) continue;
        list.nodes.push_back(to);
        list.up_to.push_back((up_to += flow.weight) / sum);
      }
      made.lists.push_back(std::move(list));
      made.list_of.push_back(source);
      made.load.push_back(sum);
      total += sum;
    }
    if (!(total > 0)) throw Error(name_ + ": error: no traffic, expected a weight above 0");
    if (!std::isfinite(total)) throw Error(name_ + ": error: the weights are too large to add up");
    for (double& load : made.load) load *= static_cast<double>(nodes_) / total;
    return made;
  }

 private:
  enum class Form { unknown, list, matrix };
  struct Flow {
    double weight = 0;
    std::size_t line = 0;
  };

  [[noreturn]] void refuse(const std::string& text) const {
    throw Error(name_ + ":" + std::to_string(number_) + ": error: " + text);
  }

  void take(const std::vector<std::string_view>& cells) {
    if (form_ == Form::unknown && cells == cells_of(kListHeader)) {
      form_ = Form::list;
    } else if (form_ == Form::list) {
      take_flow(cells);
    } else {
      form_ = Form::matrix;
      take_row(cells);
    }
  }

  void take_flow(const std::vector<std::string_view>& cells) {
    if (cells.size() != 3) {
      refuse("found " + std::to_string(cells.size()) + " values, expected " +
             std::string(kListHeader));
    }
    add(node(cells[0]), node(cells[1]), weight(cells[2]));
  }

  void take_row(const std::vector<std::string_view>& cells) {
    if (rows_ == nodes_) refuse("more lines than the " + std::to_string(nodes_) + " nodes");
    if (cells.size() != nodes_) {
      refuse("found " + std::to_string(cells.size()) + " values, expected " +
             std::to_string(nodes_) + ", one weight for each node, or first the line \"" +
             std::string(kListHeader) + "\"");
    }
    const auto source = static_cast<std::uint32_t>(rows_++);
    for (std::uint32_t to = 0; to < nodes_; ++to) add(source, to, weight(cells[to]));
  }

  void add(std::uint32_t source, std::uint32_t to, double weight) {
    const auto [found, fresh] = flows_[source].insert({to, {weight, number_}});
    if (!fresh) {
      refuse("from " + std::to_string(source) + " to " + std::to_string(to) +
             " was already given in line " + std::to_string(found->second.line));
    }
  }

  std::uint32_t node(std::string_view text) const {
    std::uint32_t value = 0;
    if (!reads_as(text, value) || value >= nodes_) {
      refuse("found \"" + std::string(text) + "\", expected a node from 0 to " +
             std::to_string(nodes_ - 1));
    }
    return value;
  }

  double weight(std::string_view text) const {
    double value = 0;
    if (!reads_as(text, value) || !std::isfinite(value) || value < 0) {
      refuse("found \"" + std::string(text) + "\", expected a weight of 0 or more");
    }
    return value;
  }

  const std::string& name_;
  std::size_t nodes_;
  std::vector<std::map<std::uint32_t, Flow>> flows_;
  Form form_ = Form::unknown;
  std::size_t number_ = 0, rows_ = 0;
};

}  // namespace

TrafficPattern parse_traffic(const std::string& name, const std::string& text, std::size_t nodes) {
  TrafficReader reader(name, nodes);
  reader.read(text);
  return reader.pattern();
}

TrafficPattern read_traffic(const std::string& path, std::size_t nodes) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(path + ": error: cannot be read");
  return parse_traffic(path, text, nodes);
}

}  // namespace crossroof::sim
