#pragma once

#include <cstddef>
#include <utility>

#include "core/kernels/lanes.h"
#include "core/kernels/panels.h"
#include "core/kernels/product_kernels.h"

// What core/kernels/blocked_product.h promises, once for each width.
namespace glassformer {

namespace {

// A tile of c: as many sums as there are vector registers, but for the factors.
#if defined(__AVX512F__)
constexpr int tile_rows = 14;
#elif defined(__AVX__)
constexpr int tile_rows = 6;
#else
constexpr int tile_rows = 4;
#endif
constexpr int tile_cols = 2 * lanes, panel_lanes = tile_cols;

// A block of a (row_block × inner_block) fits the second cache beside a panel of b, and so does a
// panel of a the first. Deeper blocks read and write c less often.
constexpr int inner_block = 512, row_block = 16 * tile_rows, col_block = 96 * tile_cols;
// With so few rows that all of a fits there, b is better copied in small parts: each is still near
// when it is read.
constexpr int few_rows = 2 * row_block, small_col_block = 8 * tile_cols;

// What the sums of a tile are added to: a row of it, or nothing. Rows that are 0 apart are one row.
struct Start {
  const Real* cells = nullptr;
  std::ptrdiff_t row = 0;

  Start at(std::ptrdiff_t r, std::ptrdiff_t c) const {
    return cells == nullptr ? *this : Start{cells + r * row + c, row};
  }
};

// c = the sum over p of factor (r, p) times row p of the b panel, added to `start`. With `packed`
// the factors lie in the order in which they are read; else each row of a is a stream of its own.
template <bool packed, int height>
void tile(const Real* a, std::ptrdiff_t row, const Real* b, int inner, Real* c, std::ptrdiff_t ldc,
          Start start) {
  constexpr int near = 3;  // rows that one pointer reaches with what an address can hold
  const Real* rows[(height + near - 1) / near];
  for (int r = 0; r < height; r += near) rows[r / near] = a + r * row;
  Lanes sums[height][2] = {};
  for (int p = 0; p < inner; ++p) {
    const Lanes left = load_lanes(b), right = load_lanes(b + lanes);
    for (int r = 0; r < height; ++r) {
      const Real factor = packed ? a[r] : rows[r / near][r % near * row + p];
      sums[r][0] += factor * left;
      sums[r][1] += factor * right;
    }
    if (packed) a += tile_rows;
    b += tile_cols;
  }
  for (int r = 0; r < height; ++r) {
    Real* to = c + r * ldc;
    for (int v = 0; v < 2; ++v) {
      const Lanes before =
          start.cells != nullptr ? load_lanes(start.cells + r * start.row + v * lanes) : Lanes{};
      store_lanes(to + v * lanes, before + sums[r][v]);
    }
  }
}

// The tile of each height, from 1: the last rows of c are computed without more.
using Tile = decltype(&tile<true, 1>);
struct Tiles {
  Tile of[tile_rows];
};
template <bool packed, int... Before>
constexpr Tiles tiles_of(std::integer_sequence<int, Before...>) {
  return {{tile<packed, Before + 1>...}};
}
template <bool packed>
constexpr Tiles tile_of = tiles_of<packed>(std::make_integer_sequence<int, tile_rows>());

void copy(const Real* from, std::ptrdiff_t count, Real* to) {
  __builtin_memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Real));
}

// A block of a: in panels, or as its matrix has it.
struct LeftBlock {
  const Real* cells;
  std::ptrdiff_t row;  // 0: in panels

  const Real* from(int first, int inner) const {
    return cells + static_cast<std::ptrdiff_t>(first) * (row != 0 ? row : inner);
  }
};

// The last columns of c, fewer than a tile has: computed whole, beside it, and copied.
void edge(Tile tile, const Real* a, std::ptrdiff_t row, const Real* b, int inner, Real* c,
          std::ptrdiff_t ldc, int rows, int cols, Start start) {
  alignas(64) Real beside[tile_rows * tile_cols] = {};
  for (int r = 0; start.cells != nullptr && r < rows; ++r) {
    copy(start.cells + r * start.row, cols, beside + r * tile_cols);
  }
  tile(a, row, b, inner, beside, tile_cols,
       start.cells != nullptr ? Start{beside, tile_cols} : Start{});
  for (int r = 0; r < rows; ++r) copy(beside + r * tile_cols, cols, c + r * ldc);
}

void tiles(LeftBlock a, const Real* b, int inner, Real* c, std::ptrdiff_t ldc, int rows, int cols,
           Start start) {
  for (int j = 0; j < cols; j += tile_cols) {
    const Real* b_panel = b + static_cast<std::ptrdiff_t>(j) * inner;
    for (int i = 0; i < rows; i += tile_rows) {
      const int high = least(tile_rows, rows - i), wide = least(tile_cols, cols - j);
      const Tile tile = (a.row != 0 ? tile_of<false> : tile_of<true>).of[high - 1];
      Real* to = c + i * ldc + j;
      if (wide < tile_cols) {
        edge(tile, a.from(i, inner), a.row, b_panel, inner, to, ldc, high, wide, start.at(i, j));
        continue;
      }
      tile(a.from(i, inner), a.row, b_panel, inner, to, ldc, start.at(i, j));
    }
  }
}

// The same for few rows: with one panel alone each sum would wait for the one before it.
template <int height, int panels>
void wide_tile(const Real* a, std::ptrdiff_t row, const Real* b, int inner, Real* c,
               std::ptrdiff_t ldc) {
  Lanes sums[height][2 * panels] = {};
  const std::ptrdiff_t panel_cells = static_cast<std::ptrdiff_t>(inner) * tile_cols;
  for (int p = 0; p < inner; ++p, b += tile_cols) {
    for (int v = 0; v < 2 * panels; ++v) {
      const Lanes cells = load_lanes(b + v / 2 * panel_cells + v % 2 * lanes);
      for (int r = 0; r < height; ++r) sums[r][v] += a[r * row + p] * cells;
    }
  }
  for (int r = 0; r < height; ++r) {
    for (int v = 0; v < 2 * panels; ++v) store_lanes(c + r * ldc + v * lanes, sums[r][v]);
  }
}

constexpr int up_to(int n, int multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

void of_panels(const Real* a, std::ptrdiff_t lda, const Real* panels, Real* c, std::ptrdiff_t ldc,
               int rows, int inner, int cols) {
  const int tiles = (rows + tile_rows - 1) / tile_rows;
  const auto panels_at = [&](int j) { return panels + static_cast<std::ptrdiff_t>(j) * inner; };
  int j = 0;
  if (rows == 1) {
    for (; j + 4 * tile_cols <= cols; j += 4 * tile_cols) {
      wide_tile<1, 4>(a, lda, panels_at(j), inner, c + j, ldc);
    }
  } else if (rows <= 3) {
    for (; j + 2 * tile_cols <= cols; j += 2 * tile_cols) {
      rows == 2 ? wide_tile<2, 2>(a, lda, panels_at(j), inner, c + j, ldc)
                : wide_tile<3, 2>(a, lda, panels_at(j), inner, c + j, ldc);
    }
  }
  for (; j < cols; j += tile_cols) {
    for (int i = 0, left = tiles; left > 0; --left) {  // tiles of nearly the same height
      const int high = (rows - i + left - 1) / left;
      tile_of<false>.of[high - 1](a + i * lda, lda, panels_at(j), inner, c + i * ldc + j, ldc, {});
      i += high;
    }
  }
}

void pack_in_panels(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int count,
                    int inner, Real* to) {
  pack<panel_lanes>(from, line, step, count, inner, to);
}

// So many lines, and room for what pack() writes behind them.
constexpr std::size_t cells_of(int lines, int inner) {
  return static_cast<std::size_t>(lines) * static_cast<std::size_t>(inner) + lanes;
}

void blocked(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner, int cols,
             bool accumulate, const Real* first, ProductKernels::Room room) {
  for (int r = 0; inner == 0 && !accumulate && r < rows; ++r) {
    if (first != nullptr) {
      copy(first, cols, c + r * ldc);
    } else {
      for (int j = 0; j < cols; ++j) c[r * ldc + j] = 0;
    }
  }
  // Rows that lie as they are read are read where they lie, if they are few: of many, the rows of a
  // tile would share few sets of the first cache where they are a power of two apart.
  const bool in_panels = a.col != 1 || rows > few_rows;
  const int step = in_panels ? col_block : small_col_block;
  const int blocks = (inner + inner_block - 1) / inner_block;
  for (int j = 0; j < cols; j += step) {
    const int wide = least(step, cols - j);
    for (int block = 0, p = 0, deep = 0; block < blocks; ++block, p += deep) {
      const int left = blocks - block;
      deep = (inner - p + left - 1) / left;  // blocks of nearly the same depth
      Real* b_block = room.b(cells_of(up_to(wide, tile_cols), deep));
      pack<tile_cols>(b.cells + p * b.row + j * b.col, b.col, b.row, wide, deep, b_block);
      for (int i = 0; i < rows; i += row_block) {
        const int high = least(row_block, rows - i);
        LeftBlock a_block{a.cells + i * a.row + p * a.col, a.row};
        if (in_panels) {
          Real* panels = room.a(cells_of(up_to(high, tile_rows), deep));
          pack<tile_rows>(a_block.cells, a.row, a.col, high, deep, panels);
          a_block = {panels, 0};
        }
        Real* const to = c + i * ldc + j;
        const Start start = accumulate || p > 0 ? Start{to, ldc} : Start{first, 0}.at(0, j);
        tiles(a_block, b_block, deep, to, ldc, high, wide, start);
      }
    }
  }
}

}  // namespace

}  // namespace glassformer
