#include "core/project/word_axes.h"

#include <cmath>

namespace glassformer {

namespace {

using Vector = std::vector<double>;

Vector difference(const Rows& rows, int from, int to) {
  const auto a = rows[static_cast<std::size_t>(from)], b = rows[static_cast<std::size_t>(to)];
  Vector d(a.size());
  for (std::size_t i = 0; i < d.size(); ++i) {
    d[i] = static_cast<double>(b[i]) - static_cast<double>(a[i]);
  }
  return d;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// False if nothing is left of it that is worth the name of a direction.
bool normalize(Vector& v, double min) {
  const double length = std::sqrt(dot(v, v));
  if (!(length > min) || !std::isfinite(length)) return false;
  for (double& x : v) x /= length;
  return true;
}

}  // namespace

std::optional<std::vector<float>> direction(const Rows& rows, int from, int to) {
  Vector d = difference(rows, from, to);
  if (!normalize(d, 0)) return std::nullopt;
  return std::vector<float>(d.begin(), d.end());
}

std::optional<Mat> plane_through(const Rows& rows, int a, int b, int c) {
  Vector first = difference(rows, a, b), second = difference(rows, a, c);
  const double length = std::sqrt(dot(second, second));
  if (!normalize(first, 0)) return std::nullopt;
  const double along = dot(first, second);
  for (std::size_t i = 0; i < second.size(); ++i) second[i] -= along * first[i];
  if (!normalize(second, 1e-6 * length)) return std::nullopt;  // else all three lie on a line
  Mat axes(2, static_cast<int>(rows.dim()));
  for (int i = 0; i < axes.cols(); ++i) {
    axes(0, i) = static_cast<Real>(first[static_cast<std::size_t>(i)]);
    axes(1, i) = static_cast<Real>(second[static_cast<std::size_t>(i)]);
  }
  return axes;
}

}  // namespace glassformer
