#include "core/text/tokenizers/train_tokenizer.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/vocabulary_files.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Texts = std::vector<std::string>;

std::map<std::string, std::string> files(const TrainedTokenizer& made) {
  return {made.files.begin(), made.files.end()};
}

TokenizerPtr trained(std::string_view text, PieceKind kind, int size) {
  return tokenizer_json_from(files(train_tokenizer(text, kind, size)).at("tokenizer.json"),
                             "tokenizer.json");
}

std::string times(const std::string& word, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += word + "\n";
  return text;
}

// Sennrich, Haddow and Birch 2016: low 5, lower 2, newest 6, widest 3. The first merges are e s and
// es t, 9 times each (s t first, being greater); of ▁ l, l o and o w, 7 times each, ▁ l is
// greatest.
const std::string four_words =
    times("low", 5) + times("lower", 2) + times("newest", 6) + times("widest", 3);

TEST(TrainTokenizer, MergesTheMostFrequentPairs) {
  const auto made = train_tokenizer(four_words, PieceKind::bpe, 3 + 11 + 4);
  const auto model = nlohmann::json::parse(files(made).at("tokenizer.json")).at("model");
  EXPECT_EQ(model.at("merges").get<std::vector<Texts>>(),
            (std::vector<Texts>{{"s", "t"}, {"e", "st"}, {"▁", "l"}, {"▁l", "o"}}));
  EXPECT_EQ(made.pieces, 18u);
  const TokenizerPtr pieces = trained(four_words, PieceKind::bpe, 18);
  EXPECT_EQ(pieces->split("lowest low"), (Texts{"▁lo", "w", "est", "▁lo", "w"}));
  EXPECT_EQ(pieces->decode(pieces->encode("lowest low")), "lowest low");
}

TEST(TrainTokenizer, MarksWhatGoesOnInAWord) {
  const auto made = files(train_tokenizer(four_words, PieceKind::wordpiece, 5 + 12 + 3));
  const TokenizerPtr pieces = word_piece_from(made.at("vocab.txt"), false, "vocab.txt");
  EXPECT_EQ(pieces->split("lowest"), (Texts{"low", "##est"}));
  const TokenizerPtr same = tokenizer_json_from(made.at("tokenizer.json"), "tokenizer.json");
  EXPECT_EQ(same->encode("lowest xyz low"), pieces->encode("lowest xyz low"));
  EXPECT_EQ(same->frame().before, std::vector<int>{2});
}

TEST(TrainTokenizer, TakesTheMostFrequentWordsAndCharacters) {
  const TokenizerPtr words = trained("b a, a c c", PieceKind::words, 5);
  EXPECT_EQ(words->pieces(), (Texts{"<unk>", "<s>", "</s>", "a", "c"}));
  EXPECT_EQ(words->split("a b c"), (Texts{"a", "<unk>", "c"}));
  const TokenizerPtr letters = trained("aab\n", PieceKind::characters, 6);
  EXPECT_EQ(letters->split("ab\nx"), (Texts{"a", "b", "<0x0A>", "<unk>"}));
}

TEST(TrainTokenizer, EveryTextComesBackFromBytes) {
  const TokenizerPtr pieces = trained(four_words, PieceKind::bytes, 262);
  EXPECT_EQ(pieces->size(), 262);
  const std::string text = " lowest 😀\n\n\tx";
  EXPECT_EQ(pieces->decode(pieces->encode(text)), text);
  const auto made = files(train_tokenizer(four_words, PieceKind::bytes, 262));
  const TokenizerPtr pair =
      byte_bpe_from(made.at("vocab.json"), "vocab.json", made.at("merges.txt"), "merges.txt");
  EXPECT_EQ(pair->encode(text), pieces->encode(text));
  EXPECT_EQ(pair->special().end, 261);
}

TEST(TrainTokenizer, UnigramKeepsAllCharactersAndWhatHelps) {
  const TokenizerPtr pieces = trained(four_words, PieceKind::unigram, 3 + 11 + 6);
  EXPECT_LE(pieces->size(), 20);
  for (const char* const letter : {"▁", "l", "o", "w", "e", "r", "n", "s", "t", "i", "d"}) {
    EXPECT_NE(std::ranges::find(pieces->pieces(), letter), pieces->pieces().end()) << letter;
  }
  EXPECT_LT(pieces->encode("newest newest").size(), 8u);
  EXPECT_EQ(pieces->decode(pieces->encode("lowest widest")), "lowest widest");
}

TEST(TrainTokenizer, IsTheSameEveryTime) {
  for (const std::string& kind : piece_kind_names()) {
    const int size = kind == "bytes" ? 262 : 20;
    const auto once = train_tokenizer(four_words, piece_kind(kind), size);
    EXPECT_EQ(train_tokenizer(four_words, piece_kind(kind), size).files, once.files) << kind;
  }
}

TEST(TrainTokenizer, StopsWhereItIsTold) {
  const auto made =
      train_tokenizer(four_words, PieceKind::bpe, 1000, [](std::size_t) { return false; });
  EXPECT_EQ(made.pieces, 3u + 11 + 1);
}

TEST(TrainTokenizer, SaysWhatIsNotPossible) {
  const auto message = [](const std::string& text, PieceKind kind, int size) {
    return testing::message_of([&] { train_tokenizer(text, kind, size); });
  };
  EXPECT_EQ(message("a", PieceKind::bytes, 256),
            "a vocabulary of 256 pieces of the kind bytes is not possible: choose 257 to 1000000");
  EXPECT_EQ(message("a", PieceKind::bpe, 1),
            "a vocabulary of 1 piece of the kind bpe is not possible: choose 4 to 1000000");
  EXPECT_EQ(message(" \n", PieceKind::bpe, 100),
            "the text holds nothing but white space; give one with words");
}

// Merges as published: 500 pieces of a text, ties to the greater pair of bytes.
TEST(TrainTokenizer, LearnsThePublishedMerges) {
  const auto corpus = testing::shared_data("tokenizers/bpe_training/corpus.en");
  const auto merges =
      testing::shared_data("tokenizers/bpe_training/train-bpe-reference-merges.txt");
  if (!corpus || !merges) GTEST_SKIP() << "optional data is absent";
  const auto made = files(train_tokenizer(read_file(*corpus, 1 << 24), PieceKind::bytes, 500));
  EXPECT_EQ(made.at("merges.txt"), "#version: 0.2\n" + read_file(*merges, 1 << 24));
}

}  // namespace
}  // namespace glassformer
