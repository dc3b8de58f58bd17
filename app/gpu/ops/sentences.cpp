// Scores and contexts over the keys of a query's own sentence, on the card: shaders/sentences.comp.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

constexpr std::string_view additive_slope = "w * v * (1.0 - tanh_of(a + b) * tanh_of(a + b))";

// Some queries and some keys, as one binding each can hold them.
struct Part {
  RowBlock queries, keys;
};

// The matrices of one op: queries [n, cols], keys [k, cols], pairs [n, width].
struct Shapes {
  int queries, keys, cols, width;

  // Blocks of queries serve the matrix of pairs too.
  template <class Body>
  void for_parts(const Device& device, const Body& body) const {
    for (const RowBlock& some : row_blocks(device, {queries, std::max(cols, width)})) {
      for (const RowBlock& part : row_blocks(device, {keys, cols})) body(Part{some, part});
    }
  }
};

std::span<const int> own_keys(const Node& node, const RowBlock& queries) {
  return std::span(node.attr.ids)
      .subspan(2 * static_cast<std::size_t>(queries.first),
               2 * static_cast<std::size_t>(queries.count));
}

// Of each key of the part the first of those queries that have it, and the one after the last.
std::vector<int> ranges(std::span<const int> own, const RowBlock& keys) {
  std::vector<int> made(2 * static_cast<std::size_t>(keys.count), 0);
  for (int query = 0; query < static_cast<int>(own.size() / 2); ++query) {
    const auto at = 2 * static_cast<std::size_t>(query);
    const int begin = std::max(own[at] - keys.first, 0);
    const int end = std::min(own[at] + own[at + 1] - keys.first, keys.count);
    for (int key = begin; key < end; ++key) {
      int* const range = &made[2 * static_cast<std::size_t>(key)];
      if (range[1] == 0) range[0] = query;
      range[1] = query + 1;
    }
  }
  return made;
}

struct Given {
  const Node& node;
  Shapes shapes;
  std::string_view term;
  const GpuMat* row = nullptr;  // what the term calls v; null: it reads none

  Binding row_or(const Device& device, const Binding& any) const {
    return row != nullptr ? device.whole(*row) : any;
  }
};

Kernel kernel(std::string_view what, std::string_view term) {
  return {"sentences.comp", fmt::format("#define {}\n#define TERM {}\n", what, term)};
}

void run_pairs(Device& device, const Given& given, const GpuMat& queries, const GpuMat& keys,
               GpuMat& pairs, bool add) {
  given.shapes.for_parts(device, [&](const Part& part) {
    const GpuInts own(device, own_keys(given.node, part.queries));
    const Binding asking = part.queries.of(device, queries);
    const int cells = part.queries.count * given.shapes.width;
    device.run(kernel(add ? "PAIRS\n#define ADD" : "PAIRS", given.term),
               {own.whole(), given.row_or(device, asking), own.whole(), asking,
                part.keys.of(device, keys), part.queries.of(device, pairs), asking},
               {cells, given.shapes.cols, given.shapes.width, part.keys.first, part.keys.count}, {},
               cell_groups(cells));
  });
}

// Adds to `to`, of the queries' shape; `queries` is what the term calls a.
void run_queries(Device& device, const Given& given, const GpuMat& pairs, const GpuMat& queries,
                 const GpuMat& keys, GpuMat& to) {
  given.shapes.for_parts(device, [&](const Part& part) {
    const GpuInts own(device, own_keys(given.node, part.queries));
    const int cells = part.queries.count * given.shapes.cols;
    const Binding others = part.keys.of(device, keys);
    device.run(
        kernel("QUERIES", given.term),
        {own.whole(), given.row_or(device, others), own.whole(), part.queries.of(device, pairs),
         others, part.queries.of(device, to), part.queries.of(device, queries)},
        {cells, given.shapes.cols, given.shapes.width, part.keys.first, part.keys.count}, {},
        cell_groups(cells));
  });
}

// Adds to `to`, of the keys' shape; `keys` is what the term calls b.
void run_keys(Device& device, const Given& given, const GpuMat& pairs, const GpuMat& queries,
              const GpuMat& keys, GpuMat& to) {
  given.shapes.for_parts(device, [&](const Part& part) {
    const auto of_queries = own_keys(given.node, part.queries);
    const GpuInts own(device, of_queries), range(device, ranges(of_queries, part.keys));
    const int cells = part.keys.count * given.shapes.cols;
    const Binding others = part.queries.of(device, queries);
    device.run(
        kernel("KEYS", given.term),
        {own.whole(), given.row_or(device, others), range.whole(), part.queries.of(device, pairs),
         others, part.keys.of(device, to), part.keys.of(device, keys)},
        {cells, given.shapes.cols, given.shapes.width, part.keys.first, part.keys.count}, {},
        cell_groups(cells));
  });
}

// e_ij = q_i · k_j
struct Dot {
  static Given given(const Tape& tape, const Node& node, int width, std::string_view term) {
    const GpuMat &q = gpu_in(tape, node, 0), &k = gpu_in(tape, node, 1);
    return {node, {q.shape().rows, k.shape().rows, q.shape().cols, width}, term};
  }
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    run_pairs(device, given(tape, node, to.shape().cols, "a * b"), gpu_in(tape, node, 0),
              gpu_in(tape, node, 1), to, false);
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat &q = gpu_in(tape, node, 0), &k = gpu_in(tape, node, 1);
    const int width = grad.shape().cols;
    run_queries(device, given(tape, node, width, "w * b"), grad, q, k, gpu_grad(tape, node, 0));
    run_keys(device, given(tape, node, width, "w * a"), grad, q, k, gpu_grad(tape, node, 1));
  }
};

// c_i = Σ_j a_ij v_j: the queries are the rows of c.
struct Mix {
  static Given given(const Tape& tape, const Node& node, std::string_view term) {
    const GpuMat &weights = gpu_in(tape, node, 0), &values = gpu_in(tape, node, 1);
    return {node,
            {weights.shape().rows, values.shape().rows, values.shape().cols, weights.shape().cols},
            term};
  }
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    device.fill_zero(to);
    const GpuMat &weights = gpu_in(tape, node, 0), &values = gpu_in(tape, node, 1);
    run_queries(device, given(tape, node, "w * b"), weights, to, values, to);
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat &weights = gpu_in(tape, node, 0), &values = gpu_in(tape, node, 1);
    run_pairs(device, given(tape, node, "a * b"), grad, values, gpu_grad(tape, node, 0), true);
    run_keys(device, given(tape, node, "w * a"), weights, grad, values, gpu_grad(tape, node, 1));
  }
};

// e_ij = v · tanh(q_i + k_j)
struct Additive {
  static Given given(const Tape& tape, const Node& node, int width, std::string_view term) {
    const GpuMat &q = gpu_in(tape, node, 0), &k = gpu_in(tape, node, 1);
    return {node,
            {q.shape().rows, k.shape().rows, q.shape().cols, width},
            term,
            &gpu_in(tape, node, 2)};
  }
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    run_pairs(device, given(tape, node, to.shape().cols, "v * tanh_of(a + b)"),
              gpu_in(tape, node, 0), gpu_in(tape, node, 1), to, false);
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat &q = gpu_in(tape, node, 0), &k = gpu_in(tape, node, 1);
    const int width = grad.shape().cols;
    const Given slopes = given(tape, node, width, additive_slope);
    run_queries(device, slopes, grad, q, k, gpu_grad(tape, node, 0));
    run_keys(device, slopes, grad, q, k, gpu_grad(tape, node, 1));
    const GpuMatPtr of_queries = device.zeros(q.shape());
    run_queries(device, given(tape, node, width, "w * tanh_of(a + b)"), grad, q, k, *of_queries);
    sum_columns(device, {.a = *of_queries, .to = gpu_grad(tape, node, 2), .add = true});
  }
};

template <class Of>
constexpr GpuOp op(std::string_view name) {
  return {name, Of::forward, Of::backward};
}
constexpr GpuOp dot = op<Dot>("sentence_dot"), mix = op<Mix>("sentence_mix"),
                additive = op<Additive>("sentence_additive");
const RegisterGpuOp registered[]{RegisterGpuOp{dot}, RegisterGpuOp{mix}, RegisterGpuOp{additive}};

}  // namespace

}  // namespace glassformer
