#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/corpus/id_store.h"
#include "core/kernels/word_kernels.h"
#include "core/tensor/mat.h"

namespace glassformer {

// A matrix most of whose cells are 0: of each row the others, in order. It is written row by row.
// Small ones lie in memory, larger ones in a file for temporary data (IdStore).
class SparseRows {
 public:
  explicit SparseRows(int cols) : cols_(cols) {}

  int rows() const { return static_cast<int>(starts_.size()) - 1; }
  int cols() const { return cols_; }
  std::uint64_t cells() const { return starts_.back(); }
  std::uint64_t cells_before(int row) const { return starts_[static_cast<std::size_t>(row)]; }

  void add(SparseCell cell);  // to the row that end_row() ends
  void end_row() { starts_.push_back(cells_.size() / 2); }

  // The cells of the rows [first, last), from any thread. Throws UserError if the disk fails.
  void read(int first, int last, std::vector<SparseCell>& to) const;
  // The end of the block of rows from `first` on that has about a megabyte; one row at least.
  int end_of_block(int first) const;

  // Calls use(row, its cells) for the rows [first, last); `buffer` holds what was read.
  template <class Use>
  void each_row(int first, int last, std::vector<SparseCell>& buffer, const Use& use) const {
    while (first < last) {
      const int end = std::min(end_of_block(first), last);
      read(first, end, buffer);
      const std::uint64_t before = cells_before(first);
      for (; first < end; ++first) {
        const std::uint64_t begin = cells_before(first);
        use(first, std::span<const SparseCell>(buffer).subspan(begin - before,
                                                               cells_before(first + 1) - begin));
      }
    }
  }
  // Calls use(row, cell) for every cell.
  template <class Use>
  void each_cell(const Use& use) const {
    std::vector<SparseCell> buffer;
    each_row(0, rows(), buffer, [&](int row, std::span<const SparseCell> cells) {
      for (const SparseCell& cell : cells) use(row, cell);
    });
  }

 private:
  int cols_;
  std::vector<std::uint64_t> starts_{0};  // of each row, and the end
  IdStore cells_;                         // column, value, column, value …
};

SparseRows transposed(const SparseRows& a, int threads);

// a x: [rows, cols] [cols, n] → [rows, n], over the cores; the same for any number of them. The
// columns of x must be a multiple of lanes_in_use() (core/kernels/width.h).
Mat product(const SparseRows& a, const Mat& x, int threads);

}  // namespace glassformer
