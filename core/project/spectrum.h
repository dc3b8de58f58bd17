#pragma once

#include <vector>

namespace glassformer {

// The eigenvalues of a symmetric matrix, and the eigenvectors of the largest.
struct Spectrum {
  std::vector<double> values;                // all, largest first
  std::vector<std::vector<double>> vectors;  // of the first `count` values; orthonormal
};

// `cells`: size × size, symmetric; only one half of it is read. 0 ≤ count ≤ size.
//
// Householder's tridiagonal form gives all values; a few vectors cost less by inverse iteration on
// that form (Wilkinson 1965, chapter 5) than with all the others. They are held to A v = λ v and to
// each other; should one miss, the whole decomposition is made instead.
Spectrum spectrum(const std::vector<double>& cells, int size, int count);

}  // namespace glassformer
