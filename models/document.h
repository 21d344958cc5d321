// SPDX-License-Identifier: Apache-2.0
// A description file as a tree of values, each with the place it was written at, so that every
// later complaint can point there. Documents of several sources (a file, what it extends, --set)
// can be merged into one tree: places name the source.
#ifndef CROSSROOF_MODELS_DOCUMENT_H_
#define CROSSROOF_MODELS_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crossroof {

enum class SourceKind { fallback, file, preset, set };

struct Source {
  SourceKind kind = SourceKind::file;
  std::string name;  // path as given, name of the preset, text of the --set
};

// Line and column count from 1; a column is one character (UTF-8 sequence), a tab too.
struct Place {
  std::size_t source = 0;  // index into Document::sources
  std::size_t line = 0, column = 0;
};

struct Member;

struct Node {
  enum class Type { null, boolean, number, string, array, object };
  Type type = Type::null;
  Place place;
  bool boolean = false;
  bool integral = false;     // a number written without point and exponent that fits 64 bits
  std::int64_t integer = 0;  // valid when integral
  double number = 0;
  std::string text;             // the value of a string, the spelling of a number
  std::vector<Node> items;      // of an array
  std::vector<Member> members;  // of an object, in order of the file, keys unique

  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
};

struct Member {
  std::string key;
  Place place;  // of the key
  Node value;
};

// The first source is always the built-in defaults.
struct Document {
  Node root;
  std::vector<Source> sources = {{SourceKind::fallback, "default"}};
};

// A value as error messages show it: strings quoted and shortened, "an object", "an array".
std::string shown(const Node& node);

// A JSON string literal, with quotes.
std::string json_quoted(std::string_view text);

// "file:line:column", "<preset NAME>:line:column", "--set PATH=VALUE".
std::string shown(const Place& place, const std::vector<Source>& sources);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_DOCUMENT_H_
