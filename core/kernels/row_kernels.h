#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/width.h"
#include "core/tensor/real.h"

namespace glassformer {

// What ops do with rows of n cells, for vectors of one width. Sums are made in Real, in an order
// that depends on the width, unless they are said to be in double.
struct RowKernels {
  struct Powers {
    Real exponents, sum;  // Σ of what was raised, Σ of the powers
  };
  // What a layer norm knows of a row.
  struct Norm {
    Real mean, inverse;  // 1 / √(σ² + ε)
  };
  // One step of Adam: its factors.
  struct Adam {
    Real shrink, beta_1, beta_2, unbias, stride, epsilon;
  };
  // Which cells dropout keeps: those whose draw of this seed is at least `lowest`, of 2⁵³.
  struct Kept {
    double share;
    std::uint64_t seed, first, lowest;
  };

  Real (*max)(const Real* x, std::size_t n);  // n ≥ 1, no nan
  bool (*finite)(const Real* x, std::size_t n);
  // to = e^((x − shift) scale); `to` may be x.
  Powers (*powers)(const Real* x, Real shift, Real scale, Real* to, std::size_t n);
  void (*softmax)(Real* x, Real scale, std::size_t n);  // of x scale, in place; n ≥ 1
  // dS in place of dP: p (dp − Σ p dp) scale.
  void (*softmax_back)(const Real* p, Real scale, Real* dp, std::size_t n);
  Real (*dot)(const Real* a, const Real* b, std::size_t n);
  double (*dot_in_double)(const Real* a, const Real* b, std::size_t n);
  void (*multiply)(Real* x, Real factor, std::size_t n);
  void (*add)(Real* to, const Real* x, std::size_t n);
  void (*add_in_double)(double* to, const Real* x, std::size_t n);
  void (*add_times)(Real* to, Real factor, const Real* x, Real less, std::size_t n);  // − less each

  Norm (*norm)(const Real* x, double epsilon, std::size_t n);
  void (*normed)(const Real* x, Norm of, const Real* gamma, const Real* beta, Real* to,
                 std::size_t n);
  // dx = what a layer norm's input gets, or is added to.
  void (*norm_back)(const Real* x, Norm of, const Real* gamma, const Real* dy, bool fresh, Real* dx,
                    std::size_t n);
  void (*norm_gains_back)(const Real* x, Norm of, const Real* dy, double* dgamma, double* dbeta,
                          std::size_t n);

  double (*squares)(const Real* x, std::size_t n);  // Σ x², in double
  void (*adam)(const Adam& by, const Real* gradient, Real* first, Real* second, Real* weights,
               std::size_t n);
  // to += x / share in the cells that are kept.
  void (*add_kept)(const Real* x, const Kept& kept, Real* to, std::size_t n);
};

extern const RowKernels rows_baseline, rows_avx2, rows_avx512;
inline constexpr OfWidths<RowKernels> row_widths GLASSFORMER_OF_WIDTHS(rows);
const RowKernels& row_kernels();  // of the width in use

}  // namespace glassformer
