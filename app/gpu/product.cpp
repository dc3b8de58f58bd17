#include "app/gpu/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/gpu/cells.h"

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

// Whether cells may be read and written four at a time: each row has fours of them from there on.
bool fours(int count, int from, int width) {
  return (count | from | width) % 4 == 0;
}

// A part of a product that one dispatch makes.
struct Dispatch {
  Binding a, b, c;
  int rows = 0, cols = 0, inner = 0;
  int a_width = 0, b_width = 0, c_width = 0;  // columns as they are stored
  int a_from = 0, b_from = 0, c_from = 0;     // cells to skip in each row
  bool transpose_a = false, transpose_b = false, add = false;
  int pieces = 1;  // of the inner index; c has a matrix for each
};

std::string defines(const Dispatch& d, const Tiling& tiling) {
  const bool packs = tiling.packs;  // and brings whole tiles apart from those at an edge
  const bool a_fours = packs && fours(d.transpose_a ? d.rows : d.inner, d.a_from, d.a_width);
  const bool b_fours = packs && fours(d.transpose_b ? d.inner : d.cols, d.b_from, d.b_width);
  return fmt::format(
      "#define BM {}\n#define BN {}\n#define TM {}\n#define TN {}\n#define BK {}\n"
      "#define THREADS {}\n{}{}{}{}{}{}{}",
      tiling.rows, tiling.cols, tiling.own_rows, tiling.own_cols, tiling.depth, tiling.threads(),
      d.transpose_a ? "#define TA\n" : "", d.transpose_b ? "#define TB\n" : "",
      d.add ? "#define ADD\n" : "", packs ? "#define INSIDE\n" : "",
      !a_fours        ? ""
      : d.transpose_a ? "#define A_PACKED\n"
                      : "#define A_TURNED\n",
      !b_fours        ? ""
      : d.transpose_b ? "#define B_TURNED\n"
                      : "#define B_PACKED\n",
      packs && fours(d.cols, d.c_from, d.c_width) ? "#define C_PACKED\n" : "");
}

void dispatch(Device& device, const Dispatch& d, const Tiling& tiling) {
  const int piece = groups_for(groups_for(d.inner, d.pieces), tiling.depth) * tiling.depth;
  device.run({"matmul.comp", defines(d, tiling)}, {d.a, d.b, d.c},
             {d.rows, d.cols, d.inner, d.a_width, d.b_width, d.c_width, d.a_from, d.b_from,
              d.c_from, piece},
             {}, {groups_for(d.cols, tiling.cols), groups_for(d.rows, tiling.rows), d.pieces});
}

// All of it, or where a binding cannot hold all of a matrix one part after the other.
void run_parts(Device& device, const GpuProduct& p, const Tiling& tiling) {
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
        dispatch(device,
                 {.a = device.rows(p.a, ra.first, ra.count),
                  .b = device.rows(p.b, rb.first, rb.count),
                  .c = device.rows(p.c, r.first, r.count),
                  .rows = r.count,
                  .cols = n.count,
                  .inner = k.count,
                  .a_width = a.cols,
                  .b_width = b.cols,
                  .c_width = c.cols,
                  .a_from = p.transpose_a ? r.first : k.first,
                  .b_from = p.transpose_b ? k.first : n.first,
                  .c_from = n.first,
                  .transpose_a = p.transpose_a,
                  .transpose_b = p.transpose_b,
                  .add = p.add || k.first > 0},
                 tiling);
      }
    }
  }
}

// Each work group makes a piece of the sums of its cells; what the pieces are is added up after, in
// order.
void run_pieces(Device& device, const GpuProduct& p, const Tiling& tiling, int pieces) {
  const Shape a = p.a.shape(), b = p.b.shape(), c = p.c.shape();
  const GpuMatPtr made = device.make({pieces * c.rows, c.cols});
  dispatch(device,
           {.a = device.whole(p.a),
            .b = device.whole(p.b),
            .c = device.whole(*made),
            .rows = c.rows,
            .cols = c.cols,
            .inner = p.transpose_a ? a.rows : a.cols,
            .a_width = a.cols,
            .b_width = b.cols,
            .c_width = c.cols,
            .transpose_a = p.transpose_a,
            .transpose_b = p.transpose_b,
            .pieces = pieces},
           tiling);
  const int cells = static_cast<int>(c.cells());
  device.run({"sum_pieces.comp", std::string(packed(c.cols)) + (p.add ? "#define ADD\n" : "")},
             {device.whole(*made), device.whole(p.c)}, {cells, pieces}, {}, cell_groups(cells));
}

// Into how many pieces the inner index is cut: no shorter than 64, and all of a matrix bound at
// once.
int pieces_of(const Device& device, const GpuProduct& p, const Tiling& tiling) {
  if (tiling.groups == 0) return 1;
  const Shape c = p.c.shape();
  const int inner = p.transpose_a ? p.a.shape().rows : p.a.shape().cols;
  const int tiles = groups_for(c.rows, tiling.rows) * groups_for(c.cols, tiling.cols);
  const int pieces = std::min(tiling.groups / std::max(tiles, 1), inner / 64);
  const std::size_t largest = std::max({p.a.shape().cells(), p.b.shape().cells(),
                                        c.cells() * static_cast<std::size_t>(std::max(pieces, 1))});
  return pieces > 1 && largest * sizeof(float) <= device.max_bytes() ? pieces : 1;
}

// A product of that size, often enough in a row that waiting for the last does not count.
class Example {
 public:
  Example(Device& device, ProductSize size)
      : device_(device), sizes_(all[static_cast<std::size_t>(size)]) {
    a_ = device.zeros({sizes_.rows, sizes_.inner});
    b_ = device.zeros({sizes_.inner, sizes_.cols});
    for (GpuMatPtr& to : c_) to = device.make({sizes_.rows, sizes_.cols});
  }

  double seconds(const Tiling& tiling) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < sizes_.times; ++k) {
      run_product(device_, {*a_, false, *b_, false, *c_[k % c_.size()]}, tiling);
    }
    device_.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  struct Sizes {
    int rows, inner, cols;
    std::size_t times;
  };
  static constexpr std::array<Sizes, product_sizes> all{
      {{512, 512, 512, 15}, {512, 512, 2048, 6}, {2048, 2048, 2048, 1}}};
  Device& device_;
  Sizes sizes_;
  GpuMatPtr a_, b_;
  std::array<GpuMatPtr, 3> c_;  // as queries, keys and values: they do not wait for each other
};

// What is fastest on this card. A card that has had nothing to do is slow at first: its clock rises
// with the load.
Tiling measured_tiling(Device& device, ProductSize size) {
  constexpr double load = 0.3;  // seconds
  std::optional<Example> example;
  std::vector<Tiling> begun;
  return device.tuning().fastest(size, [&](const Tiling& tiling) {
    if (!example) {
      example.emplace(device, size);
      for (double spent = 0; spent < load;) spent += example->seconds(Tuning::small());
    }
    if (std::ranges::find(begun, tiling) == begun.end()) {
      begun.push_back(tiling);
      example->seconds(tiling);  // this one also compiles the program
    }
    return example->seconds(tiling);
  });
}

ProductSize size_of(Shape c) {
  if (c.cells() < std::size_t{512} * 1024) return ProductSize::few;
  return c.cells() < std::size_t{1024} * 2048 ? ProductSize::some : ProductSize::many;
}

// The larger the tile, the less often a number is brought from memory; but every core of the card
// wants a tile of its own, and a narrow result would fill a large one by less than half.
Tiling tiling_for(Device& device, Shape c, int inner) {
  const int narrow = std::min(c.rows, c.cols);
  const bool few = c.cells() < std::size_t{256} * 256;
  if (device.facts().software) return Tuning::software(few || narrow <= 32);
  // Not worth what it takes to measure, which may be a second before the first picture.
  const bool little = c.cells() * static_cast<std::size_t>(inner) < std::size_t{256} * 256 * 256;
  if (little) return Tuning::small();
  const Tiling fastest = measured_tiling(device, size_of(c));
  if (!few && 2 * narrow > std::min(fastest.rows, fastest.cols)) return fastest;
  Tiling small = Tuning::small();
  small.groups = fastest.groups;
  return small;
}

}  // namespace

void run_product(Device& device, const GpuProduct& p) {
  const int inner = p.transpose_a ? p.a.shape().rows : p.a.shape().cols;
  run_product(device, p, tiling_for(device, p.c.shape(), inner));
}

void run_product(Device& device, const GpuProduct& asked, const Tiling& tiling) {
  GpuProduct p = asked;
  p.add = p.add && !p.c.take_zeros();
  const int inner = p.transpose_a ? p.a.shape().rows : p.a.shape().cols;
  if (inner == 0) {
    if (!p.add) device.fill_zero(p.c);
    return;
  }
  const int pieces = pieces_of(device, p, tiling);
  if (pieces > 1) {
    run_pieces(device, p, tiling, pieces);
  } else {
    run_parts(device, p, tiling);
  }
}

}  // namespace glassformer
