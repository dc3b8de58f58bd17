#pragma once

#include <cstddef>

#include "core/kernels/small_product.h"
#include "core/kernels/width.h"

namespace glassformer {

// What the products of core/kernels are made of, for vectors of one width.
struct ProductKernels {
  // Memory of the calling thread for so many cells; what it held may be lost.
  struct Room {
    Real* (*a)(std::size_t cells);
    Real* (*b)(std::size_t cells);
  };

  int panel_cols;
  int tile_rows;  // rows of c that are computed together
  void (*blocked)(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner, int cols,
                  bool accumulate, const Real* first, Room room);
  void (*of_panels)(const Real* a, std::ptrdiff_t lda, const Real* panels, Real* c,
                    std::ptrdiff_t ldc, int rows, int inner, int cols);
  void (*pack_panels)(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int count,
                      int inner, Real* to);
  void (*small)(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc, int rows,
                int inner, int cols);
  void (*turned)(const Real* from, std::ptrdiff_t line, int rows, int cols, Real* to,
                 std::ptrdiff_t to_line);
  void (*exact_row)(const Real* factors, std::ptrdiff_t step, int inner, const double* b, int cols,
                    double* sums);
  // The product that a lesson shows: core/kernels/vectorised_product.h.
  void (*vectorised)(const Real* a, const Real* b, Real* c, int rows, int inner, int cols);
  // roof_sums vectors, multiplied and added to so many times: what a core can do at the most.
  Real (*multiply_and_add)(int steps);
  int roof_sums;
};

extern const ProductKernels products_baseline, products_avx2, products_avx512;
inline constexpr OfWidths<ProductKernels> product_widths GLASSFORMER_OF_WIDTHS(products);
const ProductKernels& product_kernels();  // of the width in use

}  // namespace glassformer
