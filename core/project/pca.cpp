#include "core/project/pca.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/product_kernels.h"
#include "core/kernels/row_kernels.h"
#include "core/kernels/vector_kernels.h"
#include "core/project/spectrum.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Rows are summed in pieces of this many, and the pieces in order: the sum is the same for any
// number of threads.
constexpr std::size_t piece_rows = 1024;
constexpr std::size_t wave = 16;  // pieces whose sums are kept at once

std::size_t pieces_of(const Rows& rows) {
  return (rows.count() + piece_rows - 1) / piece_rows;
}

template <class Body>
void for_pieces(const Rows& rows, std::size_t first, std::size_t count, const Body& body) {
  const std::size_t cost = count * piece_rows * rows.dim() * 4;
  parallel_for(static_cast<int>(count), cost, [&](int i) {
    const std::size_t begin = (first + static_cast<std::size_t>(i)) * piece_rows;
    body(static_cast<std::size_t>(i), begin, std::min(begin + piece_rows, rows.count()));
  });
}

// sum += the product of the centred rows [begin, end) with themselves: the upper half in strips.
void add_products(const Rows& rows, std::span<const float> mean, std::size_t begin, std::size_t end,
                  Mat& sum) {
  const int dim = sum.rows();
  thread_local std::vector<Real, LineAllocator<Real>> centred;
  centred.resize((end - begin) * rows.dim());
  Real* to = centred.data();
  for (std::size_t r = begin; r < end; ++r, to += dim) {
    const float* from = rows[r].data();
    vector_kernels().difference(from, mean.data(), to, rows.dim());
  }
  const int tile = product_kernels().tile_rows;
  const int strip = (27 + tile) / tile * tile;  // whole tiles of the product
  for (int i = 0; i < dim; i += strip) {
    const Real* corner = centred.data() + i;
    blocked_product({corner, 1, dim}, {corner, dim, 1}, &sum(i, i), dim, std::min(strip, dim - i),
                    static_cast<int>(end - begin), dim - i, false);
  }
}

// Of two mirrored axes the one whose largest cell is positive.
void orient(std::span<Real> axis) {
  const auto largest = std::max_element(axis.begin(), axis.end(),
                                        [](Real a, Real b) { return std::abs(a) < std::abs(b); });
  if (largest == axis.end() || *largest >= 0) return;
  for (Real& cell : axis) cell = -cell;
}

}  // namespace

std::vector<float> mean_row(const Rows& rows) {
  const std::size_t dim = rows.dim();
  std::vector<double> total(dim);
  std::vector<std::vector<float>> sums(wave, std::vector<float>(dim));
  const std::size_t pieces = pieces_of(rows);
  for (std::size_t first = 0; first < pieces; first += wave) {
    const std::size_t count = std::min(wave, pieces - first);
    for_pieces(rows, first, count, [&](std::size_t i, std::size_t begin, std::size_t end) {
      float* sum = sums[i].data();
      std::fill_n(sum, dim, 0.0F);
      for (std::size_t r = begin; r < end; ++r) {
        const float* row = rows[r].data();
        row_kernels().add(sum, row, dim);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t d = 0; d < dim; ++d) total[d] += static_cast<double>(sums[i][d]);
    }
  }
  std::vector<float> mean(dim);
  const double n = std::max<double>(1, static_cast<double>(rows.count()));
  for (std::size_t d = 0; d < dim; ++d) mean[d] = static_cast<float>(total[d] / n);
  return mean;
}

std::vector<double> covariance(const Rows& rows, std::span<const float> mean) {
  const auto dim = static_cast<int>(rows.dim());
  std::vector<double> total(rows.dim() * rows.dim());
  const std::size_t pieces = pieces_of(rows);
  std::vector<Mat> sums(std::min(wave, pieces), Mat(dim, dim));
  for (std::size_t first = 0; first < pieces; first += wave) {
    const std::size_t count = std::min(wave, pieces - first);
    for_pieces(rows, first, count, [&](std::size_t i, std::size_t begin, std::size_t end) {
      add_products(rows, mean, begin, end, sums[i]);
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t cell = 0; cell < total.size(); ++cell) {
        total[cell] += static_cast<double>(sums[i].data()[cell]);
      }
    }
  }
  const double over = rows.count() > 1 ? static_cast<double>(rows.count() - 1) : 1;
  const std::size_t n = rows.dim();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) total[j * n + i] = total[i * n + j] /= over;
  }
  return total;
}

Pca principal_components(const Rows& rows, int components) {
  const auto dim = static_cast<int>(rows.dim());
  const int count = std::clamp(components, 0, dim);
  Pca pca;
  pca.mean = mean_row(rows);
  const std::vector<double> spread = covariance(rows, pca.mean);
  if (!std::all_of(spread.begin(), spread.end(), [](double cell) { return std::isfinite(cell); })) {
    throw UserError(
        "principal components: the squares of these numbers are beyond what a float holds; divide "
        "the vectors by their lengths first");
  }
  Spectrum all = spectrum(spread, dim, count);
  pca.variances = std::move(all.values);
  for (double& variance : pca.variances) variance = std::max(variance, 0.0);
  pca.axes = Mat(count, dim);
  for (int k = 0; k < count; ++k) {
    const std::vector<double>& from = all.vectors[static_cast<std::size_t>(k)];
    for (int d = 0; d < dim; ++d) {
      pca.axes(k, d) = static_cast<Real>(from[static_cast<std::size_t>(d)]);
    }
    orient(pca.axes.row(k));
  }
  return pca;
}

Mat projected(const Rows& rows, std::span<const float> origin, const Mat& axes) {
  Mat result(static_cast<int>(rows.count()), axes.rows());
  const std::size_t cost = rows.count() * rows.dim() * static_cast<std::size_t>(axes.rows());
  const std::size_t pieces = pieces_of(rows);
  parallel_for(static_cast<int>(pieces), cost, [&](int piece) {
    const std::size_t begin = static_cast<std::size_t>(piece) * piece_rows;
    const std::size_t end = std::min(begin + piece_rows, rows.count());
    for (std::size_t r = begin; r < end; ++r) {
      const float* row = rows[r].data();
      for (int k = 0; k < axes.rows(); ++k) {
        result(static_cast<int>(r), k) =
            vector_kernels().dot_from(row, origin.data(), axes.row(k).data(), rows.dim());
      }
    }
  });
  return result;
}

}  // namespace glassformer
