#include <algorithm>
#include <map>
#include <tuple>

#include "app/widgets/matrix_parts.h"

namespace glassformer {

LitCells::LitCells(const MatrixSpec& spec, const MatrixGrid& grid, const MatrixView& view) {
  // One cell alone is ringed; the rest need not step back for it.
  any_ = spec.lit.size() > 1 || spec.lit_row >= 0 || spec.lit_col >= 0;
  std::tie(row_, col_) = grid.place(spec.lit_row, spec.lit_col);
  for (const Place& p : spec.lit) {
    const Place drawn = grid.place(p.first, p.second);
    const bool seen = drawn.first >= view.row_from && drawn.first < view.row_to &&
                      drawn.second >= view.col_from && drawn.second < view.col_to;
    if (seen) cells_.push_back(drawn);
  }
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());

  // Runs of cells in one row, and runs of one width under one another, are one block.
  std::map<std::pair<int, int>, std::size_t> open;  // by first column and width
  for (std::size_t i = 0; i < cells_.size();) {
    Block run{cells_[i].first, cells_[i].second, 1, 1};
    for (++i; i < cells_.size() && cells_[i] == Place{run.row, run.col + run.cols}; ++i) ++run.cols;
    const auto [above, first] = open.try_emplace({run.col, run.cols}, blocks.size());
    if (!first && blocks[above->second].row + blocks[above->second].rows == run.row) {
      ++blocks[above->second].rows;
      continue;
    }
    above->second = blocks.size();
    blocks.push_back(run);
  }
}

bool LitCells::operator()(int row, int col) const {
  return !any_ || row == row_ || col == col_ ||
         std::binary_search(cells_.begin(), cells_.end(), Place{row, col});
}

}  // namespace glassformer
