#include "core/speed/complexity.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

double layers_between(LayerKind kind, const LayerSizes& sizes) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const int n = sizes.n, r = std::min(sizes.r, n);
  if (kind == LayerKind::convolutional) {
    if (sizes.k < 2) return n > 1 ? never : 0;
    int layers = 0;
    for (double seen = 1; seen < n; seen *= sizes.k) ++layers;
    return layers;
  }
  if (kind == LayerKind::restricted) {
    // The last word looks at r words in one layer; each layer more reaches (r - 1) / 2 farther
    // back, until a word is reached that looks at the first (restricted_attention).
    const int before = (r - 1) / 2;
    if (n == r) return 1;
    return before == 0 ? never : 1 + (n - r + before - 1) / before;
  }
  return path_in_o(kind, sizes);
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
