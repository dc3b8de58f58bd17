// The scenes of trained recurrent translators, with the models that ship.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "core/models/checkpoint.h"
#include "core/scenes/records/alignments.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs inputs(std::string scene, std::string first, std::string second = {}) {
  Inputs made;
  made.scene = std::move(scene);
  made.text = {std::move(first), std::move(second)};
  return made;
}

TEST(Alignments, ThreeDecodersWriteAndSayWhereTheyLooked) {
  const RunPtr made = run(inputs("alignments", "the man opens the green box"));
  const auto& decoders = made->records.get<AlignmentsRecord>().decoders;
  ASSERT_EQ(decoders.size(), 3u);
  for (const auto& decoder : decoders) {
    EXPECT_EQ(decoder.said, "l'homme ouvre la boîte verte") << decoder.name;
    const Mat& weights = made->tape.value(decoder.weights);
    EXPECT_EQ(weights.shape(), (Shape{7, 7}));
    for (int r = 0; r < weights.rows(); ++r) {
      double sum = 0;
      for (const Real cell : weights.row(r)) sum += cell;
      EXPECT_NEAR(sum, 1, 1e-5);
    }
    EXPECT_FALSE(decoder.error) << "no true links are known";
  }
}

// What is painted into the map is what the decoder goes on with.
TEST(Seq2SeqScene, GoesOnWithWeightsSetByHand) {
  Inputs painted = inputs("seq2seq", "the man opens the green box");
  const RunPtr before = run(painted);
  painted.edits["decoder.attention.weights"] = {{5, 4, 0}, {5, 5, 1}};  // verte: box, not green
  const RunPtr after = run(painted);
  EXPECT_EQ(at(*after, "decoder.attention.step.6.weights")(0, 5), 1);
  EXPECT_EQ(at(*after, "decoder.attention.step.6.weights")(0, 4), 0);
  EXPECT_NE(before->tokens[1], after->tokens[1]);
  const Labels& words = after->tape.node(after->sites.front().weights).label.rows.labels;
  EXPECT_EQ(words.words(), after->tokens[1]);
}

// The map whose rows are named by what was written is painted just so.
TEST(Seq2SeqScene, GoesOnWithAWeightSetInTheNamedMap) {
  Inputs painted = inputs("seq2seq", "the man opens the green box");
  const RunPtr before = run(painted);
  painted.edits["alignment"] = {{5, 4, 0}, {5, 5, 1}};
  const RunPtr after = run(painted);
  EXPECT_EQ(at(*after, "decoder.attention.step.6.weights")(0, 5), 1);
  EXPECT_EQ(at(*after, "alignment")(5, 5), 1);
  EXPECT_NE(before->records.get<HandAttentionRecord>().said,
            after->records.get<HandAttentionRecord>().said);
}

TEST(Seq2SeqScene, AttendsSoftlyHardDrawnOrEvenly) {
  Inputs one = inputs("seq2seq", "the man opens the green box");
  const RunPtr soft = run(one);
  EXPECT_FALSE(soft->records.get<HandAttentionRecord>().choice);
  one.options["attention"] = std::string("hard");
  const RunPtr hard = run(one);
  const Mat &weights = at(*hard, "alignment"), &choice = at(*hard, "choice");
  EXPECT_EQ(choice.shape(), weights.shape());
  for (int r = 0; r < weights.rows(); ++r) {
    const auto largest = std::ranges::max_element(weights.row(r)) - weights.row(r).begin();
    for (int j = 0; j < choice.cols(); ++j) EXPECT_EQ(choice(r, j), j == largest ? 1 : 0);
  }
  one.options["attention"] = std::string("sampled");
  const RunPtr drawn = run(one);
  EXPECT_EQ(drawn->records.get<HandAttentionRecord>().said,
            run(one)->records.get<HandAttentionRecord>().said)
      << "the same seed, the same draws";
  EXPECT_EQ(at(*drawn, "decoder.attention.step.1.draw").shape(), (Shape{1, 1}));
  one.options["attention"] = std::string("uniform");
  const RunPtr even = run(one);
  for (const Real weight : at(*even, "alignment").cells()) EXPECT_NEAR(weight, 1.0 / 7, 1e-6);
  EXPECT_NE(even->records.get<HandAttentionRecord>().said,
            soft->records.get<HandAttentionRecord>().said);
}

// What is shown of a word is what the decoder went on with at that step.
TEST(Seq2SeqScene, ShowsOfEachWordWhatTheDecoderGot) {
  for (const char* const attention : {"soft", "hard", "sampled", "uniform"}) {
    SCOPED_TRACE(attention);
    Inputs one = inputs("seq2seq", "the man opens the green box");
    one.options["attention"] = std::string(attention);
    one.edits["alignment"] = {{1, 0, 0.5}};
    const RunPtr made = run(one);
    const auto& record = made->records.get<HandAttentionRecord>();
    const Mat& contexts = at(*made, "contexts");
    ASSERT_EQ(contexts.rows(), static_cast<int>(record.words.size()));
    const auto expect_row = [&](const Mat& all, int row, const char* what) {
      const Mat& step = at(*made, fmt::format("decoder.attention.step.{}.{}", row + 1, what));
      ASSERT_EQ(step.cols(), all.cols());
      for (int c = 0; c < all.cols(); ++c) EXPECT_NEAR(all(row, c), step(0, c), 1e-6) << what;
    };
    for (int r = 0; r < contexts.rows(); ++r) {
      expect_row(contexts, r, "context");
      if (record.choice) expect_row(at(*made, "choice"), r, "choice");
      if (attention == std::string_view("sampled")) expect_row(at(*made, "draws"), r, "draw");
    }
  }
}

TEST(Seq2SeqScene, IsOfferedWhatAttends) {
  const auto fits = [](const char* scene, const char* model) {
    Inputs to;
    to.scene = scene;
    return takes(to, slots::model.name, Resource(load_shipped(model)));
  };
  EXPECT_TRUE(fits("seq2seq", "gru-luong"));
  EXPECT_FALSE(fits("seq2seq", "gru-vector"));
  EXPECT_FALSE(fits("seq2seq", "en-fr"));
  EXPECT_TRUE(fits("thought-vector", "gru-vector"));
  EXPECT_FALSE(fits("thought-vector", "en-de"));
  EXPECT_TRUE(fits("transformer", "en-de"));
  EXPECT_FALSE(fits("transformer", "gru-luong"));
}

TEST(ThoughtVector, TheDecoderSaysTheSentenceWhoseVectorItGets) {
  Inputs both = inputs("thought-vector", "the small cat sleeps in the house",
                       "my brother drinks the good tea");
  const RunPtr first = run(both);
  const auto& a = first->records.get<ThoughtVectorRecord>();
  EXPECT_EQ(a.said, a.said_first);
  EXPECT_EQ(a.said_second, "mon frère boit le bon thé");
  both.options["mix"] = 1.0;
  const RunPtr second = run(both);
  const auto& b = second->records.get<ThoughtVectorRecord>();
  EXPECT_EQ(b.said, b.said_second);
  EXPECT_EQ(second->tape.value(b.vector), second->tape.value(b.second));
  for (std::size_t i = 1; i < b.nearest.size(); ++i) {
    EXPECT_GE(b.nearest[i - 1].cosine, b.nearest[i].cosine);
  }
}

TEST(ThoughtVector, ACellSetByHandReachesTheDecoder) {
  Inputs one = inputs("thought-vector", "the small cat sleeps in the house");
  const RunPtr before = run(one);
  for (int row = 0; row < 8; ++row) {
    for (int col = 0; col < 16; ++col) one.edits["vector"].push_back({row, col, 0});
  }
  const RunPtr after = run(one);
  EXPECT_NE(after->records.get<ThoughtVectorRecord>().said,
            before->records.get<ThoughtVectorRecord>().said);
  EXPECT_EQ(after->records.get<ThoughtVectorRecord>().said_first,
            before->records.get<ThoughtVectorRecord>().said_first);
}

TEST(ThoughtVector, ShowsTheCountsThatALessonGives) {
  Inputs counted = inputs("thought-vector", "the small cat sleeps in the house");
  EXPECT_FALSE(run(counted)->records.get<ThoughtVectorRecord>().by_length);
  const auto give = [&](Mat shares) {
    counted.given["by_length"] = std::make_shared<const Leaf>(std::move(shares));
  };
  give(Mat(2, 6));
  const RunPtr shown = run(counted);
  const Var shares = shown->records.get<ThoughtVectorRecord>().by_length;
  EXPECT_EQ(shown->tape.node(shares).label.cols.labels.back(), "25–30");
  give(Mat(2, 5));
  EXPECT_THROW(run(counted), UserError);
}

TEST(ThoughtVector, RefusesATranslatorThatSeesMore) {
  Inputs wrong = inputs("thought-vector", "the cat sleeps");
  wrong.options["weights"] = std::string("gru-bahdanau");
  EXPECT_THROW(run(wrong), UserError);
  wrong.options["weights"] = std::string("en-fr");
  EXPECT_THROW(run(wrong), UserError);
}

}  // namespace
}  // namespace glassformer
