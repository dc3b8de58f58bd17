#include "core/models/attention_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/formats/byte_reader.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/npy_reader.h"
#include "core/formats/watched_source.h"
#include "core/formats/zip_names.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
using std::uint64_t;
using Watch = std::function<bool(double share)>;

constexpr uint64_t kMostTokens = 2048, kMostHeads = 4096, kMostLayers = 512, kMostWide = 65536;
constexpr std::size_t kMostLetters = 40;  // of a token that is shown
constexpr std::string_view kAttentions = "attentions", kTokens = "tokens",
                           kHidden = "hidden_states";

// An array of the file, whose numbers come one matrix after the other.
struct Array {
  std::string where;  // "FILE: tensor "attentions""
  std::vector<uint64_t> shape;
  double tolerance = 0.001;  // by which a row of weights may miss 1
  std::function<Mat(Shape)> next;
};

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw UserError(where + ": " + what);
}

std::string tensor_in(const fs::path& file, std::string_view name) {
  return fmt::format("{}: tensor \"{}\"", file.string(), name);
}

// Without the side of a batch of one text.
std::vector<uint64_t> without_batch(const Array& array, std::size_t dimensions,
                                    const std::string& wanted) {
  std::vector<uint64_t> sides = array.shape;
  if (sides.size() == dimensions + 1) {
    if (sides[1] != 1) {
      fail(array.where,
           fmt::format("holds a batch of {} texts; write one of them alone, [:, 0]", sides[1]));
    }
    sides.erase(sides.begin() + 1);
  }
  if (sides.size() == dimensions) return sides;
  std::string shape;
  for (const uint64_t side : array.shape) {
    shape += (shape.empty() ? "" : ", ") + std::to_string(side);
  }
  fail(array.where, fmt::format("has the shape [{}], and [{}] is wanted; stack the layers in order",
                                shape, wanted));
}

void check_side(const std::string& where, uint64_t count, uint64_t least, uint64_t most,
                std::string_view noun) {
  if (count >= least && count <= most) return;
  fail(where,
       fmt::format("has {}, and {} to {} can be shown", number_of(count, noun), least, most));
}

class Building {
 public:
  Building(const fs::path& file, Watch watch) : file_(file), watch_(std::move(watch)) {
    made_.name = readable(file.filename().string());
  }

  void take_tokens(std::vector<std::string> tokens) {
    for (std::string& token : tokens) {
      token = excerpt(readable(token), kMostLetters);
      if (token.empty()) token = "(empty)";
    }
    made_.tokens = std::move(tokens);
  }

  void take_attentions(const Array& array) {
    const auto sides = without_batch(array, 4, "layers, heads, tokens, tokens");
    check_side(array.where, sides[0], 1, kMostLayers, "layer");
    check_side(array.where, sides[1], 1, kMostHeads / sides[0], "head");
    check_side(array.where, sides[2], 2, kMostTokens, "token");
    if (sides[2] != sides[3]) {
      fail(array.where,
           fmt::format("has {} queries and {} keys; attention of a text to itself is wanted, as "
                       "many of both",
                       sides[2], sides[3]));
    }
    if (made_.tokens.size() != sides[2]) {
      fail(array.where,
           fmt::format("is between {}, and the file names {}; write one text for each",
                       number_of(sides[2], "token"), number_of(made_.tokens.size(), "token")));
    }
    made_.layers = static_cast<int>(sides[0]);
    made_.heads = static_cast<int>(sides[1]);
    const auto n = static_cast<int>(sides[2]);
    const uint64_t maps = sides[0] * sides[1];
    check_memory(array.where, static_cast<double>(maps * sides[2] * sides[2]) * sizeof(Real),
                 "write fewer tokens");
    made_.causal = true;
    for (uint64_t i = 0; i < maps; ++i) {
      Mat weights = array.next({n, n});
      check_weights(array, static_cast<int>(i), weights);
      made_.weights.push_back(std::make_shared<const Leaf>(std::move(weights)));
      told(static_cast<double>(i + 1) / static_cast<double>(maps));
    }
  }

  void take_hidden(const Array& array) {
    const auto sides = without_batch(array, 3, "layers + 1, tokens, numbers");
    const uint64_t states = static_cast<uint64_t>(made_.layers) + 1;
    if (sides[0] != states || sides[1] != made_.tokens.size()) {
      fail(array.where,
           fmt::format("holds {} states of {}, and the attentions are of {} and {}: {} states are "
                       "wanted, the embeddings first; or leave it out",
                       sides[0], number_of(sides[1], "token"), number_of(made_.layers, "layer"),
                       number_of(made_.tokens.size(), "token"), states));
    }
    check_side(array.where, sides[2], 1, kMostWide, "number");
    check_memory(array.where, static_cast<double>(sides[0] * sides[1] * sides[2]) * sizeof(Real),
                 "write fewer tokens");
    const Shape shape{static_cast<int>(sides[1]), static_cast<int>(sides[2])};
    for (uint64_t i = 0; i < states; ++i) {
      Mat state = array.next(shape);
      for (int row = 0; row < shape.rows; ++row) {
        const auto cells = std::as_const(state).row(row);
        if (std::ranges::all_of(cells, [](Real x) { return std::isfinite(x); })) continue;
        fail(array.where, fmt::format("state {}, token {} holds a number that is not finite; "
                                      "compute it again, perhaps in float32",
                                      i, row + 1));
      }
      made_.hidden.push_back(std::make_shared<const Leaf>(std::move(state)));
    }
  }

  AttentionFile made() { return std::move(made_); }

 private:
  void told(double share) const {
    if (watch_ && !watch_(share)) fail(file_.string(), "reading it was stopped");
  }

  void check_weights(const Array& array, int map, const Mat& weights) {
    const auto refuse = [&](int row, const std::string& what) {
      fail(array.where, fmt::format("layer {}, head {}, row {} {}", map / made_.heads + 1,
                                    map % made_.heads + 1, row + 1, what));
    };
    for (int row = 0; row < weights.rows(); ++row) {
      double sum = 0;
      const auto cells = weights.row(row);
      for (int col = 0; col < weights.cols(); ++col) {
        const double weight = cells[static_cast<std::size_t>(col)];
        if (!std::isfinite(weight) || weight < 0) {
          refuse(row, fmt::format("holds {}, which is no weight; write what the softmax gives, and "
                                  "not the scores before it",
                                  shortest(weight)));
        }
        sum += weight;
        if (col > row && weight > 0) made_.causal = false;
      }
      if (std::abs(sum - 1) <= array.tolerance) continue;
      refuse(row, fmt::format("sums to {:.4g}, not to 1; write the weights behind the softmax, "
                              "without dropout (model.eval()) and without padding",
                              sum));
    }
  }

  fs::path file_;
  Watch watch_;
  AttentionFile made_;
};

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

constexpr std::size_t kMostBytes = kMostTokens * 4 * 1000;  // of all texts together

// .npz

fs::path entry_of(const fs::path& file, std::string_view name) {
  return file / (std::string(name) + ".npy");
}

std::vector<std::string> tokens_of_npz(const fs::path& file) {
  const fs::path entry = entry_of(file, kTokens);
  ByteReader in(open_bytes(entry), entry.string());
  const std::string_view start = in.look(128);
  if (start.find("u1'") == start.npos) return read_npy_texts(in, kMostTokens);
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

Array array_of(NpyArray& npy) {
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
  Building building(file, watch);
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

Array array_of(const fs::path& file, const NamedTensor& tensor) {
  const double tolerance = tensor.stored == "BF16" ? 0.03 : tensor.stored == "F16" ? 0.004 : 0.001;
  Array array{tensor_in(file, tensor.name), {}, tolerance, {}};
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
  json.root().each([&](Json::Value one) {
    if (!one.is(Json::Kind::string)) one.fail("must be a text, not " + one.described());
    tokens.emplace_back(one.string());
  });
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
  Building building(file, watch);
  building.take_tokens(tokens_of(file, content, find(kTokens)));
  building.take_attentions(array_of(file, *attentions));
  if (const NamedTensor* const hidden = find(kHidden))
    building.take_hidden(array_of(file, *hidden));
  return building.made();
}

bool header_names_attentions(const fs::path& file) {
  constexpr uint64_t most = uint64_t{4} << 20;
  const InputFile in(file);
  uint64_t length = 0;
  if (in.size() < sizeof length) return false;
  in.read(0, reinterpret_cast<char*>(&length), sizeof length);
  std::string header(std::min({length, most, in.size() - sizeof length}), '\0');
  in.read(sizeof length, header.data(), header.size());
  return header.starts_with('{') && header.find("\"attentions\":") != header.npos;
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
  const std::string ending = file.extension().string();
  try {
    if (ending == ".safetensors") return header_names_attentions(file);
  } catch (const UserError&) {
    return false;  // whoever opens it says why
  }
  if (ending != ".npz") return false;
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
