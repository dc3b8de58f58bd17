#include "core/speed/products.h"

// The definition, as it is written: row i of a times column j of b. Going down a
// column of b jumps over a whole row at every step; each number comes from another
// line of memory, and a line of 16 numbers is fetched for the sake of one. Every
// sum waits for the sum before it.
namespace glassformer {

void product_naive(const Mat& a, const Mat& b, Mat& c) {
  for (int i = 0; i < c.rows(); ++i) {
    for (int j = 0; j < c.cols(); ++j) {
      Real sum = 0;
      for (int p = 0; p < a.cols(); ++p) sum += a(i, p) * b(p, j);
      c(i, j) = sum;
    }
  }
}

}  // namespace glassformer
