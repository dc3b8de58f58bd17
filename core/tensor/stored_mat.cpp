#include "core/tensor/stored_mat.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstring>
#include <vector>

namespace glassformer {

namespace {

template <class Stored>
void read_as(const char* from, std::size_t count, Real* to) {
  for (std::size_t i = 0; i < count; ++i) {
    Stored number;
    std::memcpy(&number, from + i * sizeof number, sizeof number);
    to[i] = static_cast<Real>(number);
  }
}

std::size_t bytes_of(StoredMat::Number number) {
  return number == StoredMat::Number::f32 ? 4 : 2;
}

}  // namespace

void read_numbers(StoredMat::Number number, const char* from, std::size_t count, Real* to) {
  switch (number) {
    case StoredMat::Number::f32:
      return read_as<float>(from, count, to);
    case StoredMat::Number::f16:
      return read_as<Eigen::half>(from, count, to);
    case StoredMat::Number::bf16:
      return read_as<Eigen::bfloat16>(from, count, to);
  }
}

std::size_t StoredMat::size() const {
  return shape.cells() * bytes_of(number);
}

Mat StoredMat::value() const {
  Mat made;
  made.resize(shape);
  if (!turned) {
    read_numbers(number, bytes, made.size(), made.data());
    return made;
  }
  // Some of its rows at a time, which become columns: a row alone would touch a line of memory for
  // each cell.
  constexpr int some = 16;
  const auto inner = static_cast<std::size_t>(shape.rows);
  std::vector<Real> rows(some * inner);
  for (int first = 0; first < shape.cols; first += some) {
    const int count = std::min(some, shape.cols - first);
    const std::size_t skipped = static_cast<std::size_t>(first) * inner * bytes_of(number);
    read_numbers(number, bytes + skipped, static_cast<std::size_t>(count) * inner, rows.data());
    for (int r = 0; r < shape.rows; ++r) {
      Real* const to = made.row(r).data() + first;
      for (int c = 0; c < count; ++c) {
        to[c] = rows[static_cast<std::size_t>(c) * inner + static_cast<std::size_t>(r)];
      }
    }
  }
  return made;
}

}  // namespace glassformer
