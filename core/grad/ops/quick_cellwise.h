#pragma once

#include <algorithm>
#include <cstring>

#include "core/grad/ops/cellwise.h"
#include "core/kernels/lanes.h"

namespace glassformer {

// Cellwise, and for more than `exact_cells` cells in float the same function on whole vectors, in
// Real: `quick_f` is f, `quick_slope` its slope at x.
template <double (*f)(double), double (*slope)(double x, double y), Lanes (*quick_f)(Lanes),
          Lanes (*quick_slope)(Lanes)>
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
    in_vectors(x.size(), [&](std::size_t i, std::size_t count) {
      store_some(to + i, quick_f(load_some(from + i, count)), count);
    });
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat& x = in(tape, node, 0);
    if (is_exact(x)) return Exact::backward(tape, node, grad);
    const Real *const from = x.data(), *const dy = grad.data();
    const auto [dx, fresh] = gradient_of(tape, node, 0);
    Real* const to = dx.data();
    in_vectors(x.size(), [&, fresh = fresh](std::size_t i, std::size_t count) {
      const Lanes d = load_some(dy + i, count) * quick_slope(load_some(from + i, count));
      store_some(to + i, fresh ? d : load_some(to + i, count) + d, count);
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
  // Calls body(i, count) for each vector of cells, over the cores: it begins at cell i and has
  // `count` of them, fewer than `lanes` at the end.
  template <class Body>
  static void in_vectors(std::size_t cells, const Body& body) {
    constexpr std::size_t piece = 1024 * static_cast<std::size_t>(lanes);
    const std::size_t pieces = (cells + piece - 1) / piece;
    parallel_for(static_cast<int>(pieces), cells * Exact::cost, [&](int number) {
      const std::size_t begin = static_cast<std::size_t>(number) * piece;
      const std::size_t end = std::min(cells, begin + piece);
      for (std::size_t i = begin; i < end; i += static_cast<std::size_t>(lanes)) {
        body(i, std::min(static_cast<std::size_t>(lanes), end - i));
      }
    });
  }

  static Lanes load_some(const Real* from, std::size_t count) {
    if (count == static_cast<std::size_t>(lanes)) return load_lanes(from);
    Lanes to{};
    std::memcpy(&to, from, count * sizeof(Real));
    return to;
  }

  static void store_some(Real* to, Lanes from, std::size_t count) {
    if (count == static_cast<std::size_t>(lanes)) return store_lanes(to, from);
    std::memcpy(to, &from, count * sizeof(Real));
  }
};

// Beyond ±15 a GELU is x or 0 and its slope 1 or 0, to the last place of a float. A quick function
// clamps there, for ∞ · 0 would be nan.
inline Lanes at_least_minus_15(Lanes x) {
  return x < -15 ? Lanes{} - 15 : x;
}
inline Lanes within_15(Lanes x) {
  const Lanes low = at_least_minus_15(x);
  return low > 15 ? Lanes{} + 15 : low;
}

}  // namespace glassformer
