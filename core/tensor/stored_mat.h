#pragma once

#include <cstddef>
#include <memory>

#include "core/tensor/mat.h"

namespace glassformer {

// A matrix as a file holds it, in memory that somebody else owns: a mapping, mostly. It takes no
// memory of its own until it is asked for as a Mat.
struct StoredMat {
  enum class Number { f32, f16, bf16 };
  Shape shape;          // of the matrix as it is used …
  bool turned = false;  // … of which the bytes hold the transpose
  Number number = Number::f32;
  const char* bytes = nullptr;        // little-endian, row by row, of any alignment
  std::shared_ptr<const void> owner;  // keeps the bytes

  Mat value() const;
  std::size_t size() const;  // of the bytes
};

// Numbers of that kind as Reals.
void read_numbers(StoredMat::Number number, const char* from, std::size_t count, Real* to);

}  // namespace glassformer
