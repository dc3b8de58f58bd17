#include "core/text/tokenizers/learned.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Kind = LearnedTokenizer::Kind;

const std::vector<std::string> sentences{"The cat sees the dog.", "L'homme voit l'été.",
                                         "Am 3. Mai, dass er's weiß!"};

using testing::message_of;

TEST(Tokenizer, EverySentenceItLearnedFromComesBack) {
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    const LearnedTokenizer tokenizer = LearnedTokenizer::train(sentences, kind, 200);
    for (const std::string& sentence : sentences) {
      EXPECT_EQ(tokenizer.decode(tokenizer.encode(sentence)), sentence) << name(kind);
    }
  }
}

TEST(Tokenizer, FirstPiecesAreSpecialAndThenTheMostFrequent) {
  const std::vector<std::string> text{"b a b c", "a b"};
  const LearnedTokenizer tokenizer = LearnedTokenizer::train(text, Kind::word, 6);
  EXPECT_EQ(tokenizer.pieces(),
            (std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>", "b", "a"}));
  EXPECT_EQ(tokenizer.encode("a b c"), (std::vector<int>{5, 4, LearnedTokenizer::unknown_id}));
  EXPECT_EQ(tokenizer.decode(std::vector<int>{1, 5, 3, 2, 0}), "a <unk>");
}

TEST(Tokenizer, WordsAreFoundWithTheOtherFirstLetter) {
  const std::vector<std::string> text{"the Maus", "Élan"};
  const LearnedTokenizer tokenizer = LearnedTokenizer::train(text, Kind::word, 20);
  EXPECT_EQ(tokenizer.encode("The maus élan"), tokenizer.encode("the Maus Élan"));
  EXPECT_EQ(tokenizer.split("The maus"), (std::vector<std::string>{"The", "maus"}));
}

TEST(Tokenizer, TextIsNeverBeginOrEnd) {
  const std::vector<std::string> text{"<s> a </s> b <pad>"};
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    const LearnedTokenizer tokenizer = LearnedTokenizer::train(text, kind, 50);
    for (const int id : tokenizer.encode(text[0])) EXPECT_GE(id, LearnedTokenizer::unknown_id);
  }
}

TEST(Tokenizer, DecomposedLettersAreTheSameLetters) {
  const std::vector<std::string> text{"été"};
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    const LearnedTokenizer tokenizer = LearnedTokenizer::train(text, kind, 50);
    EXPECT_EQ(tokenizer.encode("e\u0301te\u0301"), tokenizer.encode("été"));
  }
}

// Sennrich et al.'s example: low ×5, lower ×2, newest ×6, widest ×3. e-s, then es-t, then l-o.
TEST(Bpe, MergesTheMostFrequentPairFirst) {
  const bpe::Learned learned =
      bpe::learn({{"low", 5}, {"lower", 2}, {"newest", 6}, {"widest", 3}}, 10 + 4);
  ASSERT_EQ(learned.pieces.size(), 14u);
  EXPECT_EQ((std::vector<std::string>{learned.pieces.begin() + 10, learned.pieces.end()}),
            (std::vector<std::string>{"st", "est", "ow", "low"}));
}

TEST(Bpe, SplitsAreNumberedAsTheTextWasTyped) {
  const std::vector<std::string> text{"aaab aaab aaab"};
  const LearnedTokenizer tokenizer = LearnedTokenizer::train(text, Kind::bpe, 20);
  const auto split = tokenizer.split("aaab xaaab");
  EXPECT_EQ(split, (std::vector<std::string>{"aaab", " ", "x", "aaab"}));
  EXPECT_EQ(split.size(), tokenizer.encode("aaab xaaab").size());
}

TEST(Bpe, StretchesTogetherAreTheText) {
  const std::string text = "Don't  stop, l'été 12:30 \n end " + std::string(600, 'x');
  std::string joined;
  for (const std::string_view part : bpe::pre_tokens(text)) joined += part;
  EXPECT_EQ(joined, text);
  EXPECT_EQ(bpe::pre_tokens("Don't  a 12!?").size(), 6u);  // Don 't ␣ ␣a ␣12 !?
}

TEST(Bpe, LearnsThePublishedMerges) {
  const auto corpus = testing::shared_data("tokenizers/bpe_training/corpus.en");
  const auto merges =
      testing::shared_data("tokenizers/bpe_training/train-bpe-reference-merges.txt");
  if (!corpus || !merges) GTEST_SKIP() << "optional data is absent";
  std::ifstream in(*corpus);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::map<std::string, std::int64_t> counts;
  for (const std::string_view part : bpe::pre_tokens(text)) ++counts[std::string(part)];
  const bpe::Learned learned = bpe::learn({counts.begin(), counts.end()}, 1000);
  std::ifstream expected(*merges);
  std::string left, right;
  std::size_t k = 0;
  const auto spaced = [](std::string piece) {
    for (std::size_t at; (at = piece.find("Ġ")) != std::string::npos;) piece.replace(at, 2, " ");
    return piece;
  };
  while (expected >> left >> right) {
    ASSERT_LT(k, learned.merges.size());
    const auto [a, b] = learned.merges[k];
    ASSERT_EQ(learned.pieces[static_cast<std::size_t>(a)], spaced(left)) << "merge " << k;
    ASSERT_EQ(learned.pieces[static_cast<std::size_t>(b)], spaced(right)) << "merge " << k;
    ++k;
  }
  EXPECT_EQ(k, 243u);
}

TEST(TokenizerJson, ComesBackAsItWas) {
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    const LearnedTokenizer tokenizer = LearnedTokenizer::train(sentences, kind, 60);
    const TokenizerPtr again = Tokenizer::from_json(tokenizer.to_json());
    EXPECT_EQ(again->kind(), name(kind));
    EXPECT_EQ(again->pieces(), tokenizer.pieces());
    EXPECT_EQ(again->to_json(), tokenizer.to_json());
    EXPECT_EQ(again->encode(sentences[1]), tokenizer.encode(sentences[1]));
  }
}

TEST(TokenizerJson, SaysWhatIsWrongAndWhere) {
  const auto refused = [](const std::string& json) {
    return message_of([&] { Tokenizer::from_json(json, "m.json"); });
  };
  const std::string start = R"({"type": "bpe", "pieces": ["<pad>","<s>","</s>","<unk>")";
  EXPECT_NE(refused("[]").find("m.json:1: top level: must be an object"), std::string::npos);
  EXPECT_NE(refused(R"({"type": "bpe"})").find("\"pieces\" is missing"), std::string::npos);
  EXPECT_NE(refused(R"({"type": "wordpiece"})").find("type: must be \"word\""), std::string::npos);
  EXPECT_NE(refused(R"({"type": "word", "pieces": ["a"]})").find("pieces[0]: must be \"<pad>\""),
            std::string::npos);
  EXPECT_NE(refused(start + R"(,"a","a"]})").find("pieces[5]: the text \"a\" is there already"),
            std::string::npos);
  EXPECT_NE(refused(start + "]}").find("holds no pieces"), std::string::npos);
  EXPECT_NE(refused(start + R"(,"a",""]})").find("at least one character"), std::string::npos);
  EXPECT_NE(refused(start + R"(,"a","ab"], "merges": [[4, 5]]})").find("merges[0][1]: must be"),
            std::string::npos);
  EXPECT_NE(refused(start + R"(,"a","ab"], "merges": [[4, 4]]})").find("makes \"aa\", but piece 5"),
            std::string::npos);
  EXPECT_NE(refused(start + R"(,"a"], "merges": [[4,4],[4,4]]})").find("2 merges need more"),
            std::string::npos);
  EXPECT_NE(refused(start + R"(,"a","aa"], "merges": [[4, 1e300]]})").find("must be the number"),
            std::string::npos);
}

TEST(Tokenizer, CountsBothKindsOfApostropheAsOneAndReadsBoth) {
  const std::vector<std::string> mixed{"l'ami", "l\u2019ami"};
  for (const Kind kind : {Kind::word, Kind::character, Kind::bpe}) {
    const LearnedTokenizer learned = LearnedTokenizer::train(mixed, kind, 60);
    EXPECT_EQ(learned.encode(mixed[0]), learned.encode(mixed[1])) << name(kind);
    EXPECT_EQ(learned.split(mixed[1]).size(), learned.encode(mixed[1]).size()) << name(kind);
    for (const std::string& piece : learned.pieces()) {
      EXPECT_EQ(piece.find("\u2019"), std::string::npos) << piece;
    }
  }
  // A file of pieces keeps its own kind.
  const std::string pieces = R"("pieces": ["<pad>","<s>","</s>","<unk>","l\u2019","ami"])";
  const TokenizerPtr curly = Tokenizer::from_json("{\"type\": \"word\", " + pieces + "}");
  EXPECT_EQ(curly->encode("l'ami"), (std::vector<int>{4, 5}));
  EXPECT_EQ(curly->decode(std::vector<int>{4, 5}), "l\u2019ami");
}

TEST(Tokenizer, RefusesWhatItCannotDo) {
  EXPECT_NE(message_of([] { LearnedTokenizer::train(sentences, Kind::word, 4); }).find("4 pieces"),
            std::string::npos);
  const std::vector<std::string> blank{"", " "};
  EXPECT_NE(message_of([&] { LearnedTokenizer::train(blank, Kind::word, 9); }).find("no words"),
            std::string::npos);
  const LearnedTokenizer tokenizer = LearnedTokenizer::train(sentences, Kind::bpe, 60);
  EXPECT_NE(message_of([&] { tokenizer.encode("a\xff"); }).find("byte 2 (0xff)"),
            std::string::npos);
  EXPECT_NE(message_of([&] { tokenizer.decode(std::vector<int>{1000}); }).find("piece 1000"),
            std::string::npos);
  EXPECT_NE(message_of([&] { tokenizer.encode(std::string(70000, 'a')); }).find("70000 bytes"),
            std::string::npos);
  EXPECT_FALSE(tokenizer.encode(std::string(60000, 'a')).empty());  // and is not slow
}

}  // namespace
}  // namespace glassformer
