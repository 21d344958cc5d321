// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/wire_skim.h"

#include <array>
#include <vector>

#include "models/error.h"

namespace crossroof {
namespace {

enum class Message : std::uint8_t { model, graph, node, attribute, tensor, sparse, function };

enum class Action : std::uint8_t {
  skip,
  copy,     // scalars and small sub-messages
  text,     // a name
  payload,  // data of a tensor
  raw,      // raw_data of a tensor
  floats,   // an attribute's list of floats
  list,     // an attribute's integers and strings
  enter_graph,
  enter_node,
  enter_attribute,
  enter_tensor,
  enter_sparse,
  enter_function,
};

struct FieldRule {
  Message message;
  std::uint32_t field;
  Action action;
};

// What is not listed here is skipped.
constexpr FieldRule kFields[] = {
    {Message::model, 1, Action::copy},  // ir_version
    {Message::model, 7, Action::enter_graph},
    {Message::model, 8, Action::copy},   // opset_import
    {Message::model, 14, Action::copy},  // metadata_props
    {Message::model, 25, Action::enter_function},
    {Message::graph, 1, Action::enter_node},
    {Message::graph, 2, Action::text},
    {Message::graph, 5, Action::enter_tensor},  // initializer
    {Message::graph, 11, Action::copy},         // input
    {Message::graph, 12, Action::copy},         // output
    {Message::graph, 13, Action::copy},         // value_info
    {Message::graph, 15, Action::enter_sparse},
    {Message::node, 1, Action::text},  // input
    {Message::node, 2, Action::text},  // output
    {Message::node, 3, Action::text},  // name
    {Message::node, 4, Action::text},  // op_type
    {Message::node, 5, Action::enter_attribute},
    {Message::node, 7, Action::text},  // domain
    {Message::node, 8, Action::text},  // overload
    {Message::attribute, 1, Action::text},
    {Message::attribute, 2, Action::copy},  // f
    {Message::attribute, 3, Action::copy},  // i
    {Message::attribute, 4, Action::list},  // s
    {Message::attribute, 5, Action::enter_tensor},
    {Message::attribute, 6, Action::enter_graph},
    {Message::attribute, 7, Action::floats},
    {Message::attribute, 8, Action::list},  // ints
    {Message::attribute, 9, Action::list},  // strings
    {Message::attribute, 10, Action::enter_tensor},
    {Message::attribute, 11, Action::enter_graph},
    {Message::attribute, 20, Action::copy},  // type
    {Message::attribute, 21, Action::text},  // ref_attr_name
    {Message::attribute, 22, Action::enter_sparse},
    {Message::tensor, 1, Action::copy},     // dims
    {Message::tensor, 2, Action::copy},     // data_type
    {Message::tensor, 4, Action::payload},  // float_data
    {Message::tensor, 5, Action::payload},  // int32_data
    {Message::tensor, 7, Action::payload},  // int64_data
    {Message::tensor, 8, Action::text},     // name
    {Message::tensor, 9, Action::raw},
    {Message::tensor, 10, Action::payload},  // double_data
    {Message::tensor, 11, Action::payload},  // uint64_data
    {Message::tensor, 13, Action::list},     // external_data: looked at, never followed
    {Message::tensor, 14, Action::copy},     // data_location
    {Message::sparse, 1, Action::enter_tensor},
    {Message::sparse, 3, Action::copy},  // dims
    {Message::function, 1, Action::text},
    {Message::function, 4, Action::text},
    {Message::function, 5, Action::text},
    {Message::function, 6, Action::text},
    {Message::function, 7, Action::enter_node},
    {Message::function, 9, Action::copy},   // opset_import
    {Message::function, 10, Action::text},  // domain
    {Message::function, 11, Action::enter_attribute},
    {Message::function, 13, Action::text},  // overload
};

constexpr std::size_t kMessages = 7, kFieldNumbers = 32;
using ActionTable = std::array<std::array<Action, kFieldNumbers>, kMessages>;

constexpr ActionTable make_actions() {
  ActionTable table{};
  for (const FieldRule& rule : kFields) {
    table[static_cast<std::size_t>(rule.message)][rule.field] = rule.action;
  }
  return table;
}
constexpr ActionTable kActions = make_actions();

constexpr std::uint64_t kDroppedRaw = 10001, kDroppedTyped = 10002, kDroppedFloats = 10001;
constexpr std::size_t kLengthBytes = 5;  // a length written after its message, as a padded varint
constexpr std::uint32_t kVarint = 0, kFixed64 = 1, kDelimited = 2, kFixed32 = 5;

struct Frame {
  Message message;
  std::size_t end;         // in the file
  std::size_t length_pos;  // where the length goes in the output
};

class Skimmer {
 public:
  Skimmer(std::string_view bytes, std::string_view label) : bytes_(bytes), label_(label) {}

  std::string run() {
    if (bytes_.empty()) {
      throw Error(std::string(label_) + ": error: the file is empty (0 bytes), not an ONNX model");
    }
    frames_.push_back({Message::model, bytes_.size(), 0});
    while (!frames_.empty()) {
      if (pos_ == frames_.back().end) {
        close_frame();
      } else {
        read_field();
      }
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    throw Error(std::string(label_) + ": error: byte " + std::to_string(offset) + ": " + what);
  }

  std::size_t end() const { return frames_.back().end; }

  std::uint64_t read_varint(const char* what) {
    const std::size_t start = pos_;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (pos_ >= end()) fail(start, std::string("the file ends inside ") + what);
      const auto byte = static_cast<unsigned char>(bytes_[pos_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    fail(start, std::string("malformed ") + what + ": a number longer than ten bytes");
  }

  void write_varint(std::uint64_t value) {
    while (value >= 0x80U) {
      out_.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
      value >>= 7;
    }
    out_.push_back(static_cast<char>(value));
  }

  void write_number(std::uint64_t field, std::uint64_t value) {
    write_varint(field << 3);
    write_varint(value);
  }

  void copy(std::size_t from, std::size_t to) {
    if (out_.size() + (to - from) > kMaxSkimmedBytes) {
      fail(from, "the graph without its weights exceeds the limit of " +
                     std::to_string(kMaxSkimmedBytes >> 20) + " MiB");
    }
    out_.append(bytes_.data() + from, to - from);
  }

  void read_field() {
    const std::size_t start = pos_;
    const std::uint64_t tag = read_varint("a field tag");
    const auto wire = static_cast<std::uint32_t>(tag & 7U);
    const std::uint64_t field = tag >> 3;
    if (field == 0 || field > 0x1FFFFFFFU) fail(start, "malformed field tag; not an ONNX model");
    const Action action = field < kFieldNumbers
                              ? kActions[static_cast<std::size_t>(frames_.back().message)][field]
                              : Action::skip;
    switch (wire) {
      case kVarint:
        read_varint("a number");
        break;
      case kFixed64:
        advance(start, 8);
        break;
      case kFixed32:
        advance(start, 4);
        break;
      case kDelimited:
        return read_delimited(start, field, action);
      default:
        fail(start, "unknown wire type " + std::to_string(wire) + "; not an ONNX model");
    }
    if (action >= Action::enter_graph) fail(start, "a number where a message is due");
    if (action != Action::skip) copy(start, pos_);
  }

  void advance(std::size_t start, std::size_t count) {
    if (end() - pos_ < count) fail(start, "the file ends inside a field");
    pos_ += count;
  }

  void read_delimited(std::size_t start, std::uint64_t field, Action action) {
    const std::uint64_t length = read_varint("a length");
    if (length > end() - pos_) {
      fail(start, "a field claims " + std::to_string(length) + " bytes where " +
                      std::to_string(end() - pos_) + " remain (truncated or corrupt)");
    }
    const std::size_t body = pos_;
    const std::size_t stop = pos_ + static_cast<std::size_t>(length);
    if (action >= Action::enter_graph) return open_frame(start, field, action, stop);
    pos_ = stop;
    keep_or_drop(start, body, action);
  }

  void keep_or_drop(std::size_t start, std::size_t body, Action action) {
    const std::size_t length = pos_ - body;
    switch (action) {
      case Action::text:
        limit(start, length, kMaxStringBytes, "a name");
        break;
      case Action::copy:
        limit(start, length, kMaxAttributeBytes, "a description");
        break;
      case Action::list:
        limit(start, length, kMaxAttributeBytes, "an attribute");
        break;
      case Action::payload:
        if (length > kMaxPayloadBytes) return write_number(kDroppedTyped, length);
        break;
      case Action::raw:
        if (length > kMaxPayloadBytes) return write_number(kDroppedRaw, length);
        break;
      case Action::floats:
        if (length > kMaxPayloadBytes) return write_number(kDroppedFloats, length / 4);
        break;
      default:
        return;
    }
    copy(start, pos_);
  }

  void limit(std::size_t start, std::size_t length, std::size_t most, const char* what) const {
    if (length <= most) return;
    fail(start, std::string(what) + " of " + std::to_string(length) +
                    " bytes exceeds the limit of " + std::to_string(most));
  }

  void open_frame(std::size_t start, std::uint64_t field, Action action, std::size_t stop) {
    if (frames_.size() >= kMaxMessageDepth) {
      fail(start, "messages nest deeper than the limit of " + std::to_string(kMaxMessageDepth));
    }
    if (action == Action::enter_node && ++nodes_ > kMaxNodes) {
      fail(start, "more nodes than the limit of " + std::to_string(kMaxNodes));
    }
    if (action == Action::enter_tensor && ++tensors_ > kMaxTensors) {
      fail(start, "more tensors than the limit of " + std::to_string(kMaxTensors));
    }
    write_varint((field << 3) | kDelimited);
    frames_.push_back({message_of(action), stop, out_.size()});
    out_.append(kLengthBytes, '\0');
  }

  static Message message_of(Action action) {
    switch (action) {
      case Action::enter_graph:
        return Message::graph;
      case Action::enter_node:
        return Message::node;
      case Action::enter_attribute:
        return Message::attribute;
      case Action::enter_sparse:
        return Message::sparse;
      case Action::enter_function:
        return Message::function;
      default:
        return Message::tensor;
    }
  }

  void close_frame() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (frames_.empty()) return;
    std::uint64_t length = out_.size() - frame.length_pos - kLengthBytes;
    for (std::size_t i = 0; i < kLengthBytes; ++i, length >>= 7) {
      const auto more = i + 1 < kLengthBytes ? 0x80U : 0U;
      out_[frame.length_pos + i] = static_cast<char>((length & 0x7FU) | more);
    }
  }

  std::string_view bytes_, label_;
  std::size_t pos_ = 0;
  std::size_t nodes_ = 0, tensors_ = 0;
  std::vector<Frame> frames_;
  std::string out_;
};

}  // namespace

std::string skim_model(std::string_view bytes, std::string_view label) {
  return Skimmer(bytes, label).run();
}

}  // namespace crossroof
