#include "core/text/tokenizers/tokenizer.h"

#include <fmt/format.h>

#include "core/formats/json_object.h"
#include "core/tensor/error.h"
#include "core/text/long_text.h"
#include "core/text/tokenize.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/character_table.h"
#include "core/text/tokenizers/learned.h"
#include "core/text/tokenizers/pipeline/pipeline.h"
#include "core/text/tokenizers/sentencepiece/sentencepiece.h"
#include "core/text/tokenizers/special_text.h"
#include "core/text/tokenizers/word_piece.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

void append(std::vector<int>& ids, const std::vector<int>& more) {
  ids.insert(ids.end(), more.begin(), more.end());
}

}  // namespace

void Tokenizer::check_text(std::string_view text) {
  if (text.size() > max_sentence_bytes) {
    throw UserError(fmt::format("the sentence has {} bytes; at most {} can be read: shorten it",
                                text.size(), max_sentence_bytes));
  }
  check_utf8(text);
}

void Tokenizer::check_utf8(std::string_view text) {
  if (const std::string fault = utf8_fault(text); !fault.empty()) {
    throw UserError("the sentence " + fault);
  }
}

void Tokenizer::check_id(int id) const {
  if (id >= 0 && id < size()) return;
  throw UserError(
      fmt::format("piece {} is outside the vocabulary of {}; the tokenizer and the numbers do "
                  "not belong together",
                  id, size()));
}

std::string Tokenizer::written(int id) const {
  check_id(id);
  return pieces()[static_cast<std::size_t>(id)];
}

std::vector<int> Tokenizer::encode_unlimited(std::string_view text) const {
  std::vector<int> ids;
  for (const std::string& part : passages_of(text)) append(ids, encode(part));
  return ids;
}

std::vector<int> Tokenizer::encode_whole(std::string_view text, SpelledOut special) const {
  if (special == SpelledOut::text) return encode_unlimited(text);
  std::vector<int> ids;
  for (const SpecialStretch& stretch : special_stretches(text, special_texts())) {
    if (stretch.id >= 0) {
      ids.push_back(stretch.id);
    } else {
      append(ids, encode_unlimited(stretch.text));
    }
  }
  return ids;
}

TokenizerPtr Tokenizer::from_json(std::string_view json, std::string_view named) {
  const Json document = Json::parse(json, std::string(named));
  const JsonObject root(document.root());
  const Json::Value type = root.at("type", Json::Kind::string);
  if (type.string() == ByteBpe::type) return ByteBpe::from_json(root);
  if (type.string() == CharacterTable::type) return CharacterTable::from_json(root);
  if (type.string() == Pipeline::type) return Pipeline::from_json(root);
  if (type.string() == SentencePiece::type) return SentencePiece::from_json(root);
  if (type.string() == WordPiece::type) return WordPiece::from_json(root);
  return std::make_shared<const LearnedTokenizer>(LearnedTokenizer::from_json(root));
}

}  // namespace glassformer
