#pragma once

#include <optional>
#include <string>

#include "core/nn/convolution.h"
#include "core/nn/encoder_attention.h"
#include "core/nn/linear.h"

namespace glassformer {

// What the layers of a convolutional network have in common.
struct ConvLayerConfig {
  int width = 64;  // d
  int kernel = 3;  // words of a window
  double dropout = 0;
};

// A layer of a convolutional encoder (Gehring et al. 2017, §3.2): a convolution, a gated linear
// unit, and what came in added to it, times √½ so that the sum varies as much as each of the two
// (§3.4). [n, d] → [n, d]. Its scope is NAME; it names what its parts do, then residual, output.
class ConvLayer {
 public:
  // Causal: no word sees those after it.
  ConvLayer(Declaration& declaration, const std::string& name, const ConvLayerConfig& config,
            bool causal);
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;

 private:
  std::string name_;
  double dropout_;
  std::optional<Convolution> convolution_;
};

// A layer of the decoder: the same without a look ahead, then attention over the encoder (§3.3):
//   d = h W + b + g,  α = softmax(d Kᵀ),  c = √m α V,  output = √½ (h + c)
// where g are the embedded words of the target, K what the encoder's top layer gave, V the same
// plus the embedded words of the source, and m the words of the source: √m undoes that a mean of m
// rows varies less than each. Emits an AttentionSite.
class ConvDecoderLayer {
 public:
  ConvDecoderLayer(Declaration& declaration, const std::string& name, int layer,
                   const ConvLayerConfig& config);
  Var forward(Pass& pass, Var x, Var words, Var keys, Var values, const Tokens& source,
              const Tokens& target) const;

 private:
  std::string name_;
  int layer_;
  std::optional<ConvLayer> convolution_;
  std::optional<Linear> query_;
  std::optional<EncoderAttention> attention_;
  int state_;  // of the cache, for the weights
};

}  // namespace glassformer
