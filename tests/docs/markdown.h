// SPDX-License-Identifier: Apache-2.0
// What the documents promise, read from their Markdown: commands with the output shown for them,
// links, equations. In a ```sh block a line that starts with `build/release/crossroof` or
// `crossroof` is a command (a backslash continues it; `# exit N` at its end states an exit code
// other than 0), every other line is only read for scripts. A ```text block right behind a ```sh
// block of one command shows what it prints: on stdout, or on stderr when it fails. There a line of
// three dots stands for any lines, and three dots within a line for any characters.
#ifndef CROSSROOF_TESTS_DOCS_MARKDOWN_H_
#define CROSSROOF_TESTS_DOCS_MARKDOWN_H_

#include <optional>
#include <string>
#include <vector>

namespace crossroof::docs {

using Lines = std::vector<std::string>;

struct Document {
  std::string path;  // from the root of the checkout
  Lines lines;
};

// README.md and docs/*.md.
std::vector<Document> read_documents(const std::string& root);
Lines split_lines(const std::string& text);

struct Command {
  std::string where;      // "README.md:12"
  std::string arguments;  // without the program
  int exit_code = 0;
  std::optional<Lines> shown;
};

// Commands in order; what is wrong with the blocks goes to `mistakes`.
std::vector<Command> commands(const Document& document, Lines& mistakes);

// Nothing when `printed` is as `shown`; otherwise the first line that differs.
std::optional<std::string> difference(const Lines& shown, const Lines& printed);

// Relative links to files or headings that do not exist, scripts that are not there.
Lines broken_links(const Document& document, const std::string& root);

// Equations are paragraphs that begin with **E1**, **E2**, ...: numbered without gaps, each with
// "Source:" and "File:" or "Files:" and paths that exist; E-numbers elsewhere must exist.
Lines equation_mistakes(const Document& equations, const std::string& root);
// Numbers like E12 that the document names but the equations do not have.
Lines unknown_equations(const Document& document, const Document& equations);

}  // namespace crossroof::docs

#endif  // CROSSROOF_TESTS_DOCS_MARKDOWN_H_
