#include "core/kernels/tile_product.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/kernels/blocked_product.h"
#include "core/kernels/tile_kernels.h"
#include "core/kernels/width.h"
#include "core/tensor/mat.h"

namespace glassformer {

#if defined(__x86_64__) && !defined(GLASSFORMER_DOUBLE)

namespace {

// A block of a and one of b fit the second cache together. Where a has few rows, its blocks may be
// deeper: reading and writing c costs more beside so few products. The depth of a block does not
// change a sum, for each block goes on where the last one stopped.
constexpr int row_block = 256, col_block = 128;
int inner_block(int rows) {
  return rows <= 64 ? 768 : 512;
}

// The memory stays with the thread.
void* room(std::size_t bytes, int which) {
  thread_local std::vector<std::byte, LineAllocator<std::byte>> rooms[2];
  if (rooms[which].size() < bytes) rooms[which].resize(bytes);
  return rooms[which].data();
}

Strided part(Strided of, std::ptrdiff_t row, std::ptrdiff_t col) {
  return {of.cells + row * of.row + col * of.col, of.row, of.col};
}

struct Tiles {
  Tiles() { tiles_begin(); }
  ~Tiles() { tiles_end(); }
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;
};

}  // namespace

void tile_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner, int cols,
                  bool accumulate, const Real* first) {
  const Tiles in_use;
  const int most_deep = inner_block(rows);
  for (int p = 0; p < inner; p += most_deep) {
    const int deep = std::min(most_deep, inner - p);
    const bool onto_c = accumulate || p > 0;
    for (int i = 0; i < rows; i += row_block) {
      const int high = std::min(row_block, rows - i);
      const Strided left = part(a, i, p);
      void* left_tiles = room(tile_bytes(high, deep), 0);
      const bool left_fits =
          pack_left_tiles(left.cells, left.row, left.col, high, deep, left_tiles);
      for (int j = 0; j < cols; j += col_block) {
        const int wide = std::min(col_block, cols - j);
        const Strided right = part(b, p, j);
        Real* to = c + i * ldc + j;
        const Real* row = first != nullptr ? first + j : nullptr;
        void* right_tiles = room(tile_bytes(wide, deep), 1);
        if (left_fits &&
            pack_right_tiles(right.cells, right.col, right.row, wide, deep, right_tiles)) {
          multiply_tiles(left_tiles, right_tiles, high, deep, wide, to, ldc,
                         onto_c ? TileStart{to, ldc} : TileStart{row, 0});
        } else {
          blocked_product(left, right, to, ldc, high, deep, wide, onto_c, onto_c ? nullptr : row);
        }
      }
    }
  }
}

bool worth_tiles(int rows, int inner, int cols) {
  constexpr int least_side = 32;
  constexpr std::int64_t least_products = 1 << 20;
  return std::min({rows, inner, cols}) >= least_side &&
         static_cast<std::int64_t>(rows) * inner * cols >= least_products && has_tile_products();
}

#else

void tile_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner, int cols,
                  bool accumulate, const Real* first) {
  blocked_product(a, b, c, ldc, rows, inner, cols, accumulate, first);
}

bool worth_tiles(int, int, int) {
  return false;
}

#endif

Product product_for(int rows, int inner, int cols) {
  return worth_tiles(rows, inner, cols) ? tile_product : blocked_product;
}

}  // namespace glassformer
