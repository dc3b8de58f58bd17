#include "core/grad/ops/sequences.h"

#include <algorithm>

#include "core/grad/number_text.h"
#include "core/grad/ops/affine.h"
#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/kernels/threads.h"
#include "core/kernels/tile_product.h"

namespace glassformer {

namespace {

bool goes_through_weights(const Node& node, int w) {
  return node.inputs.size() == static_cast<std::size_t>(w) + 2;
}

// Whether W and b belong into the product of a step: many sentences go through it, [W; U] stays in
// the second cache from one step to the next, and all tokens at once would not go through W by
// tiles, which is faster still.
bool is_better_in_steps(const Tape& tape, Var w, const std::vector<Var>& inputs) {
  constexpr int min_sentences = 16;
  constexpr std::size_t max_bytes = std::size_t{2} << 20;
  const Shape x = tape.shape(inputs[0]), u = tape.shape(inputs[1]), first = tape.shape(inputs[2]),
              through = tape.shape(w);
  return !tape.on_device() && first.rows >= min_sentences &&
         (through.cells() + u.cells()) * sizeof(Real) <= max_bytes &&
         !worth_tiles(x.rows, through.rows, through.cols);
}

}  // namespace

int sentences_of(const Node& node) {
  return static_cast<int>(node.attr.ids.size()) - 1;
}

Attr of_sentences(std::vector<int> begins, bool reversed) {
  Attr attr;
  attr.i = reversed ? 1 : 0;
  attr.ids = std::move(begins);
  return attr;
}

void require_sentences(const Tape& tape, const Node& node, int rows) {
  const std::vector<int>& begins = node.attr.ids;
  const bool ends = !begins.empty() && begins.front() == 0 && begins.back() == rows;
  if (ends && std::ranges::adjacent_find(begins, std::greater_equal{}) == begins.end()) return;
  throw_shape_error(tape, node,
                    "the sentences must follow each other, have a token each and be " +
                        number_text(rows) + " tokens together");
}

FromOutside::FromOutside(const Tape& tape, const Node& node, int x, int w) : x_(in(tape, node, x)) {
  if (!goes_through_weights(node, w)) return;
  w_ = &in(tape, node, w);
  b_ = &in(tape, node, w + 1);
}

void FromOutside::require(const Tape& tape, const Node& node, int x, int w, int cols) {
  const Shape given = in_shape(tape, node, x);
  if (!goes_through_weights(node, w)) {
    if (given.cols == cols) return;
    throw_shape_error(tape, node, "the first must have " + number_text(cols) + " columns");
  }
  if (in_shape(tape, node, w) != Shape{given.cols, cols}) {
    throw_shape_error(tape, node,
                      "the weights of the first must be " + to_string({given.cols, cols}));
  }
  require_row(tape, node, w + 1, cols);
}

const Mat& FromOutside::factors(const Mat& u) {
  if (w_ == nullptr) return u;
  both_.resize({w_->rows() + u.rows(), u.cols()});
  std::ranges::copy(w_->cells(), both_.data());
  std::ranges::copy(u.cells(), both_.row(w_->rows()).data());
  return both_;
}

Cell cell_from_outside(const Node& node, int x, int w, int row, int col) {
  return goes_through_weights(node, w) ? cell_in(node, w + 1, 0, col) : cell_in(node, x, row, col);
}

Var record_steps(Tape& tape, const StepOps& ops, std::vector<Var> inputs, Through through,
                 std::vector<int> begins, bool reversed) {
  if (!through.w)
    return tape.record(ops.at_once, inputs, of_sentences(std::move(begins), reversed));
  if (!is_better_in_steps(tape, through.w, inputs)) {
    inputs.front() = affine(tape, inputs.front(), through.w, through.b);
    return record_steps(tape, ops, std::move(inputs), {}, std::move(begins), reversed);
  }
  inputs.insert(inputs.end(), {through.w, through.b});
  return tape.record(ops.layer, inputs, of_sentences(std::move(begins), reversed));
}

SlopesOf::SlopesOf(Tape& tape, const Node& node, int x, int w)
    : x_(x), w_(goes_through_weights(node, w) ? w : -1) {
  thread_local Mat beside;  // the memory stays with the thread
  made_ = &beside;
  if (w_ >= 0) {
    beside.resize({in_shape(tape, node, x).rows, in_shape(tape, node, w).cols});
    return;
  }
  const auto [grad, fresh] = gradient_of(tape, node, x);
  grad_ = &grad;
  if (fresh) {
    made_ = grad_;
  } else {
    beside.resize(grad.shape());
  }
}

void SlopesOf::give(Tape& tape, const Node& node) const {
  if (w_ < 0) {
    if (made_ != grad_) row_kernels().add(grad_->data(), made_->data(), made_->size());
    return;
  }
  add_affine_gradients(tape, node, x_, w_, *made_);
}

Batch::Batch(const Node& node, int part, int parts) : reversed_(node.attr.i == 1) {
  const std::vector<int>& begins = node.attr.ids;
  std::vector<Place> all;
  for (int s = 0; s < sentences_of(node); ++s) {
    const auto at = static_cast<std::size_t>(s);
    all.push_back({s, begins[at], begins[at + 1] - begins[at]});
  }
  std::ranges::stable_sort(all, std::greater{}, &Place::tokens);
  for (std::size_t i = static_cast<std::size_t>(part); i < all.size();
       i += static_cast<std::size_t>(parts)) {
    places_.push_back(all[i]);
  }
}

int Batch::active(int step) const {
  const auto end = std::ranges::lower_bound(places_, step, std::greater{}, &Place::tokens);
  return static_cast<int>(end - places_.begin());
}

void for_batches(const Node& node, int rows, std::size_t cells,
                 const std::function<void(const Batch&)>& body) {
  constexpr int min_sentences = 8;  // fewer read all weights for a few rows
  // Products are done a vector at a time: so many take as long as one cell of another op.
  constexpr std::size_t products_per_cell = 16;
  const int parts = std::max(1, std::min(free_threads(), sentences_of(node) / min_sentences));
  const std::size_t cost = static_cast<std::size_t>(rows) * cells / products_per_cell;
  parallel_for(parts, cost, [&](int part) { body(Batch(node, part, parts)); });
}

int Factor::width(int cols) {
  const int panel = panel_cols();
  return (cols + panel - 1) / panel * panel;
}

Factor::Factor(int inner, int width)
    : inner_(inner),
      width_(width),
      panels_(static_cast<std::size_t>(inner) * static_cast<std::size_t>(width)) {}

Factor Factor::of_gates(const Mat& u, int h, int first, int count) {
  const int inner = u.rows(), w = width(h);
  Factor made(inner, count * w);
  for (int gate = 0; gate < count; ++gate) {
    pack_panels(u.data() + (first + gate) * h, 1, u.cols(), h, inner,
                made.panels_.data() + static_cast<std::ptrdiff_t>(gate) * w * inner);
  }
  return made;
}

Factor Factor::of_transposed(const Mat& u, int begin, int inner) {
  const int h = u.rows();
  Factor made(inner, width(h));
  pack_panels(u.data() + begin, u.cols(), 1, h, inner, made.panels_.data());
  return made;
}

void Factor::product(const Real* a, std::ptrdiff_t lda, int rows, Real* out,
                     std::ptrdiff_t ldo) const {
  product_of_panels(a, lda, panels_.data(), out, ldo, rows, inner_, width_);
}

void copy_padded(const Real* from, int count, Real* to, int width) {
  std::copy_n(from, count, to);
  std::fill(to + count, to + width, Real{0});
}

void states_before(const Node& node, const Mat& states, const Mat& first, int cols, Mat& before) {
  before.resize({states.rows(), cols});
  const Batch all(node, 0, 1);
  for (int which = 0; which < all.size(); ++which) {
    for (int step = 0; step < all.tokens(which); ++step) {
      std::copy_n(all.before(which, step, states, first), cols,
                  before.row(all.row(which, step)).data());
    }
  }
}

Mat states_before(const Node& node, const Mat& states, const Mat& first, int cols) {
  Mat before;
  states_before(node, states, first, cols, before);
  return before;
}

}  // namespace glassformer
