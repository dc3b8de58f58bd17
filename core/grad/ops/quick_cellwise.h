#pragma once

#include <algorithm>
#include <cstddef>

#include "core/grad/ops/cellwise.h"
#include "core/kernels/cell_kernels.h"

namespace glassformer {

// Cellwise, and for more than `exact_cells` cells in float the same function on whole vectors, in
// Real, by a kernel.
template <double (*f)(double), double (*slope)(double x, double y), CellKernel CellKernels::*kernel>
struct QuickCellwise {
  using Exact = Cellwise<f, slope>;

  static bool is_exact(const Mat& x) {
    return sizeof(Real) == sizeof(double) || x.size() <= exact_cells;
  }

  static void forward(const Tape& tape, Node& node) {
    const Mat& x = in(tape, node, 0);
    if (is_exact(x)) return Exact::forward(tape, node);
    const Real* const from = x.data();
    Real* const to = result(node).data();
    const auto quick = (cell_kernels().*kernel).forward;
    in_pieces(x.size(), [&](std::size_t i, std::size_t count) { quick(from + i, to + i, count); });
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat& x = in(tape, node, 0);
    if (is_exact(x)) return Exact::backward(tape, node, grad);
    const Real *const from = x.data(), *const dy = grad.data();
    const auto [dx, fresh] = gradient_of(tape, node, 0);
    Real* const to = dx.data();
    const auto quick = (cell_kernels().*kernel).backward;
    in_pieces(x.size(), [&, fresh = fresh](std::size_t i, std::size_t count) {
      quick(from + i, dy + i, fresh, to + i, count);
    });
  }

  static constexpr Op op(std::string_view name, std::string_view formula, std::string_view source) {
    return {.name = name,
            .formula = formula,
            .source = source,
            .shape = same_shape,
            .forward = forward,
            .backward = backward,
            .explain = Exact::explain};
  }

 private:
  // Calls body(begin, count) for pieces of the cells, over the cores.
  template <class Body>
  static void in_pieces(std::size_t cells, const Body& body) {
    constexpr std::size_t piece = 16384;
    const std::size_t pieces = (cells + piece - 1) / piece;
    parallel_for(static_cast<int>(pieces), cells * Exact::cost, [&](int number) {
      const std::size_t begin = static_cast<std::size_t>(number) * piece;
      body(begin, std::min(piece, cells - begin));
    });
  }
};

}  // namespace glassformer
