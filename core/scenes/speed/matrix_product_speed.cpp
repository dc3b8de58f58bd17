#include <fmt/format.h>

#include <array>

#include "core/kernels/width.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/matrix_product_speed.h"
#include "core/scenes/sheet.h"
#include "core/tensor/rng.h"

// What the lesson about the speed of one product counts: small.c = small.a small.b, to be followed
// by hand, and of the large product of the same kind its operations, the bytes that must move at
// the least, and the operations for each of those bytes. For each way in core/speed: the bytes that
// its code asks for, whether they come from a cache or from the memory. Nothing here is timed.
namespace glassformer {

namespace {

Part number_node(Sheet& sheet, const char* name, const char* symbol, double value) {
  return sheet.put(Mat(1, 1, static_cast<Real>(value)), {name, symbol});
}

MatrixProductSpeedRecord::Small record_small(Sheet& sheet, int side, std::uint64_t seed) {
  const Tape::Scope within(sheet.tape(), MatrixProductSpeedRecord::Small::scope);
  const Axis i = numbered("i"), p = numbered("p"), j = numbered("j");
  const Part a = sheet.put(normal({side, side}, 1, seed), {"a", "A", Role::query, i, p});
  const Part b = sheet.put(normal({side, side}, 1, seed + 1), {"b", "B", Role::key, p, j});
  return {a, b, (a * b).as("c", "C", Role::output)};
}

struct Work {
  Part pairs, operations;
};

Work record_work(Sheet& sheet, Run& run, double size, MatrixProductSpeedRecord& record) {
  const Tape::Scope within(sheet.tape(), "work");
  const Part n = number_node(sheet, "n", "n", size);
  const Part cells = multiply(n, n).as("cells", "n^{2}");
  const Part pairs = multiply(cells, n).as("pairs", "n^{3}");
  const Part operations = (2 * pairs).as("operations", "2 n^{3}");
  // Three matrices of 4-byte numbers, each once through the memory's door.
  const Part bytes = (3 * 4 * cells).as("bytes", "12 n^{2}");
  const Part per_byte = reciprocal(bytes).as("per_byte", "\\frac{1}{12 n^{2}}");
  run.output = multiply(operations, per_byte).as("intensity", "\\frac{n}{6}");
  record.n = n;
  record.cells = cells;
  record.intensity = run.output;
  return {pairs, operations};
}

// The bytes that a way loads for each of the n³ pairs. Naive: one number of a, one of b. Blocked:
// one of a serves four of b. Vectorised: a tile of 6 rows and two registers has 6 numbers of a and
// two registers of b for 6 times as many pairs; so it is on all cores.
void record_ways(Sheet& sheet, const Work& work, MatrixProductSpeedRecord& record) {
  const double tile_cols = 2.0 * lanes_in_use();
  const double tile = 4 * (6 + tile_cols) / (6 * tile_cols);
  const std::array<double, 4> each{8.0, 5.0, tile, tile};
  for (std::size_t i = 0; i < each.size(); ++i) {
    const Tape::Scope within(sheet.tape(), MatrixProductSpeedRecord::ways[i]);
    const Part bytes = number_node(sheet, "bytes_per_pair", "b", each[i]);
    const Part asked = multiply(bytes, work.pairs).as("asked", "b n^{3}");
    const Part per_byte = reciprocal(asked).as("per_byte", "\\frac{1}{b n^{3}}");
    record.way_intensity[i] = multiply(work.operations, per_byte).as("intensity", "\\frac{2}{b}");
  }
}

Run run_matrix_product_speed(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const auto seed = static_cast<std::uint64_t>(number(inputs, "seed"));
  MatrixProductSpeedRecord record;
  record.small = record_small(sheet, 4, seed);
  const Work work = record_work(sheet, run, number(inputs, "size"), record);
  record_ways(sheet, work, record);
  run.records.add(record);
  run.random = true;
  run.notes.push_back(fmt::format("A and B are random numbers, seeds {} and {}.", seed, seed + 1));
  return run;
}

const RegisterScene registered{
    {.name = "matrix-product-speed",
     .what =
         "One matrix product that can be followed by hand, and the operations and bytes of a large "
         "one.",
     .subject = Subject::speed,
     .options = {integer_option("size", "n",
                                "The large product is of two matrices of n rows and n columns. A "
                                "new size is measured again.",
                                512.0, 64, 2048),
                 integer_option(
                     "seed", "\\text{seed}",
                     "Names the sequence of random numbers from which A and B are drawn.", 7.0, 0,
                     999999)},
     .run = run_matrix_product_speed}};

}  // namespace

}  // namespace glassformer
