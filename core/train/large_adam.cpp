#include "core/train/large_adam.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

// The cells of a piece of the gradient; `buffer` serves where they do not lie side by side.
const Real* cells_of(const AdamPiece& piece, const RowsGradient& gradient,
                     std::vector<Real>& buffer) {
  if (gradient.which.empty()) return gradient.rows->data() + piece.begin;
  const auto cols = static_cast<std::size_t>(gradient.rows->cols());
  const auto first_row = static_cast<int>(piece.begin / cols);
  buffer.assign(piece.size(), 0);
  auto at = std::lower_bound(gradient.which.begin(), gradient.which.end(), first_row);
  for (; at != gradient.which.end(); ++at) {
    const std::size_t row = static_cast<std::size_t>(*at) * cols;
    if (row >= piece.end) break;
    const std::size_t from = std::max(row, piece.begin), to = std::min(row + cols, piece.end);
    const auto cells = gradient.rows->row(static_cast<int>(at - gradient.which.begin()));
    std::copy(cells.begin() + static_cast<std::ptrdiff_t>(from - row),
              cells.begin() + static_cast<std::ptrdiff_t>(to - row),
              buffer.begin() + static_cast<std::ptrdiff_t>(from - piece.begin));
  }
  return buffer.data();
}

}  // namespace

LargeAdam::LargeAdam(const Params& params, AdamSettings settings, std::uint64_t max_in_memory)
    : settings_(settings), pieces_(adam_pieces(params)), starts_{0} {
  for (const AdamPiece& piece : pieces_) starts_.push_back(starts_.back() + 2 * piece.size());
  if (means() * sizeof(Real) <= max_in_memory) {
    in_memory_.resize(static_cast<std::size_t>(means()));
  } else {
    fill([](std::span<Real> zeros) { std::fill(zeros.begin(), zeros.end(), Real{0}); });
  }
}

void LargeAdam::read(std::size_t piece, std::vector<Real>& both) const {
  both.resize(2 * pieces_[piece].size());
  file_.read(starts_[piece] * sizeof(Real), std::as_writable_bytes(std::span(both)));
}

void LargeAdam::write(std::size_t piece, std::span<const Real> both) {
  file_.write(starts_[piece] * sizeof(Real), std::as_bytes(both));
}

void LargeAdam::move(std::size_t piece, const AdamStep& step, const Real* gradient, Real* weights) {
  const std::size_t n = pieces_[piece].size();
  if (!in_memory_.empty()) {
    Real* const both = in_memory_.data() + starts_[piece];
    return step.move(n, gradient, both, both + n, weights);
  }
  thread_local std::vector<Real> both;
  read(piece, both);
  step.move(n, gradient, both.data(), both.data() + n, weights);
  write(piece, both);
}

double LargeAdam::step(Params& params, std::span<const RowsGradient> gradients, double rate) {
  const int count = static_cast<int>(pieces_.size());
  const auto piece_of = [&](int p, std::vector<Real>& buffer) {
    const AdamPiece& piece = pieces_[static_cast<std::size_t>(p)];
    return cells_of(piece, gradients[static_cast<std::size_t>(piece.param)], buffer);
  };
  std::vector<double> squares(pieces_.size());
  parallel_for(count, params.cells(), [&](int p) {
    thread_local std::vector<Real> buffer;
    const auto i = static_cast<std::size_t>(p);
    squares[i] = sum_of_squares(piece_of(p, buffer), pieces_[i].size());
  });
  double square = 0;
  for (const double s : squares) square += s;
  const double length = std::sqrt(square);
  if (!std::isfinite(length)) return length;

  std::vector<Real*> weights;
  for (int i = 0; i < params.size(); ++i) weights.push_back(params.value(i).data());
  const AdamStep moves(settings_, ++steps, length, rate);
  parallel_for(count, params.cells() * 8, [&](int p) {
    thread_local std::vector<Real> buffer;
    const auto i = static_cast<std::size_t>(p);
    const AdamPiece& piece = pieces_[i];
    move(i, moves, piece_of(p, buffer),
         weights[static_cast<std::size_t>(piece.param)] + piece.begin);
  });
  return length;
}

void LargeAdam::each(const std::function<void(std::span<const Real>)>& take) const {
  if (!in_memory_.empty()) return take(in_memory_);
  std::vector<Real> both;
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
    read(piece, both);
    take(both);
  }
}

void LargeAdam::fill(const std::function<void(std::span<Real>)>& give) {
  if (!in_memory_.empty()) return give(in_memory_);
  std::vector<Real> both;
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
    both.resize(2 * pieces_[piece].size());
    give(both);
    write(piece, both);
  }
}

void LargeAdam::forget_means() {
  in_memory_ = std::vector<Real>();  // which {} would keep the room of
  file_ = {};
}

}  // namespace glassformer
