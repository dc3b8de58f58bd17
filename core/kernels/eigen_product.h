#pragma once

#include "core/tensor/mat.h"

namespace glassformer {

// c = a b by Eigen, on the calling thread: what gemm() is measured against.
void eigen_product(const Mat& a, const Mat& b, Mat& c);

}  // namespace glassformer
