#include "core/text/tokenizers/tokenizer.h"

#include <fmt/format.h>

#include "core/formats/json_object.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/character_table.h"
#include "core/text/tokenizers/learned.h"
#include "core/text/tokenizers/word_piece.h"
#include "core/text/unicode.h"

namespace glassformer {

void Tokenizer::check_text(std::string_view text) {
  if (text.size() > max_sentence_bytes) {
    throw UserError(fmt::format("the sentence has {} bytes; at most {} can be read: shorten it",
                                text.size(), max_sentence_bytes));
  }
  if (const std::size_t at = broken_utf8(text); at != std::string_view::npos) {
    throw UserError(
        fmt::format("the sentence is not UTF-8 text: byte {} (0x{:02x}) starts no character; "
                    "save or paste it as UTF-8",
                    at + 1, static_cast<unsigned char>(text[at])));
  }
}

void Tokenizer::check_id(int id) const {
  if (id >= 0 && id < size()) return;
  throw UserError(
      fmt::format("piece {} is outside the vocabulary of {}; the tokenizer and the numbers do "
                  "not belong together",
                  id, size()));
}

TokenizerPtr Tokenizer::from_json(std::string_view json, std::string_view named) {
  const Json document = Json::parse(json, std::string(named));
  const JsonObject root(document.root());
  const Json::Value type = root.at("type", Json::Kind::string);
  if (type.string() == ByteBpe::type) return ByteBpe::from_json(root);
  if (type.string() == CharacterTable::type) return CharacterTable::from_json(root);
  if (type.string() == WordPiece::type) return WordPiece::from_json(root);
  return std::make_shared<const LearnedTokenizer>(LearnedTokenizer::from_json(root));
}

}  // namespace glassformer
