#include "core/kernels/tile_kernels.h"

#ifndef GLASSFORMER_DOUBLE

#include <immintrin.h>

#include <cstdint>

#include "core/kernels/bf16_vectors.h"
#include "core/kernels/lanes.h"
#include "core/kernels/panels.h"
#include "core/kernels/prefetch.h"

namespace glassformer {

namespace {

// A tile register: 16 rows of 64 bytes. As a left factor a row is a line, 32 bfloat16 of it; as a
// right one it is two numbers of each of 16 lines, side by side.
using bf16::Pairs;
using bf16::Vector;
constexpr int side = 16, row_bytes = 64, one_tile = side * row_bytes;
constexpr int parts = 3;
constexpr std::ptrdiff_t step_bytes = parts * one_tile;  // of 16 lines, tile_depth numbers of each

struct Configuration {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
alignas(64) constexpr Configuration configuration;

constexpr int up(int n, int to) {
  return (n + to - 1) / to * to;
}

// Splits two vectors of floats into parts: of each lane the number of x in the lower half of 32
// bits, that of y in the upper.
class Splitter {
 public:
  void split(Vector x, Vector y, char* to) {
    for (int part = 0; part < parts; ++part) {
      const bool last = part == parts - 1;  // what is left has no more bits than a part holds
      const Vector of_x = last ? x : rounded(x), of_y = last ? y : rounded(y);
      *reinterpret_cast<Pairs*>(to + part * one_tile) = bf16::packed(of_x, of_y);
      if (last) break;
      x -= kept(of_x);
      y -= kept(of_y);
    }
    // 0 times anything finite is 0; of what is not, or was rounded up to infinity, the rest is nan.
    check_ += 0 * x + 0 * y;
  }
  bool all_finite() const { return _mm512_cmp_ps_mask(check_, check_, _CMP_UNORD_Q) == 0; }

 private:
  static Vector rounded(Vector x) { return Vector(Pairs(x) + 0x8000U); }
  static Vector kept(Vector rounded) { return Vector(Pairs(rounded) & 0xFFFF0000U); }

  Vector check_ = {};
};

// 16 lines, tile_depth numbers of each: line after line, or number after number.
struct Lines {
  const float* cells;
  std::ptrdiff_t line, step;
  int lines, inner;  // as many as there are; what lacks is 0
};

void copy_cells(Lines from, float* to, std::ptrdiff_t to_line, std::ptrdiff_t to_step) {
  for (int i = 0; i < side * tile_depth; ++i) to[i] = 0;
  for (int l = 0; l < from.lines; ++l) {
    for (int p = 0; p < from.inner; ++p) {
      to[l * to_line + p * to_step] = from.cells[l * from.line + p * from.step];
    }
  }
}

// Of the lines that are packed after these: 32 numbers of each are too short a piece for the
// processor to see them coming.
inline void fetch_next(Lines of) {
  constexpr int second_cache = 2;
  for (int l = 0; l < side; ++l) {
    const float* next = of.cells + (l + side) * of.line;
    __builtin_prefetch(next, 0, second_cache);
    __builtin_prefetch(next + lanes, 0, second_cache);
  }
}

void pack_left(Lines from, char* to, Splitter& splitter) {
  alignas(64) float beside[side * tile_depth];
  if (from.lines < side || from.inner < tile_depth) {
    copy_cells(from, beside, tile_depth, 1);
    from = {beside, tile_depth, 1, side, tile_depth};
  } else if (from.step != 1) {
    for (int p = 0; p < tile_depth; p += lanes) {
      transpose_lanes<lanes>(from.cells + p * from.step, from.step, beside + p, tile_depth);
    }
    from = {beside, tile_depth, 1, side, tile_depth};
  } else {
    fetch_next(from);
  }
  const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
  for (int l = 0; l < side; ++l) {
    const __m512 low = _mm512_loadu_ps(from.cells + l * from.line);
    const __m512 high = _mm512_loadu_ps(from.cells + l * from.line + lanes);
    splitter.split(Lanes(_mm512_permutex2var_ps(low, even, high)),
                   Lanes(_mm512_permutex2var_ps(low, odd, high)), to + l * row_bytes);
  }
}

void pack_right(Lines from, char* to, Splitter& splitter) {
  alignas(64) float beside[side * tile_depth];
  if (from.lines < side || from.inner < tile_depth) {
    copy_cells(from, beside, 1, side);
    from = {beside, 1, side, side, tile_depth};
  } else if (from.line != 1) {
    fetch_next(from);
    for (int p = 0; p < tile_depth; p += lanes) {
      transpose_lanes<lanes>(from.cells + p, from.line, beside + p * side, side);
    }
    from = {beside, 1, side, side, tile_depth};
  }
  for (int p = 0; p < tile_depth; p += 2) {
    const float* two = from.cells + p * from.step;
    splitter.split(load_lanes(two), load_lanes(two + from.step), to + p / 2 * row_bytes);
  }
}

using Pack = void (*)(Lines from, char* to, Splitter& splitter);

// Groups of lines, 16 at a time, from line `first` on.
void pack_groups(Pack pack, Lines from, int first, char* to, Splitter& splitter) {
  const std::ptrdiff_t of_lines = up(from.inner, tile_depth) / tile_depth * step_bytes;
  for (int l = first; l < up(from.lines, tile_group); l += side) {
    char* step = to + l / side * of_lines;
    for (int p = 0; p < from.inner; p += tile_depth, step += step_bytes) {
      const int there = most(0, least(side, from.lines - l));
      const Lines part{from.cells + l * from.line + p * from.step, from.line, from.step, there,
                       least(tile_depth, from.inner - p)};
      pack(part, step, splitter);
    }
  }
}

// Lines side by side, as the columns of a matrix lie: its rows are read from end to end, which is
// faster than 64 bytes of each.
void pack_rows(Lines from, char* to, Splitter& splitter) {
  constexpr int rows_ahead = 4;  // the processor does not see a stride of pages coming
  const std::ptrdiff_t of_lines = from.inner / tile_depth * step_bytes;
  for (int p = 0; p < from.inner; p += 2) {
    const float* two = from.cells + p * from.step;
    char* row = to + p / tile_depth * step_bytes + p % tile_depth / 2 * row_bytes;
    for (int l = 0; l < from.lines; l += side, row += of_lines) {
      __builtin_prefetch(two + rows_ahead * from.step + l);
      __builtin_prefetch(two + (rows_ahead + 1) * from.step + l);
      splitter.split(load_lanes(two + l), load_lanes(two + from.step + l), row);
    }
  }
}

// Cells of c, 32 × 32, which are fetched while the sums of other cells are made.
struct Ahead {
  const float* cells;
  std::ptrdiff_t row;

  void fetch(int from, int to) const {
    for (int r = from; r < to; ++r) {
      prefetch_to_change(cells + r * row);
      prefetch_to_change(cells + r * row + side);
    }
  }
};

// c [32, 32] += left right, `steps` times tile_depth numbers of their lines. The products of parts
// whose size matters, from 2^-16 up, six of nine, and the largest last. Tiles 0 to 3 are c, 4 and 5
// the left factor.
#define GLASSFORMER_LEFT(part)                       \
  _tile_loadd(4, left + (part)*one_tile, row_bytes); \
  _tile_loadd(5, left_2 + (part)*one_tile, row_bytes);
#define GLASSFORMER_RIGHT(part)                       \
  _tile_loadd(6, right + (part)*one_tile, row_bytes); \
  _tile_loadd(7, right_2 + (part)*one_tile, row_bytes);
#define GLASSFORMER_MULTIPLY \
  _tile_dpbf16ps(0, 4, 6);   \
  _tile_dpbf16ps(1, 4, 7);   \
  _tile_dpbf16ps(2, 5, 6);   \
  _tile_dpbf16ps(3, 5, 7);
void add_products(const char* left, const char* right, int steps, Ahead ahead) {
  const char* left_2 = left + steps * step_bytes;
  const char* right_2 = right + steps * step_bytes;
  for (int step = 0; step < steps; ++step) {
    ahead.fetch(tile_group * step / steps, tile_group * (step + 1) / steps);
    GLASSFORMER_LEFT(2)
    GLASSFORMER_RIGHT(0)
    GLASSFORMER_MULTIPLY
    GLASSFORMER_LEFT(1)
    GLASSFORMER_MULTIPLY
    GLASSFORMER_RIGHT(1)
    GLASSFORMER_MULTIPLY
    GLASSFORMER_LEFT(0)
    GLASSFORMER_MULTIPLY
    GLASSFORMER_RIGHT(2)
    GLASSFORMER_MULTIPLY
    GLASSFORMER_RIGHT(0)
    GLASSFORMER_MULTIPLY
    left += step_bytes, left_2 += step_bytes, right += step_bytes, right_2 += step_bytes;
  }
}
#undef GLASSFORMER_LEFT
#undef GLASSFORMER_RIGHT
#undef GLASSFORMER_MULTIPLY

void load_sums(TileStart start) {
  if (start.cells == nullptr) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    return;
  }
  const auto stride = start.row * static_cast<std::ptrdiff_t>(sizeof(float));
  const float* below = start.cells + side * start.row;
  _tile_loadd(0, start.cells, stride);
  _tile_loadd(1, start.cells + side, stride);
  _tile_loadd(2, below, stride);
  _tile_loadd(3, below + side, stride);
}

void store_sums(float* c, std::ptrdiff_t ldc) {
  const auto stride = ldc * static_cast<std::ptrdiff_t>(sizeof(float));
  float* below = c + side * ldc;
  _tile_stored(0, c, stride);
  _tile_stored(1, c + side, stride);
  _tile_stored(2, below, stride);
  _tile_stored(3, below + side, stride);
}

// The compiler does not see which memory the instructions on tiles read and write.
inline void memory_is_settled() {
  asm volatile("" ::: "memory");
}

// The last rows and columns of c, fewer than a group: computed whole, beside it, and copied.
void edge(const char* left, const char* right, int steps, float* c, std::ptrdiff_t ldc, int rows,
          int cols, TileStart start) {
  alignas(64) float beside[tile_group * tile_group] = {};
  for (int r = 0; start.cells != nullptr && r < rows; ++r) {
    for (int j = 0; j < cols; ++j) beside[r * tile_group + j] = start.cells[r * start.row + j];
  }
  memory_is_settled();
  load_sums({beside, tile_group});
  add_products(left, right, steps, {beside, 0});
  store_sums(beside, tile_group);
  memory_is_settled();
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < cols; ++j) c[r * ldc + j] = beside[r * tile_group + j];
  }
}

}  // namespace

void tiles_begin() {
  _tile_loadconfig(&configuration);
}

void tiles_end() {
  _tile_release();
}

bool pack_left_tiles(const float* from, std::ptrdiff_t line, std::ptrdiff_t step, int lines,
                     int inner, void* to) {
  Splitter splitter;
  pack_groups(pack_left, {from, line, step, lines, inner}, 0, static_cast<char*>(to), splitter);
  return splitter.all_finite();
}

bool pack_right_tiles(const float* from, std::ptrdiff_t line, std::ptrdiff_t step, int lines,
                      int inner, void* to) {
  Splitter splitter;
  const int whole = line == 1 && inner % tile_depth == 0 ? lines / side * side : 0;
  pack_rows({from, line, step, whole, inner}, static_cast<char*>(to), splitter);
  pack_groups(pack_right, {from, line, step, lines, inner}, whole, static_cast<char*>(to),
              splitter);
  return splitter.all_finite();
}

void multiply_tiles(const void* left, const void* right, int rows, int inner, int cols, float* c,
                    std::ptrdiff_t ldc, TileStart start) {
  const int steps = up(inner, tile_depth) / tile_depth;
  const std::ptrdiff_t of_group = tile_group / side * steps * step_bytes;
  memory_is_settled();
  for (int j = 0; j < cols; j += tile_group) {
    const char* right_group = static_cast<const char*>(right) + j / tile_group * of_group;
    for (int i = 0; i < rows; i += tile_group) {
      const char* left_group = static_cast<const char*>(left) + i / tile_group * of_group;
      const int high = least(tile_group, rows - i), wide = least(tile_group, cols - j);
      const TileStart here =
          start.cells == nullptr ? start : TileStart{start.cells + i * start.row + j, start.row};
      if (high < tile_group || wide < tile_group) {
        edge(left_group, right_group, steps, c + i * ldc + j, ldc, high, wide, here);
        continue;
      }
      load_sums(here);
      const bool at_end = i + 2 * tile_group > rows;
      const float* next =
          at_end ? c + least(j + tile_group, cols - 1) : c + (i + tile_group) * ldc + j;
      add_products(left_group, right_group, steps, {next, at_end && rows < tile_group ? 0 : ldc});
      store_sums(c + i * ldc + j, ldc);
    }
  }
  memory_is_settled();
}

}  // namespace glassformer

#endif
