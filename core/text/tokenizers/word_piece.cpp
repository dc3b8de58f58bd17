#include "core/text/tokenizers/word_piece.h"

#include <fmt/format.h>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/tokenizers/pipeline/scalars.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t max_word = 100;  // characters

// Controls gone, every white space a blank, blanks around Chinese characters.
std::string cleaned(std::string_view text) {
  std::string clean;
  each_scalar(text, [&](const Scalar& c) {
    if (c.code == '\t' || c.code == '\n' || c.code == '\r') {
      clean += ' ';
    } else if (c.code == 0 || c.code == 0xFFFD || is_control_scalar(c.code)) {
      return;
    } else if (is_white_space(c.bytes)) {
      clean += ' ';
    } else if (is_chinese_scalar(c.code)) {
      clean.append(" ").append(c.bytes).append(" ");
    } else {
      clean += c.bytes;
    }
  });
  return clean;
}

std::string without_accents(const std::string& text) {
  std::string bare;
  each_scalar(nfd(text), [&](const Scalar& c) {
    if (!is_accent_scalar(c.code)) bare += c.bytes;
  });
  return bare;
}

}  // namespace

WordPiece::WordPiece(std::vector<std::string> pieces, bool lower_case, const std::string& named)
    : Tokenizer(std::move(pieces)), lower_case_(lower_case) {
  for (const std::string& piece : this->pieces())
    ids_.emplace(piece, static_cast<int>(ids_.size()));
  for (const std::string_view special : {"[UNK]", "[CLS]", "[SEP]"}) {
    if (id(special) >= 0) continue;
    throw UserError(fmt::format("{}: the piece {} is missing; give the vocabulary of a BERT model",
                                named, special));
  }
  unknown_ = id("[UNK]");
}

SpecialIds WordPiece::special() const {
  return {id("[PAD]"), id("[CLS]"), id("[SEP]"), unknown_, id("[MASK]")};
}

std::string WordPiece::to_json() const {
  return fmt::format("{{\"type\": \"{}\", \"lower_case\": {}, \"pieces\": {}}}", type, lower_case_,
                     pieces_as_json(pieces()));
}

TokenizerPtr WordPiece::from_json(const JsonObject& object) {
  const bool lower_case = object.at("lower_case", Json::Kind::boolean).boolean();
  return std::make_shared<const WordPiece>(json_pieces(object.at("pieces", Json::Kind::array)),
                                           lower_case, "tokenizer");
}

int WordPiece::id(std::string_view piece) const {
  const auto found = ids_.find(std::string(piece));
  return found == ids_.end() ? -1 : found->second;
}

void WordPiece::cut(const std::vector<std::string_view>& word, std::vector<int>& ids) const {
  if (word.empty()) return;
  const std::size_t before = ids.size();
  bool whole = word.size() <= max_word;
  for (std::size_t at = 0; whole && at < word.size();) {
    std::string piece = at > 0 ? "##" : "";
    int longest = -1;
    std::size_t next = at;
    for (std::size_t end = at; end < word.size(); ++end) {
      piece += word[end];
      if (const int found = id(piece); found >= 0) longest = found, next = end + 1;
    }
    whole = longest >= 0;
    ids.push_back(longest);
    at = next;
  }
  if (whole) return;
  ids.resize(before);
  ids.push_back(unknown_);
}

std::vector<SpecialText> WordPiece::special_texts() const {
  std::vector<SpecialText> found;
  for (const char* const spelled : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    if (const int known = id(spelled); known >= 0) found.push_back({spelled, known});
  }
  return found;
}

Tokenizer::Frame WordPiece::frame() const {
  const SpecialIds ids = special();
  return {{ids.begin}, {ids.end}};
}

std::vector<int> WordPiece::encode(std::string_view text) const {
  check_text(text);
  return encode_unlimited(text);
}

std::vector<int> WordPiece::encode_unlimited(std::string_view text) const {
  check_utf8(text);
  std::string clean = cleaned(text);
  if (lower_case_) clean = without_accents(glassformer::lower_case(clean));
  std::vector<int> ids;
  std::vector<std::string_view> word;
  each_scalar(clean, [&](const Scalar& c) {
    const bool alone = is_punctuation_scalar(c.code);
    if (alone || c.code == ' ') {
      cut(word, ids);
      word.clear();
      if (alone) cut({c.bytes}, ids);
    } else {
      word.push_back(c.bytes);
    }
  });
  cut(word, ids);
  return ids;
}

std::vector<std::string> WordPiece::split(std::string_view text) const {
  std::vector<std::string> texts;
  for (const int id : encode(text)) texts.push_back(pieces()[static_cast<std::size_t>(id)]);
  return texts;
}

std::string WordPiece::decode(std::span<const int> ids) const {
  std::string text;
  for (const int id : ids) {
    check_id(id);
    const std::string_view piece = pieces()[static_cast<std::size_t>(id)];
    if (piece == "[PAD]" || piece == "[CLS]" || piece == "[SEP]") continue;
    if (piece.starts_with("##")) {
      text += piece.substr(2);
    } else {
      if (!text.empty()) text += ' ';
      text += piece;
    }
  }
  return text;
}

}  // namespace glassformer
