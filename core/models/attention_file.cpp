#include "core/models/attention_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/formats/byte_reader.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/formats/npy_reader.h"
#include "core/formats/watched_source.h"
#include "core/formats/zip_names.h"
#include "core/models/attention_building.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
using std::uint64_t;
using Watch = std::function<bool(double share)>;

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw UserError(where + ": " + what);
}

std::string tensor_in(const fs::path& file, std::string_view name) {
  return fmt::format("{}: tensor \"{}\"", file.string(), name);
}

constexpr std::string_view kAttentions = "attentions", kTokens = "tokens",
                           kHidden = "hidden_states";

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  if (bytes.ends_with('\n')) bytes.remove_suffix(1);
  for (std::size_t begin = 0; begin <= bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    lines.emplace_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

[[noreturn]] void no_texts(const std::string& where) {
  fail(where,
       "holds numbers, and the texts of the tokens are wanted; decode each of them, as the snippet "
       "in docs/files.md does");
}

constexpr std::size_t kMostBytes =
    AttentionBuilding::most_tokens * 4 * 1000;  // of all texts together

// .npz

fs::path entry_of(const fs::path& file, std::string_view name) {
  return file / (std::string(name) + ".npy");
}

std::vector<std::string> tokens_of_npz(const fs::path& file) {
  const fs::path entry = entry_of(file, kTokens);
  ByteReader in(open_bytes(entry), entry.string());
  const std::string_view start = in.look(128);
  if (start.find("u1'") == start.npos) return read_npy_texts(in, AttentionBuilding::most_tokens);
  const NpyHeader header = read_npy_header(in);
  if (header.rows() != 1 || header.cols() > kMostBytes) no_texts(entry.string());
  std::string bytes;
  for (uint64_t left = header.cols(); left > 0;) {
    const auto count = static_cast<std::size_t>(std::min<uint64_t>(left, 1 << 16));
    const std::size_t before = bytes.size();
    bytes.resize(before + count);
    if (!in.read(bytes.data() + before, count)) in.fail_cut("its texts");
    left -= count;
  }
  return lines_of(bytes);
}

// Its numbers, read as they are asked for.
struct NpyArray {
  explicit NpyArray(const fs::path& entry, Watch watch)
      : in(open_watched(entry, std::move(watch)), entry.string()), header(read_npy_header(in)) {
    if (header.fortran && header.shape.size() > 1) {
      in.fail("is stored by columns; save numpy.ascontiguousarray() of it");
    }
  }
  Mat next(Shape shape) {
    Mat made(shape);
    std::vector<float> row(static_cast<std::size_t>(shape.cols));
    for (int r = 0; r < shape.rows; ++r) {
      read_npy_numbers(in, header, row);
      std::ranges::copy(row, made.row(r).begin());
    }
    return made;
  }

  ByteReader in;
  NpyHeader header;
};

AttentionArray array_of(NpyArray& npy) {
  return {npy.in.named(), npy.header.shape, npy.header.bytes == 2 ? 0.004 : 0.001,
          [&npy](Shape shape) { return npy.next(shape); }};
}

AttentionFile read_npz(const fs::path& file, const Watch& watch) {
  const std::vector<std::string> names = zip_names(file);
  const auto holds = [&](std::string_view name) {
    return std::ranges::find(names, std::string(name) + ".npy") != names.end();
  };
  for (const std::string_view name : {kAttentions, kTokens}) {
    if (holds(name)) continue;
    fail(file.string(), fmt::format("has no array \"{}\"; write one, as the snippet in "
                                    "docs/files.md does",
                                    name));
  }
  AttentionBuilding building(file, watch);
  building.take_tokens(tokens_of_npz(file));
  NpyArray attentions(entry_of(file, kAttentions), watch);
  building.take_attentions(array_of(attentions));
  if (!attentions.in.at_end()) attentions.in.fail("goes on after its numbers; save it again");
  if (holds(kHidden)) {
    NpyArray hidden(entry_of(file, kHidden), watch);
    building.take_hidden(array_of(hidden));
    if (!hidden.in.at_end()) hidden.in.fail("goes on after its numbers; save it again");
  }
  return building.made();
}

// .safetensors

AttentionArray array_of(const fs::path& file, const NamedTensor& tensor) {
  const double tolerance = tensor.stored == "BF16" ? 0.03 : tensor.stored == "F16" ? 0.004 : 0.001;
  AttentionArray array{tensor_in(file, tensor.name), {}, tolerance, {}};
  array.shape.assign(tensor.shape.begin(), tensor.shape.end());
  array.next = [left = std::span<const Real>(tensor.value.cells())](Shape shape) mutable {
    Mat made(shape);
    std::ranges::copy(left.first(shape.cells()), made.data());
    left = left.subspan(shape.cells());
    return made;
  };
  return array;
}

std::vector<std::string> tokens_of(const fs::path& file, const TensorFile& content,
                                   const NamedTensor* tensor) {
  if (tensor != nullptr) {
    const std::string where = tensor_in(file, kTokens);
    if (tensor->stored != "U8" || tensor->shape.size() != 1) no_texts(where);
    if (tensor->value.size() > kMostBytes) fail(where, "is too long; write fewer tokens");
    std::string bytes;
    for (const Real byte : tensor->value.cells()) bytes += static_cast<char>(byte);
    return lines_of(bytes);
  }
  const auto found = content.metadata.find(std::string(kTokens));
  if (found == content.metadata.end()) {
    fail(file.string(),
         "does not say which tokens attend; write their texts, as the snippet in "
         "docs/files.md does");
  }
  const Json json = Json::parse(found->second, file.string() + " (tokens)");
  if (!json.root().is(Json::Kind::array)) json.root().fail("must be a list of texts");
  std::vector<std::string> tokens;
  json.root().each(
      [&](Json::Value one) { tokens.emplace_back(of_kind(one, Json::Kind::string).string()); });
  return tokens;
}

AttentionFile from_tensors(const fs::path& file, const TensorFile& content, const Watch& watch) {
  const auto find = [&](std::string_view name) -> const NamedTensor* {
    const auto found = std::ranges::find(content.tensors, name, &NamedTensor::name);
    return found == content.tensors.end() ? nullptr : &*found;
  };
  const NamedTensor* const attentions = find(kAttentions);
  if (attentions == nullptr) {
    fail(file.string(),
         "has no tensor \"attentions\"; write one, as the snippet in docs/files.md "
         "does");
  }
  AttentionBuilding building(file, watch);
  building.take_tokens(tokens_of(file, content, find(kTokens)));
  building.take_attentions(array_of(file, *attentions));
  if (const NamedTensor* const hidden = find(kHidden))
    building.take_hidden(array_of(file, *hidden));
  return building.made();
}

// Of a .safetensors, whatever its name.
bool header_names_attentions(const fs::path& file) {
  constexpr uint64_t most = uint64_t{4} << 20;
  const InputFile in(file);
  uint64_t length = 0;
  if (in.size() < sizeof length) return false;
  in.read(0, reinterpret_cast<char*>(&length), sizeof length);
  std::string header(std::min({length, most, in.size() - sizeof length}), '\0');
  in.read(sizeof length, header.data(), header.size());
  return header.find("\"attentions\":") != header.npos;
}

bool begins_like_npz(const fs::path& file) {
  constexpr std::string_view start = "PK";
  const InputFile in(file);
  std::string bytes(std::min<uint64_t>(start.size(), in.size()), '\0');
  in.read(0, bytes.data(), bytes.size());
  return bytes == start;
}

// Several matrices of one size as one tensor.
NamedTensor stacked(std::string_view name, std::vector<std::int64_t> shape,
                    const std::vector<LeafPtr>& all) {
  const Shape one = all.front()->value.shape();
  NamedTensor tensor{std::string(name), std::move(shape), {}};
  tensor.value.resize({one.rows * static_cast<int>(all.size()), one.cols});
  auto to = tensor.value.cells().begin();
  for (const LeafPtr& leaf : all) to = std::ranges::copy(leaf->value.cells(), to).out;
  return tensor;
}

}  // namespace

AttentionFilePtr read_attention_file(const fs::path& file, Watch watch) {
  if (!zip_names(file).empty()) {
    return std::make_shared<const AttentionFile>(read_npz(file, watch));
  }
  if (begins_like_npz(file)) open_bytes(entry_of(file, kAttentions));  // throws, and says why
  return std::make_shared<const AttentionFile>(from_tensors(file, read_safetensors(file), watch));
}

bool holds_attentions(const fs::path& file) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return false;
  try {
    if (has_safetensors(file)) return header_names_attentions(file);
  } catch (const UserError&) {
    return false;  // whoever opens it says why
  }
  if (file.extension() != ".npz") return false;
  const std::vector<std::string> names = zip_names(file);
  return std::ranges::find(names, "attentions.npy") != names.end();
}

TensorFile attention_tensors(const AttentionFile& attention) {
  std::string tokens;
  for (const std::string& token : attention.tokens) {
    tokens += (tokens.empty() ? "" : ", ") + json_string(token);
  }
  TensorFile content{{{std::string(kTokens), "[" + tokens + "]"}}, {}};
  const auto n = static_cast<std::int64_t>(attention.tokens.size());
  content.tensors.push_back(
      stacked(kAttentions, {attention.layers, attention.heads, n, n}, attention.weights));
  if (!attention.hidden.empty()) {
    content.tensors.push_back(
        stacked(kHidden, {attention.layers + 1, n, attention.hidden.front()->value.cols()},
                attention.hidden));
  }
  return content;
}

}  // namespace glassformer
