#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/corpus/subsampled_text.h"
#include "core/embed/engines/bf16_step.h"
#include "core/embed/engines/fused.h"
#include "core/embed/engines/own_rows.h"
#include "core/embed/train/word2vec_state.h"
#include "core/embed/vectors/rows.h"
#include "core/tensor/rng.h"

namespace glassformer {

// One thread of a training, fast. It departs from what was published, which
// core/embed/train/textbook.h has, in these ways:
// - All words of a window are held against the same negatives, and move by gradients taken at the
//   rows as they were before the window: rows are read once instead of once for each pair. Of
//   negatives that are drawn twice one counts.
// - The Huffman tree is that of the counts that subsampling leaves.
// - Nodes near its root take a quarter of the step, and the learning rate is higher for it
//   (core/embed/engines/logistic_rows.h); each thread has its own copies of them
//   (core/embed/engines/own_rows.h).
// - Products of hierarchical softmax are of bfloat16 where the processor has them
//   (core/embed/engines/bf16_step.h).
// - A word of subwords moves as a whole while it is in the window and passes on what moved it when
//   it leaves.
// The vectors answer as many questions as the original program's (docs/measurements.md).
class FastWorker {
 public:
  // One of so many.
  FastWorker(Word2VecState& state, int threads);
  void train(std::uint64_t piece);

  // Of some of the steps so far: their loss, and how many input rows they had.
  double loss = 0;
  double losses = 0;

 private:
  // The output rows that a centre word is held against.
  struct Outputs {
    std::vector<float*> rows;
    std::vector<float> labels;
    std::size_t slow = 0;  // so many of the first
    int target = 0;        // of full softmax
  };

  // When the rows of words are made of their subwords, and pass on what moved them. Where each of n
  // rows gets the whole gradient, their mean moves as any row does: it can be made once, when its
  // word comes into the window, and be passed on when it leaves. With 1/n it moves less, so it is
  // made again for each step.
  enum class Composing { none, once, each_step };

  void train_word(std::size_t at);
  void enter(std::size_t at);
  void choose_outputs(std::int32_t centre, Outputs& outputs);
  void fetch_turns(std::int32_t word) const;
  void await_turns(std::int32_t word) const;
  void choose_inputs(std::size_t at);
  void hold_outputs();
  void take_mean();
  void pass_on_mean();
  float share_of_gradient(std::size_t rows) const;
  const std::vector<float*>& parts_of(std::size_t at);  // the rows that make up a word
  void compose(std::size_t at);                         // the row of a word from its subwords
  void pass_on(std::size_t at);                         // what moved the row moves its subwords
  float* slot(RowsBuilder& ring, std::size_t at) { return ring[at % ring.count()].data(); }
  void step(const Outputs& outputs);

  Word2VecState& state_;
  const Composing composing_;
  const int dim_;
  FusedStep step_;
  Bf16Step bf16_step_;
  const bool takes_bf16_;
  const std::size_t window_;
  std::uint64_t steps_ = 0;
  float alpha_ = 0;
  Rng rng_{0};
  SubsampledText text_;
  std::size_t begin_ = 0, end_ = 0;   // of the sentence, in the text
  std::size_t first_ = 0, last_ = 0;  // of the window, centre included
  Outputs outputs_, next_outputs_;
  const std::int32_t first_near_root_;  // inner node of the tree: from here on they are
  OwnRows nodes_;
  std::vector<HuffmanTree::CodeBit> code_;  // of a word that the tree does not list
  std::vector<std::uint64_t> draws_;        // random bits of the negatives after the next
  std::vector<std::int32_t> part_ids_;      // of a word whose n-grams are not listed
  std::vector<float*> contexts_, inputs_, parts_;
  // Rows that are made of others: composed words of the window, and the mean of a context. Each as
  // it was made, and as the steps moved it.
  RowsBuilder composed_, moved_, mean_;
  RowsBuilder copies_;  // of output rows that do not move
};

}  // namespace glassformer
