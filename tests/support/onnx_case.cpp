#include "tests/support/onnx_case.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace glassformer::testing {

namespace {

namespace fs = std::filesystem;

const fs::path folder = "/usr/share/libonnx-testdata/data/node";

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

// One field after the other of a message: its number, and its value as a number or as bytes.
class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  bool next() {
    if (rest_.empty()) return false;
    const std::uint64_t key = varint();
    number = static_cast<int>(key >> 3);
    value = 0;
    bytes = {};
    switch (key & 7) {
      case 0:
        value = varint();
        break;
      case 1:
        bytes = take(8);
        break;
      case 2:
        bytes = take(varint());
        break;
      case 5:
        bytes = take(4);
        break;
      default:
        throw std::runtime_error("a kind of field that no message has");
    }
    return true;
  }
  bool at_end() const { return rest_.empty(); }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      number |= static_cast<std::uint64_t>(byte & 127u) << shift;
      if (byte < 128) return number;
    }
    throw std::runtime_error("a number without an end");
  }

  int number = 0;
  std::uint64_t value = 0;
  std::string_view bytes;

 private:
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw std::runtime_error("the message is cut off");
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest_;
};

// TensorProto: dims = 1, data_type = 2 (1: float, 6: int32), raw_data = 9.
OnnxTensor tensor_of(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  OnnxTensor tensor;
  std::string_view raw;
  std::uint64_t type = 0;
  Message message(bytes);
  while (message.next()) {
    if (message.number == 1 && message.bytes.empty()) {
      tensor.shape.push_back(static_cast<std::int64_t>(message.value));
    } else if (message.number == 1) {
      for (Message packed(message.bytes); !packed.at_end();) {
        tensor.shape.push_back(static_cast<std::int64_t>(packed.varint()));
      }
    } else if (message.number == 2) {
      type = message.value;
    } else if (message.number == 9) {
      raw = message.bytes;
    }
  }
  if (type != 1 && type != 6) throw std::runtime_error("a tensor of another type");
  for (std::size_t at = 0; at + 4 <= raw.size(); at += 4) {
    std::int32_t whole = 0;
    std::memcpy(&whole, raw.data() + at, 4);
    tensor.values.push_back(type == 6 ? static_cast<float>(whole) : std::bit_cast<float>(whole));
  }
  std::int64_t cells = 1;
  for (const std::int64_t size : tensor.shape) cells *= size;
  if (cells != static_cast<std::int64_t>(tensor.values.size())) {
    throw std::runtime_error("a tensor without all its cells");
  }
  return tensor;
}

// AttributeProto: name = 1, i = 3.
void read_attribute(std::string_view bytes, OnnxCase& made) {
  std::string name;
  std::int64_t whole = 0;
  Message message(bytes);
  while (message.next()) {
    if (message.number == 1) name = message.bytes;
    if (message.number == 3) whole = static_cast<std::int64_t>(message.value);
  }
  made.attributes[name] = whole;
}

}  // namespace

std::optional<OnnxCase> onnx_case(const std::string& name) {
  const fs::path at = folder / name;
  std::error_code none;
  if (!fs::is_directory(at, none)) return {};
  OnnxCase made;
  std::vector<std::string> inputs, outputs;  // empty: the node does without
  const std::string model = bytes_of(at / "model.onnx");
  // ModelProto: graph = 7; GraphProto: node = 1; NodeProto: input = 1, output = 2, op_type = 4,
  // attribute = 5.
  Message file(model);
  while (file.next()) {
    if (file.number != 7) continue;
    Message graph(file.bytes);
    while (graph.next()) {
      if (graph.number != 1) continue;
      Message node(graph.bytes);
      while (node.next()) {
        if (node.number == 1) inputs.emplace_back(node.bytes);
        if (node.number == 2) outputs.emplace_back(node.bytes);
        if (node.number == 4) made.op = node.bytes;
        if (node.number == 5) read_attribute(node.bytes, made);
      }
    }
  }
  const auto read = [&](const std::vector<std::string>& names, const char* kind) {
    int number = 0;  // of the file: those that the node does without have none
    for (const std::string& tensor : names) {
      if (tensor.empty()) continue;
      const fs::path cells = at / "test_data_set_0" / (kind + std::to_string(number++) + ".pb");
      made.tensors[tensor] = tensor_of(bytes_of(cells));
    }
  };
  read(inputs, "input_");
  read(outputs, "output_");
  return made;
}

}  // namespace glassformer::testing
