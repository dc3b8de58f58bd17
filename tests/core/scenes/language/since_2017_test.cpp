#include "core/scenes/records/since_2017.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/scenes/language/block_costs.h"
#include "core/scenes/other_than_asked.h"
#include "core/scenes/scene.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs block(const std::string& text = "the animal did not cross the street") {
  Inputs inputs;
  inputs.scene = "since-2017";
  inputs.text[0] = text;
  return inputs;
}

double largest(const Mat& m) {
  double most = 0;
  for (int r = 0; r < m.rows(); ++r) {
    for (const Real cell : m.row(r)) most = std::max(most, std::abs(double{cell}));
  }
  return most;
}

TEST(Since2017, BothNormsAreWhatTheirFormulasSay) {
  Inputs inputs = block();
  inputs.options["change"] = std::string("RMS norm");
  inputs.options["offset"] = 1.5;
  const RunPtr made = run(inputs);
  const Mat &row = at(made, "norms.row"), &layer = at(made, "norms.layer"),
            &rms = at(made, "norms.rms");
  const int d = row.cols();
  double mean = 0, squares = 0, variance = 0;
  for (int c = 0; c < d; ++c) mean += row(0, c) / d;
  for (int c = 0; c < d; ++c) squares += double{row(0, c)} * row(0, c) / d;
  for (int c = 0; c < d; ++c) variance += (row(0, c) - mean) * (row(0, c) - mean) / d;
  for (int c = 0; c < d; ++c) {
    EXPECT_NEAR(layer(0, c), (row(0, c) - mean) / std::sqrt(variance + 1e-5), 1e-5);
    EXPECT_NEAR(rms(0, c), row(0, c) / std::sqrt(squares + 1e-5), 1e-5);
  }
}

TEST(Since2017, OnlyRmsNormNoticesWhatIsAddedToAll) {
  Inputs inputs = block();
  inputs.options["change"] = std::string("RMS norm");
  inputs.options["offset"] = 2.0;
  const RunPtr made = run(inputs);
  EXPECT_LT(largest(at(made, "norms.layer_change")), 1e-4);
  EXPECT_GT(largest(at(made, "norms.rms_change")), 0.1);
  EXPECT_EQ(largest(at(run(block()), "norms.rms_change")), 0);
}

TEST(Since2017, AGateIsItsSiluAndTheProductIsValueTimesGate) {
  const RunPtr made = run(block());
  const Mat &into = at(made, "ffn.into"), &gate = at(made, "ffn.gate"),
            &value = at(made, "ffn.value"), &product = at(made, "ffn.product");
  for (int c = 0; c < into.cols(); ++c) {
    EXPECT_NEAR(gate(0, c), into(0, c) / (1 + std::exp(-double{into(0, c)})), 1e-5);
    EXPECT_NEAR(product(0, c), gate(0, c) * value(0, c), 1e-5);
  }
  // Three matrices of two thirds the width: 3 · 21 ≈ 2 · 32.
  EXPECT_EQ(into.cols(), 21);
  EXPECT_EQ(at(made, "ffn.relu").cols(), 32);
}

// Su et al. 2021, equation 16; added sines depend on where the words stand.
TEST(Since2017, ARotaryScoreDependsOnTheDistanceAlone) {
  Inputs inputs = block();
  const RunPtr made = run(inputs);
  const Mat &rotary_scores = at(made, "turns.rotary"), &added_scores = at(made, "turns.added");
  double rotary = 0, added = 0;
  for (int s = 1; s < rotary_scores.rows(); ++s) {
    rotary = std::max(rotary, std::abs(double{rotary_scores(s, 0)} - rotary_scores(0, 0)));
    added = std::max(added, std::abs(double{added_scores(s, 0)} - added_scores(0, 0)));
  }
  EXPECT_LT(rotary, 1e-4);
  EXPECT_GT(added, 0.1);
  EXPECT_NEAR(at(made, "turns.score")(0, 0), rotary_scores(0, 0), 1e-5);
  inputs.options["change"] = std::string("rotary");
  inputs.options["shift"] = 7.0;
  const RunPtr moved = run(inputs);
  EXPECT_NEAR(at(moved, "turns.score")(0, 0), rotary_scores(7, 0), 1e-4);
  EXPECT_GT(largest(at(moved, "turns.query_angle")), largest(at(made, "turns.query_angle")));
}

// A pair turned by hand: the second word's query, its first pair by one radian.
TEST(Since2017, TheFirstPairTurnsByOneRadianAPosition) {
  const RunPtr made = run(block());
  const Mat &q = at(made, "turns.q"), &turned = at(made, "turns.query");
  EXPECT_NEAR(turned(0, 0), std::cos(1.0) * q(0, 0) - std::sin(1.0) * q(0, 1), 1e-5);
  EXPECT_NEAR(turned(0, 1), std::sin(1.0) * q(0, 0) + std::cos(1.0) * q(0, 1), 1e-5);
}

// 2 · layers · key/value heads · columns · tokens · bytes, by hand.
TEST(Since2017, ACacheIsAsLargeAsItsFormulaSays) {
  const auto shape = [](const char* name) {
    return *std::ranges::find(published_shapes(), name, &LayerShape::name);
  };
  // Llama 2 7B, 4096 tokens of 16 bits: 2 · 32 · 4096 · 4096 · 2 bytes = 2 GiB.
  EXPECT_EQ(cache_bytes(shape("Llama 2 7B"), 32, 4096, 2), 2147483648.0);
  // Llama 3 8B has a quarter of the key/value heads.
  EXPECT_EQ(cache_bytes(shape("Llama 3 8B"), 8, 8192, 2), 1073741824.0);
  for (const LayerShape& one : published_shapes()) {
    EXPECT_EQ(one.heads * one.d_head, one.d_model) << one.name;
    EXPECT_EQ(one.heads % one.kv_heads, 0) << one.name;
  }
}

TEST(Since2017, HeadsShareTheirKeysEvenly) {
  Inputs inputs = block();
  inputs.options["change"] = std::string("fewer key heads");
  inputs.options["heads"] = 6.0;
  inputs.options["kv_heads"] = 4.0;  // 6 heads do not share 4 evenly
  const RunPtr made = run(inputs);
  const Mat& shares = at(made, "cache.shares");
  EXPECT_EQ(shares.rows(), 3);
  EXPECT_EQ(shares.cols(), 6);
  for (int h = 0; h < 6; ++h) EXPECT_EQ(shares(h / 2, h), 1);
  const auto other = other_than_asked(*made);
  ASSERT_EQ(other.size(), 1U);
  EXPECT_EQ(other[0],
            "6 heads cannot share 4 key/value heads evenly, only 1, 2, 3 or 6; there are 3 here");
}

TEST(Since2017, AWordBeyondTheSentenceIsSpokenOfIfItWasAskedFor) {
  Inputs inputs = block("the cat");  // the key's word is usually the fourth
  EXPECT_TRUE(other_than_asked(*run(inputs)).empty());
  inputs.options["word"] = 99.0;
  const auto other = other_than_asked(*run(inputs));
  ASSERT_EQ(other.size(), 1U);
  EXPECT_NE(other[0].find("word = 99"), std::string::npos) << other[0];
  inputs.options["word"] = 2.0;
  EXPECT_TRUE(other_than_asked(*run(inputs)).empty());
}

// The parameters of our own network count the biases by another way.
TEST(Since2017, BiasesAreOneForEachColumn) {
  const RunPtr made = run(block());
  GptConfig c;
  c.vocab_size = 10;
  c.d_model = 512;  // 8 heads of 64
  c.heads = 8;
  c.kv_heads = 2;
  c.layers = 1;
  c.d_ff = 8 * 512 / 3;
  c.gated = true;
  c.norm = NormKind::rms;
  c.fused = false;
  c.activation = Activation::silu;
  GptConfig without = c;
  without.attention_biases = without.output_bias = without.feed_forward_biases = false;
  const auto cells = [](const GptConfig& config) {
    return static_cast<double>(parameter_count(Gpt(config).parameters()));
  };
  EXPECT_EQ(at(made, "biases.counts")(1, 0), cells(c) - cells(without));
}

// Xiong et al. 2020, figure 3: with the norm after the sum the gradient of the last layers is
// longer than with the norm before.
TEST(Since2017, TheLastLayersGradientIsLongerWithTheNormAfter) {
  for (const double seed : {7.0, 8.0, 9.0}) {
    Inputs inputs = block();
    inputs.options["seed"] = seed;
    const RunPtr made = run(inputs);
    const Mat& gradients = at(made, "gradients");
    ASSERT_EQ(gradients.rows(), 6);
    EXPECT_GT(gradients(5, 0), gradients(5, 1)) << seed;
  }
}

TEST(Since2017, GainsAreDifferencesOfTheRecordedLosses) {
  const RunPtr made = run(block());
  const Mat &last = at(made, "trained.last"), &gains = at(made, "trained.gains"),
            &means = at(made, "trained.mean_gains"), &ranked = at(made, "trained.ranked"),
            &clear = at(made, "trained.clear");
  ASSERT_EQ(gains.rows(), last.rows() - 1);
  for (int i = 0; i < gains.rows(); ++i) {
    double sum = 0;
    int lower = 0;
    for (int s = 0; s < gains.cols(); ++s) {
      EXPECT_FLOAT_EQ(gains(i, s), last(i, s) - last(i + 1, s));
      sum += gains(i, s);
      lower += gains(i, s) > 0 ? 1 : 0;
    }
    EXPECT_NEAR(means(i, 0), sum / gains.cols(), 1e-6);
    EXPECT_EQ(clear(i, 0), lower == gains.cols() ? 1 : lower == 0 ? -1 : 0);
    if (i > 0) {
      EXPECT_GE(ranked(i - 1, 0), ranked(i, 0));
    }
  }
}

// They are kept from run to run: what they depend on makes others of them, the rest does not.
TEST(Since2017, GradientsAreThoseOfTheirSentenceLayersAndSeed) {
  const Inputs first = block();
  const Mat before = at(run(first), "gradients");
  const auto lengths = [](const Inputs& inputs) { return Mat(at(run(inputs), "gradients")); };
  const auto same = [&](const Mat& m) {
    return m.shape() == before.shape() && std::ranges::equal(m.cells(), before.cells());
  };
  EXPECT_FALSE(same(lengths(block("the animal did cross"))));
  Inputs other = first;
  other.options["seed"] = 9.0;
  EXPECT_FALSE(same(lengths(other)));
  other = first;
  other.options["change"] = std::string("norm before");
  other.options["layers"] = 4.0;
  EXPECT_EQ(lengths(other).rows(), 4);
  other.options["layers"] = 6.0;
  EXPECT_TRUE(same(lengths(other)));
  EXPECT_TRUE(same(lengths(first)));
}

}  // namespace
}  // namespace glassformer
