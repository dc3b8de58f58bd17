#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What a .model of sentencepiece holds, as far as it is used: a message of protocol buffers
// (sentencepiece_model.proto of the published program; protobuf.dev, "Encoding").
struct SentencePieceModel {
  enum class Kind { normal = 1, unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6 };
  struct Piece {
    std::string text;
    float score = 0;
    Kind kind = Kind::normal;
  };
  enum class Type { unigram = 1, bpe = 2, word = 3, character = 4 };

  std::vector<Piece> pieces;
  Type type = Type::unigram;
  bool space_behind = false;   // treat_whitespace_as_suffix: the sign of a space ends a word
  bool byte_fallback = false;  // what is unknown falls into bytes
  std::string rules;           // precompiled_charsmap; empty: characters stay
  std::string rules_name;      // "nmt_nfkc"
  bool dummy_prefix = true;    // a space is added where the text begins
  bool remove_spaces = true;   // at both ends, and of several in a row all but one
  bool escape_spaces = true;   // as ▁
};

// Throws UserError naming the file and the byte: it is no such message, claims more than it holds,
// has no pieces or more than Tokenizer::max_pieces, a piece that is empty or no UTF-8, a score that
// is no number. Nothing is taken by a size that the file merely claims.
SentencePieceModel read_sentencepiece_model(std::string_view bytes, const std::string& named);
// As the published program writes it, with the fields above.
std::string sentencepiece_model_bytes(const SentencePieceModel& model);

// Whether the bytes begin as such a message does.
bool looks_like_sentencepiece(std::string_view bytes);

}  // namespace glassformer
