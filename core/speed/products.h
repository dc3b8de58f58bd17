#pragma once

#include "core/tensor/mat.h"

// One matrix product, c = a b, in four ways, from the three lines that anyone writes first to all
// that a processor has. a: [rows, inner], b: [inner, cols], c: [rows, cols], none of them the same
// matrix as c; the shapes are the caller's promise. Each way is one file, short enough to be read
// on screen: the lesson about speed shows the very text that it runs. The program's own products
// go through core/kernels/gemm.h, which is the last way with more care for every shape.
namespace glassformer {

void product_naive(const Mat& a, const Mat& b, Mat& c);
void product_blocked(const Mat& a, const Mat& b, Mat& c);
void product_vectorised(const Mat& a, const Mat& b, Mat& c);
void product_all_cores(const Mat& a, const Mat& b, Mat& c);

// The rows first ≤ i < last of c, by the vectorised way, on the calling thread.
void vectorised_rows(const Mat& a, const Mat& b, Mat& c, int first, int last);

}  // namespace glassformer
