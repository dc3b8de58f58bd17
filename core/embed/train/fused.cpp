#include "core/embed/train/fused.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/backend/lanes.h"
#include "core/embed/train/hogwild.h"

namespace glassformer {

namespace {

#if defined(__SANITIZE_THREAD__)
#define GLASSFORMER_INLINE inline __attribute__((no_sanitize("thread")))
#else
#define GLASSFORMER_INLINE inline __attribute__((always_inline))
#endif

constexpr std::size_t kBlock = 6;  // output rows that registers hold
constexpr std::size_t kSlots = 8;  // places that their steps take, for whole vectors
// Input rows at a time: kBlock sums for each, and the rows themselves, must fit the registers.
constexpr int kTogether = lane_bytes == 64 ? 3 : 2;

using Vector [[gnu::vector_size(lane_bytes), gnu::may_alias]] = float;
using Quad [[gnu::vector_size(16), gnu::may_alias]] = float;
using Bits [[gnu::vector_size(lane_bytes)]] = std::int32_t;
constexpr int kLanes = lane_bytes / 4;

GLASSFORMER_INLINE Vector at(const float* row, int column) {
  return reinterpret_cast<const Vector*>(row)[column];
}

GLASSFORMER_INLINE void put(float* row, int column, Vector value) {
  reinterpret_cast<Vector*>(row)[column] = value;
}

// Keeps the compiler from loading it anew for each use: loads are what there are too few of.
GLASSFORMER_INLINE Vector in_register(Vector v) {
#if defined(__x86_64__)
  asm("" : "+v"(v));
#endif
  return v;
}

// The quarters of a vector, added up.
GLASSFORMER_INLINE Quad quarter(Vector v) {
#if defined(__AVX512F__)
  using Half [[gnu::vector_size(32)]] = float;
  const Half h = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                 __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(h, h, 0, 1, 2, 3) + __builtin_shufflevector(h, h, 4, 5, 6, 7);
#elif defined(__AVX__)
  return __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
#else
  return v;
#endif
}

// The sums of four vectors: all cells of a, of b, of c and of d.
GLASSFORMER_INLINE Quad sums(Quad a, Quad b, Quad c, Quad d) {
  const Quad ab =
      __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd =
      __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// e^x for |x| ≤ 80, as quick_exp of core/backend/lanes.h, one polynomial degree less: within 3e-6.
GLASSFORMER_INLINE Vector exponential(Vector x) {
  constexpr float round_up = 12582912.0F;  // 1.5 · 2²³: adding it leaves k in the low bits
  const Vector shifted = x * 1.44269504F + round_up;
  const Vector k = shifted - round_up;
  const Vector r = (x - k * 0.693359375F) - k * -2.12194440e-4F;
  Vector p = r * (1.0F / 120) + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  Bits power;
  std::memcpy(&power, &shifted, sizeof power);
  power = (power - 0x4B400000 + 127) << 23;
  Vector scale;
  std::memcpy(&scale, &power, sizeof scale);
  return p * scale;
}

GLASSFORMER_INLINE Vector bounded(Vector x, float most) {
  const Vector high = Vector{} + most, low = Vector{} - most;
  x = x > high ? high : x;
  return x < low ? low : x;
}

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
  for (int i = 0; i < Inputs; ++i) {
    Quad q[kSlots] = {};
    for (int j = 0; j < Outputs; ++j) q[j] = quarter(sum[i][j]);
    auto* const to = reinterpret_cast<Quad*>(scores + static_cast<std::size_t>(i) * kSlots);
    to[0] = sums(q[0], q[1], q[2], q[3]);
    to[1] = Outputs > 4 ? sums(q[4], q[5], q[6], q[7]) : Quad{};
  }
}

template <int Outputs>
GLASSFORMER_HOGWILD void score_block(float* const* inputs, std::size_t count, float* const* outputs,
                                     int columns, float* scores) {
  std::size_t i = 0;
  for (; i + kTogether <= count; i += kTogether) {
    score_rows<kTogether, Outputs>(inputs + i, outputs, columns, scores + i * kSlots);
  }
  for (; i < count; ++i) {
    score_rows<1, Outputs>(inputs + i, outputs, columns, scores + i * kSlots);
  }
}

// x_i += Σ_j step_ij o_j and o_j += Σ_i step_ij x_i for the outputs of a block. With several blocks
// x_i must be what it was before the first: then it is read from `kept`.
template <int Outputs, bool Kept>
GLASSFORMER_HOGWILD void move_block(float* const* inputs, const float* const* kept,
                                    std::size_t count, float* const* outputs, int columns,
                                    const float* steps) {
  for (int c = 0; c < columns; ++c) {
    Vector o[Outputs], moved[Outputs];
    for (int j = 0; j < Outputs; ++j) moved[j] = o[j] = at(outputs[j], c);
    for (std::size_t i = 0; i < count; ++i) {
      const float* const step = steps + i * kSlots;
      Vector x = at(inputs[i], c);
      const Vector before = Kept ? at(kept[i], c) : x;
      for (int j = 0; j < Outputs; ++j) {
        const Vector s = in_register(step[j] - Vector{});
        moved[j] += s * before;
        x += s * o[j];
      }
      put(inputs[i], c, x);
    }
    for (int j = 0; j < Outputs; ++j) put(outputs[j], c, moved[j]);
  }
}

// Calls body with the number of outputs as a constant.
template <class Body>
GLASSFORMER_INLINE void with_outputs(std::size_t count, const Body& body) {
  switch (count) {
    case 1:
      return body(std::integral_constant<int, 1>{});
    case 2:
      return body(std::integral_constant<int, 2>{});
    case 3:
      return body(std::integral_constant<int, 3>{});
    case 4:
      return body(std::integral_constant<int, 4>{});
    case 5:
      return body(std::integral_constant<int, 5>{});
    default:
      return body(std::integral_constant<int, 6>{});
  }
}

// In float, which is three times as fast: a sum of thousands is shown with five digits.
float softplus_of_minus(float x) {
  return std::log(1.0F + std::exp(-std::abs(x))) + std::max(-x, 0.0F);
}

std::size_t blocks_of(std::size_t outputs) {
  return (outputs + kBlock - 1) / kBlock;
}

// The outputs are shared out evenly: 13 are 5, 4 and 4 rather than 6, 6 and 1.
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

}  // namespace

FusedStep::FusedStep(int dim) : columns_((dim + kLanes - 1) / kLanes) {}

float* FusedStep::steps_begin() {
  // On a line of its own, whatever the vector's memory begins at.
  const auto address = reinterpret_cast<std::uintptr_t>(steps_.data());
  return steps_.data() + (64 - address % 64) % 64 / sizeof(float);
}

float* FusedStep::block(std::size_t number, std::size_t inputs) {
  return steps_begin() + number * places(inputs);
}

void FusedStep::score(std::span<float* const> inputs, std::span<float* const> outputs) {
  const std::size_t blocks = blocks_of(outputs.size());
  const std::size_t needed = blocks * places(inputs.size()) + 64;
  if (steps_.size() < needed) steps_.resize(needed);
  for (std::size_t b = 0; b < blocks; ++b) {
    with_outputs(block_size(outputs.size(), b), [&](auto count) {
      score_block<count>(inputs.data(), inputs.size(),
                         outputs.data() + block_begin(outputs.size(), b), columns_,
                         block(b, inputs.size()));
    });
  }
}

void FusedStep::fetch(std::span<float* const> rows) const {
  for (const float* const row : rows) {
    for (int c = 0; c < columns_; c += 64 / lane_bytes) {
      __builtin_prefetch(row + static_cast<std::ptrdiff_t>(c) * kLanes, 1);
    }
  }
}

GLASSFORMER_HOGWILD void FusedStep::keep_inputs(std::span<float* const> inputs) {
  const auto width = static_cast<std::size_t>(columns_) * kLanes;
  kept_.resize(inputs.size() * width + 16);
  kept_rows_.clear();
  const auto address = reinterpret_cast<std::uintptr_t>(kept_.data());
  float* to = kept_.data() + (64 - address % 64) % 64 / sizeof(float);
  for (const float* const row : inputs) {
    for (int c = 0; c < columns_; ++c) put(to, c, at(row, c));
    kept_rows_.push_back(to);
    to += width;
  }
}

void FusedStep::move(std::span<float* const> inputs, std::span<float* const> outputs) {
  const std::size_t blocks = blocks_of(outputs.size());
  if (blocks > 1) keep_inputs(inputs);
  for (std::size_t b = 0; b < blocks; ++b) {
    with_outputs(block_size(outputs.size(), b), [&](auto count) {
      float* const* const rows = outputs.data() + block_begin(outputs.size(), b);
      const float* const steps = block(b, inputs.size());
      if (blocks > 1) {
        move_block<count, true>(inputs.data(), kept_rows_.data(), inputs.size(), rows, columns_,
                                steps);
      } else {
        move_block<count, false>(inputs.data(), nullptr, inputs.size(), rows, columns_, steps);
      }
    });
  }
}

GLASSFORMER_HOGWILD void FusedStep::mean(std::span<float* const> rows, float* to) const {
  const Vector share = Vector{} + 1.0F / static_cast<float>(rows.size());
  for (int c = 0; c < columns_; ++c) {
    Vector sum = at(rows[0], c);
    for (std::size_t i = 1; i < rows.size(); ++i) sum += at(rows[i], c);
    put(to, c, sum * share);
  }
}

GLASSFORMER_HOGWILD void FusedStep::pass_on(const float* before, const float* after, float share,
                                            std::span<float* const> rows) const {
  for (int c = 0; c < columns_; ++c) {
    const Vector move = share * (at(after, c) - at(before, c));
    for (float* const row : rows) put(row, c, at(row, c) + move);
  }
}

double FusedStep::logistic(std::span<float* const> inputs, std::span<float* const> outputs,
                           std::span<const float> labels, float alpha, bool want_loss,
                           std::span<float* const> ahead) {
  const std::size_t half = ahead.size() / 2;
  fetch(ahead.first(half));
  score(inputs, outputs);
  fetch(ahead.subspan(half));
  double loss = 0;
  for (std::size_t b = 0; b < blocks_of(outputs.size()); ++b) {
    const std::size_t size = block_size(outputs.size(), b);
    float* const steps = block(b, inputs.size());
    alignas(64) float pattern[2 * kSlots] = {};
    for (std::size_t j = 0; j < size; ++j) {
      pattern[j] = pattern[j + kSlots] = labels[block_begin(outputs.size(), b) + j];
    }
    if (want_loss) {
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          const float score = steps[i * kSlots + j];
          loss += softplus_of_minus(pattern[j] > 0 ? score : -score);
        }
      }
    }
    for (std::size_t k = 0; k < inputs.size() * kSlots; k += kLanes) {
      const Vector score = bounded(*reinterpret_cast<Vector*>(steps + k), 80);
      const Vector label = *reinterpret_cast<Vector*>(pattern + k % (2 * kSlots));
      *reinterpret_cast<Vector*>(steps + k) = alpha * (label - 1.0F / (1.0F + exponential(-score)));
    }
  }
  move(inputs, outputs);
  return loss;
}

double FusedStep::softmax(std::span<float* const> inputs, std::span<float* const> outputs,
                          int target, float alpha, bool want_loss) {
  score(inputs, outputs);
  const std::size_t blocks = blocks_of(outputs.size());
  double loss = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto each = [&](const auto& body) {
      for (std::size_t b = 0; b < blocks; ++b) {
        float* const row = block(b, inputs.size()) + i * kSlots;
        for (std::size_t j = 0; j < block_size(outputs.size(), b); ++j) {
          body(row[j], static_cast<int>(block_begin(outputs.size(), b) + j) == target);
        }
      }
    };
    float highest = -std::numeric_limits<float>::infinity(), of_target = 0;
    each([&](float score, bool is_target) {
      highest = std::max(highest, score);
      if (is_target) of_target = score;
    });
    float sum = 0;
    each([&](float& score, bool) { sum += score = std::exp(score - highest); });
    each([&](float& power, bool is_target) {
      power = alpha * ((is_target ? 1.0F : 0.0F) - power / sum);
    });
    if (want_loss) loss += std::log(sum) + highest - of_target;
  }
  move(inputs, outputs);
  return loss;
}

}  // namespace glassformer
