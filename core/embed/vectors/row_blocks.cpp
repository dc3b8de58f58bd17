#include "core/embed/vectors/row_blocks.h"

#include <algorithm>
#include <bit>

namespace glassformer {

RowBlocks::RowBlocks(std::size_t count, std::size_t dim, int blocks, float value)
    : shift_(std::countr_zero(static_cast<unsigned>(blocks))),
      value_(value),
      rows_((count + static_cast<std::size_t>(blocks) - 1) >> shift_, dim),
      kept_(static_cast<std::size_t>(blocks)) {
  std::fill_n(rows_.data(), of_block(), value_);
}

std::uint64_t RowBlocks::place(int block) const {
  return static_cast<std::uint64_t>(block) * of_block() * sizeof(float);
}

void RowBlocks::enter(int block) {
  if (block == entered_) return;
  const std::span<float> floats(rows_.data(), of_block());
  if (entered_ != none) {
    file_.write(place(entered_), std::as_bytes(floats));
    kept_[static_cast<std::size_t>(entered_)] = true;
  }
  entered_ = none;  // if the disk fails now, what is half read is never written
  if (kept_[static_cast<std::size_t>(block)]) {
    file_.read(place(block), std::as_writable_bytes(floats));
  } else {
    std::fill(floats.begin(), floats.end(), value_);
  }
  entered_ = block;
}

void RowBlocks::each(const std::function<void(std::span<const float>)>& take) const {
  constexpr std::size_t max = 1 << 18;  // 1 MB
  std::vector<float> piece;
  for (int block = 0; block < blocks(); ++block) {
    if (block == entered_) {
      take({rows_.data(), of_block()});
      continue;
    }
    for (std::size_t at = 0; at < of_block(); at += piece.size()) {
      piece.assign(std::min(max, of_block() - at), value_);
      if (kept_[static_cast<std::size_t>(block)]) {
        file_.read(place(block) + at * sizeof(float), std::as_writable_bytes(std::span(piece)));
      }
      take(piece);
    }
  }
}

void RowBlocks::fill(const std::function<void(std::span<float>)>& give) {
  for (int block = 0; block < blocks(); ++block) {
    enter(block);
    give({rows_.data(), of_block()});
  }
}

}  // namespace glassformer
