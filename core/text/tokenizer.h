#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace glassformer {

// The ids that stand for no text; −1: the tokenizer has none such.
struct SpecialIds {
  int padding = -1, begin = -1, end = -1, unknown = -1;
};

// Sentences as rows of numbers and back, over a vocabulary learned from sentences.
//   word       split_words' words; what is not known becomes `unknown`
//   character  one piece per character (code point), the space among them
//   bpe        byte pair encoding (Sennrich, Haddow and Birch 2016) over characters: words with
//              the space before them fall into the longest pieces that the learned merges make
// Text is composed (NFC) first. The first four pieces are always the special ones below; text never
// encodes to padding, begin or end.
class Tokenizer {
 public:
  enum class Kind { word, character, bpe };
  static constexpr int padding = 0, begin = 1, end = 2, unknown = 3, specials = 4;
  static constexpr int most_pieces = 1'000'000;

  // The vocabulary of at most `size` pieces, special ones included: the most frequent words or
  // characters (ties: the smaller text first), or for bpe the characters and then as many merges as
  // fit. Sentences must be UTF-8. Throws UserError: size outside 5 … most_pieces, nothing to learn
  // from.
  static Tokenizer train(std::span<const std::string> sentences, Kind kind, int size);

  // The pieces of a sentence; no begin, no end. A word that is unknown as written is looked up
  // with its first letter small, then large ("The" at the start of a sentence). Throws UserError
  // for what is not UTF-8 or longer than tokenize() takes; an empty sentence has no pieces.
  std::vector<int> encode(std::string_view sentence) const;
  // The text each number of encode stands for, as it was typed: for labels and messages.
  std::vector<std::string> split(std::string_view sentence) const;
  // The text of the pieces; padding, begin and end vanish, unknown reads "<unk>". Numbers outside
  // the vocabulary throw UserError.
  std::string decode(std::span<const int> pieces) const;

  SpecialIds special() const { return {padding, begin, end, unknown}; }
  Kind kind() const { return kind_; }
  int size() const { return static_cast<int>(pieces_.size()); }
  const std::vector<std::string>& pieces() const { return pieces_; }
  // For bpe the merges in the order they were learned: two pieces that became one.
  const std::vector<std::pair<int, int>>& merges() const { return merges_; }

  // {"type": "word", "pieces": ["<pad>", …], "merges": [[4, 9], …]}
  std::string to_json() const;
  // Throws UserError naming the line and path of whatever is wrong.
  static Tokenizer from_json(std::string_view json, std::string_view named = "tokenizer");

 private:
  Tokenizer(Kind kind, std::vector<std::string> pieces, std::vector<std::pair<int, int>> merges);
  std::vector<std::string> segments(std::string_view sentence) const;
  int find(const std::string& piece) const;  // -1 if there is none
  int find_word(const std::string& word) const;

  Kind kind_ = Kind::word;
  std::vector<std::string> pieces_;
  std::vector<std::pair<int, int>> merges_;
  std::unordered_map<std::string, int> ids_;            // without the special pieces
  std::unordered_map<std::uint64_t, int> merge_ranks_;  // both numbers in one key
};

std::string_view name(Tokenizer::Kind kind);  // "word", "character", "bpe"

}  // namespace glassformer
