#include "core/text/tokenizers/open_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/sentencepiece/sentencepiece.h"
#include "core/text/tokenizers/vocabulary_files.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_tokenizer_bytes = 64 << 20;

// The names under which the two files of a byte-level BPE lie beside each other.
constexpr std::array<std::pair<const char*, const char*>, 2> pair_names{
    {{"vocab.json", "merges.txt"}, {"encoder.json", "vocab.bpe"}}};

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw UserError(file.string() + ": " + why);
}

TokenizerPtr open_pair(const fs::path& vocab, const fs::path& merges) {
  TokenizerPtr made = byte_bpe_from(read_file(vocab, max_tokenizer_bytes), vocab.string(),
                                    read_file(merges, max_tokenizer_bytes), merges.string());
  if (made) return made;
  refuse(vocab,
         "is no byte-level vocabulary, since some of the 256 bytes are no pieces of it; give the "
         "tokenizer.json of that model");
}

// The file beside it that makes a pair, by one of the names; or by the only other name that fits.
fs::path other_of_pair(const fs::path& file, bool is_vocab) {
  std::error_code none;
  for (const auto& [vocab, merges] : pair_names) {
    const fs::path other = file.parent_path() / (is_vocab ? merges : vocab);
    if (other != file && fs::is_regular_file(other, none)) return other;
  }
  if (is_vocab) {
    refuse(file, "a vocabulary needs its merges; put the model's merges.txt beside it");
  }
  refuse(file, "merges need their vocabulary; put the model's vocab.json beside them");
}

TokenizerPtr open_json(const fs::path& file, const std::string& text) {
  const Json json = Json::parse(text, file.string());
  if (!json.root().is(Json::Kind::object)) {
    json.root().fail("must be an object, as a tokenizer.json or a vocab.json is");
  }
  const JsonObject root(json.root());
  const auto holds = [&](std::string_view key, Json::Kind kind) {
    const auto found = root.find(key);
    return found && found->is(kind);
  };
  if (holds("model", Json::Kind::object)) {
    std::string why;
    TokenizerPtr made = tokenizer_json_from(text, file.string(), &why);
    if (!made) throw UserError(why);
    return made;
  }
  if (holds("type", Json::Kind::string) && holds("pieces", Json::Kind::array)) {
    return Tokenizer::from_json(text, file.string());
  }
  return open_pair(file, other_of_pair(file, true));
}

// How many of the first lines have one space, and how many have more.
struct Spaces {
  int lines = 0, one = 0, more = 0;
};

Spaces spaces_in(std::string_view text) {
  constexpr int enough = 100;
  Spaces found;
  while (!text.empty() && found.lines < enough) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto spaces = std::ranges::count(text.substr(0, end), ' ');
    text.remove_prefix(std::min(end + 1, text.size()));
    ++found.lines;
    found.one += spaces == 1 ? 1 : 0;
    found.more += spaces > 1 ? 1 : 0;
  }
  return found;
}

TokenizerPtr open_file(const fs::path& file) {
  const std::string text = read_file(file, max_tokenizer_bytes);
  if (looks_like_sentencepiece(text) || file.extension() == ".model") {
    return SentencePiece::read(text, file.string());
  }
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string::npos) refuse(file, "is empty; a vocabulary is expected");
  if (text[begin] == '{') return open_json(file, text);
  // Of merges each line is two pieces that become one, and no piece of a vocabulary has a space.
  const Spaces spaces = spaces_in(text);
  if (text.starts_with("#version") || (spaces.one > 0 && spaces.more == 0)) {
    return open_pair(other_of_pair(file, false), file);
  }
  if (2 * (spaces.one + spaces.more) > spaces.lines) {
    refuse(file,
           "is a text, no tokenizer; name a tokenizer.json, vocab.json, vocab.txt or .model, or "
           "learn one from it with `glassformer train tokenizer`");
  }
  return word_piece_from(text, is_lower_case(text), file.string());
}

}  // namespace

TokenizerPtr open_tokenizer(const fs::path& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) return open_file(path);
  std::string why;
  if (TokenizerPtr found = tokenizer_beside(path, &why)) return found;
  if (!why.empty()) throw UserError(why);
  for (const auto& [vocab, merges] : pair_names) {
    if (fs::is_regular_file(path / vocab, none) && fs::is_regular_file(path / merges, none)) {
      return open_pair(path / vocab, path / merges);
    }
  }
  refuse(path,
         "no tokenizer lies in this folder; tokenizer.json, vocab.json with merges.txt, vocab.txt "
         "and .model files are read");
}

}  // namespace glassformer
