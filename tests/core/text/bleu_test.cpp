#include "core/text/bleu.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Strings = std::vector<std::string>;

// The example of sacrebleu's README: "BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944
// hyp_len = 17 ref_len = 18)".
TEST(Bleu, IsThePublishedExample) {
  const Strings made{"The dog bit the man.", "It wasn't surprising.",
                     "The man had just bitten him."};
  const std::vector<Strings> references{{"The dog bit the man.", "The dog had bit the man."},
                                        {"It was not unexpected.", "No one was surprised."},
                                        {"The man bit him first.", "The man had bitten the dog."}};
  const Bleu bleu = corpus_bleu(made, references);
  EXPECT_NEAR(bleu.score, 48.530827, 1e-6);
  EXPECT_NEAR(bleu.precisions[0], 82.352941, 1e-6);
  EXPECT_NEAR(bleu.precisions[3], 37.5, 1e-6);
  EXPECT_NEAR(bleu.brevity_penalty, 0.942873, 1e-6);
  EXPECT_EQ(bleu.hypothesis_words, 17);
  EXPECT_EQ(bleu.reference_words, 18);
}

// By hand: 14/18, 6/16, 3/14 and 1/12 words in common.
TEST(Bleu, CountsClippedWordsOverTheCorpus) {
  const Strings made{"L'homme n'a pas mangé la pomme rouge.",
                     "Hello, world 3.14 costs 1,000-2,000 $!"};
  const Strings right{"L'homme a mangé la grande pomme rouge.",
                      "Hello world, 3.14 cost 1,000-2,000 $."};
  const Bleu bleu = corpus_bleu(made, right);
  EXPECT_NEAR(bleu.score, 26.864248, 1e-6);
  EXPECT_NEAR(bleu.precisions[2], 100 * 3 / 14.0, 1e-9);
  EXPECT_EQ(bleu.brevity_penalty, 1);
}

// By hand: 3/5 words; no pairs, triples, fours: 1/2 of 4, 1/4 of 3, 1/8 of 2; penalty exp(1 − 6/5).
TEST(Bleu, SmoothsWhatNeverMatches) {
  const Bleu bleu = corpus_bleu(Strings{"a x c y e"}, Strings{"a b c d e f"});
  EXPECT_NEAR(bleu.precisions[1], 12.5, 1e-9);
  EXPECT_NEAR(bleu.precisions[2], 100 / 12.0, 1e-9);
  EXPECT_NEAR(bleu.precisions[3], 6.25, 1e-9);
  EXPECT_NEAR(bleu.score, 11.510153, 1e-6);
}

TEST(Bleu, ItsEnds) {
  const Strings same{"The cat sees the dog."};
  EXPECT_NEAR(corpus_bleu(same, same).score, 100, 1e-9);
  EXPECT_EQ(corpus_bleu(Strings{"x y z v w"}, Strings{"a b c d e"}).score, 0);
  EXPECT_EQ(corpus_bleu(Strings{""}, same).score, 0);
  EXPECT_EQ(corpus_bleu(Strings{""}, Strings{""}).score, 0) << "0 / 0 words are no score";
  EXPECT_EQ(corpus_bleu(Strings{"a b"}, Strings{"a b"}).score, 0);  // nowhere four words
  EXPECT_NEAR(corpus_bleu(Strings{"the cat sees the dog."}, same).precisions[0], 500 / 6.0, 1e-9);
}

TEST(Tokenize13a, SplitsAsMtevalDoes) {
  EXPECT_EQ(tokenize_13a("L'homme n'a pas, 3.14 a..b 1,000-2,000 (x/y)! &quot;z&amp;"),
            (Strings{"L'homme", "n'a", "pas", ",", "3.14", "a", ".", ".",  "b", "1,000", "-",
                     "2,000",   "(",   "x",   "/", "y",    ")", "!", "\"", "z", "&"}));
  EXPECT_EQ(tokenize_13a("a\u00a0b...  U.S. 5. x,y 10% «oui»"),
            (Strings{"a", "b", ".", ".", ".", "U", ".", "S", ".", "5", ".", "x", ",", "y", "10",
                     "%", "«oui»"}));
  EXPECT_EQ(tokenize_13a("-- don't e-mail 3-4 \\ _"),
            (Strings{"--", "don't", "e-mail", "3", "-", "4", "\\", "_"}));
}

// Papineni et al. 2002, §2.2.2: the reference whose length is nearest, of two as near the shorter.
TEST(Bleu, OfTwoReferencesAsNearTheShorterCounts) {
  const std::vector<std::string> made{"a b c d e"};
  const std::string shorter = "a b c d", longer = "a b c d e f";
  for (const auto& references : {std::vector{shorter, longer}, std::vector{longer, shorter}}) {
    const std::vector<std::vector<std::string>> all{references};
    EXPECT_EQ(corpus_bleu(made, all).reference_words, 4);
  }
}

// A word that was cut at the end of a line is one again.
TEST(Tokenize13a, JoinsWhatALineEndCut) {
  EXPECT_EQ(tokenize_13a("an ex-\nample\nhere"),
            (std::vector<std::string>{"an", "example", "here"}));
}

}  // namespace
}  // namespace glassformer
