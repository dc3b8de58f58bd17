#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/unigram/trie.h"

namespace glassformer {

// The best cut of a text under a unigram model of pieces, fast: the lattice is not stored, each
// position keeps only the end of its best path. It computes to the bit what the published programs
// do, `Score` being float for sentencepiece and double for Hugging Face's library: a sum is rounded
// to it where it is kept, and of two equally good cuts the one with the longer last piece stays.
template <class Score>
class UnigramCut {
 public:
  static constexpr int unknown = -1;
  struct Piece {
    Score score = 0;
    bool used = true;     // false: it is never taken
    bool always = false;  // a symbol of the user's, which is taken wherever it stands
  };
  UnigramCut(const std::vector<std::string>& pieces, std::vector<Piece> table, Score unknown_score,
             Score best_score);

  struct Part {
    std::size_t begin = 0, end = 0;
    int piece = unknown;
  };
  // The parts of the text, from left to right. `from`: the score of what lies before it, on which
  // the last bits of the sums depend; it becomes the score behind. Returns false if there was a
  // choice so close that another `from` might turn it.
  bool cut(std::string_view text, std::vector<Part>& parts, Score& from) const;
  // The score behind these parts.
  Score behind(const std::vector<Part>& parts, Score from) const;

 private:
  double score_of(int piece, std::size_t bytes) const;

  PieceTrie trie_;
  std::vector<Piece> table_;
  Score unknown_score_, best_score_;
};

}  // namespace glassformer
