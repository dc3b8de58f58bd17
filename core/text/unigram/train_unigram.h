#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace glassformer {

// Pieces with the logarithms of their probabilities, the likeliest first.
struct UnigramPieces {
  std::vector<std::string> pieces;
  std::vector<double> scores;
};

struct UnigramTraining {
  int size = 8000;               // pieces at the end
  std::size_t longest = 16;      // characters of a piece
  std::size_t seed = 1'000'000;  // pieces to begin with
  double shrink = 0.75;          // share of the pieces that a pruning leaves
  int rounds = 2;                // of EM before a pruning
  // Told after each round how many pieces are left; training ends where it returns false.
  std::function<bool(std::size_t pieces)> go_on = {};
};

// A unigram model of the words (Kudo 2018, "Subword Regularization", section 3.2): it begins with
// all characters and the substrings that come twice, those that cover the most text first, and then,
// again and again, counts how often each is expected in all cuts of all words (E), makes that its
// probability (M), and drops the pieces without which the likelihood of the text falls least, until
// `size` are left. Characters are never dropped. Of equals the smaller text stays. It is the same
// every time.
UnigramPieces train_unigram(const std::vector<std::pair<std::string, std::int64_t>>& words,
                            const UnigramTraining& training);

}  // namespace glassformer
