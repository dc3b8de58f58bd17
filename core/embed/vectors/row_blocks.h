#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"
#include "core/formats/nameless_file.h"

namespace glassformer {

// count × dim floats of which one block lies in memory, and the others in a nameless file. Rows are
// dealt out in turn: block b holds the rows b, b + blocks, b + 2 blocks, …, so that the frequent
// words, which come first, are in all of them alike. A single block needs no file.
class RowBlocks {
 public:
  // `blocks` is a power of two; all floats are `value`, also those that pad a row.
  RowBlocks(std::size_t count, std::size_t dim, int blocks, float value);

  int blocks() const { return 1 << shift_; }
  int block_of(std::int32_t row) const { return row & (blocks() - 1); }
  // Brings a block into memory, in the place of the one that is there. Throws UserError if the disk
  // fails.
  void enter(int block);
  // A row of the block that was entered last (block 0 before that).
  float* row(std::int32_t row) {
    return rows_.data() + static_cast<std::size_t>(row >> shift_) * rows_.stride();
  }

  // All floats, block by block, for a checkpoint.
  std::uint64_t floats() const { return static_cast<std::uint64_t>(blocks()) * of_block(); }
  void each(const std::function<void(std::span<const float>)>& take) const;
  void fill(const std::function<void(std::span<float>)>& give);

 private:
  std::size_t of_block() const { return rows_.count() * rows_.stride(); }
  std::uint64_t place(int block) const;  // in the file

  static constexpr int none = -1;

  int shift_;
  float value_;
  int entered_ = 0;
  RowsBuilder rows_;        // of the block that was entered; the last block may have one less
  std::vector<bool> kept_;  // which blocks the file holds; the others are as in the beginning
  NamelessFile file_;
};

}  // namespace glassformer
