#include <fmt/format.h>

#include <array>

#include "core/grad/ops.h"
#include "core/kernels/lanes.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/matrix_product_speed.h"
#include "core/scenes/run.h"
#include "core/scenes/scene.h"
#include "core/tensor/rng.h"

// What the lesson about the speed of one product counts: small.c = small.a small.b, to be followed
// by hand, and of the large product of the same kind its operations, the bytes that must move at
// the least, and the operations for each of those bytes. For each way in core/speed: the bytes that
// its code asks for, whether they come from a cache or from the memory. Nothing here is timed.
namespace glassformer {

namespace {

Var number_node(Tape& tape, const char* name, const char* symbol, double value) {
  return tape.name(tape.input(Mat(1, 1, static_cast<Real>(value))), {name, symbol});
}

MatrixProductSpeedRecord::Small record_small(Tape& tape, int side, std::uint64_t seed) {
  const Tape::Scope within(tape, MatrixProductSpeedRecord::Small::scope);
  const Axis i = numbered("i"), p = numbered("p"), j = numbered("j");
  const auto drawn = [&](std::uint64_t which) {
    return tape.input(normal({side, side}, 1, seed + which));
  };
  const Var a = tape.name(drawn(0), {"a", "A", Role::query, i, p});
  const Var b = tape.name(drawn(1), {"b", "B", Role::key, p, j});
  return {a, b, tape.name(matmul(tape, a, b), {"c", "C", Role::output, i, j})};
}

struct Work {
  Var pairs, operations;
};

Work record_work(Run& run, double size, MatrixProductSpeedRecord& record) {
  Tape& tape = run.tape;
  const Tape::Scope within(tape, "work");
  record.n = number_node(tape, "n", "n", size);
  const Var cells = tape.name(multiply(tape, record.n, record.n), {"cells", "n^{2}"});
  const Var pairs = tape.name(multiply(tape, cells, record.n), {"pairs", "n^{3}"});
  const Var operations = tape.name(scale(tape, pairs, 2), {"operations", "2 n^{3}"});
  // Three matrices of 4-byte numbers, each once through the memory's door.
  const Var bytes = tape.name(scale(tape, cells, 3 * 4), {"bytes", "12 n^{2}"});
  const Var each = tape.name(reciprocal(tape, bytes), {"per_byte", "\\frac{1}{12 n^{2}}"});
  run.output = tape.name(multiply(tape, operations, each), {"intensity", "\\frac{n}{6}"});
  record.cells = cells;
  record.intensity = run.output;
  return {pairs, operations};
}

// The bytes that a way loads for each of the n³ pairs. Naive: one number of a, one of b. Blocked:
// one of a serves four of b. Vectorised: a tile of 6 rows and two registers has 6 numbers of a and
// two registers of b for 6 times as many pairs; so it is on all cores.
void record_ways(Tape& tape, const Work& work, MatrixProductSpeedRecord& record) {
  constexpr double tile_cols = 2.0 * lanes;
  constexpr double tile = 4 * (6 + tile_cols) / (6 * tile_cols);
  constexpr std::array<double, 4> each{8.0, 5.0, tile, tile};
  for (std::size_t i = 0; i < each.size(); ++i) {
    const Tape::Scope within(tape, MatrixProductSpeedRecord::ways[i]);
    const Var bytes = number_node(tape, "bytes_per_pair", "b", each[i]);
    const Var asked = tape.name(multiply(tape, bytes, work.pairs), {"asked", "b n^{3}"});
    const Var part = tape.name(reciprocal(tape, asked), {"per_byte", "\\frac{1}{b n^{3}}"});
    record.way_intensity[i] =
        tape.name(multiply(tape, work.operations, part), {"intensity", "\\frac{2}{b}"});
  }
}

Run run_matrix_product_speed(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  const auto seed = static_cast<std::uint64_t>(number(inputs, "seed"));
  MatrixProductSpeedRecord record;
  record.small = record_small(run.tape, 4, seed);
  const Work work = record_work(run, number(inputs, "size"), record);
  record_ways(run.tape, work, record);
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
