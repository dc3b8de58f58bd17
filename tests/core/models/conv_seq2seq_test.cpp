// Traced, packed and cached passes of a convolutional encoder–decoder are one network; its layers
// are what the paper's equations say; and no word sees more than its windows let it.
#include "core/models/conv_seq2seq.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/decoder.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/core/models/small_sentences.h"

namespace glassformer {
namespace {

using namespace testing;

ConvSeq2SeqConfig small() {
  ConvSeq2SeqConfig config;
  config.source_vocab_size = 9;
  config.target_vocab_size = 8;
  config.max_len = 12;
  config.width = 4;
  config.encoder_layers = 2;
  config.decoder_layers = 3;
  return config;
}

struct Case {
  const char* name;
  int kernel;
  PositionKind positions;
};

class EveryConvSeq2Seq : public ::testing::TestWithParam<Case> {
 protected:
  static ConvSeq2SeqConfig config() {
    ConvSeq2SeqConfig config = small();
    config.kernel = GetParam().kernel;
    config.positions = GetParam().positions;
    return config;
  }
};

TEST_P(EveryConvSeq2Seq, ComputesManySentencesAsOneByOne) {
  const ConvSeq2Seq network(config());
  const Params params = moved_params(network);
  const Mat all = packed_logits(network, params, sources, targets);
  int row = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const Mat one = packed_logits(network, params, {sources[s]}, {targets[s]});
    for (int r = 0; r < one.rows(); ++r, ++row) {
      for (int c = 0; c < one.cols(); ++c) EXPECT_NEAR(all(row, c), one(r, c), 1e-5) << s;
    }
  }
}

TEST_P(EveryConvSeq2Seq, TracesWhatItComputes) {
  const ConvSeq2Seq network(config());
  const Params params = moved_params(network);
  const Mat wanted = packed_logits(network, params, {sources[0]}, {targets[1]});
  Tape tape;
  Pass pass = Pass::traced(tape, params);
  const Tokens source = tokens_of({sources[0]}), target = tokens_of({targets[1]});
  const Var logits = network.logits(pass, network.encode(pass, source), source, target);
  EXPECT_LT(largest_difference(tape.value(logits), wanted), 1e-5);
  ASSERT_EQ(pass.sites().size(), 3u) << "an attention in each layer of the decoder";
  for (int layer = 0; layer < 3; ++layer) {
    const AttentionSite& site = pass.sites()[static_cast<std::size_t>(layer)];
    EXPECT_EQ(site.name, "cross." + std::to_string(layer) + ".1");
    const Mat& weights = tape.value(site.weights);
    ASSERT_EQ(weights.shape(), (Shape{5, 5}));
    double sum = 0;
    for (const Real weight : weights.row(2)) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

// Gehring et al. 2017, §3.5: normal with a deviation of √(4 p / n) before a gated linear unit, p
// the share that dropout keeps (here 1) and n the cells of a window.
TEST(ConvSeq2Seq, WindowsBeginFourTimesAsVaried) {
  ConvSeq2SeqConfig config = small();
  config.width = 48;
  const ConvSeq2Seq network(config);
  const Params params = make_params(network.parameters(), 1);
  int windows = 0;
  for (int i = 0; i < params.size(); ++i) {
    const Mat& w = params.value(i);
    if (w.shape() != Shape{3 * 48, 2 * 48}) continue;
    ++windows;
    double squares = 0;
    for (const Real cell : w.cells()) squares += static_cast<double>(cell) * cell;
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(w.size())), std::sqrt(4.0 / (3 * 48)), 3e-3)
        << params.name(i);
  }
  EXPECT_EQ(windows, 5);
}

// Gehring et al. 2017, §4.2: dropout on the embeddings and on the input of every convolution.
TEST(ConvSeq2Seq, EachLayerDrops) {
  const auto logits = [](double dropout, int encoder_layers, std::uint64_t seed) {
    ConvSeq2SeqConfig config = small();
    config.dropout = dropout;
    config.encoder_layers = encoder_layers;
    const ConvSeq2Seq network(config);
    const Params params = moved_params(network);
    Tape tape;
    Pass pass = Pass::packed(tape, params, seed);
    const Tokens source = tokens_of(sources), target = tokens_of(targets);
    const Mat made = tape.value(network.logits(pass, network.encode(pass, source), source, target));
    int drops = 0;
    for (int i = 0; i < tape.size(); ++i) {
      const Op* const op = tape.node(Var{i}).op;
      drops += op != nullptr && std::string_view(op->name) == "dropout" ? 1 : 0;
    }
    return std::pair(made, drops);
  };
  EXPECT_NE(logits(0.3, 2, 1).first, logits(0.3, 2, 2).first);
  EXPECT_EQ(logits(0.3, 2, 1).first, logits(0.3, 2, 1).first);
  EXPECT_EQ(logits(0.3, 3, 1).second, logits(0.3, 2, 1).second + 1) << "one more layer";
  EXPECT_EQ(logits(0, 2, 1).second, 0);
}

TEST_P(EveryConvSeq2Seq, DecodesWhatItComputes) {
  const ConvSeq2Seq network(config());
  const Params params = moved_params(network);
  const Mat wanted = packed_logits(network, params, sources, {targets[1], targets[1], targets[1]});
  const auto decoder = make_decoder(network, params, {});
  decoder->start(sources);
  const auto words = static_cast<int>(targets[1].size());
  for (int t = 0; t < words; ++t) {
    const int token = targets[1][static_cast<std::size_t>(t)];
    const Mat& logits = decoder->step(std::vector<int>(3, token));
    for (int s = 0; s < 3; ++s) {
      for (int c = 0; c < logits.cols(); ++c) {
        EXPECT_NEAR(logits(s, c), wanted(s * words + t, c), 1e-5) << "sentence " << s << ", " << t;
      }
    }
    if (t == 1) decoder->keep(std::vector{0, 1, 2});
  }
  const auto weights = decoder->cross_weights(1);
  ASSERT_EQ(weights.size(), 3u) << "a matrix for each layer";
  EXPECT_EQ(weights.front()->shape(), (Shape{1, 2}));
}

// Two hypotheses of one sentence: each has windows of its own.
TEST_P(EveryConvSeq2Seq, KeepsTheWindowsOfEachHypothesis) {
  const ConvSeq2Seq network(config());
  const Params params = moved_params(network);
  const auto decoder = make_decoder(network, params, {});
  decoder->start(std::vector<std::vector<int>>{sources[0]});
  decoder->step(std::vector{1});
  decoder->keep(std::vector{0, 0});
  decoder->step(std::vector{5, 6});
  const Mat last = decoder->step(std::vector{7, 7});
  for (int r = 0; r < 2; ++r) {
    const Mat whole = packed_logits(network, params, {sources[0]}, {{1, 5 + r, 7}});
    for (int c = 0; c < last.cols(); ++c) EXPECT_NEAR(last(r, c), whole(2, c), 1e-5);
  }
}

TEST_P(EveryConvSeq2Seq, SeesNoWordThatItIsToPredict) {
  const ConvSeq2Seq network(config());
  const Params params = moved_params(network);
  const Mat one = packed_logits(network, params, {sources[0]}, {{1, 4, 5, 6}});
  const Mat other = packed_logits(network, params, {sources[0]}, {{1, 4, 7, 3}});
  for (int t = 0; t < 2; ++t) {
    for (int c = 0; c < one.cols(); ++c) EXPECT_EQ(one(t, c), other(t, c));
  }
  EXPECT_NE(one(2, 0), other(2, 0));
}

TEST_P(EveryConvSeq2Seq, IsReadFromItsOwnWords) {
  EXPECT_EQ(conv_seq2seq_config_from_json(to_json(config()), "a test"), config());
  EXPECT_EQ(make_network("conv-seq2seq", to_json(config()), "a test")->architecture(),
            "conv-seq2seq");
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryConvSeq2Seq,
                         ::testing::Values(Case{"learned", 3, PositionKind::learned},
                                           Case{"sinusoidal", 5, PositionKind::sinusoidal},
                                           Case{"single", 1, PositionKind::none}),
                         [](const auto& info) { return std::string(info.param.name); });

// The equations of the paper, cell by cell, for one layer of the encoder.
TEST(ConvSeq2Seq, ALayerIsAConvolutionAGateAndAResidual) {
  Declaration declaration;
  const int d = 3, k = 3, n = 4;
  const ConvLayer layer(declaration, "0", {d, k, 0}, false);
  Params params = make_params(declaration.parameters(), 7);
  const Mat& w = params.value(params.find("0.w"));
  params.value(params.find("0.b")) = normal({1, 2 * d}, 0.5, 3);
  const Mat& b = params.value(params.find("0.b"));
  const Mat x = normal({n, d}, 1, 2);
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  Tokens tokens;
  tokens.add({1, 2, 3, 4});
  const Mat made = tape.value(layer.forward(pass, tape.input(x), tokens));
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < d; ++c) {
      double a = b(0, c), g = b(0, d + c);
      for (int o = 0; o < k; ++o) {
        const int from = i + o - 1;
        if (from < 0 || from >= n) continue;
        for (int j = 0; j < d; ++j) {
          a += x(from, j) * w(o * d + j, c);
          g += x(from, j) * w(o * d + j, d + c);
        }
      }
      EXPECT_NEAR(made(i, c), std::sqrt(0.5) * (a / (1 + std::exp(-g)) + x(i, c)), 1e-5);
    }
  }
}

// Two layers of windows of three reach two words to either side, and no further.
TEST(ConvSeq2Seq, SeesAsFarAsItsWindowsReach) {
  const ConvSeq2SeqConfig config = small();
  EXPECT_EQ(config.encoder_field(), 5);
  const ConvSeq2Seq network(config);
  const Params params = moved_params(network);
  const auto encoded = [&](const std::vector<int>& ids) {
    Tape tape;
    Pass pass = Pass::packed(tape, params);
    return tape.value(network.encode(pass, tokens_of({ids})));
  };
  const Mat one = encoded({4, 4, 4, 4, 4, 4, 4}), other = encoded({5, 4, 4, 4, 4, 4, 4});
  for (int row = 0; row < one.rows(); ++row) {
    EXPECT_EQ(one(row, 0) != other(row, 0), row <= 2) << row;
  }
}

TEST(ConvSeq2Seq, RefusesSizesThatCannotBe) {
  const auto refused = [](const auto& change, std::string_view why) {
    ConvSeq2SeqConfig config = small();
    change(config);
    try {
      const ConvSeq2Seq network(config);
      FAIL() << "not refused";
    } catch (const UserError& error) {
      EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos) << error.what();
    }
  };
  refused([](ConvSeq2SeqConfig& c) { c.width = 0; }, "width = 0");
  refused([](ConvSeq2SeqConfig& c) { c.kernel = 4; }, "no middle");
  refused([](ConvSeq2SeqConfig& c) { c.positions = PositionKind::alibi; }, "positions");
}

}  // namespace
}  // namespace glassformer
