#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

// What the recurrent ops share. Their rows are the tokens of many sentences, one sentence after the
// other: Attr::ids says where each begins and where the last ends, and with Attr::i = 1 each is
// read from its last token to its first. The sentences that have a token at a time step go through
// one product together, without padding.
namespace glassformer {

using LaneCells = std::vector<Real, LineAllocator<Real>>;
using RawCells = std::vector<Real, UnfilledAllocator<Real>>;  // may hold anything at first

inline std::size_t cells_of(int rows, int cols) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

int sentences_of(const Node& node);
Attr of_sentences(std::vector<int> begins, bool reversed);
// Throws ShapeError unless Attr::ids cuts so many rows into sentences of at least one token.
void require_sentences(const Tape& tape, const Node& node, int rows);

// What comes from outside to the gates: x, or x W + b where W and b are the last inputs of an op,
// as of those whose names end in _layer. That sum is made step by step in one product with what the
// state gives, [x s] [W; U], and lies nowhere as a whole: it has more numbers than all else that a
// layer of few inputs reads.
class FromOutside {
 public:
  // `w`: which input W would be; b is the next.
  FromOutside(const Tape& tape, const Node& node, int x, int w);
  // Throws ShapeError unless it has so many columns.
  static void require(const Tape& tape, const Node& node, int x, int w, int cols);

  int inputs() const { return w_ == nullptr ? 0 : w_->rows(); }  // columns of x that go through W
  const Mat& weights() const { return *w_; }
  const Real* x(int row) const { return x_.row(row).data(); }
  // What is added to the product for a token: its row of x, or b.
  const Real* added(int row) const { return w_ == nullptr ? x(row) : b_->data(); }
  // U, or [W; U].
  const Mat& factors(const Mat& u);

 private:
  const Mat& x_;
  const Mat *w_ = nullptr, *b_ = nullptr;
  Mat both_;
};

// The cell that an explanation names for it: of x, or of b.
Cell cell_from_outside(const Node& node, int x, int w, int row, int col);

// The op of a recurrent layer that reads what comes from outside, and the one that reads x, W and
// b.
struct StepOps {
  const Op &at_once, &layer;
};
// Records whichever is faster for x through these weights. The first inputs: x, U, the first
// states.
Var record_steps(Tape& tape, const StepOps& ops, std::vector<Var> inputs, Through through,
                 std::vector<int> begins, bool reversed);

// A row for each sentence of a batch, as the product of a step reads it: its row of x, where that
// goes through W, and the state, filled up to `width`.
class StepRows {
 public:
  StepRows(int sentences, int inputs, int width)
      : inputs_(inputs), stride_(inputs + width), cells_(cells_of(sentences, stride_)) {}
  Real* state(int which) { return cells_.data() + which * stride_ + inputs_; }
  const Real* data() const { return cells_.data(); }
  int stride() const { return stride_; }
  void take(int which, const Real* x) { std::copy_n(x, inputs_, state(which) - inputs_); }

 private:
  int inputs_, stride_;
  LaneCells cells_;
};

// The gradient of what comes from outside, which an op reads again while it makes it. Where it is
// the gradient of an input to which nothing was added before, it is made in its place; else beside,
// and give() adds it, or carries it on through W.
class SlopesOf {
 public:
  SlopesOf(Tape& tape, const Node& node, int x, int w);
  Real* row(int r) const { return made_->row(r).data(); }
  const Mat& all() const { return *made_; }
  void give(Tape& tape, const Node& node) const;

 private:
  int x_, w_;
  Mat* grad_ = nullptr;
  Mat* made_;
};

// Some of the sentences, the longest first: at each time step those that have a token are the first
// ones.
class Batch {
 public:
  // Every `parts`-th sentence, beginning with number `part` of the longest.
  Batch(const Node& node, int part, int parts);
  int size() const { return static_cast<int>(places_.size()); }
  int steps() const { return places_.empty() ? 0 : places_.front().tokens; }
  int active(int step) const;  // how many have a token at that step, from 0
  int row(int which, int step) const {
    const Place& place = places_[static_cast<std::size_t>(which)];
    return reversed_ ? place.begin + place.tokens - 1 - step : place.begin + step;
  }
  int tokens(int which) const { return places_[static_cast<std::size_t>(which)].tokens; }
  // The row of the state before a step: of the step before, or the sentence's own first one.
  const Real* before(int which, int step, const Mat& states, const Mat& first) const {
    return step > 0 ? states.row(row(which, step - 1)).data() : first.row(sentence(which)).data();
  }
  int sentence(int which) const { return places_[static_cast<std::size_t>(which)].sentence; }

 private:
  struct Place {
    int sentence, begin, tokens;
  };
  std::vector<Place> places_;
  bool reversed_;
};

// Calls body(batch) for parts of the sentences, one on each core: from the first step to the last
// no core waits for another. `cells`: products of one row of one step. No result depends on the
// number of parts.
void for_batches(const Node& node, int rows, std::size_t cells,
                 const std::function<void(const Batch&)>& body);

// Columns of a matrix that many rows are multiplied with, copied into the order in which a product
// reads them. A block of its columns fills a whole number of vectors: its width() is `cols` and
// zeros after them.
class Factor {
 public:
  // Of U, or [W; U], with H columns for each gate, those of some gates: [rows, count · width(H)].
  static Factor of_gates(const Mat& u, int h, int first, int count);
  // The transpose of columns [begin, begin + inner) of U: [inner, width(H)].
  static Factor of_transposed(const Mat& u, int begin, int inner);
  static int width(int cols);
  // out [rows, width] = a [rows, inner] times the columns; rows lie `lda` and `ldo` cells apart.
  void product(const Real* a, std::ptrdiff_t lda, int rows, Real* out, std::ptrdiff_t ldo) const;

 private:
  Factor(int inner, int width);

  int inner_, width_;
  RawCells panels_;
};

// `count` cells, then zeros up to `width`.
void copy_padded(const Real* from, int count, Real* to, int width);

// For each row of the op's result the state before its step: the result of the step before, or the
// given first one of its sentence. Columns [0, cols) of both.
void states_before(const Node& node, const Mat& states, const Mat& first, int cols, Mat& before);
Mat states_before(const Node& node, const Mat& states, const Mat& first, int cols);

}  // namespace glassformer
