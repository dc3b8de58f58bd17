#include "core/kernels/product_kernels.h"
#include "core/speed/products.h"

namespace glassformer {

// core/kernels/vectorised_product.h, which is what the lesson shows: for each width of vectors it
// is compiled once.
void vectorised_rows(const Mat& a, const Mat& b, Mat& c, int first, int last) {
  if (first >= last) return;
  product_kernels().vectorised(a.row(first).data(), b.data(), c.row(first).data(), last - first,
                               a.cols(), c.cols());
}

void product_vectorised(const Mat& a, const Mat& b, Mat& c) {
  vectorised_rows(a, b, c, 0, c.rows());
}

}  // namespace glassformer
