#include "core/backend/blocked_product.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/backend/lanes.h"
#include "core/tensor/mat.h"

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
constexpr int tile_cols = 2 * lanes;

// A panel of b (inner_block × tile_cols) and one of a fit the first cache, a block of a the second.
constexpr int inner_block = 256, row_block = 16 * tile_rows, col_block = 64 * tile_cols;

using Cells = std::vector<Real, LineAllocator<Real>>;

// sums += a panel · b panel; panels lie in the order in which they are read.
inline void tile(const Real* a, const Real* b, int inner, Real* c, std::ptrdiff_t ldc,
                 bool accumulate) {
  Lanes sums[tile_rows][2] = {};
  for (int p = 0; p < inner; ++p) {
    const Lanes left = load_lanes(b), right = load_lanes(b + lanes);
    for (int r = 0; r < tile_rows; ++r) {
      const Real factor = a[r];
      sums[r][0] += factor * left;
      sums[r][1] += factor * right;
    }
    a += tile_rows;
    b += tile_cols;
  }
  for (int r = 0; r < tile_rows; ++r) {
    Real* to = c + r * ldc;
    for (int v = 0; v < 2; ++v) {
      const Lanes before = accumulate ? load_lanes(to + v * lanes) : Lanes{};
      store_lanes(to + v * lanes, before + sums[r][v]);
    }
  }
}

// `count` lines (rows of a, columns of b) in panels of `width` lines, filled up with zeros.
template <int width>
void pack(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int count, int inner,
          Real* to) {
  for (int first = 0; first < count; first += width) {
    const int lines = std::min(width, count - first);
    const Real* panel = from + first * line;
    if (lines < width) std::fill_n(to, static_cast<std::ptrdiff_t>(width) * inner, Real{0});
    if (line == 1 && lines == width) {
      for (int p = 0; p < inner; ++p) {
        std::memcpy(to + p * width, panel + p * step, width * sizeof(Real));
      }
    } else {
      for (int p = 0; p < inner; ++p) {
        for (int l = 0; l < lines; ++l) to[p * width + l] = panel[l * line + p * step];
      }
    }
    to += static_cast<std::ptrdiff_t>(width) * inner;
  }
}

// A tile at the edge of c is computed whole, beside it, and the part that is there copied.
void edge(const Real* a, const Real* b, int inner, Real* c, std::ptrdiff_t ldc, int rows, int cols,
          bool accumulate) {
  alignas(64) Real beside[tile_rows * tile_cols];
  for (int r = 0; accumulate && r < rows; ++r) {
    std::copy_n(c + r * ldc, cols, beside + r * tile_cols);
  }
  tile(a, b, inner, beside, tile_cols, accumulate);
  for (int r = 0; r < rows; ++r) std::copy_n(beside + r * tile_cols, cols, c + r * ldc);
}

void tiles(const Real* a, const Real* b, int inner, Real* c, std::ptrdiff_t ldc, int rows, int cols,
           bool accumulate) {
  for (int j = 0; j < cols; j += tile_cols) {
    const Real* b_panel = b + static_cast<std::ptrdiff_t>(j) * inner;
    for (int i = 0; i < rows; i += tile_rows) {
      const Real* a_panel = a + static_cast<std::ptrdiff_t>(i) * inner;
      Real* to = c + i * ldc + j;
      const int high = std::min(tile_rows, rows - i), wide = std::min(tile_cols, cols - j);
      if (high == tile_rows && wide == tile_cols) {
        tile(a_panel, b_panel, inner, to, ldc, accumulate);
      } else {
        edge(a_panel, b_panel, inner, to, ldc, high, wide, accumulate);
      }
    }
  }
}

constexpr int up_to(int n, int multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

Real* sized(Cells& cells, int lines, int inner) {
  const auto count = static_cast<std::size_t>(lines) * static_cast<std::size_t>(inner);
  if (cells.size() < count) cells.resize(count);
  return cells.data();
}

}  // namespace

void blocked_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                     int cols, bool accumulate) {
  thread_local Cells a_cells, b_cells;  // the memory stays with the thread
  for (int r = 0; inner == 0 && !accumulate && r < rows; ++r)
    std::fill_n(c + r * ldc, cols, Real{0});
  for (int j = 0; j < cols; j += col_block) {
    const int wide = std::min(col_block, cols - j);
    for (int p = 0; p < inner; p += inner_block) {
      const int deep = std::min(inner_block, inner - p);
      Real* b_block = sized(b_cells, up_to(wide, tile_cols), deep);
      pack<tile_cols>(b.cells + p * b.row + j * b.col, b.col, b.row, wide, deep, b_block);
      for (int i = 0; i < rows; i += row_block) {
        const int high = std::min(row_block, rows - i);
        Real* a_block = sized(a_cells, up_to(high, tile_rows), deep);
        pack<tile_rows>(a.cells + i * a.row + p * a.col, a.row, a.col, high, deep, a_block);
        tiles(a_block, b_block, deep, c + i * ldc + j, ldc, high, wide, accumulate || p > 0);
      }
    }
  }
}

}  // namespace glassformer
