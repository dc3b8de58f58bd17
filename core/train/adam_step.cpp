#include "core/train/adam_step.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

std::vector<AdamPiece> adam_pieces(const Params& params) {
  std::vector<AdamPiece> pieces;
  for (int i = 0; i < params.size(); ++i) {
    const std::size_t cells = params.value(i).size();
    for (std::size_t at = 0; at < cells; at += AdamPiece::max) {
      pieces.push_back({i, at, std::min(cells, at + AdamPiece::max)});
    }
  }
  return pieces;
}

double sum_of_squares(const Real* gradient, std::size_t n) {
  return row_kernels().squares(gradient, n);
}

AdamStep::AdamStep(const AdamSettings& settings, std::int64_t t, double length, double rate)
    : factors_{.shrink = static_cast<Real>(
                   settings.clip > 0 && length > settings.clip ? settings.clip / length : 1),
               .beta_1 = static_cast<Real>(settings.beta_1),
               .beta_2 = static_cast<Real>(settings.beta_2),
               .unbias = static_cast<Real>(
                   1 / std::sqrt(1 - std::pow(settings.beta_2, static_cast<double>(t)))),
               .stride = static_cast<Real>(rate /
                                           (1 - std::pow(settings.beta_1, static_cast<double>(t)))),
               .epsilon = static_cast<Real>(settings.epsilon)} {}

void AdamStep::move(std::size_t n, const Real* gradient, Real* first, Real* second,
                    Real* weights) const {
  row_kernels().adam(factors_, gradient, first, second, weights, n);
}

}  // namespace glassformer
