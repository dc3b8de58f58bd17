#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/transformer/record_network.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_checkpoint;

// Vaswani et al. 2017, §5.4: dropout on the sums of embeddings and positions, and on the output of
// every sub-layer: two of an encoder layer, three of a decoder layer.
TEST(Transformer, EachSublayerDrops) {
  for (const int layers : {1, 2}) {
    TransformerConfig config = small_config();
    config.dropout = 0.3;
    config.encoder_layers = config.decoder_layers = layers;
    const Checkpoint checkpoint = tiny_checkpoint(config);
    testing::PackedTokens pairs;
    pairs.add({4, 5, 2}, {1, 4, 5});
    Tape tape;
    testing::packed_logits(tape, transformer_of(checkpoint), checkpoint.params, pairs, 1);
    int drops = 0;
    for (int i = 0; i < tape.size(); ++i) {
      const Op* const op = tape.node(Var{i}).op;
      drops += op != nullptr && std::string_view(op->name) == "dropout" ? 1 : 0;
    }
    EXPECT_EQ(drops, 2 + 5 * layers);
  }
}

// Distances are those within one sentence: from one language to the other there is none.
TEST(Transformer, PositionsAreThoseOfOneSentence) {
  for (const auto& [kind, trace] :
       {std::pair(PositionKind::rotary, ".q_rotated"), std::pair(PositionKind::alibi, ".bias")}) {
    TransformerConfig config = small_config();
    config.positions = kind;
    const Checkpoint checkpoint = tiny_checkpoint(config);
    glassformer::Run run;
    record_network(run, checkpoint, source_ids(checkpoint, "the red cat"),
                   target_ids(checkpoint, "le chat"));
    int within = 0;
    for (const std::string& path : run.tape.paths()) {
      if (!path.ends_with(trace)) continue;
      EXPECT_EQ(path.find("cross_attention"), path.npos) << path;
      within += path.find("self_attention") != path.npos ? 1 : 0;
    }
    EXPECT_EQ(within, 8) << "two heads of two layers of both stacks";
  }
}

double deviation(const Mat& cells) {
  double squares = 0;
  for (const Real cell : cells.cells()) squares += static_cast<double>(cell) * cell;
  return std::sqrt(squares / static_cast<double>(cells.size()));
}

// 1 / √d_model: times √d_model (§3.4) a word is as large as the sines that are added to it.
TEST(Transformer, TablesBeginAsLargeAsTheSines) {
  TransformerConfig config = small_config();
  config.d_model = 64;
  config.positions = PositionKind::learned;
  config.tied = false;
  config.max_len = 300;
  config.source_vocab_size = config.target_vocab_size = 500;
  const Transformer network(config);
  const Params params = make_params(network.parameters(), 1);
  for (const char* const table :
       {"encoder.embedding", "decoder.embedding", "decoder.output", "encoder.positions"}) {
    const int found = params.find(table);
    ASSERT_GE(found, 0) << table;
    EXPECT_NEAR(deviation(params.value(found)), 0.125, 0.005) << table;
  }
}

}  // namespace
}  // namespace glassformer
