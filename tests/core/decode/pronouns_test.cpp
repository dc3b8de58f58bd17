#include "core/decode/pronouns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/transformer.h"
#include "core/nn/pass.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

// "it" is word 8 and means the street; its translation is word 10 of the target.
SentencePair crossing() {
  SentencePair pair;
  pair.source = "the animal did not cross the street because it was wide";
  pair.target = "l'animal n'a pas traversé la rue parce qu'elle était large";
  pair.links = {{8, 10}, {9, 11}, {10, 12}};
  pair.it = Reference{8, 6, 1, true};
  return pair;
}

TEST(Pronouns, OneIsRightBehindTheWordThatItFollows) {
  const SentencePair pair = crossing();
  EXPECT_EQ(pronoun_of(pair), 10);
  EXPECT_TRUE(has_right_pronoun(pair, pair.target));
  EXPECT_TRUE(has_right_pronoun(pair, "le chien mange parce qu'elle est rouge"))
      << "the rest is free";
  EXPECT_FALSE(has_right_pronoun(pair, "elle n'a pas traversé la rue parce qu'il était large"));
  EXPECT_FALSE(has_right_pronoun(pair, "l'animal dort"));
  EXPECT_FALSE(has_right_pronoun(pair, ""));
  SentencePair none = pair;
  none.it.reset();
  EXPECT_FALSE(has_right_pronoun(none, pair.target));
  none = pair;
  none.links.clear();
  EXPECT_FALSE(pronoun_of(none));
}

TEST(Pronouns, AreCountedWhereThereIsAnIt) {
  std::vector<SentencePair> pairs(4, crossing());
  pairs[1].it->contested = false;
  pairs[3].it.reset();
  const std::string wrong = "l'animal n'a pas traversé la rue parce qu'il était large";
  const std::vector<std::string> said{pairs[0].target, wrong, wrong, pairs[3].target};
  const PronounScore score = score_pronouns(pairs, said);
  EXPECT_EQ(score.sentences, 3);
  EXPECT_EQ(score.right, 1);
  EXPECT_EQ(score.contested, 2);
  EXPECT_EQ(score.contested_right, 1);
}

// Two ways to leave a head out: its columns of W^O are 0, or its output is multiplied by 0.
TEST(Pronouns, AModelWithoutAHeadIsTheOneWhoseHeadIsSwitchedOff) {
  const Checkpoint whole = testing::tiny_checkpoint(testing::small_config(), 7);
  const auto& network = next_token_network(whole);
  const std::vector<int> source = source_ids(whole, "the red cat .");
  const std::vector<int> target = target_ids(whole, "le chat .");
  const auto logits = [&](const Checkpoint& model, const std::vector<HeadSwitch>& switches) {
    Tape tape;
    Pass pass = Pass::traced(tape, model.params, switches);
    Tokens in, out;
    in.add(source);
    out.add(target);
    const Var memory = network.encode(pass, in);
    return tape.value(network.logits(pass, memory, in, out));
  };
  for (int head = 1; head <= transformer_of(whole).sizes().heads; ++head) {
    const AttentionPlace place{AttentionPlace::Stack::encoder, 0, AttentionPlace::Kind::self, head};
    HeadSwitch off;
    off.head = place;
    off.factor = 0;
    const Mat cut = logits(without_head(whole, place), {});
    EXPECT_LT(largest_difference(cut, logits(whole, {off})), 1e-5);
    EXPECT_GT(largest_difference(cut, logits(whole, {})), 1e-4);
  }
  EXPECT_THROW(
      without_head(whole, {AttentionPlace::Stack::encoder, 99, AttentionPlace::Kind::self, 1}),
      UserError);
}

TEST(Pronouns, HeadsAreCountedInEveryLayer) {
  const Checkpoint model = testing::tiny_checkpoint(testing::small_config(), 7);
  const std::vector<SentencePair> pairs(2, crossing());
  const ReferenceHeads made = reference_heads(model, pairs);
  const TransformerConfig& sizes = transformer_of(model).sizes();
  EXPECT_EQ(made.sentences, 2);
  EXPECT_EQ(made.finds.shape(), (Shape{sizes.encoder_layers, sizes.heads}));
  EXPECT_EQ(made.right, right_pronouns(model, pairs));
  for (std::size_t i = 0; i < made.finds.size(); ++i) {
    const Real noun = made.finds.cells()[i], other = made.finds_other.cells()[i];
    EXPECT_TRUE(noun == 0 || std::abs(noun - 1) < 1e-6) << "both sentences are the same";
    EXPECT_LE(noun + other, 1 + 1e-6);
  }
  EXPECT_THROW(reference_heads(model, {}), UserError);
}

}  // namespace
}  // namespace glassformer
