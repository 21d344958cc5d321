// SPDX-License-Identifier: Apache-2.0
#include "tests/docs/markdown.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace crossroof::docs {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string language;
  std::size_t begin = 0, end = 0;  // lines between the fences
};

std::string at(const Document& d, std::size_t line) {
  return d.path + ":" + std::to_string(line + 1);
}

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t") == std::string::npos;
}

std::vector<Block> blocks(const Document& d, Lines& mistakes) {
  std::vector<Block> found;
  std::optional<Block> open;
  for (std::size_t i = 0; i < d.lines.size(); ++i) {
    if (d.lines[i].rfind("```", 0) != 0) continue;
    if (open) {
      open->end = i;
      found.push_back(*open);
      open.reset();
    } else {
      open = Block{d.lines[i].substr(3), i + 1, 0};
    }
  }
  if (open) mistakes.push_back(at(d, open->begin - 1) + ": this block does not end");
  return found;
}

// The line without its `# exit N`, which goes to `command`.
std::string without_exit(std::string line, Command& command) {
  static const std::regex exit(R"(\s+# exit (\d+)$)");
  std::smatch match;
  if (!std::regex_search(line, match, exit)) return line;
  command.exit_code = std::stoi(match[1]);
  return match.prefix();
}

std::vector<Command> commands_in(const Document& d, const Block& block) {
  static const std::regex program(R"(^(build/release/)?crossroof(\s+(.*))?$)");
  std::vector<Command> found;
  for (std::size_t i = block.begin; i < block.end; ++i) {
    Command command;
    command.where = at(d, i);
    std::string line = d.lines[i];
    while (!line.empty() && line.back() == '\\' && i + 1 < block.end) {
      line.pop_back();
      line += d.lines[++i];
    }
    line = without_exit(line, command);
    std::smatch match;
    if (!std::regex_match(line, match, program)) continue;
    command.arguments = match[3];
    found.push_back(command);
  }
  return found;
}

bool line_matches(const std::string& shown, const std::string& printed) {
  constexpr const char* kDots = "...";
  std::size_t from = 0, to = 0;
  for (;;) {
    const std::size_t dots = shown.find(kDots, from);
    const std::string piece = shown.substr(from, dots - from);
    if (dots == std::string::npos) {
      if (from == 0) return piece == printed;
      return printed.size() >= to + piece.size() &&
             printed.compare(printed.size() - piece.size(), piece.size(), piece) == 0;
    }
    const std::size_t found = printed.find(piece, to);
    if (found == std::string::npos || (from == 0 && found != 0)) return false;
    to = found + piece.size();
    from = dots + 3;
  }
}

// Text of the document outside of blocks, line by line (lines of blocks are empty).
Lines prose(const Document& d) {
  Lines lines;
  bool inside = false;
  for (const std::string& line : d.lines) {
    const bool fence = line.rfind("```", 0) == 0;
    lines.push_back(inside || fence ? "" : line);
    if (fence) inside = !inside;
  }
  return lines;
}

// The anchor of a heading: lower case, spaces as hyphens, punctuation left out.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const char c : heading) {
    if (c == ' ' || c == '-') {
      text += '-';
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return text;
}

bool has_heading(const Document& d, const std::string& wanted) {
  static const std::regex heading(R"(^#+ +(.*)$)");
  for (const std::string& line : prose(d)) {
    std::smatch match;
    if (std::regex_match(line, match, heading) && anchor(match[1]) == wanted) return true;
  }
  return false;
}

Document read_document(const fs::path& root, const fs::path& path) {
  std::ifstream in(root / path);
  return {path.string(),
          split_lines({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()})};
}

void check_link(const Document& d, const std::string& target, const std::string& where,
                const fs::path& root, Lines& mistakes) {
  if (std::regex_search(target, std::regex("^[a-z]+:"))) return;
  const std::size_t hash = target.find('#');
  const std::string file = target.substr(0, hash);
  const fs::path path = file.empty() ? fs::path(d.path) : fs::path(d.path).parent_path() / file;
  if (!file.empty() && !fs::exists(root / path)) {
    mistakes.push_back(where + ": no file " + target);
  } else if (hash != std::string::npos) {
    const Document other = file.empty() ? d : read_document(root, path);
    if (!has_heading(other, target.substr(hash + 1)))
      mistakes.push_back(where + ": no heading " + target);
  }
}

struct Equation {
  int number = 0;
  std::string where, text;
};

std::vector<Equation> equations_of(const Document& d) {
  static const std::regex start(R"(^\*\*E(\d+)\*\*.*$)");
  std::vector<Equation> found;
  bool open = false;
  const Lines lines = prose(d);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (std::regex_match(lines[i], match, start)) {
      found.push_back({std::stoi(match[1]), at(d, i), ""});
      open = true;
    }
    open = open && !is_blank(lines[i]);
    if (open) found.back().text += lines[i] + "\n";
  }
  return found;
}

}  // namespace

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Document> read_documents(const std::string& root) {
  std::vector<fs::path> paths = {"README.md"};
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(root) / "docs")) {
    if (entry.path().extension() == ".md") paths.push_back("docs" / entry.path().filename());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Document> documents;
  for (const fs::path& path : paths) documents.push_back(read_document(root, path));
  return documents;
}

std::vector<Command> commands(const Document& d, Lines& mistakes) {
  std::vector<Command> all;
  const std::vector<Block> found = blocks(d, mistakes);
  for (std::size_t b = 0; b < found.size(); ++b) {
    if (found[b].language != "sh") continue;
    std::vector<Command> here = commands_in(d, found[b]);
    const bool shown =
        b + 1 < found.size() && found[b + 1].language == "text" &&
        std::all_of(d.lines.begin() + static_cast<std::ptrdiff_t>(found[b].end + 1),
                    d.lines.begin() + static_cast<std::ptrdiff_t>(found[b + 1].begin - 1),
                    is_blank);
    if (shown && here.size() == 1) {
      here[0].shown = Lines(d.lines.begin() + static_cast<std::ptrdiff_t>(found[b + 1].begin),
                            d.lines.begin() + static_cast<std::ptrdiff_t>(found[b + 1].end));
    } else if (shown) {
      mistakes.push_back(at(d, found[b + 1].begin - 1) +
                         ": output is shown behind a block that has not exactly one command");
    }
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

std::optional<std::string> difference(const Lines& shown, const Lines& printed) {
  std::size_t p = 0;
  bool skip = false;
  for (const std::string& line : shown) {
    if (line == "...") {
      skip = true;
      continue;
    }
    while (skip && p < printed.size() && !line_matches(line, printed[p])) ++p;
    skip = false;
    if (p >= printed.size()) return "not printed: " + line;
    if (!line_matches(line, printed[p])) return "shown:   " + line + "\nprinted: " + printed[p];
    ++p;
  }
  if (!skip && p < printed.size()) return "not shown: " + printed[p];
  return std::nullopt;
}

Lines broken_links(const Document& d, const std::string& root) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  static const std::regex script(R"(^(scripts/\S+))");
  Lines mistakes;
  const Lines lines = prose(d);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::sregex_iterator m(lines[i].begin(), lines[i].end(), link), end; m != end; ++m) {
      check_link(d, (*m)[1], at(d, i), root, mistakes);
    }
  }
  for (const Block& block : blocks(d, mistakes)) {
    for (std::size_t i = block.begin; block.language == "sh" && i < block.end; ++i) {
      std::smatch match;
      if (std::regex_search(d.lines[i], match, script) &&
          !fs::exists(fs::path(root) / match[1].str())) {
        mistakes.push_back(at(d, i) + ": no script " + match[1].str());
      }
    }
  }
  return mistakes;
}

Lines equation_mistakes(const Document& equations, const std::string& root) {
  static const std::regex path(R"(`([A-Za-z0-9_./-]+\.(cc|h|json|proto))`)");
  Lines mistakes;
  int expected = 1;
  for (const Equation& e : equations_of(equations)) {
    if (e.number != expected) {
      mistakes.push_back(e.where + ": expected E" + std::to_string(expected));
    }
    expected = e.number + 1;
    if (e.text.find("Source:") == std::string::npos) {
      mistakes.push_back(e.where + ": E" + std::to_string(e.number) + " names no source");
    }
    const std::size_t files = std::min(e.text.find("File:"), e.text.find("Files:"));
    const std::string list = files == std::string::npos ? "" : e.text.substr(files);
    int named = 0;
    for (std::sregex_iterator m(list.begin(), list.end(), path), end; m != end; ++m, ++named) {
      if (!fs::exists(fs::path(root) / (*m)[1].str())) {
        mistakes.push_back(e.where + ": no file " + (*m)[1].str());
      }
    }
    if (named == 0) {
      mistakes.push_back(e.where + ": E" + std::to_string(e.number) + " names no file");
    }
  }
  if (expected == 1) mistakes.push_back(equations.path + ": no equation");
  return mistakes;
}

Lines unknown_equations(const Document& document, const Document& equations) {
  static const std::regex reference(R"(\bE(\d+)\b)");
  const auto count = static_cast<int>(equations_of(equations).size());
  Lines mistakes;
  const Lines lines = prose(document);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::sregex_iterator m(lines[i].begin(), lines[i].end(), reference), end; m != end; ++m) {
      const int number = std::stoi((*m)[1]);
      if (number < 1 || number > count) {
        mistakes.push_back(at(document, i) + ": there is no E" + std::to_string(number));
      }
    }
  }
  return mistakes;
}

}  // namespace crossroof::docs
