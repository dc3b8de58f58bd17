#pragma once

#include <span>
#include <vector>

#include "core/models/translator.h"

namespace glassformer {

// The decoder one piece at a time, for many rows at once: what earlier pieces left (keys and values
// of every layer) is kept, so a step costs one row of the computation instead of all (a KV cache).
// No tape: the numbers are those of the recorded model up to rounding. The translator must outlive
// it.
class IncrementalDecoder {
 public:
  explicit IncrementalDecoder(const Translator& translator);

  // Encodes the sentences (source_ids of the model) and starts one row for each, at position 0. For
  // a decoder alone the sentences are empty and only count.
  void start(std::span<const std::vector<int>> sources);
  // Feeds each row its next piece, first the begin mark; gives the logits of what comes next,
  // [rows, target_words]. At most config.longest steps.
  const Mat& step(std::span<const int> pieces);
  // Row i goes on from what row parents[i] has seen; rows may be kept twice or not at all.
  void keep(std::span<const int> parents);

  int rows() const { return static_cast<int>(rows_.size()); }
  int position() const { return position_; }  // how many pieces each row has been fed
  // The cross-attention of the last step: row layer · heads + head, a column for each source piece.
  const Mat& cross_weights(int row) const { return rows_[static_cast<std::size_t>(row)].cross; }

 private:
  // On 64-byte lines: sums are cut at lines, so the same numbers at another place in memory would
  // be added in another order.
  using Cells = std::vector<Real, LineAllocator<Real>>;
  struct Row {
    int sentence = 0;
    std::vector<Cells> keys, values;  // of each layer, [position, d_model]
    Mat cross;
  };
  const Mat& param(int index) const { return translator_.params.value(index); }
  Mat embed(std::span<const int> pieces) const;
  Mat self_attention(const Mat& x, int layer);
  Mat cross_attention(const Mat& x, int layer);
  Mat feed_forward(const Mat& x, const FeedForwardIndices& at) const;
  Mat norm(const Mat& x, const NormIndices& at) const;
  Mat product(const Mat& x, int index) const;

  const Translator& translator_;
  const TransformerConfig& config_;
  TransformerIndices at_;
  Mat sinusoids_;                         // [longest, d_model]
  std::vector<int> begins_;               // where each sentence begins in the matrices below
  std::vector<Mat> memory_k_, memory_v_;  // of each layer: [all source pieces, d_model]
  std::vector<Row> rows_;
  Mat logits_;
  int position_ = 0;
};

}  // namespace glassformer
