#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/embed/count_based/glove_step.h"
#include "core/embed/vectors/row_blocks.h"
#include "core/embed/vectors/rows.h"

namespace glassformer {

// What a training changes of all words, or of all contexts.
struct GloveRows {
  // Each vector and bias uniform within ±½ / dim, each sum 1. `blocks`: of the sums.
  GloveRows(std::size_t count, int dim, int blocks, std::uint64_t seed);

  RowsBuilder vectors;            // count × dim
  std::vector<GloveBias> biases;  // count
  RowBlocks squares;              // count × dim: the sums that AdaGrad divides by

  // A row whose block of sums was entered.
  GloveStep::Row operator[](std::int32_t id) {
    const auto at = static_cast<std::size_t>(id);
    return {vectors.data() + at * vectors.stride(), squares.row(id), biases.data() + at};
  }

  // Vectors and biases, for a checkpoint.
  std::array<std::span<const float>, 2> cells() const;
  std::array<std::span<float>, 2> cells();
};

}  // namespace glassformer
