#include "core/decode/evaluate.h"

#include <gtest/gtest.h>

#include "core/decode/decode.h"
#include "core/text/words.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_checkpoint;

// What the untrained model says, as if it were right.
SentencePair said(const Checkpoint& checkpoint, const std::string& sentence) {
  const auto made = greedy(*make_decoder(checkpoint), source_ids(checkpoint, sentence));
  return {sentence, checkpoint.target().decode(made.pieces), {}};
}

TEST(Evaluate, CountsWhatIsWordForWordRight) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 7);
  std::vector<SentencePair> pairs{said(checkpoint, "the red cat ."),
                                  said(checkpoint, "a big dog ."),
                                  said(checkpoint, "a dog sees .")};
  pairs[1].target = "chien";
  pairs[2].source = "a a a a a a a a a a a a a a a a a a";  // more than the model's 16 places
  const Evaluation made = evaluate(checkpoint, pairs, {});
  EXPECT_EQ(made.sentences, 3);
  EXPECT_EQ(made.exact, 1);
  EXPECT_EQ(made.too_long, 1);
  EXPECT_NEAR(made.exact_match, 1.0 / 3, 1e-12);
  EXPECT_EQ(made.translations[0], pairs[0].target);
  EXPECT_EQ(made.translations[2], "");
  EXPECT_FALSE(made.alignment_error_rate);
}

TEST(Evaluate, ChoosesTheHeadElsewhereAndHoldsItAgainstTheLinks) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 7);
  std::vector<SentencePair> pairs{{"the red cat sees a dog .", "un grand chien mange .", {}}};
  // The links that layer 1, head 2 would draw are declared true.
  const auto source = source_ids(checkpoint, pairs[0].source);
  auto target = target_ids(checkpoint, pairs[0].target);
  target.erase(target.begin());
  const auto cross = forced_cross(*make_decoder(checkpoint), {&source, 1}, {&target, 1})[0];
  const Mat& head = cross[3];
  for (int t = 0; t < 5; ++t) {
    int best = 0;
    for (int s = 1; s < 7; ++s) {
      if (head(t, s) > head(t, best)) best = s;
    }
    pairs[0].links.push_back({best, t});
  }
  const Evaluation made = evaluate(checkpoint, pairs, pairs);
  ASSERT_TRUE(made.alignment_error_rate);
  EXPECT_EQ(made.aligned_by, "layer 2, head 2");
  EXPECT_NEAR(*made.alignment_error_rate, 0, 1e-12);
}

}  // namespace
}  // namespace glassformer
