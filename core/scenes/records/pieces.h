#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/language/merging.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace pieces_options {
inline constexpr NumberKey word{"word", 1};
inline constexpr TextKey words{"words", "low 5, lower 2, newest 6, widest 3"};
inline constexpr TextKey costs{"costs"};
}  // namespace pieces_options

// What the scene pieces computed; what another way of cutting has is empty.
struct PiecesRecord {
  // The words that are learned from, and the merges.
  std::vector<Spelled> words;     // in their pieces now, as the cells of `counts`
  std::vector<PairCount> merges;  // as the cells of `merged`
  Var counts;                     // [words, 1]
  Var pairs;                      // [pairs, 1]: how often each comes now, the most frequent first
  Var merged;                     // [merges, 1]: how often its pair came when it was made
  // The word that is looked at.
  std::string word;
  int chosen = 0;  // which one of the text
  MergeTree tree;  // of its letters
  // WordPiece: what was looked for, in the order in which it was.
  struct Try {
    int begin = 0, end = 0;  // letters of the word
    std::string piece;
    bool known = false;
  };
  std::vector<Try> tries;
  Var tried;  // [tries, 1]: 1 where it is in the vocabulary
  // Unigram: the pieces that fit somewhere in the word.
  struct Edge {
    int begin = 0, end = 0;  // letters of the word
    int piece = 0;           // of `costs`
  };
  std::vector<std::string> letters;
  std::vector<Edge> edges;
  std::vector<std::vector<int>> paths;  // their edges, the cheapest path first
  Var costs;                            // [1, pieces]
  Var path_costs;                       // [1, paths]
  Var path_shares;                      // [1, paths]
  Var reached;                          // [1, letters + 1]: the cheapest way to each place
  // One text in words, in characters and in pieces.
  struct Cut {
    std::string piece;
    bool unknown = false;  // to the vocabulary
  };
  std::vector<std::vector<Cut>> cuts;
  Var lengths;       // [3, 1]: how many tokens each makes of it
  Var unknown;       // [3, 1]: how many of them are not in the vocabulary
  Var size_tokens;   // [sizes, 3]: tokens a sentence
  Var size_unknown;  // [sizes, 3]: the share of the tokens that are unknown
  Var size_numbers;  // [sizes, 1]: of the table of embeddings
  Var pieces;        // [pieces of the chosen word, 1]: how many characters each has
};

}  // namespace glassformer
