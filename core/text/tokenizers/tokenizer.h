#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

class Tokenizer;
using TokenizerPtr = std::shared_ptr<const Tokenizer>;

// The ids that stand for no text; −1: the tokenizer has none such. A BERT begins with [CLS] and
// ends with [SEP]; GPT-2 does both with <|endoftext|>.
struct SpecialIds {
  int padding = -1, begin = -1, end = -1, unknown = -1, mask = -1;
  bool operator==(const SpecialIds&) const = default;
};

// How a text is read in which a special token is spelled out, as "<|endoftext|>" or "[MASK]": as
// that one piece, which users write into a prompt, or as the characters that it consists of.
enum class SpelledOut { one_piece, text };
struct SpecialText {
  std::string text;
  int id = -1;
};

// Text as a row of ids and back. The ids are numbers of pieces: words, parts of words, characters
// or bytes.
class Tokenizer {
 public:
  using Pieces = std::shared_ptr<const std::vector<std::string>>;
  static constexpr int max_pieces = 1'000'000;

  virtual ~Tokenizer() = default;

  // The ids of a text, without begin and end; special tokens that it spells out are text. An empty
  // text has none. Throws UserError for what is not UTF-8 or longer than max_sentence_bytes, and
  // for what has no id where none is unknown.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  // The same for a text of any length.
  virtual std::vector<int> encode_whole(std::string_view text, SpelledOut special) const;
  // What encode_whole takes as one piece where it is spelled out; empty: there is nothing such.
  virtual std::vector<SpecialText> special_texts() const { return {}; }
  // What a model of this kind wants before and after the ids of a text: [CLS] … [SEP].
  struct Frame {
    std::vector<int> before = {}, after = {};
  };
  virtual Frame frame() const { return {}; }
  // The text that each id of encode stands for, as it was typed where the tokenizer keeps that: for
  // labels and messages.
  virtual std::vector<std::string> split(std::string_view text) const = 0;
  // The text of the ids; special ones vanish, but for the unknown. Throws UserError for ids outside
  // the vocabulary.
  virtual std::string decode(std::span<const int> ids) const = 0;

  virtual SpecialIds special() const = 0;
  // "word", "character", "bpe" (learned.h), "byte_bpe" (byte_bpe.h), "word_piece" (word_piece.h),
  // "character_table" (character_table.h), "tokenizer_json" (pipeline/pipeline.h), "sentencepiece"
  // (sentencepiece/sentencepiece.h)
  virtual std::string_view kind() const = 0;
  // Whether a piece is a whole word, so that texts are compared word by word.
  virtual bool splits_into_words() const { return false; }

  int size() const { return static_cast<int>(pieces_->size()); }
  // For people: bytes that are no character of their own read "<0xE2>".
  const std::vector<std::string>& pieces() const { return *pieces_; }
  // As the files of vocabularies write it: "Ġthe", "##ing", "▁the".
  virtual std::string written(int id) const;
  const Pieces& shared_pieces() const { return pieces_; }  // for labels: a copy costs a pointer

  // {"type": the kind, "pieces": […], …}, for the files of models.
  virtual std::string to_json() const = 0;
  // Throws UserError naming the line and path of whatever is wrong.
  static TokenizerPtr from_json(std::string_view json, std::string_view named = "tokenizer");

 protected:
  explicit Tokenizer(std::vector<std::string> pieces)
      : pieces_(std::make_shared<const std::vector<std::string>>(std::move(pieces))) {}
  Tokenizer(const Tokenizer&) = default;
  Tokenizer(Tokenizer&&) = default;
  Tokenizer& operator=(const Tokenizer&) = default;
  Tokenizer& operator=(Tokenizer&&) = default;

  // Throws UserError if the text is not UTF-8 or too long.
  static void check_text(std::string_view text);
  // The same without the limit of length.
  static void check_utf8(std::string_view text);
  // encode for a text of any length; here part by part, cut behind the ends of lines.
  virtual std::vector<int> encode_unlimited(std::string_view text) const;
  // Throws UserError unless 0 ≤ id < size().
  void check_id(int id) const;

 private:
  Pieces pieces_;
};

}  // namespace glassformer
