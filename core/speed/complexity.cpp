#include "core/speed/complexity.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

double operations_in_o(LayerKind kind, const LayerSizes& sizes) {
  const double n = sizes.n, d = sizes.d;
  switch (kind) {
    case LayerKind::self_attention:
      return n * n * d;
    case LayerKind::recurrent:
      return n * d * d;
    case LayerKind::convolutional:
      return sizes.k * n * d * d;
    default:
      return std::min(sizes.r, sizes.n) * n * d;
  }
}

double sequential_in_o(LayerKind kind, const LayerSizes& sizes) {
  return kind == LayerKind::recurrent ? sizes.n : 1;
}

double path_in_o(LayerKind kind, const LayerSizes& sizes) {
  const double n = sizes.n;
  switch (kind) {
    case LayerKind::self_attention:
      return 1;
    case LayerKind::recurrent:
      return n;
    case LayerKind::convolutional:
      return std::log(n) / std::log(static_cast<double>(sizes.k));
    default:
      return n / std::min(sizes.r, sizes.n);
  }
}

LayerText layer_text(LayerKind kind) {
  switch (kind) {
    case LayerKind::self_attention:
      return {"self-attention", "n^{2} d", "1", "1"};
    case LayerKind::recurrent:
      return {"recurrent", "n d^{2}", "n", "n"};
    case LayerKind::convolutional:
      return {"convolutional", "k n d^{2}", "1", "\\log_{k} n"};
    default:
      return {"restricted", "r n d", "1", "n / r"};
  }
}

}  // namespace glassformer
