#include "core/train/adam.h"

#include <algorithm>
#include <cmath>

#include "core/backend/parallel.h"

namespace glassformer {

namespace {

// Cells are worked on in pieces that depend on the shapes alone, so that sums over pieces are the
// same for any number of threads.
constexpr std::size_t piece_cells = 32'768;

struct Piece {
  int param;
  std::size_t begin, end;
};

std::vector<Piece> pieces_of(const Params& params) {
  std::vector<Piece> pieces;
  for (int i = 0; i < params.size(); ++i) {
    const std::size_t cells = params.value(i).size();
    for (std::size_t at = 0; at < cells; at += piece_cells) {
      pieces.push_back({i, at, std::min(cells, at + piece_cells)});
    }
  }
  return pieces;
}

}  // namespace

Adam::Adam(const Params& params, AdamSettings settings) : settings_(settings) {
  for (int i = 0; i < params.size(); ++i) {
    const Shape shape = params.value(i).shape();
    first.emplace_back(shape);
    second.emplace_back(shape);
  }
}

double Adam::step(Params& params, int shards, const Gradient& gradient, double rate) {
  const std::vector<Piece> pieces = pieces_of(params);
  const std::size_t cost = params.cells() * static_cast<std::size_t>(shards);
  std::vector<double> squares(pieces.size());
  std::vector<const Real*> sums;
  for (int i = 0; i < params.size(); ++i) sums.push_back(gradient(0, i).data());
  if (shards > 1) {
    sums_.resize(sums.size());
    for (int i = 0; i < params.size(); ++i) {
      Mat& sum = sums_[static_cast<std::size_t>(i)];
      if (sum.shape() != params.value(i).shape()) sum = Mat(params.value(i).shape());
      sums[static_cast<std::size_t>(i)] = sum.data();
    }
  }
  parallel_for(static_cast<int>(pieces.size()), cost, [&](int p) {
    const Piece& piece = pieces[static_cast<std::size_t>(p)];
    const int param = piece.param;
    const std::size_t begin = piece.begin, end = piece.end;
    if (shards > 1) {
      Real* to = sums_[static_cast<std::size_t>(param)].data();
      std::copy(gradient(0, param).data() + begin, gradient(0, param).data() + end, to + begin);
      for (int shard = 1; shard < shards; ++shard) {
        const Real* more = gradient(shard, param).data();
        for (std::size_t i = begin; i < end; ++i) to[i] += more[i];
      }
    }
    const Real* sum = sums[static_cast<std::size_t>(param)];
    double square = 0;
#pragma omp simd reduction(+ : square)
    for (std::size_t i = begin; i < end; ++i) square += static_cast<double>(sum[i]) * sum[i];
    squares[static_cast<std::size_t>(p)] = square;
  });
  double square = 0;
  for (double s : squares) square += s;
  const double length = std::sqrt(square);
  if (!std::isfinite(length)) return length;

  ++steps;
  const double shrink = settings_.clip > 0 && length > settings_.clip ? settings_.clip / length : 1;
  const auto t = static_cast<double>(steps);
  const Real beta_1 = static_cast<Real>(settings_.beta_1);
  const Real beta_2 = static_cast<Real>(settings_.beta_2);
  const Real unbias = static_cast<Real>(1 / std::sqrt(1 - std::pow(settings_.beta_2, t)));
  const Real stride = static_cast<Real>(rate / (1 - std::pow(settings_.beta_1, t)));
  const Real epsilon = static_cast<Real>(settings_.epsilon), factor = static_cast<Real>(shrink);
  std::vector<Real*> weights;
  for (int i = 0; i < params.size(); ++i) weights.push_back(params.value(i).data());
  parallel_for(static_cast<int>(pieces.size()), params.cells() * 8, [&](int p) {
    const Piece& piece = pieces[static_cast<std::size_t>(p)];
    const int param = piece.param;
    const std::size_t begin = piece.begin, end = piece.end;
    const auto which = static_cast<std::size_t>(param);
    Real *w = weights[which], *m = first[which].data(), *v = second[which].data();
    const Real* sum = sums[which];
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) {
      const Real g = sum[i] * factor;
      m[i] = beta_1 * m[i] + (1 - beta_1) * g;
      v[i] = beta_2 * v[i] + (1 - beta_2) * g * g;
      w[i] -= stride * m[i] / (std::sqrt(v[i]) * unbias + epsilon);
    }
  });
  return length;
}

double warmup_rate(std::int64_t step, int d_model, int warmup) {
  const auto s = static_cast<double>(step);
  return std::min(1 / std::sqrt(s), s * std::pow(warmup, -1.5)) / std::sqrt(d_model);
}

}  // namespace glassformer
