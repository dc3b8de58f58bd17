// Scaled dot-product attention (Vaswani et al. 2017, §3.2) of many sentences and all heads
// at once. The rows of q, k and v are the tokens of all sentences, one after the other; head h
// reads the columns from h d_k on. For each sentence and head
//   S = Q Kᵀ / √d_k,  P = softmax(S) along rows,  O = P V,
// and if Attr::j is set, query i of a sentence sees only its keys 0 … i. Reads Attr::i: heads, and
// Attr::ids, four numbers for each sentence: first query, queries, first key, keys.
//
// Backward, per sentence and head:  dV = Pᵀ dO,  dP = dO Vᵀ,  dS = P ∘ (dP − rowsum(dP ∘ P)) /
// √d_k, dQ = dS K,  dK = dSᵀ Q.  P is recomputed: keeping it would take more memory than time is
// saved.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/kernels/small_product.h"
#include "core/kernels/width.h"

namespace glassformer {

namespace {

using Cells = std::vector<Real, LineAllocator<Real>>;

struct Place {
  int query, queries, key, keys;
};

Place place_of(const Node& node, int sentence) {
  const auto* four = node.attr.ids.data() + 4 * static_cast<std::ptrdiff_t>(sentence);
  return {four[0], four[1], four[2], four[3]};
}

int sentences(const Node& node) {
  return static_cast<int>(node.attr.ids.size() / 4);
}

int visible_keys(const Node& node, const Place& place, int query) {
  return node.attr.j == 1 ? std::min(place.keys, query + 1) : place.keys;
}

Shape shape(const Tape& tape, const Node& node) {
  const Shape q = in_shape(tape, node, 0), k = in_shape(tape, node, 1), v = in_shape(tape, node, 2);
  const int heads = node.attr.i;
  if (q.cols != k.cols || k != v) {
    throw_shape_error(tape, node,
                      "the three must have the same columns, and k and v the same rows");
  }
  if (heads < 1 || q.cols % heads != 0) {
    throw_shape_error(tape, node,
                      "the columns cannot be shared evenly by " + number_text(heads) + " heads");
  }
  if (node.attr.ids.size() % 4 != 0) throw_shape_error(tape, node, "a sentence needs four numbers");
  for (int s = 0; s < sentences(node); ++s) {
    const Place p = place_of(node, s);
    const bool inside = p.query >= 0 && p.queries >= 0 && p.key >= 0 && p.keys >= 1 &&
                        p.query + p.queries <= q.rows && p.key + p.keys <= k.rows;
    if (!inside) {
      throw_shape_error(tape, node,
                        "sentence " + number_text(s + 1) + " has rows that are not there");
    }
  }
  return q;
}

void sized(Cells& cells, int rows, int cols) {
  cells.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
}

// The rows [first, first + count) of a head's columns, padded to whole vectors.
const Real* packed(const Mat& m, int first, int count, int col, int d_k, Cells& into) {
  const int width = padded(d_k);
  sized(into, count, width);
  for (int r = 0; r < count; ++r) {
    Real* const to = into.data() + static_cast<std::ptrdiff_t>(r) * width;
    std::copy_n(m.row(first + r).data() + col, d_k, to);
    std::fill(to + d_k, to + width, Real{0});
  }
  return into.data();
}

// The same, transposed: [d_k, count], padded likewise.
const Real* turned(const Mat& m, int first, int count, int col, int d_k, Cells& into) {
  const int width = padded(count);
  sized(into, d_k, width);
  Real* const to = into.data();
  turned_copy(m.row(first).data() + col, m.cols(), count, d_k, to, width);
  for (int c = 0; c < d_k; ++c) {
    std::fill(to + static_cast<std::ptrdiff_t>(c) * width + count,
              to + static_cast<std::ptrdiff_t>(c + 1) * width, Real{0});
  }
  return to;
}

// Softmax of the first `visible` scores of a row, in place; zeros after them.
void softmax_row(Real* row, int visible, int width, Real scale) {
  row_kernels().softmax(row, scale, static_cast<std::size_t>(visible));
  std::fill(row + visible, row + width, Real{0});
}

bool all_finite(const Cells& cells) {
  return row_kernels().finite(cells.data(), cells.size());
}

// One head of one sentence. Its scratch memory belongs to the thread.
struct Head {
  Head(const Tape& tape, const Node& node, int sentence, int head)
      : node(node),
        place(place_of(node, sentence)),
        q(in(tape, node, 0)),
        k(in(tape, node, 1)),
        v(in(tape, node, 2)),
        d_k(q.cols() / node.attr.i),
        col(head * d_k),
        width(padded(d_k)),
        keys_width(padded(place.keys)),
        scale(static_cast<Real>(1 / std::sqrt(static_cast<double>(d_k)))) {}

  Strided rows_of(const Mat& m, int first) const {
    return {m.row(first).data() + col, m.cols(), 1};
  }

  // How many rows go through one product. With a causal mask they are `some`, in which hidden keys
  // have weight 0; but 0 times nan or infinity is nan, so if there are any, each row gets a product
  // of its own.
  int rows_at_once(int all, bool finite) const {
    if (node.attr.j != 1) return all;
    return finite ? some : 1;
  }

  // Calls body(first, rows, keys) for each block of queries that goes through one product: its last
  // query, which sees the most, sees `keys` keys.
  template <class Body>
  void by_queries(bool finite, const Body& body) const {
    const int step = rows_at_once(place.queries, finite);
    for (int first = 0; first < place.queries; first += step) {
      const int rows = std::min(step, place.queries - first);
      body(first, rows, visible_keys(node, place, first + rows - 1));
    }
  }

  // Rows of m times the transposed keys (or values) for every key that a query sees; cells after
  // the last of these may hold anything.
  void scores_of(const Mat& m, int first_row, const Real* turned_keys, Cells& into) const {
    by_queries(true, [&](int first, int rows, int seen) {
      small_product(rows_of(m, first_row + first), turned_keys, keys_width,
                    into.data() + static_cast<std::ptrdiff_t>(first) * keys_width, keys_width, rows,
                    d_k, padded(seen));
    });
  }

  // [queries, keys] times [keys, width]
  void mix(const Cells& weights, const Cells& rows_of_keys, Cells& into) const {
    sized(into, place.queries, width);
    by_queries(all_finite(rows_of_keys), [&](int first, int rows, int seen) {
      small_product(
          {weights.data() + static_cast<std::ptrdiff_t>(first) * keys_width, keys_width, 1},
          rows_of_keys.data(), width, into.data() + static_cast<std::ptrdiff_t>(first) * width,
          width, rows, seen, width);
    });
  }

  // The transpose of [queries, keys] times [queries, width]. With a causal mask, the queries before
  // a key do not see it and are left out.
  void mix_back(const Cells& weights, const Cells& rows_of_queries, Cells& into) const {
    sized(into, place.keys, width);
    const int step = rows_at_once(place.keys, all_finite(rows_of_queries));
    for (int first = 0; first < place.keys; first += step) {
      const int begin = node.attr.j == 1 ? std::min(first, place.queries) : 0;
      const std::ptrdiff_t row = begin;
      small_product({weights.data() + row * keys_width + first, 1, keys_width},
                    rows_of_queries.data() + row * width, width,
                    into.data() + static_cast<std::ptrdiff_t>(first) * width, width,
                    std::min(step, place.keys - first), place.queries - begin, width);
    }
  }

  // P [queries, keys]
  const Real* weights(Cells& into, Cells& spare) const {
    const Real* keys = turned(k, place.key, place.keys, col, d_k, spare);
    sized(into, place.queries, keys_width);
    scores_of(q, place.query, keys, into);
    for (int i = 0; i < place.queries; ++i) {
      softmax_row(into.data() + static_cast<std::ptrdiff_t>(i) * keys_width,
                  visible_keys(node, place, i), keys_width, scale);
    }
    return into.data();
  }

  // Adds [rows, width] to the columns of this head, from row `first` of the matrix on.
  void add(const Cells& from, int rows, Mat& to, int first) const {
    for (int r = 0; r < rows; ++r) {
      const Real* cell = from.data() + static_cast<std::ptrdiff_t>(r) * width;
      Real* target = to.row(first + r).data() + col;
      row_kernels().add(target, cell, static_cast<std::size_t>(d_k));
    }
  }

  static constexpr int some = 12;  // rows: two tiles of a small product
  const Node& node;
  Place place;
  const Mat &q, &k, &v;
  int d_k, col, width, keys_width;
  Real scale;
};

std::size_t cost(const Tape& tape, const Node& node) {
  std::size_t pairs = 0;
  for (int s = 0; s < sentences(node); ++s) {
    const Place p = place_of(node, s);
    pairs += static_cast<std::size_t>(p.queries) * static_cast<std::size_t>(p.keys);
  }
  return pairs * static_cast<std::size_t>(2 * in(tape, node, 0).cols() + 8);
}

void forward_head(const Tape& tape, Node& node, int sentence, int number) {
  thread_local Cells p, spare, values, out;
  const Head head(tape, node, sentence, number);
  const Place& at = head.place;
  head.weights(p, spare);
  packed(head.v, at.key, at.keys, head.col, head.d_k, values);
  head.mix(p, values, out);
  for (int r = 0; r < at.queries; ++r) {
    std::copy_n(out.data() + static_cast<std::ptrdiff_t>(r) * head.width, head.d_k,
                result(node).row(at.query + r).data() + head.col);
  }
}

void forward(const Tape& tape, Node& node) {
  parallel_for(sentences(node) * node.attr.i, cost(tape, node),
               [&](int task) { forward_head(tape, node, task / node.attr.i, task % node.attr.i); });
}

// dS from P and dP, in place of dP.
void score_gradient(const Head& head, const Cells& p, Cells& dp) {
  for (int i = 0; i < head.place.queries; ++i) {
    const Real* weight = p.data() + static_cast<std::ptrdiff_t>(i) * head.keys_width;
    Real* slope = dp.data() + static_cast<std::ptrdiff_t>(i) * head.keys_width;
    const int seen = visible_keys(head.node, head.place, i);
    row_kernels().softmax_back(weight, head.scale, slope, static_cast<std::size_t>(seen));
    std::fill(slope + seen, slope + head.keys_width, Real{0});
  }
}

void backward_head(Tape& tape, const Node& node, const Mat& grad, int sentence, int number) {
  thread_local Cells p, spare, ds, out;
  const Head head(tape, node, sentence, number);
  const Place& at = head.place;
  head.weights(p, spare);

  turned(head.v, at.key, at.keys, head.col, head.d_k, spare);
  sized(ds, at.queries, head.keys_width);
  head.scores_of(grad, at.query, spare.data(), ds);
  score_gradient(head, p, ds);

  packed(grad, at.query, at.queries, head.col, head.d_k, spare);
  head.mix_back(p, spare, out);
  head.add(out, at.keys, grad_in(tape, node, 2), at.key);

  packed(head.q, at.query, at.queries, head.col, head.d_k, spare);
  head.mix_back(ds, spare, out);
  head.add(out, at.keys, grad_in(tape, node, 1), at.key);

  packed(head.k, at.key, at.keys, head.col, head.d_k, spare);
  head.mix(ds, spare, out);
  head.add(out, at.queries, grad_in(tape, node, 0), at.query);
}

// Parallel over the heads only: several sentences may read the same keys.
void backward(Tape& tape, const Node& node, const Mat& grad) {
  for (int input = 0; input < 3; ++input)
    grad_in(tape, node, input);  // allocated before the threads begin
  parallel_for(node.attr.i, 3 * cost(tape, node), [&](int head) {
    for (int s = 0; s < sentences(node); ++s) backward_head(tape, node, grad, s, head);
  });
}

// The weights of one query, in double.
std::vector<double> weights_of(const Head& head, int query, int visible) {
  std::vector<double> weights;
  double max = -HUGE_VAL, sum = 0;
  for (int j = 0; j < visible; ++j) {
    double score = 0;
    for (int p = head.col; p < head.col + head.d_k; ++p) {
      score +=
          static_cast<double>(head.q(head.place.query + query, p)) * head.k(head.place.key + j, p);
    }
    weights.push_back(score / std::sqrt(static_cast<double>(head.d_k)));
    max = std::max(max, weights.back());
  }
  for (double& weight : weights) sum += weight = std::exp(weight - max);
  for (double& weight : weights) weight /= sum;
  return weights;
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.note = "no sentence has this row: it stays 0";
  for (int s = 0; s < sentences(node); ++s) {
    const Place at = place_of(node, s);
    if (row < at.query || row >= at.query + at.queries) continue;
    const int d_k = in(tape, node, 0).cols() / node.attr.i;
    const Head head(tape, node, s, col / d_k);
    const int query = row - at.query;
    const auto weights = weights_of(head, query, visible_keys(node, at, query));
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const int key = at.key + static_cast<int>(j);
      explanation.terms.push_back({{cell_in(node, 2, key, col)},
                                   weights[j] * head.v(key, col),
                                   "× " + number_text(weights[j])});
    }
    explanation.note = "head " + std::to_string(col / d_k + 1) +
                       ": each value times its weight, the softmax of q · k / √" +
                       std::to_string(d_k) + " over the keys of the sentence";
  }
  return explanation;
}

constexpr Op op{.name = "packed_attention",
                .formula = "\\mathrm{softmax}(\\frac{QK^{\\top}}{\\sqrt{d_k}})V",
                .source = "Vaswani et al. 2017, section 3.2, equation 1",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true};
const RegisterOp registered{op};

}  // namespace

Var packed_attention(Tape& tape, Var q, Var k, Var v, int heads, std::vector<int> places,
                     bool causal) {
  Attr attr;
  attr.i = heads;
  attr.j = causal ? 1 : 0;
  attr.ids = std::move(places);
  return tape.record(op, {q, k, v}, std::move(attr));
}

}  // namespace glassformer
