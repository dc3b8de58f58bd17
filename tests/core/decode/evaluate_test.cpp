#include "core/decode/evaluate.h"

#include <gtest/gtest.h>

#include "core/decode/decode.h"
#include "core/text/words.h"
#include "tests/core/models/tiny_translator.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_translator;

// What the untrained model says, as if it were right.
SentencePair said(const Translator& translator, const std::string& sentence) {
  const auto made = greedy(translator, source_ids(translator, sentence));
  return {sentence, translator.target.decode(made.pieces), {}};
}

TEST(Evaluate, CountsWhatIsWordForWordRight) {
  const Translator translator = tiny_translator(small_config(), 7);
  std::vector<SentencePair> pairs{said(translator, "the red cat ."),
                                  said(translator, "a big dog ."),
                                  said(translator, "a dog sees .")};
  pairs[1].target = "chien";
  pairs[2].source = "a a a a a a a a a a a a a a a a a a";  // more than the model's 16 places
  const Evaluation made = evaluate(translator, pairs, {});
  EXPECT_EQ(made.sentences, 3);
  EXPECT_EQ(made.exact, 1);
  EXPECT_EQ(made.too_long, 1);
  EXPECT_NEAR(made.exact_match, 1.0 / 3, 1e-12);
  EXPECT_EQ(made.translations[0], pairs[0].target);
  EXPECT_EQ(made.translations[2], "");
  EXPECT_FALSE(made.alignment_error_rate);
}

TEST(Evaluate, ChoosesTheHeadElsewhereAndHoldsItAgainstTheLinks) {
  const Translator translator = tiny_translator(small_config(), 7);
  std::vector<SentencePair> pairs{{"the red cat sees a dog .", "un grand chien mange .", {}}};
  // The links that layer 1, head 2 would draw are declared true.
  const auto source = source_ids(translator, pairs[0].source);
  auto target = target_ids(translator, pairs[0].target);
  target.erase(target.begin());
  const auto cross = forced_cross(translator, {&source, 1}, {&target, 1})[0];
  const Mat& head = cross[3];
  for (int t = 0; t < 5; ++t) {
    int best = 0;
    for (int s = 1; s < 7; ++s) {
      if (head(t, s) > head(t, best)) best = s;
    }
    pairs[0].links.push_back({best, t});
  }
  const Evaluation made = evaluate(translator, pairs, pairs);
  ASSERT_TRUE(made.alignment_error_rate);
  EXPECT_EQ(made.aligned_by, "layer 2, head 2");
  EXPECT_NEAR(*made.alignment_error_rate, 0, 1e-12);
}

}  // namespace
}  // namespace glassformer
