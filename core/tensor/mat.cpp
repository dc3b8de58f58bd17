#include "core/tensor/mat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool same(double x, double y) {
  return x == y || (std::isnan(x) && std::isnan(y));
}

}  // namespace

std::string to_string(Shape shape) {
  return std::to_string(shape.rows) + " × " + std::to_string(shape.cols);
}

Mat::Mat(std::initializer_list<std::initializer_list<double>> rows)
    : Mat(static_cast<int>(rows.size()),
          rows.size() == 0 ? 0 : static_cast<int>(rows.begin()->size())) {
  auto cell = cells_.begin();
  for (const auto& row : rows) {
    if (static_cast<int>(row.size()) != shape_.cols) {
      throw ShapeError("a matrix needs rows of one length: the first has " +
                       std::to_string(shape_.cols) + " cells, another " +
                       std::to_string(row.size()));
    }
    for (double value : row) *cell++ = static_cast<Real>(value);
  }
}

Mat transpose(const Mat& m) {
  Mat t(m.cols(), m.rows());
  for (int r = 0; r < m.rows(); ++r) {
    for (int c = 0; c < m.cols(); ++c) t(c, r) = m(r, c);
  }
  return t;
}

bool Mat::operator==(const Mat& other) const {
  return shape_ == other.shape_ && std::ranges::equal(cells_, other.cells_, same);
}

double largest_difference(const Mat& a, const Mat& b) {
  if (a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a.cells()[i], y = b.cells()[i];
    if (same(x, y)) continue;
    const double difference = std::abs(x - y);
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace glassformer
