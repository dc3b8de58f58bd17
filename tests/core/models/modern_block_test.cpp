#include "core/models/modern_block.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/nn/parameters.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

BlockSize small() {
  BlockSize size;
  size.vocab_size = 100;
  return size;
}

TEST(ModernBlock, TheFirstIsThePapers) {
  const GptConfig c = block_config(BlockStage::paper, small());
  EXPECT_FALSE(c.pre_norm);
  EXPECT_EQ(c.norm, NormKind::layer);
  EXPECT_EQ(c.activation, Activation::relu);
  EXPECT_EQ(c.positions, PositionKind::sinusoidal);
  EXPECT_FALSE(c.gated);
  EXPECT_TRUE(c.feed_forward_biases);
  EXPECT_FALSE(c.attention_biases);  // the paper's section 3.2.2 has none
  EXPECT_EQ(c.d_ff, 4 * c.d_model);
}

// A row of equal numbers would be divided by 0.
TEST(ModernBlock, ANormWithoutAnEpsilonIsRefused) {
  GptConfig c = block_config(BlockStage::paper, small());
  c.epsilon = 1e-12;
  EXPECT_NO_THROW(c.check());
  c.epsilon = 0;
  EXPECT_THROW(c.check(), UserError);
}

TEST(ModernBlock, TheLastIsLlamas) {
  const BlockSize size = small();
  GptConfig c = block_config(BlockStage::no_biases, size);
  GptConfig llama = as_llama(c);
  llama.rotary_halves = c.rotary_halves;  // another order of the columns
  EXPECT_EQ(c, llama);
  EXPECT_EQ(c.kv_heads, size.kv_heads);
}

TEST(ModernBlock, EachStageChangesOneThing) {
  const auto what = [](const GptConfig& c) {
    return std::vector<int>{c.pre_norm, static_cast<int>(c.norm),
                            c.gated,    static_cast<int>(c.positions),
                            c.kv_heads, c.feed_forward_biases};
  };
  for (int i = 1; i < block_stages; ++i) {
    const auto before = what(block_config(static_cast<BlockStage>(i - 1), small()));
    const auto after = what(block_config(static_cast<BlockStage>(i), small()));
    int different = 0;
    for (std::size_t k = 0; k < before.size(); ++k) different += before[k] != after[k] ? 1 : 0;
    EXPECT_EQ(different, 1) << name(static_cast<BlockStage>(i));
  }
}

// What a change adds or takes the feed-forward network makes up for.
TEST(ModernBlock, AllStagesHaveAboutAsManyParameters) {
  const auto count = [](BlockStage stage) {
    return static_cast<double>(parameter_count(Gpt(block_config(stage, small())).parameters()));
  };
  const double first = count(BlockStage::paper);
  for (int i = 1; i < block_stages; ++i) {
    const auto stage = static_cast<BlockStage>(i);
    EXPECT_NEAR(count(stage) / first, 1, 0.01) << name(stage);
  }
}

}  // namespace
}  // namespace glassformer
