#include "core/embed/sparse.h"

#include <algorithm>
#include <atomic>

#include "core/backend/lanes.h"
#include "core/embed/threads.h"

namespace glassformer {

namespace {

// N vectors of a row's result stay in registers while its cells go by.
template <int N>
void strip_of_row(const SparseRows& a, int row, const Mat& x, int at, float* to) {
  Lanes sums[N] = {};
  const std::uint64_t end = a.starts[static_cast<std::size_t>(row) + 1];
  constexpr std::uint64_t ahead = 8;
  for (std::uint64_t i = a.starts[static_cast<std::size_t>(row)]; i < end; ++i) {
    const float* from =
        &x.data()[static_cast<std::size_t>(a.columns[i]) * static_cast<std::size_t>(x.cols()) +
                  static_cast<std::size_t>(at)];
    if (i + ahead < end) {
      const float* next = &x.data()[static_cast<std::size_t>(a.columns[i + ahead]) *
                                        static_cast<std::size_t>(x.cols()) +
                                    static_cast<std::size_t>(at)];
      for (int n = 0; n < N * lanes; n += 16) __builtin_prefetch(next + n);
    }
    const float value = a.values[i];
    for (int n = 0; n < N; ++n) sums[n] += value * load_lanes(from + n * lanes);
  }
  for (int n = 0; n < N; ++n) store_lanes(to + n * lanes, sums[n]);
}

void row_product(const SparseRows& a, int row, const Mat& x, float* to) {
  int at = 0;
  for (; at + 8 * lanes <= x.cols(); at += 8 * lanes) strip_of_row<8>(a, row, x, at, to + at);
  for (; at + 4 * lanes <= x.cols(); at += 4 * lanes) strip_of_row<4>(a, row, x, at, to + at);
  for (; at < x.cols(); at += lanes) strip_of_row<1>(a, row, x, at, to + at);
}

}  // namespace

SparseRows transposed(const SparseRows& a) {
  SparseRows t;
  t.cols = a.rows();
  t.starts.assign(static_cast<std::size_t>(a.cols) + 1, 0);
  for (const std::int32_t column : a.columns) ++t.starts[static_cast<std::size_t>(column) + 1];
  for (std::size_t i = 1; i < t.starts.size(); ++i) t.starts[i] += t.starts[i - 1];
  t.columns.resize(a.columns.size());
  t.values.resize(a.values.size());
  std::vector<std::uint64_t> next(t.starts.begin(), t.starts.end() - 1);
  for (int row = 0; row < a.rows(); ++row) {
    for (std::uint64_t i = a.starts[static_cast<std::size_t>(row)];
         i < a.starts[static_cast<std::size_t>(row) + 1]; ++i) {
      const std::uint64_t to = next[static_cast<std::size_t>(a.columns[i])]++;
      t.columns[to] = row;
      t.values[to] = a.values[i];
    }
  }
  return t;
}

Mat product(const SparseRows& a, const Mat& x, int threads) {
  Mat result(a.rows(), x.cols());
  constexpr int block = 64;
  std::atomic<int> at = 0;
  on_threads(threads, [&](int) {
    for (int begin = at.fetch_add(block); begin < a.rows(); begin = at.fetch_add(block)) {
      for (int row = begin; row < std::min(begin + block, a.rows()); ++row) {
        row_product(a, row, x, result.row(row).data());
      }
    }
  });
  return result;
}

}  // namespace glassformer
