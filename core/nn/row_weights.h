#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/nn/parameters.h"
#include "core/nn/params.h"

namespace glassformer {

// How the weights are held while a network decodes. Each step reads all of them once, so half the
// bytes are nearly half the time.
//   f32   as they are
//   bf16  rounded to 8 significant bits
//   int8  each output's row as whole numbers from −127 to 127, times one number of the row's own
enum class WeightWidth { f32, bf16, int8 };
std::string_view name(WeightWidth width);

// The matrices of a network for decoding: one product with few rows after the other. What a mapped
// file holds in the right form is read where it lies. Several threads may use it.
class RowWeights {
 public:
  // Throws UserError if there is no memory for what has to be made. `parameters` are those of the
  // network; the params must outlive it.
  RowWeights(const std::vector<Parameter>& parameters, const Params& params, WeightWidth width);
  ~RowWeights();

  // Single rows, as biases are, stay with the params.
  bool holds(int param) const {
    return parameters_[static_cast<std::size_t>(param)].shape.rows > 1;
  }
  // x W of a matrix [inputs, outputs], or x Tᵀ of a table: [n, inputs] → [n, outputs].
  Mat times(int param, const Mat& x) const;
  // Those rows of a table.
  Mat rows(int param, const std::vector<int>& ids) const;
  // As the decoder sees it, in 32 bits: what its rounding costs is measured with these.
  Mat seen(int param) const;
  std::size_t bytes_a_step() const;  // of all matrices

 private:
  struct Rows;
  const Rows& rows_of(int param) const;
  double bytes_to_make() const;
  bool is_borrowed(int param) const;

  std::vector<Parameter> parameters_;
  const Params& params_;
  WeightWidth width_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<const Rows>> made_;
};

// The same network with the weights that it decodes with.
Params as_decoded(const std::vector<Parameter>& parameters, const Params& params,
                  WeightWidth width);

}  // namespace glassformer
