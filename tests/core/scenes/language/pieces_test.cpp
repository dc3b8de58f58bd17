#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/records/pieces.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"
#include "core/text/world.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs cut(const std::string& text, const std::string& kind) {
  Inputs inputs;
  inputs.scene = "pieces";
  inputs.text[0] = text;
  inputs.options["kind"] = kind;
  return inputs;
}

std::vector<std::string> rows(const RunPtr& run, const char* path) {
  const Var var = run->tape.find(path);
  return axis_labels(run->tape.node(var).label.rows, run->tape.shape(var).rows);
}
std::vector<std::string> cols(const RunPtr& run, const char* path) {
  const Var var = run->tape.find(path);
  return axis_labels(run->tape.node(var).label.cols, run->tape.shape(var).cols);
}

using Words = std::vector<std::string>;

TEST(PiecesScene, AWordThatWasNeverSeenFallsIntoPiecesThatWere) {
  EXPECT_EQ(rows(run(cut("lowest", "bpe")), "pieces"), (Words{"low", "est␣"}));
}

TEST(PiecesScene, ALetterThatWasNeverSeenIsUnknown) {
  EXPECT_EQ(rows(run(cut("box", "bpe")), "pieces"), (Words{"<unk>", "o", "<unk>", "␣"}));
  EXPECT_EQ(rows(run(cut("box", "wordpiece")), "pieces"), Words{"[UNK]"});
}

TEST(PiecesScene, AnotherWordOfTheTextMayBeChosen) {
  Inputs inputs = cut("lowest newer", "bpe");
  inputs.options["word"] = 2.0;
  EXPECT_EQ(rows(run(inputs), "pieces"), (Words{"new", "e", "r", "␣"}));
}

TEST(PiecesScene, CountsThatAreSetByHandAreLearnedFrom) {
  Inputs inputs = cut("lowest", "bpe");
  inputs.options["merges"] = 1.0;
  inputs.edits["counts"] = {{0, 0, 50}};  // low
  EXPECT_EQ(rows(run(inputs), "merged"), Words{"l + o"});
}

TEST(PiecesScene, ThePairsThatAreLeftAreCountedAnew) {
  Inputs inputs = cut("lowest", "bpe");
  inputs.options["merges"] = 1.0;
  const RunPtr now = run(inputs);
  EXPECT_EQ(rows(now, "pairs")[0], "es + t");
  EXPECT_EQ(at(now, "pairs")(0, 0), 9);
}

TEST(PiecesScene, LooksForTheLongestPieceFirst) {
  const RunPtr now = run(cut("lowest", "wordpiece"));
  EXPECT_EQ(rows(now, "tried"), (Words{"lowest", "lowes", "lowe", "low", "##est"}));
  EXPECT_EQ(at(now, "tried").cells()[2], 0);
  EXPECT_EQ(at(now, "tried").cells()[3], 1);
  EXPECT_EQ(rows(now, "pieces"), (Words{"low", "##est"}));
}

Inputs by_hand(const std::string& text) {
  Inputs inputs = cut(text, "unigram");
  inputs.options["costs"] = std::string("a 1, b 1.2, c 1.5, ab 1.6, bc 1.7, abc 1.8");
  return inputs;
}

TEST(PiecesScene, TheCheapestCutByHand) {
  const RunPtr now = run(by_hand("abc"));
  EXPECT_EQ(cols(now, "paths"), (Words{"abc", "a + bc", "ab + c", "a + b + c"}));
  const double expected[] = {1.8, 2.7, 3.1, 3.7};
  double all = 0;
  for (const double cost : expected) all += std::exp(-cost);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(at(now, "paths")(0, i), expected[i], 1e-5);
    EXPECT_NEAR(at(now, "share")(0, i), std::exp(-expected[i]) / all, 1e-5);
  }
}

TEST(PiecesScene, APriceThatIsSetByHandLeadsAnotherWay) {
  Inputs inputs = by_hand("abc");
  inputs.edits["costs"] = {{0, 5, 5}};
  const RunPtr now = run(inputs);
  EXPECT_EQ(rows(now, "pieces"), (Words{"a", "bc"}));
  EXPECT_NEAR(at(now, "reached")(0, 2), 1.6, 1e-5) << "ab is cheaper than a and b";
  EXPECT_NEAR(at(now, "reached")(0, 3), 2.7, 1e-5);
}

TEST(PiecesScene, ALetterWithoutAPriceCostsTenMoreThanTheDearest) {
  const RunPtr now = run(by_hand("az"));
  EXPECT_EQ(rows(now, "pieces"), (Words{"a", "z"}));
  EXPECT_NEAR(at(now, "paths")(0, 0), 1 + 11.8, 1e-4);
  Inputs inputs = by_hand("az");  // the dearest need not be the last
  inputs.options["costs"] = std::string("a 1, b 3, c 2");
  EXPECT_NEAR(at(run(inputs), "paths")(0, 0), 1 + 13, 1e-4);
}

TEST(PiecesScene, APieceThatIsTakenTwiceIsPaidTwice) {
  const RunPtr now = run(by_hand("aba"));
  EXPECT_EQ(cols(now, "paths"), (Words{"ab + a", "a + b + a"}));
  EXPECT_NEAR(at(now, "paths")(0, 0), 1.6 + 1, 1e-5);
  EXPECT_NEAR(at(now, "paths")(0, 1), 2 * 1 + 1.2, 1e-5);
  EXPECT_EQ(at(now, "uses")(1, 0), 2);
}

TEST(PiecesScene, APieceMayBeANumber) {
  Inputs inputs = by_hand("7a");
  inputs.options["costs"] = std::string("7 2, a 1.5");
  const RunPtr now = run(inputs);
  EXPECT_EQ(rows(now, "pieces"), (Words{"7", "a"}));
  EXPECT_NEAR(at(now, "paths")(0, 0), 3.5, 1e-5);
}

// Between n letters a word is cut or not: 2^(n − 1) cuts, of which eight are listed.
TEST(PiecesScene, EightCutsAreListedAndOfMoreTheCheapest) {
  const auto of_all_pieces = [](const std::string& word) {
    Inputs inputs = cut(word, "unigram");
    std::string costs;
    for (std::size_t begin = 0; begin < word.size(); ++begin) {
      for (std::size_t size = 1; begin + size <= word.size(); ++size) {
        costs += word.substr(begin, size) + " " + std::to_string(size + 1) + " ";
      }
    }
    inputs.options["costs"] = costs;
    return run(inputs);
  };
  const RunPtr four = of_all_pieces("abcd"), five = of_all_pieces("abcde");
  EXPECT_EQ(at(four, "paths").cols(), 8);
  EXPECT_TRUE(four->notes.empty());
  EXPECT_EQ(at(five, "paths").cols(), 8);
  ASSERT_EQ(five->notes.size(), 1U);
  EXPECT_EQ(at(five, "paths")(0, 0), 6) << "the whole word";
  // each piece costs its letters and one: 5 letters in two pieces 7, in three 8
  EXPECT_EQ(at(five, "paths")(0, 4), 7);
  EXPECT_EQ(at(five, "paths")(0, 7), 8);
}

TEST(PiecesScene, UnigramPricesAreLearnedFromTheWords) {
  const RunPtr now = run(cut("lowest", "unigram"));
  double all = 0;
  for (const Real cost : at(now, "costs").cells()) all += std::exp(-double{cost});
  EXPECT_LE(all, 1) << "probabilities, of which the training keeps some back for rare pieces";
  EXPECT_GT(all, 0.5);
  std::string together;
  for (const std::string& piece : rows(now, "pieces")) together += piece;
  EXPECT_EQ(together, "␣lowest");
}

// A word longer than a string keeps within itself.
TEST(PiecesScene, ALongWordKeepsItsLetters) {
  const std::string word = "incomprehensibilities";
  for (const char* const costs : {"", "i 1, n 1, s 1, e 1, m 1, o 1, b 1, l 1"}) {
    Inputs inputs = cut(word, "unigram");
    inputs.options["costs"] = std::string(costs);
    std::string together;
    for (const std::string& piece : rows(run(inputs), "pieces")) together += piece;
    EXPECT_EQ(together, (*costs == 0 ? "␣" : "") + word);
  }
}

TEST(PiecesScene, PricesForFewLettersAreLearnedFromTheWordToo) {
  const RunPtr now = run(by_hand("lowest"));
  ASSERT_FALSE(now->notes.empty());
  EXPECT_NE(now->notes[0].find("Most letters of “lowest” have no price"), std::string::npos);
  std::string together;
  for (const std::string& piece : rows(now, "pieces")) together += piece;
  EXPECT_EQ(together, "␣lowest");
  EXPECT_TRUE(run(by_hand("za"))->notes.empty()) << "half of them is enough";
  EXPECT_FALSE(run(by_hand("zaz"))->notes.empty());
}

TEST(PiecesScene, AWordThatIsNamedTwiceComesAsOftenAsBothSay) {
  Inputs inputs = cut("low", "bpe");
  inputs.options["words"] = std::string("low 5 lower low low 6");
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "counts")(0, 0), 12) << "5, once, and 6";
  EXPECT_EQ(at(now, "counts")(1, 0), 1);
}

TEST(PiecesScene, OneTextInThreeWays) {
  const std::string text = "The small dog sleeps.";
  const RunPtr now = run(cut(text, "three ways"));
  EXPECT_EQ(at(now, "lengths")(0, 0), 5);
  EXPECT_EQ(at(now, "lengths")(1, 0), static_cast<Real>(text.size()));
  EXPECT_GE(at(now, "lengths")(2, 0), 5);
  EXPECT_EQ(at(now, "unknown")(2, 0), 0);
  EXPECT_EQ(at(run(cut("The small kangaroo sleeps.", "three ways")), "unknown")(0, 0), 1);
}

TEST(PiecesScene, ALargerVocabularyMakesShorterSentences) {
  const RunPtr now = run(cut("The dog sleeps.", "three ways"));
  const Mat &tokens = at(now, "sizes.tokens"), &unknown = at(now, "sizes.unknown");
  for (int s = 1; s < tokens.rows(); ++s) {
    EXPECT_LE(tokens(s, 2), tokens(s - 1, 2));
    EXPECT_LE(unknown(s, 0), unknown(s - 1, 0));
    EXPECT_EQ(tokens(s, 1), tokens(0, 1)) << "characters stay as many";
    EXPECT_EQ(unknown(s, 2), 0);
  }
}

// The held-out sentences once more, a character at a time; the base model's rows have 512 numbers.
TEST(PiecesScene, SizesAreCountedASentence) {
  const RunPtr now = run(cut("The dog sleeps.", "three ways"));
  const auto held_out = split(world_pairs(WorldPair::english_french, 3000, 1)).held_out;
  double letters = 0;
  for (const SentencePair& pair : held_out) {
    letters += static_cast<double>(characters(pair.source).size());
  }
  EXPECT_NEAR(at(now, "sizes.tokens")(0, 1), letters / static_cast<double>(held_out.size()), 1e-3);
  EXPECT_EQ(at(now, "sizes.table")(0, 0), 60 * 512);
  EXPECT_GT(at(now, "sizes.unknown")(0, 0), 0);
  EXPECT_LT(at(now, "sizes.unknown")(0, 0), 1);
}

std::string refused(const Inputs& inputs) {
  try {
    run(inputs);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

TEST(PiecesScene, SaysWhatIsMissing) {
  Inputs inputs = cut("lowest", "bpe");
  inputs.options["words"] = std::string(" ");
  EXPECT_NE(refused(inputs).find("no words to learn from"), std::string::npos);
  inputs = by_hand("abc");
  inputs.options["costs"] = std::string("a 1, b, c 2");
  EXPECT_NE(refused(inputs).find("“b” has no cost"), std::string::npos);
  EXPECT_NE(refused(cut("", "bpe")).find("no text"), std::string::npos);
  inputs.options["costs"] = std::string("a 1, b .");
  EXPECT_NE(refused(inputs).find("“b” has no cost"), std::string::npos);
}

TEST(PiecesScene, CountsAreNumbersOfWords) {
  Inputs inputs = cut("lowest", "bpe");
  const auto told = [&](const std::string& words) {
    inputs.options["words"] = words;
    return refused(inputs);
  };
  EXPECT_NE(told("low -3").find("“-” is no word"), std::string::npos);
  EXPECT_EQ(told("low 1000000000"), "");
  EXPECT_NE(told("low 1000000001").find("type at most 1000000000"), std::string::npos);
  EXPECT_NE(told("low " + std::string(400, '9')).find("is too large"), std::string::npos);
}

}  // namespace
}  // namespace glassformer
