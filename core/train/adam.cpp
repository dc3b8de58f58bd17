#include "core/train/adam.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/train/adam_step.h"

namespace glassformer {

Adam::Adam(const Params& params, AdamSettings settings) : settings_(settings) {
  for (int i = 0; i < params.size(); ++i) {
    const Shape shape = params.value(i).shape();
    first.emplace_back(shape);
    second.emplace_back(shape);
  }
}

// False, and nothing done, if a shard has more than some rows.
bool Adam::add_some_rows(int param, int shards, const Gradient& gradient, const Rows& rows) {
  for (int shard = 0; shard < shards; ++shard) {
    const SomeRows* some = rows ? rows(shard, param) : nullptr;
    if (some == nullptr || some->all()) return false;
  }
  Mat& sum = sums_[static_cast<std::size_t>(param)];
  SomeRows& summed = sum_rows_[static_cast<std::size_t>(param)];
  summed.clear(sum, sum.shape());
  summed.begin(sum.rows());
  for (int shard = 0; shard < shards; ++shard) {
    const Mat& more = gradient(shard, param);
    for (const int row : rows(shard, param)->list()) {
      summed.add(row);
      const auto from = more.row(row);
      const auto to = sum.row(row);
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
    }
  }
  return true;
}

double Adam::step(Params& params, int shards, const Gradient& gradient, double rate,
                  const Rows& rows) {
  const std::vector<AdamPiece> pieces = adam_pieces(params);
  const std::size_t cost = params.cells() * static_cast<std::size_t>(shards);
  std::vector<double> squares(pieces.size());
  std::vector<const Real*> sums;
  for (int i = 0; i < params.size(); ++i) sums.push_back(gradient(0, i).data());
  if (shards > 1) {
    sums_.resize(sums.size());
    sum_rows_.resize(sums.size());
    for (int i = 0; i < params.size(); ++i) {
      Mat& sum = sums_[static_cast<std::size_t>(i)];
      if (sum.shape() != params.value(i).shape()) sum = Mat(params.value(i).shape());
      sums[static_cast<std::size_t>(i)] = sum.data();
      SomeRows& some = sum_rows_[static_cast<std::size_t>(i)];
      if (!add_some_rows(i, shards, gradient, rows)) some.set_all();
    }
  }
  parallel_for(static_cast<int>(pieces.size()), cost, [&](int p) {
    const auto& [param, begin, end] = pieces[static_cast<std::size_t>(p)];
    if (shards > 1 && sum_rows_[static_cast<std::size_t>(param)].all()) {
      Real* to = sums_[static_cast<std::size_t>(param)].data();
      std::copy(gradient(0, param).data() + begin, gradient(0, param).data() + end, to + begin);
      for (int shard = 1; shard < shards; ++shard) {
        row_kernels().add(to + begin, gradient(shard, param).data() + begin, end - begin);
      }
    }
    squares[static_cast<std::size_t>(p)] =
        sum_of_squares(sums[static_cast<std::size_t>(param)] + begin, end - begin);
  });
  double square = 0;
  for (double s : squares) square += s;
  const double length = std::sqrt(square);
  if (!std::isfinite(length)) return length;

  std::vector<Real*> weights;
  for (int i = 0; i < params.size(); ++i) weights.push_back(params.value(i).data());
  const AdamStep moves(settings_, ++steps, length, rate);  // nothing fails from here on
  parallel_for(static_cast<int>(pieces.size()), params.cells() * 8, [&](int p) {
    const auto& [param, begin, end] = pieces[static_cast<std::size_t>(p)];
    const auto i = static_cast<std::size_t>(param);
    moves.move(end - begin, sums[i] + begin, first[i].data() + begin, second[i].data() + begin,
               weights[i] + begin);
  });
  return length;
}

double warmup_rate(std::int64_t step, int d_model, int warmup) {
  const auto s = static_cast<double>(step);
  return std::min(1 / std::sqrt(s), s * std::pow(warmup, -1.5)) / std::sqrt(d_model);
}

}  // namespace glassformer
