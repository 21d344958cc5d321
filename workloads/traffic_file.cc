// SPDX-License-Identifier: Apache-2.0
#include "workloads/traffic_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "models/error.h"

namespace crossroof {
namespace {

constexpr std::string_view kListHeader = "source,destination,weight";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMostMistakes = 20;  // told
// Weights between these add up and divide without loss of range.
constexpr double kLeastWeight = 1e-100, kMostWeight = 1e100;

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

// "1 line", "2 lines".
std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class TrafficReader {
 public:
  TrafficReader(const std::string& name, std::size_t nodes)
      : name_(name), nodes_(nodes), flows_(nodes) {}

  void read(std::string_view text) {
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text.remove_prefix(kByteOrderMark.size());
    }
    while (!text.empty() && !hopeless_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++number_;
      const std::string_view content = trimmed(text.substr(0, end));
      if (!content.empty() && content.front() != '#') take(cells_of(content));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (form_ == Form::matrix && rows_ < nodes_ && !hopeless_) {
      mistake("the matrix ends after " + counted(rows_, "line") + ", expected " +
              std::to_string(nodes_) + ", one for each node");
    }
    throw_mistakes();
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
    for (double& load : made.load) load *= static_cast<double>(nodes_) / total;
    return made;
  }

 private:
  enum class Form { unknown, list, matrix };
  struct Flow {
    double weight = 0;
    std::size_t line = 0;
  };

  void mistake(const std::string& text) {
    if (++mistakes_ > kMostMistakes) return;
    messages_ += name_ + ":" + std::to_string(number_) + ": error: " + text + "\n";
  }

  void throw_mistakes() {
    if (mistakes_ == 0) return;
    if (mistakes_ > kMostMistakes) {
      messages_ += name_ + ": error: " + counted(mistakes_ - kMostMistakes, "more mistake") + "\n";
    }
    messages_.pop_back();
    throw Error(messages_);
  }

  void take(const std::vector<std::string_view>& cells) {
    if (form_ == Form::unknown && cells == cells_of(kListHeader)) {
      form_ = Form::list;
    } else if (form_ == Form::list) {
      take_flow(cells);
    } else {
      take_row(cells);
      form_ = Form::matrix;
    }
  }

  void take_flow(const std::vector<std::string_view>& cells) {
    if (cells.size() != 3) {
      return mistake("found " + counted(cells.size(), "value") + ", expected " +
                     std::string(kListHeader));
    }
    const auto source = node(cells[0]), to = node(cells[1]);
    const auto share = weight(cells[2]);
    if (source && to && share) add(*source, *to, *share);
  }

  void take_row(const std::vector<std::string_view>& cells) {
    if (rows_ == nodes_) {
      hopeless_ = true;
      return mistake("more lines than the " + counted(nodes_, "node"));
    }
    const auto source = static_cast<std::uint32_t>(rows_++);
    if (cells.size() != nodes_) {
      // What follows such a first line is likely no matrix at all.
      hopeless_ = form_ == Form::unknown;
      return mistake("found " + counted(cells.size(), "value") + ", expected " +
                     std::to_string(nodes_) + ", one weight for each node" +
                     (hopeless_ ? ", or first the line \"" + std::string(kListHeader) + "\"" : ""));
    }
    for (std::uint32_t to = 0; to < nodes_; ++to) {
      if (const auto share = weight(cells[to])) add(source, to, *share);
    }
  }

  void add(std::uint32_t source, std::uint32_t to, double weight) {
    const auto [found, fresh] = flows_[source].insert({to, {weight, number_}});
    if (!fresh) {
      mistake("from " + std::to_string(source) + " to " + std::to_string(to) +
              " was already given in line " + std::to_string(found->second.line));
    }
  }

  std::optional<std::uint32_t> node(std::string_view text) {
    std::uint32_t value = 0;
    if (reads_as(text, value) && value < nodes_) return value;
    mistake("found \"" + std::string(text) + "\", expected a node from 0 to " +
            std::to_string(nodes_ - 1));
    return std::nullopt;
  }

  std::optional<double> weight(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool far = error == std::errc::result_out_of_range;
    const bool number = end == text.data() + text.size() && (far || error == std::errc());
    if (!number || text.front() == '-' || !std::isfinite(value)) {
      mistake("found \"" + std::string(text) + "\", expected a weight of 0 or more");
    } else if (far || value > kMostWeight || (value > 0 && value < kLeastWeight)) {
      mistake("found \"" + std::string(text) +
              "\", expected a weight of 0 or from 1e-100 to 1e100");
    } else {
      return value;
    }
    return std::nullopt;
  }

  const std::string& name_;
  std::size_t nodes_;
  std::vector<std::map<std::uint32_t, Flow>> flows_;
  Form form_ = Form::unknown;
  std::size_t number_ = 0, rows_ = 0, mistakes_ = 0;
  bool hopeless_ = false;  // more lines would only repeat a mistake
  std::string messages_;
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

}  // namespace crossroof
