#pragma once

#include "core/tensor/mat.h"

// The layers whose cost lecture 000 compares, one file each, over the program's own products. Each
// takes n words of d numbers as rows and writes as many. All but the recurrent one work on several
// words at a time, over the cores. Shapes are the caller's promise.
namespace glassformer {

// out = softmax(q kᵀ / √d) v: every word looks at every word.
// q, k, v, out: [n, d]; scores: [n, n or more columns], overwritten.
void self_attention(const Mat& q, const Mat& k, const Mat& v, Mat& scores, Mat& out);

// The same, but each word looks at min(r, n) words alone: itself and its neighbours, as many to the
// left as to the right where there are so many. r ≥ 1.
void restricted_attention(const Mat& q, const Mat& k, const Mat& v, int r, Mat& out);

// The rows of out are h_t = tanh(x_t w + h_(t−1) u) with h_0 = 0: each waits for the one before.
// x, out: [n, d]; w, u: [d, d].
void recurrent(const Mat& x, const Mat& w, const Mat& u, Mat& out);

// Row i of out is the sum over t of x_(i + t − (k−1)/2) w_t; beyond the ends there are zeros.
// x, out: [n, d]; w: [k d, d], the k matrices one below the other.
void convolution(const Mat& x, const Mat& w, int k, Mat& out);

}  // namespace glassformer
