#pragma once

#include <cstddef>
#include <initializer_list>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor/real.h"

namespace glassformer {

struct Shape {
  int rows = 0;
  int cols = 0;
  bool operator==(const Shape&) const = default;
  std::size_t cells() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  }
  bool contains(int r, int c) const { return r >= 0 && c >= 0 && r < rows && c < cols; }
};

// "3 × 4"
std::string to_string(Shape shape);

// Allocates on 64-byte lines, so that a row of a wide matrix starts where a vector load is cheap.
template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
  bool operator==(const LineAllocator&) const { return true; }
};

// The same, and what a vector is grown by is not filled: each cell is written once, by its op.
template <class T>
struct UnfilledAllocator : LineAllocator<T> {
  UnfilledAllocator() = default;
  template <class U>
  UnfilledAllocator(const UnfilledAllocator<U>&) {}
  template <class U>
  void construct(U* cell) {
    ::new (static_cast<void*>(cell)) U;
  }
  template <class U, class... Args>
  void construct(U* cell, Args&&... args) {
    ::new (static_cast<void*>(cell)) U(std::forward<Args>(args)...);
  }
  bool operator==(const UnfilledAllocator&) const { return true; }
};

// A dense row-major matrix. A vector is a matrix of one row; a scalar is 1 × 1.
class Mat {
 public:
  Mat() = default;
  explicit Mat(Shape shape, Real fill = 0) : shape_(shape), cells_(shape.cells(), fill) {}
  Mat(int rows, int cols, Real fill = 0) : Mat(Shape{rows, cols}, fill) {}
  // Mat{{1, 2}, {3, 4}}; throws ShapeError if the rows differ in length.
  Mat(std::initializer_list<std::initializer_list<double>> rows);

  Shape shape() const { return shape_; }
  int rows() const { return shape_.rows; }
  int cols() const { return shape_.cols; }
  std::size_t size() const { return cells_.size(); }
  bool empty() const { return cells_.empty(); }

  Real& operator()(int r, int c) { return cells_[offset(r, c)]; }
  Real operator()(int r, int c) const { return cells_[offset(r, c)]; }
  std::span<Real> row(int r) { return {data() + offset(r, 0), static_cast<std::size_t>(cols())}; }
  std::span<const Real> row(int r) const {
    return {data() + offset(r, 0), static_cast<std::size_t>(cols())};
  }
  Real* data() { return cells_.data(); }
  const Real* data() const { return cells_.data(); }
  std::span<Real> cells() { return cells_; }
  std::span<const Real> cells() const { return cells_; }

  // Keeps the memory it has, so a tape that is run again allocates nothing.
  void reset(Shape shape, Real fill = 0) {
    shape_ = shape;
    cells_.assign(shape.cells(), fill);
  }
  // Its cells may hold anything.
  void resize(Shape shape) {
    shape_ = shape;
    cells_.resize(shape.cells());
  }
  bool contains(int r, int c) const { return shape_.contains(r, c); }
  // Same shape and same cells. nan equals nan, so that a matrix always equals its copy.
  bool operator==(const Mat& other) const;

 private:
  std::size_t offset(int r, int c) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(shape_.cols) +
           static_cast<std::size_t>(c);
  }
  Shape shape_;
  std::vector<Real, UnfilledAllocator<Real>> cells_;
};

Mat transpose(const Mat& m);
// ∞ if the shapes differ; nan if a cell is nan in one of them only. Equal cells, which two nan and
// two infinities of one sign are, differ by 0.
double largest_difference(const Mat& a, const Mat& b);

}  // namespace glassformer
