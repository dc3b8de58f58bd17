#include "app/gpu/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace glassformer {

namespace {

struct Range {
  int first = 0, count = 0;
};

std::vector<Range> ranges(int length, int at_once) {
  std::vector<Range> parts;
  for (int first = 0; first < length; first += at_once) {
    parts.push_back({first, std::min(at_once, length - first)});
  }
  return parts;
}

std::string defines(const GpuProduct& p, Tile tile, bool add) {
  return fmt::format(
      "#define BM {0}\n#define BN {0}\n#define TM {1}\n#define TN {1}\n#define WIDE {2}\n"
      "#define BK {3}\n{4}{5}{6}",
      tile.side, tile.own, tile.side / tile.own, tile.depth, p.transpose_a ? "#define TA\n" : "",
      p.transpose_b ? "#define TB\n" : "", add ? "#define ADD\n" : "");
}

void run_tiled(Device& device, const GpuProduct& p, Tile tile) {
  const Shape a = p.a.shape(), b = p.b.shape(), c = p.c.shape();
  const int inner = p.transpose_a ? a.rows : a.cols;
  // Stored rows of a are rows of c, or with TA steps of the inner index; those of b steps of the
  // inner index, or with TB columns of c.
  int rows_once = device.rows_at_once(c.cols), inner_once = inner, cols_once = c.cols;
  int& of_a = p.transpose_a ? inner_once : rows_once;
  of_a = std::min(of_a, device.rows_at_once(a.cols));
  int& of_b = p.transpose_b ? cols_once : inner_once;
  of_b = std::min(of_b, device.rows_at_once(b.cols));
  // A software renderer stops the loops of a thread once they have gone round 65,535 times
  // together.
  if (device.facts().software) inner_once = std::min(inner_once, 2048);
  for (const Range r : ranges(c.rows, rows_once)) {
    for (const Range n : ranges(c.cols, cols_once)) {
      for (const Range k : ranges(inner, inner_once)) {
        const Range ra = p.transpose_a ? k : r, rb = p.transpose_b ? n : k;
        device.run({"matmul.comp", defines(p, tile, p.add || k.first > 0)},
                   {device.rows(p.a, ra.first, ra.count), device.rows(p.b, rb.first, rb.count),
                    device.rows(p.c, r.first, r.count)},
                   {r.count, n.count, k.count, a.cols, b.cols, c.cols,
                    p.transpose_a ? r.first : k.first, p.transpose_b ? k.first : n.first, n.first},
                   {}, {groups_for(n.count, tile.side), groups_for(r.count, tile.side), 1});
      }
    }
  }
}

// How long a product of 1024 × 1024 × 1024 takes with that tile, once the program is there.
double seconds_with(Device& device, Tile tile) {
  const Shape side{1024, 1024};
  const GpuMatPtr a = device.zeros(side), b = device.zeros(side), c = device.make(side);
  double best = 0;
  for (int i = 0; i < 4; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run_tiled(device, {*a, false, *b, false, *c, false}, tile);
    device.finish();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (i > 0) best = i == 1 ? spent.count() : std::min(best, spent.count());
  }
  return best;
}

// The larger the tile, the less often a number is brought from memory; but every core of the card
// wants a tile of its own.
Tile tile_for(Device& device, Shape c) {
  if (c.cells() < 512 * 512) return Tuning::small();
  if (device.facts().software) return Tuning::candidates()[0];  // no card to be measured
  return device.tuning().large([&](Tile tile) { return seconds_with(device, tile); });
}

}  // namespace

void run_product(Device& device, const GpuProduct& p) {
  const int inner = p.transpose_a ? p.a.shape().rows : p.a.shape().cols;
  if (inner > 0) {
    run_tiled(device, p, tile_for(device, p.c.shape()));
  } else if (!p.add) {
    device.fill_zero(p.c);
  }
}

}  // namespace glassformer
