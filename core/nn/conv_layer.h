#pragma once

#include <optional>
#include <string>

#include "core/nn/convolution.h"
#include "core/nn/encoder_attention.h"
#include "core/nn/linear.h"

namespace glassformer {

// Settings shared by all layers of a convolutional network.
struct ConvLayerConfig {
  int width = 64;  // d
  int kernel = 3;  // words of a window
  double dropout = 0;
};

// A layer of a convolutional encoder (Gehring et al. 2017, §3.2): a convolution, a gated linear
// unit and a residual connection, scaled by √½ to keep the variance of the sum (§3.4).
// [n, d] → [n, d]. Its scope is NAME; its parts name their nodes, then come residual and output.
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

// A decoder layer: the same, causal, followed by attention over the encoder (§3.3):
//   d = h W + b + g,  α = softmax(d Kᵀ),  c = √m α V,  output = √½ (h + c)
// where g is the embedded target, K the output of the encoder's top layer, V = K plus the embedded
// source, and m the number of source words: √m restores the variance that averaging m rows takes
// away. Emits an AttentionSite.
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
