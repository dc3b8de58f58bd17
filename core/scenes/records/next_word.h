#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace next_word_options {
inline constexpr NumberKey temperature{"temperature", 1};
inline constexpr NumberKey top_k{"top_k", 0};
inline constexpr NumberKey top_p{"top_p", 1};
inline constexpr NumberKey seed{"seed", 1};
inline constexpr NumberKey at{"at", 0};
}  // namespace next_word_options

// What the scene next-word computed. Pieces are sorted by their probability, the most probable
// first; those that stand for no text are left out.
struct NextWordRecord {
  int prompt = 0;           // tokens of the text that was given; the others are the continuation
  int at = 0;               // the distribution is that of what follows this token, from 0
  bool words = false;       // a piece is a whole word
  bool averaged = false;    // the map is the mean of the heads of its layer
  int layer = 0, head = 0;  // of the map, from 1; head 0: averaged
  Var map;                  // [tokens, tokens]
  Var looks;                // [1, at + 1]: its row
  Var logits;               // [1, pieces]
  Var probabilities;        // [1, pieces]: of the logits divided by the temperature
  Var entropy, perplexity;  // [1, 1]: of these; in bits
  Var cumulative;           // [1, pieces]
  Var kept;                 // [1, pieces]: 1: the cut leaves it
  Var left;                 // [1, pieces]: the probabilities of what is left
  int kept_count = 0;
  Var random;        // [1, 1]: in 0 … 1
  int drawn = 0;     // which piece stands there
  Var continuation;  // [drawn tokens, 2]: the model's probability, and the one drawn with
  Var looked;        // [drawn tokens, tokens]: the map's row that each was drawn from
  // The two continuations as tokens, and which of them stand in a stretch that was there before.
  struct Said {
    std::vector<std::string> tokens;
    std::vector<bool> again;
    std::string text;  // as it reads
  };
  Said by_draw, by_most_probable;
  Var greedy;      // [its tokens, 1]: how probable each of the latter was
  Var repetition;  // [2, 1]: of the most probable ones, of the drawn ones; with four tokens or more
  double largest = 0;  // the probability of the most probable one at a temperature of 1
};

}  // namespace glassformer
