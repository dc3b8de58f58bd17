#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/width.h"

namespace glassformer {

struct SparseCell {
  std::int32_t column;
  float value;
  bool operator==(const SparseCell&) const = default;
};

// What trains word vectors, for vectors of one width. core/embed says what is computed. Rows lie on
// 64-byte lines, with zeros behind the last column.
struct WordKernels {
  // Input rows that are held against output rows (core/embed/engines/fused.h). `steps` and `moves`
  // have as many floats as the functions below say, on a 64-byte line.
  struct Step {
    float* const* inputs;
    std::size_t input_count;
    float* const* outputs;
    std::size_t output_count;
    int dim;
    float *steps, *moves;
  };
  struct Labels {
    const float* labels;  // of the outputs: 1 or 0
    std::size_t slow;     // the first so many outputs go slow_share of their way
    float slow_share;
  };

  void (*score)(const Step& of);  // all products, into `steps`
  // From the scores to the steps, and the steps. Returns the loss if it is wanted.
  double (*logistic)(const Step& of, const Labels& labels, float alpha, bool want_loss);
  double (*softmax)(const Step& of, int target, float alpha, bool want_loss);  // scores too
  void (*mean)(float* const* rows, std::size_t count, int dim, float* to);
  void (*pass_on)(const float* before, const float* after, float share, float* const* rows,
                  std::size_t count, int dim);

  // A step of GloVe (core/embed/count_based/glove_step.h). Returns how far off the product was.
  struct GloveRow {
    float *vector, *squares;
    float* bias;  // and its square; null without biases
  };
  float (*glove)(const GloveRow& word, const GloveRow& context, int width, float log_count,
                 float rate);

  // to = the sum of value times row `column` of x, which has `cols` columns: whole vectors.
  void (*sparse_row)(const SparseCell* cells, std::size_t count, const float* x, int cols,
                     float* to);
  // sums [cols, cols] += xᵀ x of so many rows of x, in double; cells above the diagonal may hold
  // anything. cols: whole vectors of floats; `room` has as many cells as the rows.
  void (*gram)(const float* rows, int count, int cols, double* room, double* sums);
};

// As many floats as any width needs.
constexpr std::size_t step_floats(std::size_t inputs, std::size_t outputs) {
  return (outputs + 5) / 6 * ((inputs * 8 + 15) / 16 * 16);
}
constexpr std::size_t move_floats(std::size_t inputs, int dim) {
  return inputs * ((static_cast<std::size_t>(dim) + 15) / 16 * 16);
}

extern const WordKernels words_baseline, words_avx2, words_avx512;
inline constexpr OfWidths<WordKernels> word_widths GLASSFORMER_OF_WIDTHS(words);
const WordKernels& word_kernels();  // of the width in use

// The logistic step in products of bfloat16, scores and all: core/embed/engines/bf16_step.h. Only
// where has_bf16_products(), for at most so many outputs. `steps` has bf16_floats(). Rows of
// `ahead` are brought near.
inline constexpr int bf16_most_outputs = 16;
constexpr std::size_t bf16_floats(std::size_t inputs, int dim) {
  const std::size_t columns = (static_cast<std::size_t>(dim) + 15) / 16;
  return columns * 16 + bf16_most_outputs * ((columns + 1) / 2) * 16 + 2 * ((inputs + 1) / 2 * 16);
}
double bf16_logistic_avx512(const WordKernels::Step& of, const WordKernels::Labels& labels,
                            const float* const* ahead, std::size_t ahead_count, float alpha,
                            bool want_loss);

}  // namespace glassformer
