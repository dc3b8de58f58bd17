#include "core/embed/train/step.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace glassformer {

namespace {

double dot(const float* a, const float* b, int dim) {
  double sum = 0;
  for (int k = 0; k < dim; ++k) sum += static_cast<double>(a[k]) * b[k];
  return sum;
}

// log(1 + e^-x), for any x.
double softplus_of_minus(double x) {
  return std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
}

// x_i += Σ_j steps_ij o_j and o_j += Σ_i steps_ij x_i, both with the rows as they were.
void move_rows(std::span<float* const> inputs, std::span<float* const> outputs,
               const std::vector<double>& steps, int dim) {
  const auto width = static_cast<std::size_t>(dim);
  std::vector<double> of_inputs(inputs.size() * width), of_outputs(outputs.size() * width);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const double step = steps[i * outputs.size() + j];
      for (std::size_t k = 0; k < width; ++k) {
        of_inputs[i * width + k] += step * outputs[j][k];
        of_outputs[j * width + k] += step * inputs[i][k];
      }
    }
  }
  const auto add = [&](std::span<float* const> rows, const std::vector<double>& moves) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        rows[i][k] = static_cast<float>(rows[i][k] + moves[i * width + k]);
      }
    }
  };
  add(inputs, of_inputs);
  add(outputs, of_outputs);
}

}  // namespace

double logistic_step(std::span<float* const> inputs, std::span<float* const> outputs,
                     std::span<const float> labels, int dim, float alpha) {
  double loss = 0;
  std::vector<double> steps;
  for (float* const x : inputs) {
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const double score = dot(x, outputs[j], dim);
      loss += softplus_of_minus(labels[j] > 0 ? score : -score);
      steps.push_back(alpha * (labels[j] - 1 / (1 + std::exp(-score))));
    }
  }
  move_rows(inputs, outputs, steps, dim);
  return loss;
}

double softmax_step(std::span<float* const> inputs, std::span<float* const> outputs, int target,
                    int dim, float alpha) {
  double loss = 0;
  std::vector<double> steps;
  for (float* const x : inputs) {
    std::vector<double> scores;
    for (float* const o : outputs) scores.push_back(dot(x, o, dim));
    const double highest = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (const double score : scores) sum += std::exp(score - highest);
    loss += std::log(sum) + highest - scores[static_cast<std::size_t>(target)];
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const double label = static_cast<int>(j) == target ? 1 : 0;
      steps.push_back(alpha * (label - std::exp(scores[j] - highest) / sum));
    }
  }
  move_rows(inputs, outputs, steps, dim);
  return loss;
}

}  // namespace glassformer
