#pragma once

#include <cstdint>
#include <vector>

#include "core/models/transformer_config.h"

// What a Transformer costs, before it is made.
namespace glassformer {

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
