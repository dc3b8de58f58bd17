#pragma once

#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

using Floats = std::vector<float, LineAllocator<float>>;

// Points of a plane.
struct Points {
  Floats x, y;
  std::size_t count() const { return x.size(); }
};

// What pushes points y apart (van der Maaten and Hinton 2008, equations 4 and 5), with
// q_ij = 1 / (1 + |y_i − y_j|²): for each point Σ_j q_ij² (y_i − y_j), and Z = Σ_{i ≠ j} q_ij.
struct Repulsion {
  Points push;
  double z = 0;
};

// Every pair; a term is right to 1e-4 of itself. The same sum for any number of threads.
void repel_all_pairs(const Points& points, Repulsion& out);

}  // namespace glassformer
