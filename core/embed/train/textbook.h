#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/corpus/subsampled_text.h"
#include "core/embed/train/word2vec_state.h"
#include "core/tensor/rng.h"

namespace glassformer {

// word2vec as it was published (Mikolov et al. 2013a, §3; Mikolov et al. 2013b, §2), one thread of
// a training: input rows × objective, in loops as anyone would write them.
// Word2VecConfig::published trains with it; otherwise core/embed/engines do, and say where they
// depart from it.
//
// Skip-gram has one input for each word of the window, CBOW one for all of them together. Each
// input takes a step of its own against the outputs that the objective chooses for the centre word,
// and negatives are redrawn for each step.
class Textbook {
 public:
  explicit Textbook(Word2VecState& state);
  // A piece of the text (piece_of()), 0 … state.pieces − 1.
  void train(std::uint64_t piece);

  // Of all steps so far: the sum of their losses, and how many there were.
  double loss = 0;
  double losses = 0;

 private:
  void train_word(std::span<const std::int32_t> sentence, std::size_t centre);
  void step(std::span<const std::int32_t> context, std::int32_t centre);
  double descend(float* input, std::int32_t centre);
  void choose_nodes(std::int32_t centre);
  void choose_negatives(std::int32_t centre);
  void choose(std::int32_t output, float label);

  Word2VecState& state_;
  Rng rng_{0};
  SubsampledText text_;
  float alpha_ = 0;              // the learning rate
  std::vector<float*> outputs_;  // rows of the step
  std::vector<float> labels_;    // of each: 1 or 0
};

}  // namespace glassformer
