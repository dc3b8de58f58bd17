#include "core/models/incremental.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kernels/gemm.h"
#include "core/kernels/parallel.h"
#include "core/models/packed_transformer.h"
#include "core/nn/position.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const Matrix>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// One query over n keys, head by head. out: [d_model]; weights: [heads, n].
void attend(const Real* query, const Rows& keys, const Rows& values, int heads, Real* out,
            Real* weights) {
  const Eigen::Index n = keys.rows(), width = keys.cols() / heads;
  const Real scale = 1 / std::sqrt(static_cast<Real>(width));
  for (int h = 0; h < heads; ++h) {
    const Eigen::Map<const Vector> q(query + h * width, width);
    Eigen::Map<Vector> w(weights + h * n, n), context(out + h * width, width);
    w.noalias() = keys.middleCols(h * width, width) * q;
    const Real largest = w.maxCoeff();
    w = ((w.array() - largest) * scale).exp();
    w /= w.sum();
    context.noalias() = values.middleCols(h * width, width).transpose() * w;
  }
}

void add_to(Mat& x, const Mat& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x.cells()[i] += y.cells()[i];
}

template <class Cells>
Rows whole(const Cells& cells, int cols) {
  return {cells.data(), static_cast<Eigen::Index>(cells.size()) / cols, cols};
}

}  // namespace

IncrementalDecoder::IncrementalDecoder(const Translator& translator)
    : translator_(translator),
      config_(translator.config),
      at_(transformer_indices(translator.config)),
      sinusoids_(sinusoidal_positions(config_.longest, config_.d_model)) {}

Mat IncrementalDecoder::product(const Mat& x, int index) const {
  Mat y(x.rows(), param(index).cols());
  gemm(x, Turn::as_is, param(index), Turn::as_is, y, Into::replace);
  return y;
}

void IncrementalDecoder::start(std::span<const std::vector<int>> sources) {
  rows_.clear();
  memory_k_.clear();
  memory_v_.clear();
  begins_ = {0};
  position_ = 0;
  const auto layers = static_cast<std::size_t>(config_.decoder_layers);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    rows_.push_back(
        {static_cast<int>(i), std::vector<Cells>(layers), std::vector<Cells>(layers), {}});
  }
  if (config_.encoder_layers == 0 || sources.empty()) return;
  PackedRows packed;
  for (const std::vector<int>& source : sources) packed.add(source);
  begins_ = packed.begins;
  PackedTransformer model(config_, translator_.params);
  Tape tape;
  model.begin(tape);
  const Mat& memory = tape.value(model.encode(packed));
  for (const DecoderLayerIndices& layer : at_.decoder) {
    memory_k_.push_back(product(memory, layer.cross_attention.wk));
    memory_v_.push_back(product(memory, layer.cross_attention.wv));
  }
}

Mat IncrementalDecoder::embed(std::span<const int> pieces) const {
  const Mat& table = param(at_.target_embedding);
  const Mat& positions = at_.target_positions >= 0 ? param(at_.target_positions) : sinusoids_;
  const Real factor = std::sqrt(static_cast<Real>(config_.d_model));
  Mat x(rows(), config_.d_model);
  for (int r = 0; r < rows(); ++r) {
    const int piece = pieces[static_cast<std::size_t>(r)];
    for (int c = 0; c < x.cols(); ++c) {
      x(r, c) = factor * table(piece, c) + positions(position_, c);
    }
  }
  return x;
}

Mat IncrementalDecoder::norm(const Mat& x, const NormIndices& at) const {
  constexpr double epsilon = 1e-5;
  const Mat &gamma = param(at.gamma), &beta = param(at.beta);
  Mat y(x.shape());
  for (int r = 0; r < x.rows(); ++r) {
    double mean = 0, variance = 0;
    for (const double cell : x.row(r)) mean += cell;
    mean /= x.cols();
    for (const double cell : x.row(r)) variance += (cell - mean) * (cell - mean);
    const double deviation = std::sqrt(variance / x.cols() + epsilon);
    for (int c = 0; c < x.cols(); ++c) {
      y(r, c) = static_cast<Real>(gamma(0, c) * ((x(r, c) - mean) / deviation) + beta(0, c));
    }
  }
  return y;
}

Mat IncrementalDecoder::feed_forward(const Mat& x, const FeedForwardIndices& at) const {
  const bool gelu = config_.activation == TransformerConfig::Activation::gelu;
  Mat hidden = product(x, at.w1);
  for (int r = 0; r < hidden.rows(); ++r) {
    for (int c = 0; c < hidden.cols(); ++c) {
      const Real cell = hidden(r, c) + param(at.b1)(0, c);
      hidden(r, c) = gelu ? static_cast<Real>(cell * 0.5 * std::erfc(-cell / std::numbers::sqrt2))
                          : std::max(cell, Real{0});
    }
  }
  Mat y = product(hidden, at.w2);
  for (int r = 0; r < y.rows(); ++r) {
    for (int c = 0; c < y.cols(); ++c) y(r, c) += param(at.b2)(0, c);
  }
  return y;
}

Mat IncrementalDecoder::self_attention(const Mat& x, int layer) {
  const auto l = static_cast<std::size_t>(layer);
  const AttentionIndices& at = at_.decoder[l].self_attention;
  const Mat q = product(x, at.wq), k = product(x, at.wk), v = product(x, at.wv);
  Mat contexts(x.shape());
  const std::size_t cost = x.size() * static_cast<std::size_t>(2 * (position_ + 1));
  parallel_for(rows(), cost, [&](int r) {
    Row& row = rows_[static_cast<std::size_t>(r)];
    row.keys[l].insert(row.keys[l].end(), k.row(r).begin(), k.row(r).end());
    row.values[l].insert(row.values[l].end(), v.row(r).begin(), v.row(r).end());
    Cells weights(static_cast<std::size_t>(config_.heads * (position_ + 1)));
    attend(q.row(r).data(), whole(row.keys[l], x.cols()), whole(row.values[l], x.cols()),
           config_.heads, contexts.row(r).data(), weights.data());
  });
  return product(contexts, at.wo);
}

Mat IncrementalDecoder::cross_attention(const Mat& x, int layer) {
  const auto l = static_cast<std::size_t>(layer);
  const AttentionIndices& at = at_.decoder[l].cross_attention;
  const Mat q = product(x, at.wq);
  Mat contexts(x.shape());
  const std::size_t cost = x.size() * 2 * static_cast<std::size_t>(begins_.back()) / begins_.size();
  parallel_for(rows(), cost, [&](int r) {
    Row& row = rows_[static_cast<std::size_t>(r)];
    const int begin = begins_[static_cast<std::size_t>(row.sentence)];
    const int n = begins_[static_cast<std::size_t>(row.sentence) + 1] - begin;
    if (layer == 0) row.cross.reset({config_.decoder_layers * config_.heads, n});
    const Rows keys(memory_k_[l].row(begin).data(), n, x.cols());
    const Rows values(memory_v_[l].row(begin).data(), n, x.cols());
    attend(q.row(r).data(), keys, values, config_.heads, contexts.row(r).data(),
           row.cross.row(layer * config_.heads).data());
  });
  return product(contexts, at.wo);
}

const Mat& IncrementalDecoder::step(std::span<const int> pieces) {
  if (position_ >= config_.longest) {
    throw UserError("the translation is longer than the model's " +
                    std::to_string(config_.longest) + " places; use a shorter sentence");
  }
  Mat x = embed(pieces);
  const bool pre = config_.pre_norm;
  const auto sublayer = [&](const NormIndices& at, const auto& apply) {
    Mat y = apply(pre ? norm(x, at) : x);
    add_to(x, y);
    if (!pre) x = norm(x, at);
  };
  for (int layer = 0; layer < config_.decoder_layers; ++layer) {
    const DecoderLayerIndices& at = at_.decoder[static_cast<std::size_t>(layer)];
    sublayer(at.norm_1, [&](const Mat& y) { return self_attention(y, layer); });
    if (!memory_k_.empty()) {
      sublayer(at.norm_2, [&](const Mat& y) { return cross_attention(y, layer); });
    }
    sublayer(at.norm_3, [&](const Mat& y) { return feed_forward(y, at.ffn); });
  }
  if (pre) x = norm(x, at_.decoder_norm);
  const Mat& output = param(at_.output);
  logits_.reset({rows(), output.rows()});
  gemm(x, Turn::as_is, output, Turn::transposed, logits_, Into::replace);
  ++position_;
  return logits_;
}

void IncrementalDecoder::keep(std::span<const int> parents) {
  std::vector<Row> kept;
  kept.reserve(parents.size());
  std::vector<int> uses(rows_.size(), 0);
  for (const int parent : parents) ++uses[static_cast<std::size_t>(parent)];
  for (const int parent : parents) {
    Row& row = rows_[static_cast<std::size_t>(parent)];
    if (--uses[static_cast<std::size_t>(parent)] == 0) {
      kept.push_back(std::move(row));
    } else {
      kept.push_back(row);
    }
  }
  rows_ = std::move(kept);
}

}  // namespace glassformer
