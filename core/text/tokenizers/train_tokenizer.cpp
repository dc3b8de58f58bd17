#include "core/text/tokenizers/train_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "core/text/number_of.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/tokenizers/pipeline/normalizer.h"
#include "core/text/tokenizers/pipeline/pre_tokenizer.h"
#include "core/text/tokenizers/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/unigram/train_unigram.h"

namespace glassformer {

namespace {

using Counts = std::vector<std::pair<std::string, std::int64_t>>;
using Texts = std::vector<std::string>;

// How the text of a kind is prepared, in the words of a tokenizer.json, and its special pieces.
struct Recipe {
  std::string_view name, normalizer, pre_tokenizer, decoder;
  std::vector<std::string_view> special;
};

// Spaces of all kinds are one, and each word begins with one, as sentencepiece has it.
constexpr std::string_view spaced =
    R"({"type": "Sequence", "normalizers": [{"type": "NFKC"}, )"
    R"({"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "}, )"
    R"({"type": "Strip", "strip_left": true, "strip_right": true}]})";
constexpr std::string_view metaspace =
    R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true})";
constexpr std::string_view byte_level =
    R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})";

const Recipe& recipe_of(PieceKind kind) {
  static const std::array<Recipe, 6> recipes{{
      {"words",
       R"({"type": "NFC"})",
       R"({"type": "Whitespace"})",
       "null",
       {"<unk>", "<s>", "</s>"}},
      {"characters",
       R"({"type": "NFC"})",
       R"({"type": "Split", "pattern": {"Regex": "[\\s\\S]"}, "behavior": "Isolated", )"
       R"("invert": false})",
       R"({"type": "Fuse"})",
       {"<unk>", "<s>", "</s>"}},
      {"bpe", spaced, metaspace, metaspace, {"<unk>", "<s>", "</s>"}},
      {"bytes", "null", byte_level, byte_level, {"<|endoftext|>"}},
      {"wordpiece",
       R"({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, )"
       R"("strip_accents": false, "lowercase": false})",
       R"({"type": "BertPreTokenizer"})",
       R"({"type": "WordPiece", "prefix": "##", "cleanup": true})",
       {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}},
      {"unigram", spaced, metaspace, metaspace, {"<unk>", "<s>", "</s>"}},
  }};
  return recipes[static_cast<std::size_t>(kind)];
}

// Where the text can be cut and every kind still cuts it as if it were whole: before the end of a
// line that ends in a letter.
std::size_t next_passage(std::string_view text) {
  constexpr std::size_t wanted = 1 << 15, most = 1 << 22;
  const auto is_letter = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
  for (std::size_t at = wanted; at < std::min(text.size(), most); ++at) {
    if (text[at] == '\n' && is_letter(text[at - 1])) return at;
  }
  std::size_t at = std::min(text.size(), most);
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

// How often each stretch comes, the most frequent first, of equals the smaller text.
Counts count_stretches(std::string_view text, const Recipe& recipe) {
  const Json normalizer_json = Json::parse(recipe.normalizer, "normalizer"),
             pre_json = Json::parse(recipe.pre_tokenizer, "pre_tokenizer");
  const Normalizer normalizer = read_normalizer(normalizer_json.root());
  const PreTokenizer pre_tokenizer = read_pre_tokenizer(pre_json.root());
  std::unordered_map<std::string, std::int64_t> counts;
  while (!text.empty()) {
    const std::size_t taken = next_passage(text);
    std::vector<TextStretch> stretches{{normalizer(std::string(text.substr(0, taken))), true}};
    if (stretches.front().text.empty()) stretches.clear();  // else it would become a space
    pre_tokenizer(stretches);
    for (TextStretch& stretch : stretches) ++counts[std::move(stretch.text)];
    text.remove_prefix(taken);
  }
  counts.erase("");
  for (const std::string_view special : recipe.special) counts.erase(std::string(special));
  Counts sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return sorted;
}

// {"the": 0, …}
std::string vocabulary_json(const Texts& pieces) {
  std::string json = "{";
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    json += fmt::format("{}{}: {}", id > 0 ? ", " : "", json_string(pieces[id]), id);
  }
  return json + "}";
}

std::string merges_json(const std::vector<std::pair<std::string, std::string>>& merges) {
  std::string json = "[";
  for (std::size_t k = 0; k < merges.size(); ++k) {
    json += fmt::format("{}[{}, {}]", k > 0 ? ", " : "", json_string(merges[k].first),
                        json_string(merges[k].second));
  }
  return json + "]";
}

std::string tokenizer_json(const Recipe& recipe, const Texts& pieces, const std::string& model) {
  std::string added;
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    if (std::ranges::find(recipe.special, pieces[id]) == recipe.special.end()) continue;
    added += fmt::format(
        "{}{{\"id\": {}, \"content\": {}, \"single_word\": false, \"lstrip\": false, \"rstrip\": "
        "false, \"normalized\": false, \"special\": true}}",
        added.empty() ? "" : ", ", id, json_string(pieces[id]));
  }
  std::string frame = "null";
  if (recipe.name == "wordpiece") {
    frame = R"({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]})";
  }
  return fmt::format(
      "{{\"version\": \"1.0\", \"truncation\": null, \"padding\": null, \"added_tokens\": [{}],\n"
      "\"normalizer\": {},\n\"pre_tokenizer\": {},\n\"post_processor\": {},\n\"decoder\": {},\n"
      "\"model\": {}}}\n",
      added, recipe.normalizer, recipe.pre_tokenizer, frame, recipe.decoder, model);
}

struct LearnedMerges {
  Texts pieces;  // letters, then one for each merge
  std::vector<std::pair<std::string, std::string>> merges;
};

LearnedMerges learn_merges(const Counts& counts, int size, const Recipe& recipe,
                           const bpe::Letters& letters) {
  const Texts reserved(recipe.special.begin(), recipe.special.end());
  bpe::Learned learned = bpe::learn(counts, size, reserved, letters);
  LearnedMerges made;
  for (const auto& [left, right] : learned.merges) {
    made.merges.emplace_back(learned.pieces[static_cast<std::size_t>(left)],
                             learned.pieces[static_cast<std::size_t>(right)]);
  }
  made.pieces = std::move(learned.pieces);
  return made;
}

// "cat" → c, ##a, ##t
Texts marked_letters(std::string_view stretch) {
  Texts letters;
  for (const std::string_view c : characters(stretch)) {
    letters.push_back((letters.empty() ? "" : "##") + std::string(c));
  }
  return letters;
}

// All 256 bytes in GPT-2's order, the merges, and the end of a text.
TrainedTokenizer of_bytes(const Counts& counts, int size, bpe::Letters letters) {
  const Recipe& recipe = recipe_of(PieceKind::bytes);
  Texts pieces;
  for (const bool printable : {true, false}) {
    for (const std::string& letter : byte_letters()) {
      if ((letter < "\u0100") == printable) pieces.push_back(letter);
    }
  }
  std::unordered_set<std::string> seen;
  for (const auto& [text, count] : counts) {
    for (const std::string_view c : characters(text)) seen.emplace(c);
  }
  letters.compared = [](const std::string& piece) { return bytes_of_letters(piece); };
  const int merges = size - static_cast<int>(pieces.size()) - 1;
  LearnedMerges learned =
      learn_merges(counts, static_cast<int>(seen.size()) + merges, recipe, letters);
  std::string merges_txt = "#version: 0.2\n";
  for (const auto& [left, right] : learned.merges) {
    merges_txt += fmt::format("{} {}\n", left, right);
    pieces.push_back(left + right);
  }
  pieces.emplace_back(recipe.special[0]);
  const std::string vocabulary = vocabulary_json(pieces);
  const std::string model = fmt::format(
      "{{\"type\": \"BPE\", \"dropout\": null, \"unk_token\": null, \"vocab\": {}, \"merges\": "
      "{}}}",
      vocabulary, merges_json(learned.merges));
  return {{{"vocab.json", vocabulary + "\n"},
           {"merges.txt", merges_txt},
           {"tokenizer.json", tokenizer_json(recipe, pieces, model)}},
          pieces.size()};
}

TrainedTokenizer of_merges(PieceKind kind, const Counts& counts, int size, bpe::Letters letters) {
  const Recipe& recipe = recipe_of(kind);
  const bool marked = kind == PieceKind::wordpiece;
  if (marked) {
    letters.of = marked_letters;
    letters.joined = [](const std::string& left, const std::string& right) {
      return left + right.substr(2);
    };
  }
  Texts pieces(recipe.special.begin(), recipe.special.end());
  const LearnedMerges learned =
      learn_merges(counts, size - static_cast<int>(pieces.size()), recipe, letters);
  pieces.insert(pieces.end(), learned.pieces.begin(), learned.pieces.end());
  const std::string vocabulary = vocabulary_json(pieces);
  if (!marked) {
    const std::string model = fmt::format(
        "{{\"type\": \"BPE\", \"dropout\": null, \"unk_token\": \"<unk>\", \"fuse_unk\": true, "
        "\"vocab\": {}, \"merges\": {}}}",
        vocabulary, merges_json(learned.merges));
    return {{{"tokenizer.json", tokenizer_json(recipe, pieces, model)}}, pieces.size()};
  }
  std::string vocab_txt;
  for (const std::string& piece : pieces) vocab_txt += piece + "\n";
  const std::string model = fmt::format(
      "{{\"type\": \"WordPiece\", \"unk_token\": \"[UNK]\", \"continuing_subword_prefix\": \"##\", "
      "\"max_input_chars_per_word\": 100, \"vocab\": {}}}",
      vocabulary);
  return {{{"vocab.txt", vocab_txt},
           {"tokenizer_config.json", "{\"do_lower_case\": false, \"strip_accents\": false}\n"},
           {"tokenizer.json", tokenizer_json(recipe, pieces, model)}},
          pieces.size()};
}

// The most frequent stretches themselves.
TrainedTokenizer of_stretches(PieceKind kind, const Counts& counts, int size) {
  const Recipe& recipe = recipe_of(kind);
  Texts pieces(recipe.special.begin(), recipe.special.end());
  for (const auto& [text, count] : counts) {
    if (pieces.size() < static_cast<std::size_t>(size)) pieces.push_back(text);
  }
  const std::string model =
      fmt::format("{{\"type\": \"WordLevel\", \"unk_token\": \"<unk>\", \"vocab\": {}}}",
                  vocabulary_json(pieces));
  return {{{"tokenizer.json", tokenizer_json(recipe, pieces, model)}}, pieces.size()};
}

TrainedTokenizer of_unigram(const Counts& counts, int size,
                            const std::function<bool(std::size_t)>& go_on) {
  const Recipe& recipe = recipe_of(PieceKind::unigram);
  Texts pieces(recipe.special.begin(), recipe.special.end());
  UnigramTraining training;
  training.size = size - static_cast<int>(pieces.size());
  training.go_on = go_on;
  const UnigramPieces learned = train_unigram(counts, training);
  std::string entries;
  for (const std::string& special : pieces) {
    entries += fmt::format("{}[{}, 0.0]", entries.empty() ? "" : ", ", json_string(special));
  }
  for (std::size_t i = 0; i < learned.pieces.size(); ++i) {
    if (std::ranges::find(recipe.special, learned.pieces[i]) != recipe.special.end()) continue;
    pieces.push_back(learned.pieces[i]);
    entries +=
        fmt::format(", [{}, {}]", json_string(learned.pieces[i]), shortest(learned.scores[i]));
  }
  const std::string model = fmt::format(
      "{{\"type\": \"Unigram\", \"unk_id\": 0, \"byte_fallback\": false, \"vocab\": [{}]}}",
      entries);
  return {{{"tokenizer.json", tokenizer_json(recipe, pieces, model)}}, pieces.size()};
}

}  // namespace

std::string_view name(PieceKind kind) {
  return recipe_of(kind).name;
}

std::vector<std::string> piece_kind_names() {
  std::vector<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(PieceKind::unigram); ++kind) {
    names.emplace_back(name(static_cast<PieceKind>(kind)));
  }
  return names;
}

PieceKind piece_kind(std::string_view wanted) {
  const std::vector<std::string> names = piece_kind_names();
  return static_cast<PieceKind>(std::ranges::find(names, wanted) - names.begin());
}

std::vector<std::string> tokenizer_files(PieceKind kind) {
  std::vector<std::string> files{"tokenizer.json"};
  if (kind == PieceKind::bytes) files.insert(files.begin(), {"vocab.json", "merges.txt"});
  if (kind == PieceKind::wordpiece) {
    files.insert(files.begin(), {"vocab.txt", "tokenizer_config.json"});
  }
  return files;
}

TrainedTokenizer train_tokenizer(std::string_view text, PieceKind kind, int size,
                                 const std::function<bool(std::size_t)>& go_on) {
  const Recipe& recipe = recipe_of(kind);
  const int least = kind == PieceKind::bytes ? 257 : static_cast<int>(recipe.special.size()) + 1;
  if (size < least || size > Tokenizer::max_pieces) {
    throw UserError(
        fmt::format("a vocabulary of {} of the kind {} is not possible: choose "
                    "{} to {}",
                    number_of(size, "piece"), recipe.name, least, int{Tokenizer::max_pieces}));
  }
  const Counts counts = count_stretches(text, recipe);
  if (counts.empty()) {
    throw UserError("the text holds nothing but white space; give one with words");
  }
  bpe::Letters letters;
  letters.go_on = go_on;
  switch (kind) {
    case PieceKind::words:
    case PieceKind::characters:
      return of_stretches(kind, counts, size);
    case PieceKind::bytes:
      return of_bytes(counts, size, letters);
    case PieceKind::bpe:
    case PieceKind::wordpiece:
      return of_merges(kind, counts, size, letters);
    case PieceKind::unigram:
      break;
  }
  return of_unigram(counts, size, go_on);
}

}  // namespace glassformer
