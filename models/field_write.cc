// SPDX-License-Identifier: Apache-2.0
#include "models/field_write.h"

#include "models/adc_share.h"

namespace crossroof {
namespace {

std::string scalar(const Type& type, const Node& node) {
  switch (type.kind) {
    case Type::Kind::integer:
      return std::to_string(node.integer);
    case Type::Kind::number:
      return print_number(node.number);
    case Type::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Type::Kind::quantity:
      return json_quoted(
          print_quantity(parse_quantity(node.text, type.dimension).quantity, type.dimension));
    case Type::Kind::share: {
      const std::string text = print_adc_share(*parse_adc_share(node.text));
      return text.find_first_not_of("0123456789") == std::string::npos ? text : json_quoted(text);
    }
    default:
      return json_quoted(node.text);
  }
}

class Writer {
 public:
  Writer(const Document& doc, Origins origins) : doc_(doc), origins_(origins) {}

  std::string write(const Type& type) {
    value(type, doc_.root, 0);
    return text_ + "\n";
  }

 private:
  // A line's origin comes after the comma, so it waits for the line to end.
  void end_line(std::size_t indent) {
    if (!origin_.empty()) text_ += "  // " + origin_;
    origin_.clear();
    text_ += "\n" + std::string(2 * indent, ' ');
  }

  void value(const Type& declared, const Node& node, std::size_t indent) {
    const Type& type = chosen(declared, node);
    if (type.kind == Type::Kind::record) {
      record(type, node, indent);
    } else if (type.kind == Type::Kind::list) {
      list(type, node, indent);
    } else if (type.kind == Type::Kind::map) {
      map(type, node, indent);
    } else {
      leaf(scalar(type, node), node);
    }
  }

  void leaf(const std::string& text, const Node& node) {
    text_ += text;
    if (origins_ == Origins::show) origin_ = shown(node.place, doc_.sources);
  }

  void record(const Type& type, const Node& node, std::size_t indent) {
    bool first = true;
    for (const Field& field : type.table().fields) {
      const Node* member = node.find(field.key);
      if (member == nullptr && field.presence == Presence::fallback) member = &field.fallback;
      if (member == nullptr) continue;
      open_member(field.key, first, indent);
      value(field.type, *member, indent + 1);
      first = false;
    }
    close(first, '{', '}', indent);
  }

  void map(const Type& type, const Node& node, std::size_t indent) {
    bool first = true;
    for (const Member& member : node.members) {
      open_member(member.key, first, indent);
      value(type.inner[0], member.value, indent + 1);
      first = false;
    }
    close(first, '{', '}', indent);
  }

  void open_member(const std::string& key, bool first, std::size_t indent) {
    text_ += first ? "{" : ",";
    end_line(indent + 1);
    text_ += json_quoted(key) + ": ";
  }

  void list(const Type& type, const Node& node, std::size_t indent) {
    const Type::Kind inner = type.inner[0].kind;
    const bool flat = inner != Type::Kind::record && inner != Type::Kind::map &&
                      (inner != Type::Kind::list || node.items.empty());
    if (flat) {
      std::string text = "[";
      for (const Node& item : node.items) {
        text += (text.size() > 1 ? ", " : "") + scalar(type.inner[0], item);
      }
      leaf(text + "]", node);
      return;
    }
    bool first = true;
    for (const Node& item : node.items) {
      text_ += first ? "[" : ",";
      end_line(indent + 1);
      value(type.inner[0], item, indent + 1);
      first = false;
    }
    close(first, '[', ']', indent);
  }

  void close(bool empty, char open, char shut, std::size_t indent) {
    if (empty) {
      text_ += open;
    } else {
      end_line(indent);
    }
    text_ += shut;
  }

  const Document& doc_;
  Origins origins_;
  std::string text_, origin_;
};

}  // namespace

std::string write_document(const Type& type, const Document& doc, Origins origins) {
  return Writer(doc, origins).write(type);
}

}  // namespace crossroof
