#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/decode/sample.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// The pieces of a row of logits that stand for text, by their probability: the most probable first,
// of equal ones the smaller id. Pieces without text and rows beyond the tokenizer are left out.
std::vector<int> sorted_pieces(std::span<const Real> logits, const Tokenizer& tokenizer);

// Which of the shares, that add up to 1, holds the place in 0 … 1.
int share_at(std::span<const Real> shares, double place);

// A text that goes on, token by token: the probabilities are those that `sample` draws from, and
// they are laid end to end, the most probable first, so that a number in 0 … 1 names one.
struct Continuation {
  std::vector<int> pieces;
  std::vector<double> of_model;  // the probability of each, as the model has it …
  std::vector<double> of_draw;   // … and after temperature and cut
  std::vector<double> places;    // the random number that named it
  bool ended = false;            // by the end mark
};
// At most options.length tokens, and no more than the model reads. With a temperature of 0 each is
// the most probable one. The last few are remembered.
Continuation continued(const CheckpointPtr& checkpoint, const std::vector<int>& prompt,
                       const SampleOptions& options);

// The share of its stretches of n tokens that it has had before: 1 − different ones / all
// (seq-rep-n of Welleck et al. 2020, "Neural text generation with unlikelihood training", section
// 6). 0 of a text shorter than that.
double repetition(const std::vector<int>& pieces, int n);

// Which of the tokens stand in such a stretch.
std::vector<bool> said_before(const std::vector<int>& pieces, int n);

}  // namespace glassformer
