#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/embed/vectors/subwords.h"

namespace glassformer {

// word2vec as two axes: which rows go in, and what they are held against. Mikolov et al. 2013a is
// arXiv 1301.3781, Mikolov et al. 2013b is arXiv 1310.4546.
enum class InputRows {
  skip_gram,  // each word of the context alone
  cbow,       // the mean of the context
};
enum class Objective {
  negative_sampling,     // the centre word and `negative` words of the noise, each yes or no
  hierarchical_softmax,  // the turns on the way to the centre word in the Huffman tree
  full_softmax,          // all words of the vocabulary
};

struct Word2VecConfig {
  InputRows input = InputRows::skip_gram;
  Objective objective = Objective::negative_sampling;
  // An input row is the mean of a word's own vector and those of its character n-grams.
  SubwordSettings subwords;
  int dim = 100;
  int window = 5;              // words on either side, at most
  bool dynamic_window = true;  // each time 1 … window, redrawn
  int negative = 5;            // words drawn from the noise for each centre word
  double noise_power = 0.75;   // of the counts: 1 is the text itself, 0 all words alike
  double sample = 1e-3;        // words above this share of the text are subsampled; 0: off
  int epochs = 5;
  double alpha = 0;      // learning rate at first; 0: best_alpha()
  double alpha_end = 0;  // at the end, to which it goes in a line; never below 1e-4 of the first
  // What a mean (CBOW, subwords) passes on to each of its n rows: the gradient by them, which is
  // 1/n of that by the mean; or, as the original programs do, the whole of the latter.
  bool whole_mean_gradient = true;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: one for each core
  // The same vectors for one seed at any number of threads: one thread alone changes the rows.
  // Otherwise all do without asking each other (Hogwild, Recht et al. 2011).
  bool deterministic = false;
  // The products of hierarchical softmax in bfloat16, where the processor has them; unset: where
  // that is faster.
  std::optional<bool> bf16 = {};
  // As published, with core/embed/train/textbook.h: many times slower. Otherwise
  // core/embed/engines/fast_worker.h trains, or a graphics card.
  bool published = false;
};

// Of so many words, the frequent ones, a training lists the turns through the tree, or the n-grams.
// Those of the others are worked out when they are met.
inline constexpr std::size_t max_listed_words = 65'536;

// As many buckets, at most 200,000, as keep the training within the memory that any training of so
// many words may take: 1.3 times their vectors, inputs and outputs, and 64 MB. Never below 10,000.
int default_buckets(std::size_t words, int dim);
// 0.025 for skip-gram and 0.05 for CBOW, as the original programs have it; 0.035 for skip-gram with
// hierarchical softmax unless it is `published`, since nodes near the root then take smaller steps
// than the others (core/embed/engines/logistic_rows.h).
double best_alpha(const Word2VecConfig& config);
// Words and sentence ends that a thread takes at a time, and goes through without a look at who
// waits: fewer where each is held against all words.
std::uint64_t piece_of(const Word2VecConfig& config);
// Throws UserError for what cannot be trained, naming the option.
void check(const Word2VecConfig& config);
// "skip-gram, negative sampling, 100 dimensions, window 5, 5 negatives, seed 1"
std::string described(const Word2VecConfig& config);

}  // namespace glassformer
