#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace subwords_options {
inline constexpr NumberKey word{"word", 1};
inline constexpr NumberKey other{"other", 2};
}  // namespace subwords_options

// What the scene subwords computed.
struct SubwordsRecord {
  struct Gram {
    std::string text;         // "<wh"
    int length = 0;           // in characters; 0: the whole word's own row
    int row = 0;              // of z
    bool with_other = false;  // the compared word has this row too
  };
  std::vector<Gram> grams;  // of the chosen word
  int word = 0;             // the chosen one
  int other = 0;            // the one that it is compared with
  Var has;                  // how often each word has each n-gram [words, rows]
  Var count;                // how many n-grams each word has [words, 1]
  Var step;                 // of the rows of the chosen word [its n-grams, d]
  Var vector;               // of the chosen word [1, d]
  Var parts;                // what each of its n-grams scores with the context [its n-grams, 1]
  Var score;                // their sum [1, 1]; both empty for a word without rows
  Var shared;               // n-grams in common [words, words]
  Var cosine;               // [words, words]
  Var scores;               // of each word with the context [words, 1]
  Var gain;                 // what the step adds to it [words, 1]; empty for a word without rows
};

}  // namespace glassformer
