#pragma once

#include <cstddef>
#include <utility>

#include "core/kernels/lanes.h"

// Factors of a matrix product copied into the order in which a tile reads them.
namespace glassformer {

namespace {

// The cells of the first (second) halves of a and b in turn: a0 b0 a1 b1 …
template <int begin, std::size_t... I>
Lanes zipped(Lanes a, Lanes b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b,
                                 (static_cast<int>(I) / 2 + begin + (I % 2 == 1 ? lanes : 0))...);
}

// Rows become columns: to[p * to_line + l] = from[l * line + p] for all p < lanes, l < height. Each
// column is written as a whole vector, so what follows its last cell is overwritten. Zipping each
// row with the one half of all rows further on, log2(lanes) times, does it.
template <int height>
void transpose_lanes(const Real* from, std::ptrdiff_t line, Real* to, std::ptrdiff_t to_line) {
  constexpr std::make_index_sequence<static_cast<std::size_t>(lanes)> each;
  Lanes rows[lanes] = {}, next[lanes];
  for (int l = 0; l < height; ++l) rows[l] = load_lanes(from + l * line);
  for (int done = 1; done < lanes; done *= 2) {
    for (int l = 0; l < lanes / 2; ++l) {
      next[2 * l] = zipped<0>(rows[l], rows[l + lanes / 2], each);
      next[2 * l + 1] = zipped<lanes / 2>(rows[l], rows[l + lanes / 2], each);
    }
    for (int l = 0; l < lanes; ++l) rows[l] = next[l];
  }
  for (int p = 0; p < lanes; ++p) store_lanes(to + p * to_line, rows[p]);
}

// A panel of `width` lines of which only `lines` are there; the others are zeros.
template <int width>
void pack_lines(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int lines, int inner,
                Real* to) {
  for (std::ptrdiff_t i = 0; lines < width && i < static_cast<std::ptrdiff_t>(width) * inner; ++i) {
    to[i] = 0;
  }
  int p = 0;
  constexpr int side = least(width, lanes);
  if constexpr (width % side == 0) {
    for (; step == 1 && lines == width && p + lanes <= inner; p += lanes) {
      for (int l = 0; l < width; l += side) {  // what is written beyond a column, the next replaces
        transpose_lanes<side>(from + l * line + p, line, to + p * width + l, width);
      }
    }
  }
  for (; p < inner; ++p) {
    for (int l = 0; l < lines; ++l) to[p * width + l] = from[l * line + p * step];
  }
}

// `count` lines (rows of a, columns of b) in panels of `width` lines, filled up with zeros: cell p
// of line l is from[l * line + p * step]. Where width < lanes, a vector behind the panels may be
// overwritten.
template <int width>
void pack(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int count, int inner,
          Real* to) {
  const std::ptrdiff_t panel_cells = static_cast<std::ptrdiff_t>(width) * inner;
  int panel = 0;
  if (line == 1) {  // as it lies: the lines of all panels that are whole, side by side
    constexpr int rows_ahead = 8;  // the processor does not see a stride of pages coming
    const int whole = count / width;
    for (int p = 0; p < inner; ++p) {
      const Real* read = from + p * step;
      for (panel = 0; panel < whole; ++panel) {
        __builtin_prefetch(read + rows_ahead * step + panel * width);
        __builtin_memcpy(to + panel * panel_cells + p * width, read + panel * width,
                         width * sizeof(Real));
      }
    }
  }
  for (; panel * width < count; ++panel) {
    pack_lines<width>(from + panel * width * line, line, step, least(width, count - panel * width),
                      inner, to + panel * panel_cells);
  }
}

}  // namespace

}  // namespace glassformer
