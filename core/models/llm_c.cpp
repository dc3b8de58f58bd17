#include "core/models/llm_c.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/formats/file.h"
#include "core/formats/mapped_file.h"
#include "core/models/config_json.h"
#include "core/models/gpt.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/vocabulary_files.h"

namespace glassformer {

namespace {

constexpr std::int32_t llm_c_magic = 20240326;
constexpr std::size_t llm_c_header = 256 * sizeof(std::int32_t);
using Header = std::array<std::int32_t, 8>;

std::int64_t checked_size(const std::string& file, const char* what, std::int64_t size,
                          std::int64_t max) {
  if (size >= 1 && size <= max) return size;
  throw UserError(
      fmt::format("{}: its header says {} = {}, but 1 to {} can be; it is damaged, get "
                  "it again",
                  file, what, size, max));
}

// Takes matrices from the file, one behind the other.
class Weights {
 public:
  Weights(std::string_view bytes, std::shared_ptr<const void> owner, StoredMat::Number number,
          Params& params)
      : bytes_(bytes), owner_(std::move(owner)), number_(number), params_(params) {}

  // One of `rows` × `cols` numbers; `turned`: of which the network has the transpose. Beyond `kept`
  // rows it is filled up.
  void take(const std::string& name, int rows, int cols, bool turned, int kept) {
    StoredMat mat;
    mat.shape = turned ? Shape{cols, kept} : Shape{kept, cols};
    mat.turned = turned;
    mat.number = number_;
    mat.bytes = bytes_.data() + at_;
    mat.owner = owner_;
    at_ += Shape{rows, cols}.cells() * (number_ == StoredMat::Number::f32 ? 4 : 2);
    params_.add(name, std::move(mat));
  }
  void take(const std::string& name, int rows, int cols, bool turned = false) {
    take(name, rows, cols, turned, rows);
  }

 private:
  std::string_view bytes_;
  std::shared_ptr<const void> owner_;
  StoredMat::Number number_;
  Params& params_;
  std::size_t at_ = llm_c_header;
};

}  // namespace

bool is_llm_c(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return false;
  try {
    const InputFile in(file);
    std::int32_t magic = 0;
    if (in.size() < llm_c_header) return false;
    in.read(0, reinterpret_cast<char*>(&magic), sizeof magic);
    return magic == llm_c_magic;
  } catch (const UserError&) {
    return false;  // whoever opens it says why
  }
}

Checkpoint llm_c_from(std::string_view bytes, std::shared_ptr<const void> owner,
                      const std::string& named) {
  Header header{};
  if (bytes.size() < llm_c_header) throw UserError(named + ": is cut short, get it again");
  std::memcpy(header.data(), bytes.data(), sizeof header);
  const bool f32 = header[1] == 3;
  if (!f32 && header[1] != 5) {
    throw UserError(
        fmt::format("{}: is a checkpoint of llm.c of version {}; 3 (F32) and 5 (BF16) "
                    "are read, so write it again with a newer llm.c",
                    named, header[1]));
  }
  GptConfig config;
  const auto size = [&](const char* what, int which, int max) {
    return static_cast<int>(
        checked_size(named, what, header[static_cast<std::size_t>(which)], max));
  };
  config.max_len = size("max_seq_len", 2, config_limits::max_len);
  config.vocab_size = size("vocab_size", 3, config_limits::vocab_size);
  config.layers = size("num_layers", 4, config_limits::layers);
  config.heads = size("num_heads", 5, config_limits::heads);
  const int c = config.d_model = size("channels", 6, config_limits::d_model / 4);
  const int words = size("padded_vocab_size", 7, config_limits::vocab_size);
  config.d_ff = 4 * c;
  config.dropout = 0;
  if (words < config.vocab_size) {
    throw UserError(
        fmt::format("{}: its header says padded_vocab_size = {}, less than its "
                    "vocab_size {}; it is damaged, get it again",
                    named, words, config.vocab_size));
  }
  Checkpoint made;
  made.network = [&] {
    try {
      return std::make_shared<const Gpt>(config);
    } catch (const UserError& error) {
      throw UserError(named + ": " + error.what());
    }
  }();
  // One layer has 12 c² + 13 c numbers.
  const double d = c, in_file = static_cast<double>(bytes.size() - llm_c_header);
  const double numbers =
      (words + config.max_len) * d + config.layers * (12 * d * d + 13 * d) + 2 * d;
  if (const double wanted = numbers * (f32 ? 4 : 2); wanted != in_file) {
    throw UserError(
        fmt::format("{}: its header describes {:.0f} bytes of weights, but {:.0f} "
                    "follow; it is damaged, get it again",
                    named, wanted, in_file));
  }
  Params given;
  Weights weights(bytes, std::move(owner), f32 ? StoredMat::Number::f32 : StoredMat::Number::bf16,
                  given);
  weights.take("embedding", words, c, false, config.vocab_size);
  weights.take("positions", config.max_len, c);
  const auto each = [&](const char* name, int rows, int cols, bool turned = false) {
    for (int l = 0; l < config.layers; ++l) {
      weights.take(fmt::format("decoder.{}.{}", l, name), rows, cols, turned);
    }
  };
  each("norm_1.gamma", 1, c);
  each("norm_1.beta", 1, c);
  each("self_attention.wqkv", 3 * c, c, true);
  each("self_attention.bqkv", 1, 3 * c);
  each("self_attention.wo", c, c, true);
  each("self_attention.bo", 1, c);
  each("norm_2.gamma", 1, c);
  each("norm_2.beta", 1, c);
  each("ffn.w1", 4 * c, c, true);
  each("ffn.b1", 1, 4 * c);
  each("ffn.w2", c, 4 * c, true);
  each("ffn.b2", 1, c);
  weights.take("decoder.norm.gamma", 1, c);
  weights.take("decoder.norm.beta", 1, c);
  made.params = matched_params(made.network->parameters(), std::move(given), named);
  made.stored = {f32 ? "F32" : "BF16"};
  made.origin = "imported from " + named;
  return made;
}

Checkpoint import_llm_c(const std::filesystem::path& path) {
  const std::shared_ptr<const MappedFile> file = MappedFile::open(path);
  Checkpoint made = llm_c_from(file->bytes(), file, path.string());
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (TokenizerPtr found = tokenizer_beside(folder, &made.no_tokenizer)) {
    made.tokenizers.push_back(std::move(found));
  }
  fit_tokenizers(made, path.string());
  file->check();
  return made;
}

}  // namespace glassformer
