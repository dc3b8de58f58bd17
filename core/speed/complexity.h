#pragma once

#include <string_view>

namespace glassformer {

// The layers that Vaswani et al. 2017 compare in section 4, and the sizes that they depend on.
enum class LayerKind { self_attention, recurrent, convolutional, restricted };
inline constexpr LayerKind layer_kinds[] = {LayerKind::self_attention, LayerKind::recurrent,
                                            LayerKind::convolutional, LayerKind::restricted};
struct LayerSizes {
  int n = 256;  // words of a sequence
  int d = 256;  // numbers of a word
  int k = 3;    // words under the kernel of a convolution
  int r = 32;   // words that a restricted attention looks at; no more than n, whatever it says
  bool operator==(const LayerSizes&) const = default;
};

// A row of the paper's table 1: what stands in the O( ), as a number. Self-attention n² d,
// recurrent n d², convolutional k n d², restricted r n d.
double operations_in_o(LayerKind kind, const LayerSizes& sizes);
// Steps of which each must wait for the one before: n for the recurrent layer, 1 for the others.
double sequential_in_o(LayerKind kind, const LayerSizes& sizes);
// How many layers, or steps, a signal passes between the two words farthest apart: 1, n, log_k n
// (kernels that spread, Kalchbrenner et al. 2016), n / r.
double path_in_o(LayerKind kind, const LayerSizes& sizes);
// The same counted: a whole number. A word of the restricted attention looks at about r / 2 words
// to each side, so it takes about 2 n / r layers. Infinite where no number of layers is enough.
double layers_between(LayerKind kind, const LayerSizes& sizes);

struct LayerText {
  std::string_view name;        // "self-attention"
  std::string_view operations;  // "n^{2} d", as formulas are written
  std::string_view sequential;
  std::string_view path;
};
LayerText layer_text(LayerKind kind);

}  // namespace glassformer
