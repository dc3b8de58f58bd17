#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/grad/tape.h"
#include "core/models/transformer_config.h"

namespace glassformer {

// The tokens of many sentences as the rows of one matrix, one sentence after the other: no place is
// filled up, so none has to be masked.
struct PackedRows {
  std::vector<int> ids;
  std::vector<int> positions;     // from 0 in each sentence
  std::vector<int> begins = {0};  // where each sentence begins, and the end of the last
  void add(const std::vector<int>& sentence);
  int sentences() const { return static_cast<int>(begins.size()) - 1; }
  int rows() const { return begins.back(); }
};

// Pairs of sentences: source pieces with the end mark, the decoder's input with the begin mark, and
// for each of its rows the right answer.
struct PackedPairs {
  PackedRows source, target;
  std::vector<int> answers;
  void add(const std::vector<int>& source_ids, const std::vector<int>& target_ids);
};

// The Transformer over packed rows, for training and for decoding: few and large nodes, without
// names. TransformerTrace records the same model with all of its intermediates; a test holds the
// two together. The params must stay put while a tape that was recorded from them lives.
class PackedTransformer {
 public:
  PackedTransformer(const TransformerConfig& config, const Params& params);

  // Empties the tape and puts the params on it: param i is Var{i}. With a seed the dropout of the
  // configuration is on.
  void begin(Tape& tape, std::optional<std::uint64_t> dropout_seed = {});
  Var encode(const PackedRows& source);  // [source rows, d_model]
  // [target rows, d_model]: what the output layer reads. memory may be empty for a decoder alone.
  Var decode(Var memory, const PackedRows& source, const PackedRows& target);
  Var logits(Var decoded);  // [rows, d_model] → [rows, target_words]
  // [1, 1]: the mean over the target's rows, with label smoothing if `smoothed`.
  Var loss(const PackedPairs& pairs, bool smoothed);

 private:
  Var param(int index) const { return Var{index}; }
  Var embed(const PackedRows& rows, int table, int positions);
  Var drop(Var x);
  Var attend(Var y, Var x, const AttentionIndices& at, const PackedRows& queries,
             const PackedRows& keys, bool causal);
  Var norm(Var x, const NormIndices& at);
  Var feed_forward(Var x, const FeedForwardIndices& at);
  template <class Sublayer>
  Var residual(Var x, const NormIndices& at, const Sublayer& sublayer);

  const TransformerConfig config_;
  const Params& params_;
  TransformerIndices at_;
  LeafPtr sinusoids_;  // [longest, d_model]
  Tape* tape_ = nullptr;
  bool dropping_ = false;
  std::uint64_t dropout_seed_ = 0;
};

}  // namespace glassformer
