#include "core/grad/ops/sequences.h"

#include <algorithm>

#include "core/grad/number_text.h"
#include "core/kernels/blocked_product.h"
#include "core/kernels/panels.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"

namespace glassformer {

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

SlopesOf::SlopesOf(Tape& tape, const Node& node, int input) {
  const auto [grad, fresh] = gradient_of(tape, node, input);
  grad_ = &grad;
  if (!fresh) beside_.resize(grad.shape());
  made_ = fresh ? grad_ : &beside_;
}

void SlopesOf::give() const {
  if (made_ == grad_) return;
  for (std::size_t i = 0; i < beside_.size(); ++i) grad_->cells()[i] += beside_.cells()[i];
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
  return (cols + panel_cols - 1) / panel_cols * panel_cols;
}

Factor::Factor(int inner, int width)
    : inner_(inner),
      width_(width),
      panels_(static_cast<std::size_t>(inner) * static_cast<std::size_t>(width)) {}

Factor Factor::of_gates(const Mat& u, int first, int count) {
  const int h = u.rows(), w = width(h);
  Factor made(h, count * w);
  for (int gate = 0; gate < count; ++gate) {
    pack<panel_cols>(u.data() + (first + gate) * h, 1, u.cols(), h, h,
                     made.panels_.data() + static_cast<std::ptrdiff_t>(gate) * w * h);
  }
  return made;
}

Factor Factor::of_transposed(const Mat& u, int begin, int inner) {
  const int h = u.rows();
  Factor made(inner, width(h));
  pack<panel_cols>(u.data() + begin, u.cols(), 1, h, inner, made.panels_.data());
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
