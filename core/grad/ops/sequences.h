#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <vector>

#include "core/grad/ops/common.h"
#include "core/kernels/lanes.h"

// What the recurrent ops share. Their rows are the tokens of many sentences, one sentence after the
// other: Attr::ids says where each begins and where the last ends, and with Attr::i = 1 each is
// read from its last token to its first. The sentences that have a token at a time step go through
// one product together, without padding.
namespace glassformer {

using LaneCells = std::vector<Real, LineAllocator<Real>>;
using RawCells = std::vector<Real, UnfilledAllocator<Real>>;  // may hold anything at first

int sentences_of(const Node& node);
Attr of_sentences(std::vector<int> begins, bool reversed);
// Throws ShapeError unless Attr::ids cuts so many rows into sentences of at least one token.
void require_sentences(const Tape& tape, const Node& node, int rows);

// The gradient of an input that an op reads again while it makes it. Where nothing was there before
// it is made in its place; else beside, and added by give().
class SlopesOf {
 public:
  SlopesOf(Tape& tape, const Node& node, int input);
  Real* row(int r) const { return made_->row(r).data(); }
  const Mat& all() const { return *made_; }
  void give() const;

 private:
  Mat* grad_;
  Mat beside_;
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
  // Of U [H, gates · H] the columns of some gates, each a block: [H, count · width(H)].
  static Factor of_gates(const Mat& u, int first, int count);
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

// Some cells that need not fill a vector: those beyond `count` are 0, and none is written there.
inline Lanes load_part(const Real* from, int count) {
  if (count >= lanes) return load_lanes(from);
  Lanes to{};
  std::memcpy(&to, from, static_cast<std::size_t>(count) * sizeof(Real));
  return to;
}
inline void store_part(Real* to, Lanes from, int count) {
  if (count >= lanes) return store_lanes(to, from);
  std::memcpy(to, &from, static_cast<std::size_t>(count) * sizeof(Real));
}

// Calls body(i) for each vector of `width` cells.
template <class Body>
void for_lanes(int width, const Body& body) {
  for (int i = 0; i < width; i += lanes) body(i);
}

// For each row of the op's result the state before its step: the result of the step before, or the
// given first one of its sentence. Columns [0, cols) of both.
void states_before(const Node& node, const Mat& states, const Mat& first, int cols, Mat& before);
Mat states_before(const Node& node, const Mat& states, const Mat& first, int cols);

}  // namespace glassformer
