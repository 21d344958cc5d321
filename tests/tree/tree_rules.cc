// SPDX-License-Identifier: Apache-2.0
#include "tests/tree/tree_rules.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace crossroof::tree {
namespace {

constexpr int kMaxLines = 500;

// An arrow of the architecture means "may include"; a layer may always include itself.
const std::map<std::string, std::set<std::string>>& may_include() {
  static const std::map<std::string, std::set<std::string>> arrows = {
      {"models", {}},
      {"workloads", {"models"}},
      {"analytic", {"workloads", "models"}},
      {"sim", {"workloads", "models"}},
      {"validation", {"analytic", "sim", "workloads", "models"}},
      {"cli", {"validation", "analytic", "sim", "workloads", "models"}},
      {"tests", {"cli", "validation", "analytic", "sim", "workloads", "models"}},
  };
  return arrows;
}

struct ThirdParty {
  const char* header;  // what the name between < and > matches
  const char* place;   // the paths that may include it
  const char* where;   // the same for a reader
};

// The first row that matches a header decides.
constexpr ThirdParty kThirdParty[] = {
    {"nlohmann/json_fwd\\.hpp", ".*", "anywhere"},
    {"nlohmann/.*", "(.*_json|tests/.*)\\.cc", "*_json.cc and tests"},
    {"CLI/.*", "cli/.*\\.cc", "cli/*.cc"},
    {"google/protobuf/.*", "(workloads/onnx|tests)/.*\\.cc", "workloads/onnx/*.cc and tests"},
    {"(Eigen|unsupported/Eigen)/.*", "(validation|tests)/.*\\.cc", "validation/*.cc and tests"},
    {"(gtest|gmock)/.*", "tests/.*", "tests"},
    {"benchmark/.*", "tests/bench/.*", "tests/bench"},
    {"(systemc|tlm)(\\.h)?", "(sim|tests/sim)/.*", "sim"},
};
constexpr ThirdParty kProtobufCode = {".*\\.pb\\.h", "(workloads/onnx|tests)/.*\\.cc",
                                      "workloads/onnx/*.cc and tests"};

struct Include {
  int line;
  std::string name;
  bool quoted;
};

bool matches(const std::string& text, const char* pattern) {
  return std::regex_match(text, std::regex(pattern));
}

bool is_cpp(const std::string& path) { return matches(path, ".*\\.(h|cc)"); }

std::string top_folder(const std::string& path) { return path.substr(0, path.find('/')); }

std::vector<Include> includes(const SourceFile& file) {
  static const std::regex directive(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  std::istringstream lines(file.text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, directive)) {
      found.push_back({number, match[2], match[1] == "\""});
    }
  }
  return found;
}

std::optional<std::string> wrong_place(const std::string& path, const ThirdParty& rule) {
  if (matches(path, rule.place)) return std::nullopt;
  return std::string("third-party header belongs to ") + rule.where;
}

std::optional<std::string> wrong_quoted(const std::string& path, const std::string& name) {
  if (matches(name, kProtobufCode.header)) {
    if (auto wrong = wrong_place(path, kProtobufCode)) return wrong;
  }
  const std::string from = top_folder(path);
  const std::string to = top_folder(name);
  if (may_include().count(to) == 0) return "is not a path from the root";
  if (from == to || may_include().at(from).count(to) > 0) return std::nullopt;
  return from + " may not include " + to;
}

std::optional<std::string> wrong_angle(const std::string& path, const std::string& name) {
  for (const ThirdParty& rule : kThirdParty) {
    if (matches(name, rule.header)) return wrong_place(path, rule);
  }
  const bool system = name.find('/') == std::string::npos || top_folder(name) == "sys";
  if (system) return std::nullopt;
  if (may_include().count(top_folder(name)) > 0) return "our own header goes in quotes";
  return "no place is known for this third-party header";
}

std::string guard(const std::string& path) {
  std::string name = "CROSSROOF_";
  for (const char c : path) {
    const auto letter = static_cast<unsigned char>(c);
    name += std::isalnum(letter) != 0 ? static_cast<char>(std::toupper(letter)) : '_';
  }
  return name + "_";
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

bool has_licence_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; number <= 2 && std::getline(lines, line); ++number) {
    if (line == "// SPDX-License-Identifier: Apache-2.0") return true;
    if (line == "# SPDX-License-Identifier: Apache-2.0") return true;
  }
  return false;
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<std::string> include_violations(const SourceFile& file) {
  std::vector<std::string> out;
  if (!is_cpp(file.path)) return out;
  for (const Include& include : includes(file)) {
    const auto wrong = include.quoted ? wrong_quoted(file.path, include.name)
                                      : wrong_angle(file.path, include.name);
    if (wrong) {
      out.push_back(file.path + ":" + std::to_string(include.line) + ": " + include.name + ": " +
                    *wrong);
    }
  }
  return out;
}

std::vector<std::string> shape_violations(const SourceFile& file) {
  std::vector<std::string> out;
  const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
  if (lines > kMaxLines) {
    out.push_back(file.path + ":" + std::to_string(lines) + ": longer than " +
                  std::to_string(kMaxLines) + " lines");
  }
  if (!has_licence_line(file.text)) out.push_back(file.path + ":1: no SPDX licence line");
  if (matches(file.path, ".*\\.h")) {
    const std::string name = guard(file.path);
    if (!has_line(file.text, "#ifndef " + name) || !has_line(file.text, "#define " + name)) {
      out.push_back(file.path + ":1: its guard is not " + name);
    }
  }
  if (matches(file.path, ".*_test\\.cc") &&
      !matches(file.path, "tests/.*_(unit|theory|oracle|cross|cli|robust)_test\\.cc")) {
    out.push_back(file.path + ":1: not tests/<folder>/<name>_<label>_test.cc, it would never run");
  }
  return out;
}

std::vector<SourceFile> read_tree(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  std::set<std::string> folders = {"cmake", "scripts", ".ci"};
  for (const auto& [layer, below] : may_include()) folders.insert(layer);
  std::vector<SourceFile> files = {{"CMakeLists.txt", read_text(root / "CMakeLists.txt")}};
  for (const std::string& folder : folders) {
    if (!fs::is_directory(root / folder)) continue;
    const bool scripts = may_include().count(folder) == 0;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string path = entry.path().lexically_relative(root).generic_string();
      if (!entry.is_regular_file()) continue;
      if (scripts || matches(path, ".*\\.(h|cc|proto)")) {
        files.push_back({path, read_text(entry.path())});
      }
    }
  }
  return files;
}

std::vector<std::string> dangling_includes(const std::vector<SourceFile>& files) {
  std::set<std::string> known;
  for (const SourceFile& file : files) {
    known.insert(file.path);
    if (matches(file.path, ".*\\.proto")) {
      known.insert(file.path.substr(0, file.path.size() - 6) + ".pb.h");
    }
  }
  std::vector<std::string> out;
  for (const SourceFile& file : files) {
    if (!is_cpp(file.path)) continue;
    for (const Include& include : includes(file)) {
      if (include.quoted && known.count(include.name) == 0) {
        out.push_back(file.path + ":" + std::to_string(include.line) + ": " + include.name +
                      ": no such file");
      }
    }
  }
  return out;
}

}  // namespace crossroof::tree
