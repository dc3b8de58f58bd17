#pragma once

#include <string_view>
#include <vector>

#include "core/models/gpt.h"

namespace glassformer {

// What has become of the block of 2017 since, in the order in which it is told; each stage has the
// changes of those before it.
enum class BlockStage { paper, norm_before, rms_norm, gated, rotary, shared_keys, no_biases };
inline constexpr int block_stages = 7;

struct BlockSize {
  int vocab_size = 0;
  int max_len = 64;
  int d_model = 64, heads = 4, layers = 4;
  int kv_heads = 2;  // once they are fewer than heads
};

// The name of what a stage changes: "norm before".
std::string_view name(BlockStage stage);

// A decoder alone of such blocks, from the paper's (Vaswani et al. 2017, §3: the norm after the
// sum, layer normalisation, sinusoidal positions, d_ff = 4 d_model, biases b_1 and b_2) to Llama's
// (Touvron et al. 2023, §2.2). Where a change adds or takes matrices d_ff makes up for it (Shazeer
// 2020, §3.1; for fewer key/value heads Touvron et al. 2023, Llama 2, appendix A.2.1), so that all
// stages have about as many parameters. Throws UserError for sizes that cannot be.
GptConfig block_config(BlockStage stage, const BlockSize& size);

}  // namespace glassformer
