#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string_view>

#include "core/formats/json.h"
#include "core/formats/output_file.h"
#include "core/formats/safetensors.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Sink = std::function<void(std::string_view)>;

std::string_view raw_bytes(const auto& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string half_bytes(std::span<const Real> cells, const std::string& name) {
  std::string bytes;
  for (const Real cell : cells) {
    const auto number = static_cast<float>(cell);
    const auto half = static_cast<Eigen::half>(number);
    if (std::isfinite(number) && !(Eigen::numext::isfinite)(half)) {
      throw UserError(fmt::format("tensor {} holds {}, more than f16 can (65504); store it as f32",
                                  name, number));
    }
    bytes += raw_bytes(half);
  }
  return bytes;
}

std::string float_bytes(std::span<const Real> cells) {
  std::string bytes;
  for (const Real cell : cells) bytes += raw_bytes(static_cast<float>(cell));
  return bytes;
}

void write_numbers(const TensorRef& tensor, Stored stored, const Sink& sink) {
  constexpr std::size_t at_once = 1 << 16;
  const std::span<const Real> cells = tensor.value->cells();
  for (std::size_t from = 0; from < cells.size(); from += at_once) {
    const auto part = cells.subspan(from, std::min(at_once, cells.size() - from));
    sink(stored == Stored::f16 ? half_bytes(part, tensor.name) : float_bytes(part));
  }
}

std::string header_text(const TensorRefs& content, Stored stored) {
  std::string header = "{";
  if (!content.metadata.empty()) {
    header += "\"__metadata__\":{";
    for (const auto& [key, text] : content.metadata) {
      header += (header.back() == '{' ? "" : ",") + json_string(key) + ":" + json_string(text);
    }
    header += "}";
  }
  std::uint64_t at = 0;
  std::set<std::string_view> names;
  for (const TensorRef& tensor : content.tensors) {
    std::uint64_t cells = 1;
    std::string shape;
    for (const std::int64_t side : tensor.shape) {
      cells *= static_cast<std::uint64_t>(side);
      shape += (shape.empty() ? "" : ",") + std::to_string(side);
    }
    if (!names.insert(tensor.name).second || tensor.name == "__metadata__") {
      throw UserError("two tensors cannot both be named " + tensor.name + "; rename one");
    }
    if (cells != tensor.value->size()) {
      throw ShapeError(fmt::format("tensor {} of shape [{}] cannot be written from a matrix of {}",
                                   tensor.name, shape, to_string(tensor.value->shape())));
    }
    const std::uint64_t size = cells * (stored == Stored::f32 ? 4 : 2);
    header += fmt::format("{}{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}",
                          header.size() > 1 ? "," : "", json_string(tensor.name),
                          stored == Stored::f32 ? "F32" : "F16", shape, at, at + size);
    at += size;
  }
  header += "}";
  header.append((8 - header.size() % 8) % 8, ' ');  // the numbers start at a multiple of 8
  return header;
}

void write_tensors(const TensorRefs& content, Stored stored, const Sink& sink) {
  const std::string header = header_text(content, stored);
  sink(raw_bytes(static_cast<std::uint64_t>(header.size())));
  sink(header);
  for (const TensorRef& tensor : content.tensors) write_numbers(tensor, stored, sink);
}

TensorRefs refs_of(const TensorFile& content) {
  TensorRefs refs{content.metadata, {}};
  for (const NamedTensor& tensor : content.tensors) {
    refs.tensors.push_back({tensor.name, tensor.shape, &tensor.value});
  }
  return refs;
}

}  // namespace

std::string safetensors_bytes(const TensorFile& content, Stored stored) {
  std::string bytes;
  write_tensors(refs_of(content), stored, [&](std::string_view part) { bytes += part; });
  return bytes;
}

void write_safetensors(const std::filesystem::path& file, const TensorRefs& content,
                       Stored stored) {
  OutputFile out(file);
  write_tensors(content, stored, [&](std::string_view part) { out.write(part); });
  out.finish();
}

void write_safetensors(const std::filesystem::path& file, const TensorFile& content,
                       Stored stored) {
  write_safetensors(file, refs_of(content), stored);
}

}  // namespace glassformer
