#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "core/formats/json_object.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

// A vocabulary learned from sentences.
//   word       split_words' words; what is not known becomes `unknown`
//   character  one piece per character (code point), the space among them
//   bpe        byte pair encoding (Sennrich, Haddow and Birch 2016) over characters: words with
//              the space before them fall into the longest pieces that the learned merges make
// Text is composed (NFC) first; control characters, which show nothing, are no part of it. The two
// kinds of apostrophe count as one, ', and a text with the kind that the pieces lack is read too.
// The first four pieces are always the special ones; text never encodes to padding, begin or end.
class LearnedTokenizer : public Tokenizer {
 public:
  enum class Kind { word, character, bpe };
  static constexpr int padding_id = 0, begin_id = 1, end_id = 2, unknown_id = 3, specials = 4;

  // The vocabulary of at most `size` pieces, special ones included: the most frequent words or
  // characters (ties: the smaller text first), or for bpe the characters and then as many merges as
  // fit. Sentences must be UTF-8. Throws UserError: size outside 5 … max_pieces, nothing to learn
  // from, or nothing but the special pieces.
  static LearnedTokenizer train(std::span<const std::string> sentences, Kind kind, int size);

  // A word that is unknown as written is looked up with its first letter small, then large ("The"
  // at the start of a sentence).
  std::vector<int> encode(std::string_view sentence) const override;
  std::vector<std::string> split(std::string_view sentence) const override;
  std::string decode(std::span<const int> ids) const override;  // unknown reads "<unk>"

  SpecialIds special() const override { return {padding_id, begin_id, end_id, unknown_id, -1}; }
  std::string_view kind() const override;
  bool splits_into_words() const override { return kind_ == Kind::word; }
  // For bpe the merges in the order they were learned: two pieces that became one.
  const std::vector<std::pair<int, int>>& merges() const { return merges_; }

  // {"type": "word", "pieces": ["<pad>", …], "merges": [[4, 9], …]}
  std::string to_json() const override;
  // Throws UserError naming the line and path of whatever is wrong.
  static LearnedTokenizer from_json(const JsonObject& object);

 private:
  LearnedTokenizer(Kind kind, std::vector<std::string> pieces,
                   std::vector<std::pair<int, int>> merges);
  std::vector<std::string> segments(std::string_view sentence) const;
  int find(const std::string& piece) const;  // −1 if there is none
  int find_word(const std::string& word) const;
  // One of its own characters for each apostrophe of the text, as far as it has one at all.
  std::string with_known_apostrophes(std::string_view text) const;
  int first_merged() const { return size() - static_cast<int>(merges_.size()); }

  Kind kind_ = Kind::word;
  std::vector<std::pair<int, int>> merges_;
  std::unordered_map<std::string, int> ids_;            // without the special pieces
  std::unordered_map<std::uint64_t, int> merge_ranks_;  // both numbers in one key
};

std::string_view name(LearnedTokenizer::Kind kind);  // "word", "character", "bpe"

}  // namespace glassformer
