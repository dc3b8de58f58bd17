#pragma once

#include <algorithm>
#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

// Which rows of a matrix may be other than 0: all, or those listed, each once. A batch looks up few
// rows of a large table, and so the gradient of the table has few.
class SomeRows {
 public:
  bool all() const { return all_; }
  const std::vector<int>& list() const { return list_; }

  void set_all() { all_ = true; }
  // None so far, of so many.
  void begin(int rows) {
    listed_.assign(static_cast<std::size_t>(rows), false);  // may fail: nothing is changed before
    list_.clear();
    all_ = false;
  }
  void add(int row) {
    if (listed_[static_cast<std::size_t>(row)]) return;
    list_.push_back(row);
    listed_[static_cast<std::size_t>(row)] = true;
  }

  // Makes m all zeros: where only some rows are not, these alone are written.
  void clear(Mat& m, Shape shape) const {
    if (all_ || m.shape() != shape) return m.reset(shape);
    for (const int row : list_) std::ranges::fill(m.row(row), Real{0});
  }

 private:
  bool all_ = true;
  std::vector<int> list_;
  std::vector<bool> listed_;
};

}  // namespace glassformer
