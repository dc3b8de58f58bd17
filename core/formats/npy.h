#pragma once

#include <string>

#include "core/tensor/mat.h"

namespace glassformer {

// The matrix as a NumPy array file, version 1.0: float32 ('<f4', little-endian), C order, shape
// (rows, cols) (NumPy Enhancement Proposal 1).
std::string npy_bytes(const Mat& m);

}  // namespace glassformer
