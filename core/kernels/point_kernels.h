#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/width.h"

namespace glassformer {

// The forces of t-SNE, for vectors of one width: core/project says what they are. What pushes a
// point fills whole vectors of any width, 16 floats; a source that fills them up lies far_away.
struct PointKernels {
  static constexpr std::size_t whole = 16;
  static constexpr float far_away = 1e15F;  // q² is 0 there

  struct Push {
    float x, y, z;
  };
  // Squares of points seen from far: where, how many, and how they are spread.
  struct Far {
    const float *x, *y, *count, *xx, *xy, *yy;
    std::size_t size;
  };
  struct Near {
    const float *x, *y;
    std::size_t size;
  };
  // What pushes two points, which share what is loaded.
  void (*push_two)(const Far& far, const Near& near, const float* x, const float* y, Push* to);
  // What pushes four, of all points.
  void (*push_four)(const Near& all, const float* x, const float* y, Push* to);

  // What pulls the point at x, y: those of so many ids, in whole vectors, with their shares.
  // `places` has x and y of each point in turn.
  struct Pulls {
    const int* ids;
    const float* shares;
    std::size_t size;
    const float* places;
    float x, y;
  };
  Push (*pull)(const Pulls& of);  // z is 0
  // The same of at most 65,536 points, with half the bytes to read: ids and shares are whole
  // numbers of 16 bits, and the sums come in the unit of the shares.
  struct ShortPulls {
    const std::uint16_t *ids, *shares;
    std::size_t size;
    const float* places;
    float x, y;
  };
  Push (*pull_short)(const ShortPulls& of);
  // Σ p ln (p / q) with q = 1 / (distance · Z).
  float (*cost)(const Pulls& of, float log_z);
};

extern const PointKernels points_baseline, points_avx2, points_avx512;
inline constexpr OfWidths<PointKernels> point_widths GLASSFORMER_OF_WIDTHS(points);
const PointKernels& point_kernels();  // of the width in use

}  // namespace glassformer
