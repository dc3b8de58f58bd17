#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/models/checkpoint.h"
#include "core/nn/site.h"
#include "core/text/pair.h"

// What becomes of "it" in a translation: French il or elle, German er, sie or es. Only who knows
// what "it" means can choose.
namespace glassformer {

// The word of the translation that says "it"; none where the pair has no "it", or no link of it.
std::optional<int> pronoun_of(const SentencePair& pair);

// Whether a translation has that word behind the word that it follows in the true translation:
// what else it says does not count. A pair of which pronoun_of() knows nothing is never right.
bool has_right_pronoun(const SentencePair& pair, const std::string& translation);

struct PronounScore {
  int sentences = 0, right = 0;  // of those with an "it"
  // Of those whose two nouns ask for different pronouns: guessing does not help there.
  int contested = 0, contested_right = 0;
};
PronounScore score_pronouns(std::span<const SentencePair> pairs,
                            std::span<const std::string> translations);

// The heads of an encoder, held against what "it" means.
struct ReferenceHeads {
  int sentences = 0;  // that were counted
  // The share of them whose pronoun is predicted right while the true translation up to it is fed.
  double right = 0;
  // [layers, heads]: in how many the row of "it" has its largest weight on the noun that is meant,
  // in how many on the other noun …
  Mat finds, finds_other;
  // … and how many pronouns are predicted right when the head's output is multiplied by 0.
  Mat right_without;
};
// Counts the pairs of which pronoun_of() knows a word. Throws UserError: the network is no
// Transformer with an encoder, its pieces are not words, or no pair can be counted.
ReferenceHeads reference_heads(const Checkpoint& checkpoint, std::span<const SentencePair> pairs);

// The share of pronouns that are predicted right, as above.
double right_pronouns(const Checkpoint& checkpoint, std::span<const SentencePair> pairs);

// The same network without a head: its rows of W^O are 0, so that every way to run it
// (core/nn/pass.h) leaves it out. A traced pass with a HeadSwitch of factor 0 computes the same.
Checkpoint without_head(const Checkpoint& checkpoint, const AttentionPlace& head);

}  // namespace glassformer
