#pragma once

#include <cstddef>

#include "core/kernels/cell_kernels.h"
#include "core/kernels/lanes.h"

// core/kernels/cell_kernels.h, once for each width. The ops that call them, core/grad/ops, say what
// the functions are.
namespace glassformer {

namespace {

template <Lanes (*f)(Lanes), Lanes (*slope)(Lanes)>
struct CellByCell {
  static void forward(const Real* x, Real* y, std::size_t n) {
    by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
      store_part(y + i, f(load_part(x + i, count)), count);
    });
  }
  static void backward(const Real* x, const Real* dy, bool fresh, Real* dx, std::size_t n) {
    by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
      const Lanes d = load_part(dy + i, count) * slope(load_part(x + i, count));
      store_part(dx + i, fresh ? d : load_part(dx + i, count) + d, count);
    });
  }
  static constexpr CellKernel kernel() { return {forward, backward}; }
};

inline Lanes tanh_slope(Lanes x) {
  const Lanes y = quick_tanh(x);
  return 1 - y * y;
}

// Beyond ±15 a GELU is x or 0 and its slope 1 or 0, to the last place of a float. A quick function
// clamps there, for ∞ · 0 would be nan.
inline Lanes at_least_minus_15(Lanes x) {
  return x < -15 ? Lanes{} - 15 : x;
}
inline Lanes within_15(Lanes x) {
  const Lanes low = at_least_minus_15(x);
  return low > 15 ? Lanes{} + 15 : low;
}

// Φ(x), given e^(−x²/2).
inline Lanes normal_below(Lanes x, Lanes power) {
  const Lanes z = (x < 0 ? -x : x) * Real(0.70710678118654752);
  const Lanes t = 1 / (1 + Real(0.3275911) * z);
  Lanes p = t * Real(1.061405429) - Real(1.453152027);
  p = p * t + Real(1.421413741);
  p = p * t - Real(0.284496736);
  p = p * t + Real(0.254829592);
  const Lanes half = Real(0.5) - p * t * power * Real(0.5);
  return Real(0.5) + (x < 0 ? -half : half);
}
inline Lanes normal_power(Lanes x) {
  return quick_exp(x * x * Real(-0.5));
}

inline Lanes gelu_of(Lanes x) {
  return at_least_minus_15(x) * normal_below(x, normal_power(x));
}
inline Lanes gelu_slope(Lanes x) {
  constexpr Real peak = Real(0.39894228040143267794);  // 1 / √(2π)
  const Lanes power = normal_power(x);
  return normal_below(x, power) + within_15(x) * power * peak;
}

constexpr double cubic = 0.044715, root_2_over_pi = 0.79788456080286535588;

// σ(x) and σ(−x) = 1 − σ(x), each to its own last places. e^(−|x|) is at most 1, and below −104
// quick_exp gives 0.
struct Gates {
  Lanes open, shut;
};
inline Gates gates_of(Lanes x) {
  const Lanes e = quick_exp(x < 0 ? x : -x);
  const Lanes large = 1 / (1 + e), small = e * large;
  return {x < 0 ? small : large, x < 0 ? large : small};
}

// Held within ±15 first: x³ leaves what e^x can take.
inline Gates gelu_tanh_gates(Lanes x) {
  return gates_of(x * (1 + Real(cubic) * x * x) * Real(2 * root_2_over_pi));
}
inline Lanes gelu_tanh_of(Lanes x) {
  return at_least_minus_15(x) * gelu_tanh_gates(within_15(x)).open;
}
inline Lanes gelu_tanh_slope(Lanes x) {
  const Lanes inside = within_15(x);
  const Gates gates = gelu_tanh_gates(inside);
  return gates.open + inside * gates.open * gates.shut * (1 + Real(3 * cubic) * inside * inside) *
                          Real(2 * root_2_over_pi);
}

// Beyond ±80 a SiLU is x or 0 and its slope 1 or 0, to the last place of a float.
inline Lanes within_80(Lanes x) {
  const Lanes low = x < -80 ? Lanes{} - 80 : x;
  return low > 80 ? Lanes{} + 80 : low;
}
inline Lanes silu_of(Lanes x) {
  return (x < -80 ? Lanes{} - 80 : x) * quick_sigmoid(within_80(x));
}
inline Lanes silu_slope(Lanes x) {
  const Lanes inside = within_80(x);
  const Gates gates = gates_of(inside);
  return gates.open + inside * gates.open * gates.shut;
}

constexpr CellKernels cells_here{
    CellByCell<quick_tanh, tanh_slope>::kernel(), CellByCell<gelu_of, gelu_slope>::kernel(),
    CellByCell<gelu_tanh_of, gelu_tanh_slope>::kernel(), CellByCell<silu_of, silu_slope>::kernel()};

}  // namespace

}  // namespace glassformer
