#include "core/text/tokenizers/word_piece.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t max_word = 100;  // characters

utf8proc_int32_t code_of(std::string_view character) {
  utf8proc_int32_t code = -1;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                   static_cast<utf8proc_ssize_t>(character.size()), &code);
  return code;
}

bool is_control(utf8proc_int32_t code) {
  if (code == 0 || code == 0xFFFD) return true;
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_CN || category >= UTF8PROC_CATEGORY_CC;
}

bool is_punctuation(utf8proc_int32_t code) {
  if (code < 128) {
    return (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) ||
           (code >= 123 && code <= 126);
  }
  const auto category = utf8proc_category(code);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

// The blocks of Chinese characters; Japanese kana and Korean are written with words of their own.
bool is_chinese(utf8proc_int32_t code) {
  return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
         (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2CEAF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

// Controls gone, every white space a blank, blanks around Chinese characters.
std::string cleaned(std::string_view text) {
  std::string clean;
  for (const std::string_view c : characters(text)) {
    const utf8proc_int32_t code = code_of(c);
    if (code == '\t' || code == '\n' || code == '\r') {
      clean += ' ';
    } else if (is_control(code)) {
      continue;
    } else if (is_white_space(c)) {
      clean += ' ';
    } else if (is_chinese(code)) {
      clean.append(" ").append(c).append(" ");
    } else {
      clean += c;
    }
  }
  return clean;
}

std::string without_accents(const std::string& text) {
  utf8proc_uint8_t* made = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE));
  if (size < 0) {
    throw UserError(
        fmt::format("the text cannot be taken apart into letters: {}", utf8proc_errmsg(size)));
  }
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  std::string bare;
  for (const std::string_view c :
       characters({reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)})) {
    if (utf8proc_category(code_of(c)) != UTF8PROC_CATEGORY_MN) bare += c;
  }
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

std::vector<int> WordPiece::encode(std::string_view text) const {
  check_text(text);
  std::string clean = cleaned(text);
  if (lower_case_) clean = without_accents(glassformer::lower_case(clean));
  std::vector<int> ids;
  std::vector<std::string_view> word;
  for (const std::string_view c : characters(clean)) {
    const bool alone = is_punctuation(code_of(c));
    if (alone || c == " ") {
      cut(word, ids);
      word.clear();
      if (alone) cut({c}, ids);
    } else {
      word.push_back(c);
    }
  }
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
