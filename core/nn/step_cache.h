#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/nn/kept_tokens.h"
#include "core/tensor/mat.h"

namespace glassformer {

// What a cached pass keeps from step to step (a KV cache): for each row, the hypothesis of one
// sentence, the keys and values of its tokens so far, layer by layer, and for each sentence the
// keys and values of the encoder's output. Layers are numbered as Declaration::add_state() has it.
class StepCache {
 public:
  // Begins with one row for each sentence; `begins`: where each one's rows lie in the encoder's
  // output, and the end of the last.
  void start(int states, int sentences, std::vector<int> begins);
  // Row i goes on from what row parents[i] has seen; a row may be kept twice or not at all.
  void keep(std::span<const int> parents);
  int rows() const { return static_cast<int>(rows_.size()); }
  std::size_t bytes() const;         // of the rows, on the host
  std::size_t memory_bytes() const;  // of the encoder's keys and values
  int sentence(int row) const { return rows_[static_cast<std::size_t>(row)].sentence; }

  // What a recurrent layer goes on from: a row for each hypothesis, as it was set last; empty at
  // first.
  Mat state(int layer) const;
  void set_state(int layer, const Mat& state);

  // Neighbouring heads may share keys and values: then these have fewer columns.
  struct Heads {
    int all = 1, of_keys = 1;
  };
  // Self-attention of one new token a row: adds its key and value [rows, of_keys d_k] and returns
  // each query's softmax(q Kᵀ / √d_k − slope · distance) V over the tokens of its row, head by
  // head: [rows, all d_k]. `slopes`: one for each head (ALiBi); empty: none.
  Mat attend(int layer, const Mat& q, const Mat& k, const Mat& v, Heads heads,
             std::span<const double> slopes);

  // The same where the tape computes on a device, with keys and values that stay there. Throws
  // DeviceError.
  Var attend_there(Tape& tape, int layer, Var q, Var k, Var v, int heads) {
    return kept_[static_cast<std::size_t>(layer)].attend(tape, q, k, v, heads);
  }
  bool is_there(int layer) const { return !kept_[static_cast<std::size_t>(layer)].empty(); }

  // Cross-attention: the encoder's keys and values of all sentences [source rows, d] are given once
  // and asked in every step.
  bool has_memory(int layer) const { return !memory(layer).keys.empty(); }
  void set_memory(int layer, Mat keys, Mat values);
  const Mat& memory_keys(int layer) const { return memory(layer).keys; }
  Mat attend_memory(int layer, const Mat& q, Heads heads);
  // Its weights in the last step, [heads, source tokens], for each such layer in order.
  std::vector<const Mat*> cross_weights(int row) const;
  // Of a layer that attends by itself: one head.
  void set_cross_weights(int layer, int row, std::span<const Real> weights);

 private:
  // On 64-byte lines: sums are cut at lines, so the same numbers at another place in memory would
  // be added in another order.
  using Cells = std::vector<Real, LineAllocator<Real>>;
  struct Tokens {
    Cells keys, values;  // [tokens, d]
  };
  struct Row {
    int sentence = 0;
    std::vector<Tokens> layers;
    std::vector<Cells> states;  // of each recurrent layer
    std::vector<Mat> cross;     // of each layer; empty: not cross-attention
  };
  struct Memory {
    Mat keys, values;
  };
  const Memory& memory(int layer) const { return memory_[static_cast<std::size_t>(layer)]; }

  std::vector<Row> rows_;
  std::vector<KeptTokens> kept_;  // of each layer
  std::vector<int> begins_;
  std::vector<Memory> memory_;  // of each layer
};

}  // namespace glassformer
