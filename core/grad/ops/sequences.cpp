#include "core/grad/ops/sequences.h"

#include <algorithm>

#include "core/grad/number_text.h"
#include "core/kernels/parallel.h"
#include "core/kernels/small_product.h"
#include "core/kernels/threads.h"

namespace glassformer {

namespace {

constexpr int panel = 2 * lanes;

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
  return (cols + panel - 1) / panel * panel;
}

Factor::Factor(const Mat& m, bool transposed, int col, int cols)
    : inner_(transposed ? m.cols() : m.rows()), width_(width(cols)) {
  panels_.assign(static_cast<std::size_t>(inner_) * static_cast<std::size_t>(width_), Real{0});
  for (int p = 0; p < inner_; ++p) {
    for (int c = 0; c < cols; ++c) {
      const std::ptrdiff_t at = (static_cast<std::ptrdiff_t>(c / panel) * inner_ + p) * panel;
      panels_[static_cast<std::size_t>(at + c % panel)] =
          transposed ? m(col + c, p) : m(p, col + c);
    }
  }
}

void Factor::product(const Real* a, std::ptrdiff_t lda, int rows, Real* out,
                     std::ptrdiff_t ldo) const {
  for (int c = 0; c < width_; c += panel) {
    small_product({a, lda, 1}, panels_.data() + static_cast<std::ptrdiff_t>(c) * inner_, panel,
                  out + c, ldo, rows, inner_, panel);
  }
}

void copy_padded(const Real* from, int count, Real* to, int width) {
  std::copy_n(from, count, to);
  std::fill(to + count, to + width, Real{0});
}

Mat states_before(const Node& node, const Mat& states, const Mat& first, int cols) {
  Mat before(states.rows(), cols);
  const Batch all(node, 0, 1);
  for (int which = 0; which < all.size(); ++which) {
    const Real* from = first.row(all.sentence(which)).data();
    for (int step = 0; step < all.steps() && which < all.active(step); ++step) {
      const int row = all.row(which, step);
      std::copy_n(from, cols, before.row(row).data());
      from = states.row(row).data();
    }
  }
  return before;
}

}  // namespace glassformer
