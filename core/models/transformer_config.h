#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/nn/params.h"

namespace glassformer {

// The shape of a Transformer (Vaswani et al. 2017, §3 and table 3). With encoder_layers 0 it is a
// decoder alone, without source and cross-attention: a language model.
struct TransformerConfig {
  enum class Positions { sinusoidal, learned };
  enum class Activation { relu, gelu };
  int d_model = 512;
  int heads = 8;
  int encoder_layers = 6;
  int decoder_layers = 6;
  int d_ff = 2048;
  bool pre_norm = false;  // LayerNorm before each sub-layer instead of after the residual sum
  Positions positions = Positions::sinusoidal;
  Activation activation = Activation::relu;
  bool tied = true;     // the output layer is the target embedding, transposed (§3.4)
  bool shared = false;  // source and target have one vocabulary and one embedding (§3.4)
  int source_words = 0;
  int target_words = 0;
  int longest = 128;  // most tokens of a sentence, its begin or end mark included
  double dropout = 0.1;
  double label_smoothing = 0.1;

  bool operator==(const TransformerConfig&) const = default;
  int d_k() const { return d_model / heads; }
  // Throws UserError: which number cannot be, and what it may be.
  void check() const;
};

// d_model 32 with 2 layers; the paper's base and big with one vocabulary of 37,000 (§5.1, table 3).
TransformerConfig tiny_transformer();
TransformerConfig base_transformer();
TransformerConfig big_transformer();

// Where each matrix lies in the Params. Linear maps are [inputs, outputs]; attention has no biases.
struct AttentionIndices {
  int wq = -1, wk = -1, wv = -1,
      wo = -1;  // [d_model, d_model]; head h reads the columns from h d_k
};
struct NormIndices {
  int gamma = -1, beta = -1;  // [1, d_model]
};
struct FeedForwardIndices {
  int w1 = -1, b1 = -1, w2 = -1, b2 = -1;  // [d_model, d_ff] [1, d_ff] [d_ff, d_model] [1, d_model]
};
struct EncoderLayerIndices {
  AttentionIndices self_attention;
  NormIndices norm_1;
  FeedForwardIndices ffn;
  NormIndices norm_2;
};
struct DecoderLayerIndices {
  AttentionIndices self_attention;
  NormIndices norm_1;
  AttentionIndices cross_attention;  // empty without an encoder
  NormIndices norm_2;                // likewise
  FeedForwardIndices ffn;
  NormIndices norm_3;
};
struct TransformerIndices {
  int source_embedding = -1;  // [source_words, d_model]; shared: the same as the target's
  int target_embedding = -1;  // [target_words, d_model]
  int output = -1;            // [target_words, d_model]; tied: the target embedding
  int source_positions = -1;  // [longest, d_model]; −1: sinusoidal
  int target_positions = -1;
  std::vector<EncoderLayerIndices> encoder;
  std::vector<DecoderLayerIndices> decoder;
  NormIndices encoder_norm;  // only with pre_norm: after the last layer
  NormIndices decoder_norm;
};

// One matrix of the model: its name, "encoder.0.self_attention.wq", its shape, and what it is part
// of: "encoder.0", "embedding".
struct ParameterSpec {
  std::string name;
  Shape shape;
  std::string part;
};

// Every matrix in the order of the Params, without making any of them.
std::vector<ParameterSpec> parameter_specs(const TransformerConfig& config);
TransformerIndices transformer_indices(const TransformerConfig& config);

// Drawn from the seed: embeddings with deviation 1/√d_model, the other matrices uniform as Glorot
// and Bengio 2010 have it, norms 1 and 0, biases 0.
Params make_params(const TransformerConfig& config, std::uint64_t seed);

// Throws UserError, naming the file: a matrix that is missing, one too many, a wrong shape.
void check_params(const TransformerConfig& config, const Params& params, const std::string& file);

struct PartCount {
  std::string part;  // "embedding", "encoder.0", "decoder.0", "output" …
  std::int64_t cells = 0;
};
std::int64_t parameter_count(const TransformerConfig& config);
std::vector<PartCount> parameter_counts(const TransformerConfig& config);

// Floating-point operations of the matrix products, two for a multiplication and its addition, of
// one pair of sentences; what is done cell by cell is left out, as in the tables of the papers.
double forward_flops(const TransformerConfig& config, int source_tokens, int target_tokens);
// Backward multiplies twice for each product of the forward pass: three times the forward.
double training_flops(const TransformerConfig& config, int source_tokens, int target_tokens);
// Bytes of parameters, their gradients and Adam's two moments, in 32-bit numbers.
double training_bytes(const TransformerConfig& config);

}  // namespace glassformer
