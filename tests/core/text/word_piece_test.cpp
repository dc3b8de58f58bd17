#include "core/text/word_piece.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Ids = std::vector<int>;

const std::string tiny = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nun\n##aff\n##able\n,\nelan\n中\n##a\n";

std::string refusal(const std::string& vocabulary) {
  try {
    WordPiece::from_text(vocabulary, true, "vocab.txt");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(WordPiece, TakesTheLongestPiecesFromLeftToRight) {
  const WordPiece pieces = WordPiece::from_text(tiny, true, "vocab.txt");
  EXPECT_EQ(pieces.encode("Unaffable, ÉLAN"), (Ids{4, 5, 6, 7, 8}));
  EXPECT_EQ(pieces.encode("un中un"), (Ids{4, 9, 4}));
  EXPECT_EQ(pieces.encode("unknown [CLS]"), (Ids{1, 1, 1, 1}));
  EXPECT_EQ(pieces.encode("un\u200baff\tun"), (Ids{4, 5, 4}));
  EXPECT_EQ(pieces.encode(" \n"), Ids{});
  EXPECT_EQ(pieces.encode("un" + std::string(98, 'a')).size(), 99u);
  EXPECT_EQ(pieces.encode("un" + std::string(99, 'a')), Ids{1});
  EXPECT_EQ(pieces.decode(Ids{2, 4, 5, 6, 7, 3, 0}), "unaffable ,");
  EXPECT_THROW(pieces.decode(Ids{11}), UserError);
  EXPECT_THROW(pieces.encode("a\xff"), UserError);
}

TEST(WordPiece, CasedKeepsLettersAndAccents) {
  const WordPiece pieces = WordPiece::from_text(tiny, false, "vocab.txt");
  EXPECT_EQ(pieces.encode("un Un élan"), (Ids{4, 1, 1}));
}

TEST(WordPiece, SaysWhatIsWrongWithAVocabulary) {
  EXPECT_NE(refusal("[UNK]\na\na\n").find("vocab.txt:3: \"a\" is there already"),
            std::string::npos);
  EXPECT_NE(refusal("[UNK]\n\n").find("vocab.txt:2: the line is blank"), std::string::npos);
  EXPECT_NE(refusal("[UNK]\n\xff\n").find("vocab.txt:2: the piece is not UTF-8"),
            std::string::npos);
  EXPECT_NE(refusal("[UNK]\n[CLS]\n").find("[SEP] is missing"), std::string::npos);
}

TEST(WordPiece, EncodesAsBertDoes) {
  const auto cases = testing::shared_data("tokenizers/cases.shared.json");
  const auto small = testing::shared_data("tokenizers/bert/vocab.txt");
  const auto cased = testing::shared_data("tokenizers/bert/vocab-cased.txt");
  if (!cases || !small || !cased) GTEST_SKIP() << "optional data is absent";
  const WordPiece uncased = WordPiece::read(*small, true), kept = WordPiece::read(*cased, false);
  const auto json = nlohmann::json::parse(read_file(*cases, 1 << 24));
  int compared = 0;
  for (const auto& one : json.at("cases")) {
    const std::string text = one.at("text");
    for (const char* side : {"bert", "bert_cased"}) {
      if (!one.contains(side)) continue;
      const WordPiece& pieces = side == std::string("bert") ? uncased : kept;
      EXPECT_EQ(pieces.encode(text), one.at(side).get<Ids>()) << side << ": " << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, 80);
}

}  // namespace
}  // namespace glassformer
