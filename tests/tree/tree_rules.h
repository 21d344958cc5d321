// SPDX-License-Identifier: Apache-2.0
// The rules of the source tree, as functions of one file's path and text, so that they can be tried
// on examples: which layer may include which, where third-party headers may appear, and the shape
// of a file (length, licence line, guard, name of a test). Includes are read line by line, without
// a preprocessor: a disabled #include counts too.
#ifndef CROSSROOF_TESTS_TREE_TREE_RULES_H_
#define CROSSROOF_TESTS_TREE_TREE_RULES_H_

#include <filesystem>
#include <string>
#include <vector>

namespace crossroof::tree {

struct SourceFile {
  std::string path;  // from the root, with '/'
  std::string text;
};

// Each "path:line: what is wrong"; empty when the file keeps the rules.
std::vector<std::string> include_violations(const SourceFile& file);
std::vector<std::string> shape_violations(const SourceFile& file);

// Every file of the tree the rules are about: C++, protobuf, CMake and scripts.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

// Quoted includes that name no file of the tree and are not generated from one.
std::vector<std::string> dangling_includes(const std::vector<SourceFile>& files);

}  // namespace crossroof::tree

#endif  // CROSSROOF_TESTS_TREE_TREE_RULES_H_
