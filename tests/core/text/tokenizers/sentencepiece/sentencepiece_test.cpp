#include "core/text/tokenizers/sentencepiece/sentencepiece.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/sentencepiece/model_file.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Ids = std::vector<int>;
using Kind = SentencePieceModel::Kind;

SentencePieceModel tiny(SentencePieceModel::Type type) {
  SentencePieceModel model;
  model.type = type;
  model.pieces = {{"<unk>", 0, Kind::unknown},
                  {"<s>", 0, Kind::control},
                  {"</s>", 0, Kind::control},
                  {"▁", -3},
                  {"A", -1.0F},
                  {"B", -1.2F},
                  {"C", -1.5F},
                  {"AB", -1.6F},
                  {"BC", -1.7F},
                  {"ABC", -1.8F}};
  return model;
}

std::shared_ptr<const SentencePiece> made(const SentencePieceModel& model) {
  return SentencePiece::read(sentencepiece_model_bytes(model), "m.model");
}

// Without the piece ABC the cheapest way is A BC, 2.7, before AB C, 3.1.
TEST(SentencePiece, TakesTheMostProbablePieces) {
  SentencePieceModel model = tiny(SentencePieceModel::Type::unigram);
  EXPECT_EQ(made(model)->encode("ABC"), (Ids{3, 9}));
  model.pieces.pop_back();
  EXPECT_EQ(made(model)->encode("ABC"), (Ids{3, 4, 8}));
  EXPECT_EQ(made(model)->encode(" ABC  ABC "), (Ids{3, 4, 8, 3, 4, 8}));
  EXPECT_EQ(made(model)->split("AB"), (std::vector<std::string>{"▁", "AB"}));
  EXPECT_EQ(made(model)->decode(Ids{1, 3, 4, 8, 3, 7, 2}), "ABC AB");
  EXPECT_EQ(made(model)->encode(""), Ids{});
  EXPECT_EQ(made(model)->encode("   "), Ids{});
}

// By scores, A B (-1.6) joins before B C (-1.7), and then AB C.
TEST(SentencePiece, MergesByScoresInBpe) {
  EXPECT_EQ(made(tiny(SentencePieceModel::Type::bpe))->encode("ABC"), (Ids{3, 9}));
  SentencePieceModel model = tiny(SentencePieceModel::Type::bpe);
  model.pieces.pop_back();
  EXPECT_EQ(made(model)->encode("ABC"), (Ids{3, 7, 6}));
  // An unused piece serves on the way: AB is gone from the ids, ABC is there.
  model = tiny(SentencePieceModel::Type::bpe);
  model.pieces[7].kind = Kind::unused;
  EXPECT_EQ(made(model)->encode("ABC AB"), (Ids{3, 9, 3, 4, 5}));
}

TEST(SentencePiece, ARunOfUnknownIsOneUnlessItFallsIntoBytes) {
  SentencePieceModel model = tiny(SentencePieceModel::Type::unigram);
  EXPECT_EQ(made(model)->encode("A☃☃B"), (Ids{3, 4, 0, 5}));
  for (int byte = 0; byte < 256; ++byte) {
    std::ostringstream name;
    name << "<0x" << std::uppercase << std::hex << (byte < 16 ? "0" : "") << byte << ">";
    model.pieces.push_back({name.str(), 0, Kind::byte});
  }
  model.byte_fallback = true;
  EXPECT_EQ(made(model)->encode("☃"), (Ids{3, 10 + 0xE2, 10 + 0x98, 10 + 0x83}));
  EXPECT_EQ(made(model)->decode(Ids{3, 4, 10 + 0xE2, 10 + 0x98, 10 + 0x83}), "A☃");
}

TEST(SentencePiece, ControlsAreNoText) {
  const auto pieces = made(tiny(SentencePieceModel::Type::unigram));
  EXPECT_EQ(pieces->special(), (SpecialIds{-1, 1, 2, 0, -1}));
  EXPECT_TRUE(pieces->special_texts().empty());
  EXPECT_EQ(pieces->encode_whole("<s>A", SpelledOut::one_piece), (Ids{3, 0, 4}));
}

TEST(SentencePiece, AWordOfTheUsersIsAlwaysOne) {
  SentencePieceModel model = tiny(SentencePieceModel::Type::unigram);
  model.pieces.push_back({"BC", 0, Kind::user_defined});
  model.pieces.erase(model.pieces.begin() + 8);
  EXPECT_EQ(made(model)->encode("ABC"), (Ids{3, 4, 9}));
}

TEST(SentencePiece, ComesBackFromItsJson) {
  const auto pieces = made(tiny(SentencePieceModel::Type::bpe));
  const TokenizerPtr again = Tokenizer::from_json(pieces->to_json());
  EXPECT_EQ(again->to_json(), pieces->to_json());
  EXPECT_EQ(again->encode("ABC AB"), pieces->encode("ABC AB"));
}

std::string refusal(const std::string& bytes) {
  return testing::message_of([&] { SentencePiece::read(bytes, "m.model"); });
}

// Lengths from 128 on take two bytes and from 16,384 on three (protobuf.dev, "Encoding").
TEST(SentencePieceFile, ComesBackAsItWasWritten) {
  SentencePieceModel model;
  for (const std::size_t length : {1, 127, 128, 129, 16'383, 16'384}) {
    model.pieces.push_back(
        {std::string(length, 'x'), -0.1F * static_cast<float>(length), Kind::user_defined});
  }
  model.type = SentencePieceModel::Type::bpe;
  model.space_behind = model.byte_fallback = true;
  model.dummy_prefix = model.remove_spaces = model.escape_spaces = false;
  model.rules = std::string(128, 'r');
  model.rules_name = "nmt_nfkc";
  const SentencePieceModel read =
      read_sentencepiece_model(sentencepiece_model_bytes(model), "a test");
  ASSERT_EQ(read.pieces.size(), model.pieces.size());
  for (std::size_t i = 0; i < model.pieces.size(); ++i) {
    EXPECT_EQ(read.pieces[i].text, model.pieces[i].text);
    EXPECT_EQ(read.pieces[i].score, model.pieces[i].score);
    EXPECT_EQ(read.pieces[i].kind, model.pieces[i].kind);
  }
  EXPECT_EQ(read.type, model.type);
  EXPECT_EQ(read.rules, model.rules);
  EXPECT_EQ(read.rules_name, model.rules_name);
  EXPECT_TRUE(read.space_behind && read.byte_fallback);
  EXPECT_FALSE(read.dummy_prefix || read.remove_spaces || read.escape_spaces);
}

// A piece of 20 bytes in an entry of 27; and a text that begins with two empty lines.
TEST(SentencePieceFile, IsKnownByItsFirstBytes) {
  EXPECT_TRUE(looks_like_sentencepiece("\x0A\x1B\x0A\x14" + std::string(20, 'x')));
  EXPECT_FALSE(looks_like_sentencepiece("\x0A\x03\x0A\x08" + std::string(20, 'x')));
  EXPECT_FALSE(looks_like_sentencepiece("\n\nhello"));
}

TEST(SentencePiece, SaysWhatIsWrongWithAFile) {
  const auto says = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string good = sentencepiece_model_bytes(tiny(SentencePieceModel::Type::unigram));
  says(refusal(""), "m.model: is no model of sentencepiece: no pieces");
  says(refusal("\x0A\xff\xff\xff\xff\x0f"), "a field of 4294967295 bytes where 0 are left");
  says(refusal("\x0A\xff"), "a number that does not end at byte 1");
  says(refusal(good.substr(0, good.size() - 3)), "bytes where");
  SentencePieceModel model = tiny(SentencePieceModel::Type::unigram);
  model.pieces[3].text = "A";
  says(refusal(sentencepiece_model_bytes(model)), "the piece \"A\" stands in it twice");
  model = tiny(SentencePieceModel::Type::unigram);
  model.pieces[0].kind = Kind::normal;
  says(refusal(sentencepiece_model_bytes(model)), "none of its pieces is the unknown one");
  model = tiny(SentencePieceModel::Type::unigram);
  model.byte_fallback = true;
  says(refusal(sentencepiece_model_bytes(model)), "has no piece <0x00>");
  model = tiny(SentencePieceModel::Type::unigram);
  model.rules = "\x04";
  says(refusal(sentencepiece_model_bytes(model)), "precompiled_charsmap");
  model = tiny(SentencePieceModel::Type::unigram);
  model.pieces[4].score = NAN;
  says(refusal(sentencepiece_model_bytes(model)), "a score that is no number");
}

// The program of Debian's package of that name, trained on a text of any language: same ids.
TEST(SentencePiece, EncodesAsThePublishedProgramDoes) {
  const auto book = testing::shared_data("corpora/botchan.txt");
  if (!book || std::system("command -v spm_train spm_encode > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "optional data or the program sentencepiece is absent";
  }
  const testing::TemporaryFolder folder;
  const std::string cases = (folder / "cases.txt").string();
  {
    std::ofstream text(cases);
    text << read_file(*book, 1 << 24).substr(0, 60'000)
         << "\nﬁ ½ ㍿  Å \u3000x\ne\u0301 <s> ▁a\n☃☃ ☃\n"
         << "a <sep>b Mr. X\n\t tab\u200bzero 1234\n";
  }
  for (const std::string options :
       {"--model_type=unigram --vocab_size=800", "--model_type=bpe --vocab_size=800",
        "--model_type=unigram --vocab_size=900 --byte_fallback=true --split_digits=true",
        "--model_type=bpe --vocab_size=700 --user_defined_symbols=\\<sep\\>,Mr. "
        "--normalization_rule_name=nfkc_cf",
        "--model_type=unigram --vocab_size=700 --treat_whitespace_as_suffix=true",
        "--model_type=unigram --vocab_size=700 --split_by_whitespace=false "
        "--normalization_rule_name=identity --remove_extra_whitespaces=false"}) {
    const std::string model = (folder / "m").string(), ids = (folder / "ids.txt").string();
    ASSERT_EQ(std::system(("spm_train --input=" + cases + " --model_prefix=" + model +
                           " --hard_vocab_limit=false " + options +
                           " > /dev/null 2>&1 && "
                           "spm_encode --model=" +
                           model + ".model --output_format=id < " + cases + " > " + ids)
                              .c_str()),
              0);
    const auto pieces = SentencePiece::read(read_file(model + ".model", 1 << 24), "m.model");
    std::ifstream texts(cases), expected(ids);
    int lines = 0;
    for (std::string text, wanted; std::getline(texts, text); ++lines) {
      std::getline(expected, wanted);
      std::string found;
      for (const int id : pieces->encode(text)) {
        found += (found.empty() ? "" : " ") + std::to_string(id);
      }
      ASSERT_EQ(found, wanted) << options << ": " << text;
    }
    EXPECT_GT(lines, 500);
  }
}

}  // namespace
}  // namespace glassformer
