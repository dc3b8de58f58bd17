#pragma once

#include <cstddef>

namespace glassformer {

// What core/kernels/tile_product.h is made of, by the tile registers of AMX (Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 1, chapter 18): only where has_tile_products(),
// and between tiles_begin() and tiles_end() on the same thread.
//
// A float is the sum of three bfloat16, of 8 bits each. Lines (rows of a, columns of b) are packed
// in groups of tile_group; of a group, tile_depth numbers of each line at a time. What is filled up
// is 0. A block of both takes so many bytes, and lies on a boundary of 64:
inline constexpr int tile_group = 32, tile_depth = 32;
constexpr std::size_t tile_bytes(int lines, int inner) {
  constexpr std::size_t parts = 3, bytes_of_bf16 = 2;
  const auto up = [](int n, int to) { return static_cast<std::size_t>((n + to - 1) / to * to); };
  return up(lines, tile_group) * up(inner, tile_depth) * parts * bytes_of_bf16;
}

void tiles_begin();
void tiles_end();

// Number p of line l is from[l * line + p * step]. False if one of them is not finite or at least
// 2^127: three bfloat16 do not hold it, and what was packed must not be used.
bool pack_left_tiles(const float* from, std::ptrdiff_t line, std::ptrdiff_t step, int lines,
                     int inner, void* to);
bool pack_right_tiles(const float* from, std::ptrdiff_t line, std::ptrdiff_t step, int lines,
                      int inner, void* to);

// c = start + left right, both packed; rows of c lie ldc apart, those of start start_row apart (0:
// one row for all). Without a start, c = left right.
struct TileStart {
  const float* cells = nullptr;
  std::ptrdiff_t row = 0;
};
void multiply_tiles(const void* left, const void* right, int rows, int inner, int cols, float* c,
                    std::ptrdiff_t ldc, TileStart start);

}  // namespace glassformer
