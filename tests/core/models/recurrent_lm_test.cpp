// Traced, packed and cached passes of a recurrent language model are one network, whatever its
// cells; and what it says is what its equations say.
#include "core/models/recurrent_lm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/checkpoint.h"
#include "core/models/decoder.h"
#include "core/models/seq2seq.h"
#include "core/tensor/error.h"
#include "tests/core/models/small_sentences.h"

namespace glassformer {
namespace {

using namespace testing;

const std::vector<std::vector<int>> texts{{4, 5, 6, 7, 2}, {5}, {8, 4, 2}};

RecurrentLmConfig small(CellKind cell, int layers) {
  RecurrentLmConfig config;
  config.vocab_size = 9;
  config.d_embedding = 3;
  config.width = 4;
  config.layers = layers;
  config.cell = cell;
  return config;
}

Mat packed_logits(const RecurrentLm& network, const Params& params, const Tokens& tokens) {
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  return tape.value(network.logits(pass, {}, {}, tokens));
}

void expect_one_network_in_all_passes(const RecurrentLmConfig& config) {
  const RecurrentLm network(config);
  const Params params = moved_params(network);
  const Mat all = packed_logits(network, params, tokens_of(texts));
  int row = 0;
  for (const std::vector<int>& text : texts) {
    Tape tape;
    Pass traced = Pass::traced(tape, params);
    const Mat& one = tape.value(network.logits(traced, {}, {}, tokens_of({text})));
    const auto decoder = make_decoder(network, params, {});
    decoder->start(std::vector<std::vector<int>>(1));
    for (int t = 0; t < one.rows(); ++t, ++row) {
      const Mat& next = decoder->step(std::vector{text[static_cast<std::size_t>(t)]});
      for (int c = 0; c < one.cols(); ++c) {
        EXPECT_NEAR(all(row, c), one(t, c), 2e-6) << "packed";
        EXPECT_NEAR(next(0, c), one(t, c), 2e-6) << "cached";
      }
    }
  }
}

class EveryCell : public ::testing::TestWithParam<CellKind> {};

TEST_P(EveryCell, TracedPackedAndCachedAreOne) {
  expect_one_network_in_all_passes(small(GetParam(), 2));
}

// Two continuations of one text, each with states of its own.
TEST_P(EveryCell, KeepsTheStatesOfEachContinuation) {
  const RecurrentLm network(small(GetParam(), 2));
  const Params params = moved_params(network);
  const auto decoder = make_decoder(network, params, {});
  decoder->start(std::vector<std::vector<int>>(1));
  decoder->step(std::vector{4});
  decoder->keep(std::vector{0, 0});
  decoder->step(std::vector{5, 6});
  const Mat last = decoder->step(std::vector{7, 7});
  for (int r = 0; r < 2; ++r) {
    const Mat whole = packed_logits(network, params, tokens_of({{4, 5 + r, 7}}));
    for (int c = 0; c < last.cols(); ++c) EXPECT_NEAR(last(r, c), whole(2, c), 2e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, EveryCell,
                         ::testing::Values(CellKind::plain, CellKind::gru,
                                           CellKind::gru_reset_after, CellKind::lstm),
                         [](const auto& info) {
                           return std::string(info.param == CellKind::plain ? "plain"
                                              : info.param == CellKind::gru ? "gru"
                                              : info.param == CellKind::gru_reset_after
                                                  ? "gru_reset_after"
                                                  : "lstm");
                         });

// The order of an LSTM's gates is what importers of other programs' files rely on: i, f, g, o.
TEST(RecurrentLm, ReadsTheGatesOfAnLstmInItsOrder) {
  RecurrentLmConfig config = small(CellKind::lstm, 1);
  config.d_embedding = config.width = 1;
  const RecurrentLm network(config);
  Params params = moved_params(network);
  const auto of = [&](const char* name) -> Mat& { return params.value(params.find(name)); };
  const auto squashed = [](double x) { return 1 / (1 + std::exp(-x)); };
  double h = 0, c = 0;
  for (const int id : {4, 6}) {
    const double x = of("embedding")(id, 0);
    const auto sum = [&](int gate) {
      return x * of("layer.0.w")(0, gate) + h * of("layer.0.u")(0, gate) + of("layer.0.b")(0, gate);
    };
    c = squashed(sum(1)) * c + squashed(sum(0)) * std::tanh(sum(2));
    h = squashed(sum(3)) * std::tanh(c);
  }
  const Mat logits = packed_logits(network, params, tokens_of({{4, 6}}));
  EXPECT_NEAR(logits(1, 3), h * of("output.w")(0, 3) + of("output.b")(0, 3), 1e-6);
}

TEST(RecurrentLm, IsReadFromItsOwnWords) {
  const RecurrentLmConfig config = small(CellKind::gru, 3);
  EXPECT_EQ(recurrent_lm_config_from_json(to_json(config), "a test"), config);
  EXPECT_EQ(make_network("recurrent-lm", to_json(config), "a test")->summary(),
            "gru, 3 layers, width 4");
  EXPECT_THROW(recurrent_lm_config_from_json("{}", "a test"), UserError);
}

RecurrentLmConfig along_a_tree() {
  RecurrentLmConfig config = small(CellKind::gru, 1);
  config.softmax = OutputKind::hierarchical;
  return config;
}

TEST(HierarchicalSoftmax, TracedPackedAndCachedAreOne) {
  expect_one_network_in_all_passes(along_a_tree());
}

// What training and scoring look at are the decisions on the way to the right word alone.
TEST(HierarchicalSoftmax, IsTheCrossEntropyOfItsLogitsWhichAreProbabilities) {
  const RecurrentLm network(along_a_tree());
  const Params params = moved_params(network);
  const std::vector<int> next{5, 6, 7, 2, 0, 8, 4, 2, 1};
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  const Tokens tokens = tokens_of(texts);
  const Var surprise = network.surprise(pass, {}, {}, tokens, next, 0);
  const double whole = tape.value(surprise)(0, 0);
  const Mat logits = packed_logits(network, params, tokens);
  double sum = 0;
  for (int row = 0; row < logits.rows(); ++row) {
    sum -= logits(row, next[static_cast<std::size_t>(row)]) / logits.rows();
    double all = 0;
    for (const Real log_p : logits.row(row)) all += std::exp(log_p);
    EXPECT_NEAR(all, 1, 1e-6);
  }
  EXPECT_NEAR(whole, sum, 1e-6);
}

// Of 9 words as often as 1, 1/2, 1/3 … times: the first is two decisions from the root, the last
// five, and where all are even those are bits.
TEST(HierarchicalSoftmax, TakesFewerDecisionsToAFrequentWord) {
  const RecurrentLm network(along_a_tree());
  Params params = make_params(network.parameters(), 3);
  params.value(params.find("output.w")) = Mat(8, 4);
  const Mat logits = packed_logits(network, params, tokens_of({{4, 5}}));
  EXPECT_NEAR(logits(1, 0), -2 * std::log(2), 1e-6);
  EXPECT_NEAR(logits(1, 8), -5 * std::log(2), 1e-6);
}

TEST(HierarchicalSoftmax, IsReadFromItsOwnWords) {
  const RecurrentLmConfig config = along_a_tree();
  EXPECT_EQ(recurrent_lm_config_from_json(to_json(config), "a test"), config);
  EXPECT_EQ(RecurrentLm(config).summary(), "gru, 1 layer, width 4, hierarchical softmax");
  RecurrentLmConfig before = config;
  before.softmax = OutputKind::full;
  std::string text = to_json(before);
  const std::string field = ", \"softmax\": \"full\"";
  text.erase(text.find(field), field.size());  // as earlier versions wrote it
  EXPECT_EQ(recurrent_lm_config_from_json(text, "a test"), before);
}

TEST(RecurrentLm, RefusesSizesThatCannotBe) {
  RecurrentLmConfig config = small(CellKind::gru, 1);
  config.layers = 0;
  EXPECT_THROW(RecurrentLm{config}, UserError);
  config.layers = 1, config.dropout = 1;
  EXPECT_THROW(RecurrentLm{config}, UserError);
  config = along_a_tree();
  config.vocab_size = 1;  // no decision
  EXPECT_THROW(RecurrentLm{config}, UserError);
}

}  // namespace
}  // namespace glassformer
