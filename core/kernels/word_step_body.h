#pragma once

#include <cstddef>
#include <type_traits>

#include "core/kernels/fused_vectors.h"
#include "core/kernels/word_kernels.h"

// The steps of core/kernels/word_kernels.h, once for each width.
namespace glassformer {

namespace {

namespace fused {

// Output rows that registers hold: a sum for each of them and for each of two input rows.
constexpr int kBlock = lane_bytes == 64 ? 8 : 6;
constexpr std::size_t kSlots = 8;  // places that their steps take, for whole vectors

// Inputs × outputs, all products of a block, into kSlots places for each input.
template <int Inputs, int Outputs>
GLASSFORMER_INLINE void score_rows(float* const* inputs, float* const* outputs, int columns,
                                   float* scores) {
  Vector sum[Inputs][kSlots] = {};
  for (int c = 0; c < columns; ++c) {
    Vector x[Inputs];
    for (int i = 0; i < Inputs; ++i) x[i] = at(inputs[i], c);
    for (int j = 0; j < Outputs; ++j) {
      const Vector o = in_register(at(outputs[j], c));
      for (int i = 0; i < Inputs; ++i) sum[i][j] += x[i] * o;
    }
  }
  put_sums<Inputs, Outputs>(sum, scores);
}

template <int Outputs>
GLASSFORMER_RACY void score_block(float* const* inputs, std::size_t count, float* const* outputs,
                                  int columns, float* scores) {
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    score_rows<2, Outputs>(inputs + i, outputs, columns, scores + i * kSlots);
  }
  if (i < count) score_rows<1, Outputs>(inputs + i, outputs, columns, scores + i * kSlots);
}

// Which of the blocks it is. The inputs stay as they are until the last: what moves them is summed
// up beside them.
enum class BlockPlace { only, first, middle, last };

// x_i += Σ_j step_ij o_j and o_j += Σ_i step_ij x_i for the outputs of a block, of which the first
// `slow` take only a share of it.
template <int Outputs, BlockPlace at_block>
GLASSFORMER_RACY void move_block(float* const* inputs, float* moves, std::size_t count,
                                 float* const* outputs, int columns, const float* steps, int slow,
                                 float slow_share) {
  for (int c = 0; c < columns; ++c) {
    Vector o[Outputs], moved[Outputs];
    for (int j = 0; j < Outputs; ++j) moved[j] = o[j] = at(outputs[j], c);
    for (std::size_t i = 0; i < count; ++i, moves += kLanes) {
      const float* const step = steps + i * kSlots;
      const Vector x = at(inputs[i], c);
      Vector to = at_block == BlockPlace::first  ? Vector{}
                  : at_block == BlockPlace::only ? x
                                                 : at(moves, 0);
      for (int j = 0; j < Outputs; ++j) {
        const Vector s = in_register(step[j] - Vector{});
        moved[j] += s * x;
        to += s * o[j];
      }
      if (at_block == BlockPlace::last) to += x;
      if (at_block == BlockPlace::only || at_block == BlockPlace::last) {
        put(inputs[i], c, to);
      } else {
        put(moves, 0, to);
      }
    }
    for (int j = 0; j < slow; ++j) moved[j] = o[j] + slow_share * (moved[j] - o[j]);
    for (int j = 0; j < Outputs; ++j) put(outputs[j], c, moved[j]);
  }
}

inline int columns_of(int dim) {
  return (dim + kLanes - 1) / kLanes;
}

// Calls body with the number of outputs, 1 to kBlock, as a constant.
template <int Count = 1, class Body>
GLASSFORMER_INLINE void with_outputs(int count, const Body& body) {
  if constexpr (Count < kBlock) {
    if (count != Count) return with_outputs<Count + 1>(count, body);
  }
  body(std::integral_constant<int, Count>{});
}

constexpr std::size_t blocks_of(std::size_t outputs) {
  constexpr auto block = static_cast<std::size_t>(kBlock);
  return (outputs + block - 1) / block;
}

// The outputs are shared out evenly: where six make a block, 13 are 4, 4 and 5, not 6, 6 and 1.
std::size_t block_begin(std::size_t outputs, std::size_t block) {
  return block * outputs / blocks_of(outputs);
}

std::size_t block_size(std::size_t outputs, std::size_t block) {
  return block_begin(outputs, block + 1) - block_begin(outputs, block);
}

// The places of a block. With an odd number of inputs a vector of AVX-512 reaches behind the last
// one's, and must not find the next block there.
std::size_t places(std::size_t inputs) {
  constexpr auto whole = static_cast<std::size_t>(kLanes);
  return (inputs * kSlots + whole - 1) / whole * whole;
}

inline float* block_at(const WordKernels::Step& of, std::size_t number) {
  return of.steps + number * places(of.input_count);
}

void score(const WordKernels::Step& of) {
  const int columns = columns_of(of.dim);
  for (std::size_t b = 0; b < blocks_of(of.output_count); ++b) {
    with_outputs(static_cast<int>(block_size(of.output_count, b)), [&](auto count) {
      score_block<count>(of.inputs, of.input_count, of.outputs + block_begin(of.output_count, b),
                         columns, block_at(of, b));
    });
  }
}

void move(const WordKernels::Step& of, std::size_t slow, float slow_share) {
  const int columns = columns_of(of.dim);
  const std::size_t blocks = blocks_of(of.output_count);
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t begin = block_begin(of.output_count, b),
                      size = block_size(of.output_count, b);
    const auto slow_here = static_cast<int>(least(slow - least(slow, begin), size));
    with_outputs(static_cast<int>(size), [&](auto count) {
      const auto each = [&](auto at_block) {
        move_block<count, at_block>(of.inputs, of.moves, of.input_count, of.outputs + begin,
                                    columns, block_at(of, b), slow_here, slow_share);
      };
      using std::integral_constant;
      if (blocks == 1) return each(integral_constant<BlockPlace, BlockPlace::only>{});
      if (b == 0) return each(integral_constant<BlockPlace, BlockPlace::first>{});
      if (b + 1 < blocks) return each(integral_constant<BlockPlace, BlockPlace::middle>{});
      each(integral_constant<BlockPlace, BlockPlace::last>{});
    });
  }
}

double logistic(const WordKernels::Step& of, const WordKernels::Labels& labels, float alpha,
                bool want_loss) {
  double loss = 0;
  for (std::size_t b = 0; b < blocks_of(of.output_count); ++b) {
    const std::size_t size = block_size(of.output_count, b);
    float* const steps = block_at(of, b);
    alignas(64) float pattern[2 * kSlots] = {};
    for (std::size_t j = 0; j < size; ++j) {
      pattern[j] = pattern[j + kSlots] = labels.labels[block_begin(of.output_count, b) + j];
    }
    if (want_loss) {
      for (std::size_t i = 0; i < of.input_count; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          const float score = steps[i * kSlots + j];
          loss += softplus_of_minus(pattern[j] > 0 ? score : -score);
        }
      }
    }
    for (std::size_t k = 0; k < of.input_count * kSlots; k += kLanes) {
      const Vector score = bounded(*reinterpret_cast<Vector*>(steps + k), 80);
      const Vector label = *reinterpret_cast<Vector*>(pattern + k % (2 * kSlots));
      *reinterpret_cast<Vector*>(steps + k) = alpha * (label - 1.0F / (1.0F + exponential(-score)));
    }
  }
  move(of, labels.slow, labels.slow_share);
  return loss;
}

double softmax(const WordKernels::Step& of, int target, float alpha, bool want_loss) {
  score(of);
  double loss = 0;
  for (std::size_t i = 0; i < of.input_count; ++i) {
    const auto each = [&](const auto& body) {
      for (std::size_t b = 0; b < blocks_of(of.output_count); ++b) {
        float* const row = block_at(of, b) + i * kSlots;
        for (std::size_t j = 0; j < block_size(of.output_count, b); ++j) {
          body(row[j], static_cast<int>(block_begin(of.output_count, b) + j) == target);
        }
      }
    };
    float highest = -__builtin_inff(), of_target = 0;
    each([&](float score, bool is_target) {
      highest = highest < score ? score : highest;
      if (is_target) of_target = score;
    });
    float sum = 0;
    each([&](float& score, bool) { sum += score = __builtin_expf(score - highest); });
    each([&](float& power, bool is_target) {
      power = alpha * ((is_target ? 1.0F : 0.0F) - power / sum);
    });
    if (want_loss) {
      loss += static_cast<double>(__builtin_logf(sum) + highest - of_target);
    }
  }
  move(of, 0, 1);
  return loss;
}

GLASSFORMER_RACY void mean(float* const* rows, std::size_t count, int dim, float* to) {
  const Vector share = Vector{} + 1.0F / static_cast<float>(count);
  for (int c = 0; c < columns_of(dim); ++c) {
    Vector sum = at(rows[0], c);
    for (std::size_t i = 1; i < count; ++i) sum += at(rows[i], c);
    put(to, c, sum * share);
  }
}

GLASSFORMER_RACY void pass_on(const float* before, const float* after, float share,
                              float* const* rows, std::size_t count, int dim) {
  for (int c = 0; c < columns_of(dim); ++c) {
    const Vector move = share * (at(after, c) - at(before, c));
    for (std::size_t i = 0; i < count; ++i) put(rows[i], c, at(rows[i], c) + move);
  }
}

}  // namespace fused

}  // namespace

}  // namespace glassformer
