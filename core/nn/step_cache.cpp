#include "core/nn/step_cache.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const Matrix>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// One query over n keys, head by head. out: [d]; weights: [heads, n].
void attend_row(const Real* query, const Rows& keys, const Rows& values, StepCache::Heads heads,
                std::span<const double> slopes, Real* out, Real* weights) {
  const Eigen::Index n = keys.rows(), width = keys.cols() / heads.of_keys;
  const Real scale = 1 / std::sqrt(static_cast<Real>(width));
  for (int h = 0; h < heads.all; ++h) {
    const Eigen::Index own = h * heads.of_keys / heads.all * width;
    const Eigen::Map<const Vector> q(query + h * width, width);
    Eigen::Map<Vector> w(weights + h * n, n), context(out + h * width, width);
    w.noalias() = keys.middleCols(own, width) * q;
    if (!slopes.empty()) {
      const auto slope = static_cast<Real>(slopes[static_cast<std::size_t>(h)]);
      w *= scale;
      for (Eigen::Index j = 0; j < n; ++j) w(j) -= slope * static_cast<Real>(n - 1 - j);
      w = (w.array() - w.maxCoeff()).exp();
    } else {
      const Real largest = w.maxCoeff();
      w = ((w.array() - largest) * scale).exp();
    }
    w /= w.sum();
    context.noalias() = values.middleCols(own, width).transpose() * w;
  }
}

template <class Cells>
Rows whole(const Cells& cells, int cols) {
  return {cells.data(), static_cast<Eigen::Index>(cells.size()) / cols, cols};
}

}  // namespace

void StepCache::start(int states, int sentences, std::vector<int> begins) {
  const auto layers = static_cast<std::size_t>(states);
  begins_ = std::move(begins);
  memory_.assign(layers, {});
  kept_.assign(layers, {});
  rows_.clear();
  for (int i = 0; i < sentences; ++i) {
    rows_.push_back(
        {i, std::vector<Tokens>(layers), std::vector<Cells>(layers), std::vector<Mat>(layers)});
  }
}

std::size_t StepCache::bytes() const {
  std::size_t cells = 0;
  for (const Row& row : rows_) {
    for (const Tokens& tokens : row.layers) cells += tokens.keys.size() + tokens.values.size();
    for (const Cells& state : row.states) cells += state.size();
    for (const Mat& cross : row.cross) cells += cross.size();
  }
  return cells * sizeof(Real);
}

std::size_t StepCache::memory_bytes() const {
  std::size_t cells = 0;
  for (const Memory& memory : memory_) cells += memory.keys.size() + memory.values.size();
  return cells * sizeof(Real);
}

Mat StepCache::state(int layer) const {
  const auto l = static_cast<std::size_t>(layer);
  if (rows_.empty() || rows_.front().states[l].empty()) return {};
  Mat states(rows(), static_cast<int>(rows_.front().states[l].size()));
  for (int r = 0; r < rows(); ++r) {
    std::ranges::copy(rows_[static_cast<std::size_t>(r)].states[l], states.row(r).begin());
  }
  return states;
}

void StepCache::set_state(int layer, const Mat& state) {
  for (int r = 0; r < rows(); ++r) {
    rows_[static_cast<std::size_t>(r)].states[static_cast<std::size_t>(layer)].assign(
        state.row(r).begin(), state.row(r).end());
  }
}

void StepCache::keep(std::span<const int> parents) {
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
  for (KeptTokens& tokens : kept_) tokens.keep(parents);
}

Mat StepCache::attend(int layer, const Mat& q, const Mat& k, const Mat& v, Heads heads,
                      std::span<const double> slopes) {
  const auto l = static_cast<std::size_t>(layer);
  Mat contexts(q.shape());
  if (rows_.empty()) return contexts;
  const auto width = static_cast<std::size_t>(k.cols());
  const std::size_t tokens = rows_.front().layers[l].keys.size() / width + 1;
  parallel_for(rows(), q.size() * 2 * tokens, [&](int r) {
    Tokens& seen = rows_[static_cast<std::size_t>(r)].layers[l];
    seen.keys.insert(seen.keys.end(), k.row(r).begin(), k.row(r).end());
    seen.values.insert(seen.values.end(), v.row(r).begin(), v.row(r).end());
    Cells weights(static_cast<std::size_t>(heads.all) * (seen.keys.size() / width));
    attend_row(q.row(r).data(), whole(seen.keys, k.cols()), whole(seen.values, k.cols()), heads,
               slopes, contexts.row(r).data(), weights.data());
  });
  return contexts;
}

void StepCache::set_memory(int layer, Mat keys, Mat values) {
  memory_[static_cast<std::size_t>(layer)] = {std::move(keys), std::move(values)};
}

Mat StepCache::attend_memory(int layer, const Mat& q, Heads heads) {
  const Memory& from = memory(layer);
  Mat contexts(q.shape());
  const std::size_t cost = q.size() * 2 * static_cast<std::size_t>(begins_.back()) / begins_.size();
  parallel_for(rows(), cost, [&](int r) {
    Row& row = rows_[static_cast<std::size_t>(r)];
    const int begin = begins_[static_cast<std::size_t>(row.sentence)];
    const int n = begins_[static_cast<std::size_t>(row.sentence) + 1] - begin;
    Mat& weights = row.cross[static_cast<std::size_t>(layer)];
    weights.reset({heads.all, n});
    attend_row(q.row(r).data(), Rows(from.keys.row(begin).data(), n, from.keys.cols()),
               Rows(from.values.row(begin).data(), n, from.keys.cols()), heads, {},
               contexts.row(r).data(), weights.row(0).data());
  });
  return contexts;
}

void StepCache::set_cross_weights(int layer, int row, std::span<const Real> weights) {
  Mat& cross = rows_[static_cast<std::size_t>(row)].cross[static_cast<std::size_t>(layer)];
  cross.reset({1, static_cast<int>(weights.size())});
  std::ranges::copy(weights, cross.row(0).begin());
}

std::vector<const Mat*> StepCache::cross_weights(int row) const {
  std::vector<const Mat*> all;
  for (const Mat& weights : rows_[static_cast<std::size_t>(row)].cross) {
    if (!weights.empty()) all.push_back(&weights);
  }
  return all;
}

}  // namespace glassformer
