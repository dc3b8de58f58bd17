#include "core/embed/count_based/sparse.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>

#include "core/embed/train/threads.h"
#include "core/kernels/word_kernels.h"

namespace glassformer {

namespace {

// Some columns of a as rows: those of [first, last), whose cells begin at `starts`.
struct Turned {
  int first = 0, last = 0;
  std::vector<std::uint64_t> starts;
  std::vector<SparseCell> cells;
};

// As many columns as have about so many cells; at least one.
Turned next_columns(const std::vector<std::uint64_t>& counts, int first, std::uint64_t cells) {
  Turned turned{first, first, {0}, {}};
  const int cols = static_cast<int>(counts.size());
  while (turned.last < cols && (turned.last == first || turned.starts.back() < cells)) {
    turned.starts.push_back(turned.starts.back() + counts[static_cast<std::size_t>(turned.last++)]);
  }
  return turned;
}

void fill(const SparseRows& a, Turned& turned) {
  turned.cells.resize(turned.starts.back());
  std::vector<std::uint64_t> next(turned.starts.begin(), turned.starts.end() - 1);
  std::vector<SparseCell> buffer;
  a.each_row(0, a.rows(), buffer, [&](int row, std::span<const SparseCell> cells) {
    for (const auto& [column, value] : cells) {
      if (column < turned.first || column >= turned.last) continue;
      turned.cells[next[static_cast<std::size_t>(column - turned.first)]++] = {row, value};
    }
  });
}

std::vector<std::uint64_t> cells_of_columns(const SparseRows& a) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(a.cols()));
  std::vector<SparseCell> buffer;
  a.each_row(0, a.rows(), buffer, [&](int, std::span<const SparseCell> cells) {
    for (const SparseCell& cell : cells) ++counts[static_cast<std::size_t>(cell.column)];
  });
  return counts;
}

}  // namespace

void SparseRows::add(SparseCell cell) {
  cells_.add(cell.column);
  cells_.add(std::bit_cast<std::int32_t>(cell.value));
}

void SparseRows::read(int first, int last, std::vector<SparseCell>& to) const {
  const std::uint64_t begin = cells_before(first);
  to.resize(static_cast<std::size_t>(cells_before(last) - begin));
  cells_.read(2 * begin, {reinterpret_cast<std::int32_t*>(to.data()), 2 * to.size()});
}

int SparseRows::end_of_block(int first) const {
  constexpr std::uint64_t cells = 1 << 17;  // they stay in the cache
  int last = std::min(first + 1, rows());
  while (last < rows() && cells_before(last + 1) - cells_before(first) <= cells) ++last;
  return last;
}

// Each thread goes through all cells for some of the columns, as many as memory is spent on.
SparseRows transposed(const SparseRows& a, int threads) {
  constexpr std::uint64_t max_cells = 4 << 20;  // 32 MB, of all threads
  const std::vector<std::uint64_t> counts = cells_of_columns(a);
  SparseRows t(a.rows());
  for (int first = 0; first < a.cols();) {
    std::vector<Turned> parts;
    for (int thread = 0; thread < threads && first < a.cols(); ++thread) {
      parts.push_back(next_columns(counts, first, max_cells / static_cast<std::uint64_t>(threads)));
      first = parts.back().last;
    }
    on_threads(static_cast<int>(parts.size()),
               [&](int thread) { fill(a, parts[static_cast<std::size_t>(thread)]); });
    for (const Turned& part : parts) {
      for (std::size_t row = 0; row + 1 < part.starts.size(); ++row) {
        for (std::uint64_t i = part.starts[row]; i < part.starts[row + 1]; ++i) {
          t.add(part.cells[i]);
        }
        t.end_row();
      }
    }
  }
  return t;
}

Mat product(const SparseRows& a, const Mat& x, int threads) {
  Mat result(a.rows(), x.cols());
  std::vector<int> blocks{0};
  while (blocks.back() < a.rows()) {
    blocks.push_back(a.end_of_block(blocks.back()));
  }
  std::atomic<std::size_t> at = 0;
  on_threads(threads, [&](int) {
    std::vector<SparseCell> buffer;
    for (std::size_t block = at++; block + 1 < blocks.size(); block = at++) {
      a.each_row(blocks[block], blocks[block + 1], buffer,
                 [&](int row, std::span<const SparseCell> cells) {
                   word_kernels().sparse_row(cells.data(), cells.size(), x.data(), x.cols(),
                                             result.row(row).data());
                 });
    }
  });
  return result;
}

}  // namespace glassformer
