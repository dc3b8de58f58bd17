#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/scenes/facts.h"
#include "core/scenes/records/positions.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/scene.h"
#include "core/text/tokenizers/learned.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

constexpr const char* kText = "The animal did not cross the street because it was too tired";

Inputs on(const std::string& text, std::map<std::string, Option> options = {}) {
  return testing::inputs_of("decoder-alone", text, std::move(options));
}

// Llama's shape with two key/value heads, untrained.
CheckpointPtr small_llama() {
  const std::vector<std::string> sentences{"dogs chase cats and cats chase birds"};
  const auto tokenizer = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(sentences, LearnedTokenizer::Kind::word, 20));
  GptConfig config;
  config.vocab_size = tokenizer->size();
  config.max_len = 16;
  config.d_model = 32;
  config.heads = 4;
  config.kv_heads = 2;
  config.layers = 2;
  config.d_ff = 48;
  auto made = std::make_shared<Checkpoint>();
  made->network = std::make_shared<Gpt>(as_llama(config));
  made->params = make_params(made->network->parameters(), 3);
  made->tokenizers = {tokenizer};
  return made;
}

// What is recorded head by head is what the network computes at once.
TEST(DecoderAlone, PredictsAsThePackedNetworkDoes) {
  for (const auto& [model, text] :
       {std::pair{load_shipped("gpt"), std::string(kText)},
        std::pair{small_llama(), std::string("cats chase birds and dogs chase cats")}}) {
    Inputs inputs = on(text);
    inputs.resources.set(slots::model, model);
    const RunPtr made = run(inputs);
    Tape tape;
    Pass pass = Pass::packed(tape, model->params);
    std::vector<int> ids = model->target().frame().before;
    for (const int id : model->target().encode_whole(text, SpelledOut::one_piece))
      ids.push_back(id);
    Tokens tokens;
    tokens.add(ids);
    const auto& gpt = dynamic_cast<const Gpt&>(*model->network);
    const Mat& wanted = tape.value(softmax(tape, gpt.logits(pass, {}, {}, tokens)));
    const Mat& got = at(made, "probabilities");
    ASSERT_EQ(got.rows(), wanted.rows());
    double loss = 0;
    for (int r = 0; r < got.rows(); ++r) {
      for (int c = 0; c < got.cols(); ++c) EXPECT_NEAR(got(r, c), wanted(r, c), 1e-4);
      if (r > 0) loss -= std::log(double{wanted(r - 1, ids[static_cast<std::size_t>(r)])});
    }
    EXPECT_NEAR(at(made, "loss")(0, 0), loss / (got.rows() - 1), 1e-3);
  }
}

TEST(DecoderAlone, AHeadThatIsKnockedOutIsJudgedBesideTheWhole) {
  const RunPtr whole = run(on(kText));
  const RunPtr without = run(on(kText, {{"head_scale", std::string("decoder.2.3=0")}}));
  EXPECT_EQ(at(without, "original.loss")(0, 0), at(whole, "loss")(0, 0));
  EXPECT_NE(at(without, "loss")(0, 0), at(whole, "loss")(0, 0));
  const auto& record = without->records.get<TransformerRecord>();
  ASSERT_EQ(record.now.next.size(), without->tokens[0].size() - 1);
  EXPECT_EQ(axis_label(without->tape.node(record.now.probabilities).label.cols, record.now.next[0]),
            "animal");
}

// Nothing behind the last token is judged, and no earlier token may look at it.
TEST(DecoderAlone, TheLastTokenGetsNoGradient) {
  const RunPtr made = run(on(kText, {{"gradients", 1.0}}));
  const Mat& slopes = made->tape.grad(made->tape.find("decoder.embedding"));
  const auto length = [&](int row) {
    double sum = 0;
    for (const Real cell : slopes.row(row)) sum += double{cell} * double{cell};
    return std::sqrt(sum);
  };
  EXPECT_EQ(length(slopes.rows() - 1), 0);
  for (int r = 0; r + 1 < slopes.rows(); ++r) EXPECT_GT(length(r), 1e-3) << r;
}

TEST(DecoderAlone, ASingleTokenHasNoLoss) {
  const RunPtr made = run(on("The", {{"gradients", 1.0}}));
  EXPECT_FALSE(made->loss);
  EXPECT_FALSE(made->notes.empty());
}

TEST(DecoderAlone, TheRolloutOfALowerTriangleIsOne) {
  const RunPtr made = run(on(kText));
  const Mat& rollout = at(made, "aggregate.decoder.rollout");
  for (int r = 0; r < rollout.rows(); ++r) {
    double sum = 0;
    for (int c = 0; c < rollout.cols(); ++c) {
      if (c > r) {
        EXPECT_EQ(rollout(r, c), 0);
      }
      sum += double{rollout(r, c)};
    }
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

// Of Llama's shape nothing is added to the tokens, keys are turned and shared, and the layer is
// gated.
TEST(DecoderAlone, StopsHoldWhatTheModelHas) {
  const CheckpointPtr llama = small_llama();
  Inputs inputs = on("cats chase birds");
  inputs.resources.set(slots::model, llama);
  const RunPtr made = run(inputs);
  const auto& stops = made->records.get<TransformerRecord>().sub_layers;
  using Kind = SubLayer::Kind;
  ASSERT_EQ(stops.size(), 1 + 2 * 4 + 2U);
  EXPECT_TRUE(stops[0].scaled);
  EXPECT_FALSE(stops[0].input);
  EXPECT_EQ(stops[1].kind, Kind::self_attention);
  EXPECT_TRUE(stops[1].norm) << "it stands before";
  EXPECT_TRUE(stops[1].heads.front().turned_q);
  EXPECT_FALSE(stops[2].norm);
  EXPECT_TRUE(stops[3].gated);
  EXPECT_EQ(stops[9].kind, Kind::add_and_norm);
  EXPECT_FALSE(stops[9].sum);
  EXPECT_TRUE(stops[9].norm) << "behind the last layer";
  EXPECT_EQ(model_fact(inputs, "kv_heads")->number, 2);
  EXPECT_EQ(model_fact(inputs, "norm")->text, "RMSNorm");
  EXPECT_EQ(model_fact(inputs, "norm_place")->text, "before");
  EXPECT_EQ(model_fact(inputs, "gated")->number, 1);
  // Two heads that share their keys.
  EXPECT_EQ(at(made, "decoder.0.self_attention.head.1.k")(1, 3),
            at(made, "decoder.0.self_attention.head.2.k")(1, 3));
}

TEST(DecoderPositions, ShowTheLearnedTable) {
  Inputs inputs;
  inputs.scene = "decoder-positions";
  inputs.options = {{"positions", 20.0}};
  const RunPtr made = run(inputs);
  const CheckpointPtr gpt = load_shipped("gpt");
  const Mat& table = gpt->params.value(gpt->params.find("positions"));
  const Mat& shown = at(made, "encoding");
  ASSERT_EQ(shown.rows(), 20);
  for (int r = 0; r < shown.rows(); ++r) {
    for (int c = 0; c < shown.cols(); ++c) EXPECT_EQ(shown(r, c), table(r, c));
  }
  EXPECT_EQ(at(made, "curves")(7, 2), table(7, 2));
}

// A query and a key that are alike score the sum of the cosines of how far they were turned apart.
TEST(DecoderPositions, RotaryProductsAreThoseOfTheTurnedPairs) {
  Inputs inputs;
  inputs.scene = "decoder-positions";
  inputs.options = {{"positions", 12.0}};
  inputs.resources.set(slots::model, small_llama());
  const RunPtr made = run(inputs);
  const Mat& products = at(made, "products");
  for (int m = 0; m < 12; ++m) {
    for (int n = 0; n < 12; ++n) {
      double sum = 0;
      for (int p = 0; p < 4; ++p) sum += std::cos((m - n) * std::pow(10000.0, -2.0 * p / 8));
      EXPECT_NEAR(products(m, n), sum, 1e-4);
    }
  }
  EXPECT_FALSE(made->tape.find("alibi.weights"));
}

}  // namespace
}  // namespace glassformer
