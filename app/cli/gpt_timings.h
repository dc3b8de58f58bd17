#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "core/models/gpt.h"
#include "core/nn/params.h"
#include "core/nn/row_weights.h"

namespace glassformer {

// A decoder-only model with random weights (seed 1), timed. Each call gives the milliseconds of the
// fastest of some runs, after one that does not count; what it needs goes with the function.
using Timing = std::function<double()>;

// A training step, optimiser included, on a batch of stretches of so many tokens.
Timing gpt_training(const GptConfig& config, int batch, int length, int runs);
// The logits of each token of a text.
Timing gpt_forward(const GptConfig& config, int length, int runs);

// The weights at each width, for decoding one token after the other.
class GptDecoding {
 public:
  explicit GptDecoding(const GptConfig& config);
  double token_ms(WeightWidth width, int context, int runs) const;
  // What decoding in 32 bits cannot go below: the same threads merely read as many bytes.
  double reading_ms(int runs) const;

 private:
  Gpt network_;
  Params params_;
  std::array<std::shared_ptr<const RowWeights>, 3> rows_;
  std::vector<float> cells_;
};

}  // namespace glassformer
