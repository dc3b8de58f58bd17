#pragma once

#include <vector>

namespace glassformer {

// The eigenvalues and eigenvectors of a symmetric matrix.
struct Spectrum {
  std::vector<double> values;                // largest first
  std::vector<std::vector<double>> vectors;  // one of each value; orthonormal
};

// `cells`: size × size, symmetric; only one half of it is read.
Spectrum spectrum(const std::vector<double>& cells, int size);

}  // namespace glassformer
