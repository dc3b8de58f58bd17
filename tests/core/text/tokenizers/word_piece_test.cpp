#include "core/text/tokenizers/vocabulary_files.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Ids = std::vector<int>;

const std::string tiny = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nun\n##aff\n##able\n,\nelan\n中\n##a\n";

std::string refusal(const std::string& vocabulary) {
  return testing::message_of([&] { word_piece_from(vocabulary, true, "vocab.txt"); });
}

TEST(WordPiece, TakesTheLongestPiecesFromLeftToRight) {
  const TokenizerPtr made = word_piece_from(tiny, true, "vocab.txt");
  const Tokenizer& pieces = *made;
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

// The ideographs that the published tokenizer cuts apart, block by block (Devlin et al. 2019, their
// code's _is_chinese_char): the first of each stands alone, and so does the last that Unicode has
// given a sign; their neighbours do not.
TEST(WordPiece, BlocksOfIdeographsEndWhereTheyAreSaidTo) {
  const auto stands_alone = [](std::uint32_t code) {
    std::string letter;
    if (code < 0x10000) {
      letter = {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
                static_cast<char>(0x80 | (code & 63))};
    } else {
      letter = {static_cast<char>(0xF0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 63)),
                static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))};
    }
    return word_piece_from(tiny, false, "vocab.txt")->encode("un" + letter + "un").size() == 3;
  };
  const std::pair<std::uint32_t, std::uint32_t> blocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
                                                            {0x20000, 0x2A6DF}, {0x2A700, 0x2CEA1},
                                                            {0xF900, 0xFAD9},   {0x2F800, 0x2FA1D}};
  for (const auto& [first, last] : blocks) {
    EXPECT_TRUE(stands_alone(first)) << std::hex << first;
    EXPECT_TRUE(stands_alone(last)) << std::hex << last;
  }
  // Kana, a syllable of Korean, and hexagrams between two blocks.
  for (const std::uint32_t code : {0x3042, 0xAC00, 0x4DC0, 0x33FF}) {
    EXPECT_FALSE(stands_alone(code)) << std::hex << code;
  }
}

TEST(WordPiece, CasedKeepsLettersAndAccents) {
  const TokenizerPtr made = word_piece_from(tiny, false, "vocab.txt");
  const Tokenizer& pieces = *made;
  EXPECT_EQ(pieces.encode("un Un élan"), (Ids{4, 1, 1}));
}

TEST(WordPiece, OwnsItsSpecialIdsAndComesBackFromJson) {
  const TokenizerPtr made = word_piece_from(tiny + "[MASK]\n", false, "vocab.txt");
  EXPECT_EQ(made->special(), (SpecialIds{0, 2, 3, 1, 11}));
  const TokenizerPtr again = Tokenizer::from_json(made->to_json());
  EXPECT_EQ(again->kind(), "word_piece");
  EXPECT_EQ(again->to_json(), made->to_json());
  EXPECT_EQ(again->encode("un Un"), made->encode("un Un"));
}

TEST(WordPiece, ASpecialTokenIsOnePieceOrText) {
  const TokenizerPtr made = word_piece_from(tiny + "[MASK]\n", true, "vocab.txt");
  EXPECT_EQ(made->encode_whole("un [MASK]aff", SpelledOut::one_piece), (Ids{4, 11, 1}));
  EXPECT_EQ(made->encode_whole("[MASK]", SpelledOut::text), (Ids{1, 1, 1}));
  EXPECT_EQ(made->frame().before, Ids{2});
  EXPECT_EQ(made->frame().after, Ids{3});
}

// Without a setting, large letters in the pieces tell that the text keeps its own.
TEST(WordPiece, AVocabularyTellsWhetherLettersBecomeSmall) {
  EXPECT_TRUE(is_lower_case(tiny));
  EXPECT_FALSE(is_lower_case(tiny + "##Able\n"));
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
  const auto read = [](const std::filesystem::path& file, bool lower_case) {
    return word_piece_from(read_file(file, 1 << 24), lower_case, file.string());
  };
  const TokenizerPtr uncased = read(*small, true), kept = read(*cased, false);
  const auto json = nlohmann::json::parse(read_file(*cases, 1 << 24));
  int compared = 0;
  for (const auto& one : json.at("cases")) {
    const std::string text = one.at("text");
    for (const char* side : {"bert", "bert_cased"}) {
      if (!one.contains(side)) continue;
      const Tokenizer& pieces = side == std::string("bert") ? *uncased : *kept;
      EXPECT_EQ(pieces.encode(text), one.at(side).get<Ids>()) << side << ": " << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, 80);
}

}  // namespace
}  // namespace glassformer
