// SPDX-License-Identifier: Apache-2.0
#include "models/machine_source.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "models/document_json.h"
#include "models/embedded.h"
#include "models/error.h"
#include "models/machine_fields.h"
#include "models/text.h"

namespace crossroof {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const PresetInfo& preset : machine_presets()) names.push_back(preset.name);
  return names;
}

bool is_preset(const std::string& name) {
  const std::vector<std::string> names = preset_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string preset_text(const std::string& name) {
  for (const EmbeddedFile& file : embedded_presets()) {
    if (file.name == name) return std::string(file.bytes);
  }
  throw Error("preset \"" + name + "\" is not part of this program");
}

class Loader {
 public:
  SourcedDocument load(const std::string& name) {
    if (!is_preset(name) && !exists(name)) throw Error(no_such(name));
    result_.doc.root = load_merged(name, is_preset(name));
    return std::move(result_);
  }

 private:
  static bool exists(const std::string& path) {
    std::error_code error;
    return fs::exists(path, error);
  }

  static std::string no_such(const std::string& name) {
    return "no machine " + json_quoted(name) + ": neither a file nor one of the presets " +
           listing(preset_names(), "and") + did_you_mean(name, preset_names());
  }

  static std::string identity(const std::string& name, bool preset) {
    std::error_code error;
    const fs::path canonical = preset ? fs::path() : fs::weakly_canonical(name, error);
    return preset || error ? "preset:" + name : canonical.string();
  }

  std::string located(const Place& place, const std::string& text) const {
    return shown(place, result_.doc.sources) + ": error: " + text;
  }

  void check_version(const Node& root) {
    const Node* version = root.find("crossroof");
    if (version == nullptr) {
      result_.mistakes.emplace_back(root.place,
                                    "missing key \"crossroof\", expected the format version " +
                                        std::to_string(kMachineFormat));
    } else if (version->integral && version->integer > kMachineFormat) {
      throw Error(located(version->place, "/crossroof: found " + shown(*version) +
                                              ", this program reads format " +
                                              std::to_string(kMachineFormat) +
                                              "; the file needs a newer Crossroof"));
    }
  }

  Node load_merged(const std::string& name, bool preset) {
    names_.push_back(name);
    identities_.push_back(identity(name, preset));
    const std::size_t source = result_.doc.sources.size();
    result_.doc.sources.push_back({preset ? SourceKind::preset : SourceKind::file, name});
    const std::string text = preset ? preset_text(name) : read_text_file(name);
    Node root = parse_json(text, source, result_.doc.sources);
    if (root.type != Node::Type::object) {
      throw Error(located(root.place, "found " + shown(root) + ", expected an object (machine)"));
    }
    check_version(root);
    const auto extends = std::find_if(root.members.begin(), root.members.end(),
                                      [](const Member& m) { return m.key == "extends"; });
    if (extends == root.members.end()) return root;
    const Node target = extends->value;
    root.members.erase(extends);
    Node base = load_base(target, name, preset);
    return merged(std::move(base), std::move(root));
  }

  Node load_base(const Node& target, const std::string& name, bool preset) {
    const auto refuse = [&](const std::string& text) {
      throw Error(located(target.place, "/extends: " + text));
    };
    if (target.type != Node::Type::string) {
      refuse("found " + shown(target) + ", expected a preset or a path, as a string");
    }
    const bool to_preset = is_preset(target.text);
    const std::string base =
        to_preset || preset ? target.text : (fs::path(name).parent_path() / target.text).string();
    if (!to_preset && (preset || !exists(base))) {
      refuse("found " + shown(target) + ", which is neither the preset nor the file " +
             json_quoted(base) + did_you_mean(target.text, preset_names()));
    }
    const std::string id = identity(base, to_preset);
    const auto seen = std::find(identities_.begin(), identities_.end(), id);
    if (seen != identities_.end()) {
      std::string chain;
      for (auto i = static_cast<std::size_t>(seen - identities_.begin()); i < names_.size(); ++i) {
        chain += names_[i] + " -> ";
      }
      refuse("found " + shown(target) + ", which extends itself: " + chain + base);
    }
    return load_merged(base, to_preset);
  }

  SourcedDocument result_;
  std::vector<std::string> names_, identities_;
};

}  // namespace

const std::vector<PresetInfo>& machine_presets() {
  static const std::vector<PresetInfo> presets = {
      {"isaac-ce", "ISAAC-CE (ISCA 2016): 168 tiles of 96 crossbars 128x128, 16 bit, 32 nm"},
      {"neurram", "NeuRRAM (Nature 2022): 48 cores of one crossbar 256x256, silicon, 130 nm"},
      {"pimsim-nn", "sample chip of PIMSIM-NN: 64 cores of 64 crossbars 128x128, 8 bit"},
      {"puma", "PUMA (ASPLOS 2019): 138 tiles of 128 crossbars 128x128, 16 bit, 32 nm"},
      {"teaching", "one core of two crossbars 32x32: the example worked by hand"},
  };
  return presets;
}

SourcedDocument load_source(const std::string& preset_or_path) {
  return Loader().load(preset_or_path);
}

Node merged(Node base, Node over) {
  if (base.type != Node::Type::object || over.type != Node::Type::object) return over;
  base.place = over.place;
  for (Member& member : over.members) {
    const auto inherited = std::find_if(base.members.begin(), base.members.end(),
                                        [&](const Member& m) { return m.key == member.key; });
    if (inherited == base.members.end()) {
      base.members.push_back(std::move(member));
    } else if (member.value.type == Node::Type::null) {
      base.members.erase(inherited);
    } else {
      inherited->place = member.place;
      inherited->value = merged(std::move(inherited->value), std::move(member.value));
    }
  }
  return base;
}

}  // namespace crossroof
