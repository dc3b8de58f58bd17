// What `glassformer bench transformer --peer PATH` runs in turn with this program: a matrix product
// of OpenBLAS (Debian's libopenblas-openmp-dev). Build it on request: ninja openblas_products.
//
//   openblas_products ROWS INNER COLS RUNS
//
// prints the milliseconds of the fastest run. OMP_NUM_THREADS says how many threads it uses.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <cblas.h>

namespace {

std::vector<float> filled(int rows, int cols) {
  std::vector<float> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (float& cell : cells) cell = normal(random);
  return cells;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    std::fprintf(stderr, "openblas_products ROWS INNER COLS RUNS\n");
    return 2;
  }
  const int rows = std::atoi(arguments[1]), inner = std::atoi(arguments[2]),
            cols = std::atoi(arguments[3]), runs = std::atoi(arguments[4]);
  if (rows < 1 || inner < 1 || cols < 1 || runs < 1) {
    std::fprintf(stderr, "openblas_products: sizes and runs are whole numbers from 1\n");
    return 2;
  }
  const std::vector<float> a = filled(rows, inner), b = filled(inner, cols);
  std::vector<float> c = filled(rows, cols);
  double fastest = 1e300;
  for (int i = -1; i < runs; ++i) {  // the first does not count: it takes the memory
    const auto begin = std::chrono::steady_clock::now();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, cols, inner, 1, a.data(), inner,
                b.data(), cols, 0, c.data(), cols);
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    if (i >= 0) fastest = std::min(fastest, spent.count());
  }
  std::printf("%.6f\n", fastest);
}
