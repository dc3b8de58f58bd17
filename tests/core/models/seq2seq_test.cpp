// Traced, packed and cached passes are one network, whatever its cells and its attention.
#include "core/models/seq2seq.h"

#include <gtest/gtest.h>

#include "core/models/decoder.h"
#include "core/tensor/error.h"
#include "tests/core/models/seq2seq_cases.h"
#include "tests/core/models/small_sentences.h"

namespace glassformer {
namespace {

using namespace testing;

class EverySeq2Seq : public ::testing::TestWithParam<Seq2SeqCase> {};

TEST_P(EverySeq2Seq, ComputesManySentencesAsOneByOne) {
  const Seq2Seq network(GetParam().config);
  const Params params = moved_params(network);
  const Mat all = packed_logits(network, params, sources, targets);
  int row = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const Mat one = packed_logits(network, params, {sources[s]}, {targets[s]});
    for (int r = 0; r < one.rows(); ++r, ++row) {
      for (int c = 0; c < one.cols(); ++c) EXPECT_NEAR(all(row, c), one(r, c), 2e-6) << s;
    }
  }
}

TEST_P(EverySeq2Seq, TracesWhatItComputes) {
  const Seq2Seq network(GetParam().config);
  const Params params = moved_params(network);
  const Mat wanted = packed_logits(network, params, {sources[0]}, {targets[1]});
  Tape tape;
  Pass pass = Pass::traced(tape, params);
  const Tokens source = tokens_of({sources[0]}), target = tokens_of({targets[1]});
  const Var logits = network.logits(pass, network.encode(pass, source), source, target);
  EXPECT_LT(largest_difference(tape.value(logits), wanted), 2e-6);
  ASSERT_EQ(pass.sites().size(), GetParam().config.has_attention() ? 1u : 0u);
  if (pass.sites().empty()) return;
  const Mat& weights = tape.value(pass.sites().front().weights);
  EXPECT_EQ(weights.shape(), (Shape{5, 5})) << "a row for each target word";
}

TEST_P(EverySeq2Seq, DecodesWhatItComputes) {
  const Seq2Seq network(GetParam().config);
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
        EXPECT_NEAR(logits(s, c), wanted(s * words + t, c), 2e-6) << "sentence " << s << ", " << t;
      }
    }
    if (t == 1) decoder->keep(std::vector{0, 1, 2});
  }
  const auto weights = decoder->cross_weights(1);
  ASSERT_EQ(weights.size(), GetParam().config.has_attention() ? 1u : 0u);
  if (!weights.empty()) {
    EXPECT_EQ(weights.front()->shape(), (Shape{1, 2}));
  }
}

TEST_P(EverySeq2Seq, IsReadFromItsOwnWords) {
  const Seq2SeqConfig& config = GetParam().config;
  EXPECT_EQ(seq2seq_config_from_json(to_json(config), "a test"), config);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySeq2Seq, ::testing::ValuesIn(testing::seq2seq_cases()),
                         [](const auto& info) { return info.param.name; });

// Bahdanau et al. 2015, B.1: v begins at 0, so every word gets the same weight at first.
TEST(Seq2Seq, BeginsWithUniformAttention) {
  const Seq2Seq network(testing::small_seq2seq());
  const Params params = make_params(network.parameters(), 3);
  const auto decoder = make_decoder(network, params, {});
  decoder->start(std::vector<std::vector<int>>{sources[0]});
  decoder->step(std::vector{1});
  for (const Real weight : decoder->cross_weights(0).front()->row(0)) {
    EXPECT_EQ(weight, static_cast<Real>(0.2));
  }
}

TEST(Seq2Seq, ReadsTheWordsOfEarlierVersions) {
  const Seq2SeqConfig config = testing::small_seq2seq();
  std::string text = to_json(config);
  const std::size_t later = text.find(", \"max_target\"");
  ASSERT_NE(later, std::string::npos);
  EXPECT_EQ(seq2seq_config_from_json(text.substr(0, later) + "}", "a test"), config);
  const std::size_t needed = text.find(", \"dropout\"");
  EXPECT_THROW(seq2seq_config_from_json(text.substr(0, needed) + "}", "a test"), UserError);
}

TEST(Seq2Seq, RefusesSizesThatCannotBe) {
  const auto refused = [](const auto& change, std::string_view why) {
    Seq2SeqConfig config = testing::small_seq2seq();
    change(config);
    try {
      const Seq2Seq network(config);
      FAIL() << "not refused";
    } catch (const UserError& error) {
      EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos) << error.what();
    }
  };
  refused([](Seq2SeqConfig& c) { c.width = 0; }, "width = 0");
  refused([](Seq2SeqConfig& c) { c.score = AlignmentScore::dot; }, "8 numbers");
  refused([](Seq2SeqConfig& c) { c.input_feeding = true; }, "input feeding");
  refused([](Seq2SeqConfig& c) { c.reversed = true; }, "one direction");
  refused([](Seq2SeqConfig& c) { c.output = Seq2SeqConfig::Output::direct; }, "asks after");
}

}  // namespace
}  // namespace glassformer
