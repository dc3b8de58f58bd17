#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/tensor/error.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/learned.h"
#include "core/text/tokenizers/word_piece.h"
#include "core/text/unicode.h"
#include "tests/support/message_of.h"

// What a tokenizer learned from any character of Unicode is written, read again and is the same.
namespace glassformer {
namespace {

using Kind = LearnedTokenizer::Kind;

std::string utf8(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000) {
    return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
  }
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
          byte(0x80 | (c & 0x3F))};
}

// Every scalar value once: 1,112,064 of them, some in a sentence, each between two letters so that
// none modifies another. Calls `each` for a block of sentences.
template <class Each>
void every_scalar(Each each) {
  constexpr char32_t block = 1 << 15, of_sentence = 64;
  for (char32_t begin = 0; begin < 0x110000; begin += block) {
    std::vector<std::string> sentences;
    for (char32_t c = begin; c < begin + block; ++c) {
      if (c % of_sentence == 0) sentences.emplace_back();
      if (c < 0xD800 || c > 0xDFFF) sentences.back() += "x" + utf8(c) + "x ";
    }
    std::erase(sentences, std::string());
    if (!sentences.empty()) each(sentences);
  }
}

// `back` is what must come of encoding a sentence and decoding it; none: anything.
void expect_the_same(const Tokenizer& made, const std::vector<std::string>& sentences,
                     const std::function<std::string(const std::string&)>& back = {}) {
  TokenizerPtr read;
  ASSERT_EQ(testing::message_of([&] { read = Tokenizer::from_json(made.to_json()); }), "");
  ASSERT_EQ(read->pieces(), made.pieces());
  for (const std::string& sentence : sentences) {
    const std::vector<int> ids = made.encode(sentence);
    ASSERT_EQ(read->encode(sentence), ids);
    const std::string decoded = made.decode(ids);
    ASSERT_EQ(read->decode(ids), decoded);
    if (back) {
      ASSERT_EQ(decoded, back(sentence));
    }
  }
}

void learned_of_every_scalar(Kind kind) {
  // All kinds of apostrophe count as one.
  const auto as_read = [](const std::string& sentence) {
    return with_apostrophes(composed(without_controls(sentence)), "'");
  };
  every_scalar([&](const std::vector<std::string>& sentences) {
    const LearnedTokenizer made = LearnedTokenizer::train(sentences, kind, 200'000);
    if (kind == Kind::word) return expect_the_same(made, sentences);
    expect_the_same(made, sentences, as_read);
  });
}

TEST(EveryScalar, WordsAreReadAgain) {
  learned_of_every_scalar(Kind::word);
}

TEST(EveryScalar, CharactersAreReadAgainAndComeBack) {
  learned_of_every_scalar(Kind::character);
}

TEST(EveryScalar, BytePairsAreReadAgainAndComeBack) {
  learned_of_every_scalar(Kind::bpe);
}

TEST(EveryScalar, BytesComeBack) {
  std::vector<std::string> written;  // the 256 bytes, as GPT-2's files write them
  int next = 0x100;
  for (int b = 0; b < 256; ++b) {
    const bool printable = (b >= 0x21 && b <= 0x7E) || (b >= 0xA1 && b != 0xAD);
    written.push_back(utf8(static_cast<char32_t>(printable ? b : next++)));
  }
  const ByteBpe made(written, {}, "a test",
                     [](std::size_t, const std::string& sentence) { throw UserError(sentence); });
  every_scalar([&](const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) {
      ASSERT_EQ(made.decode(made.encode(sentence)), sentence);
    }
  });
  expect_the_same(made, {"a b"});
}

TEST(EveryScalar, WordPiecesAreReadAgain) {
  every_scalar([&](const std::vector<std::string>& sentences) {
    std::vector<std::string> pieces{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "x", "##x"};
    for (const std::string& sentence : sentences) {
      const std::string clean = without_controls(sentence);
      for (const std::string_view c : characters(clean)) {
        if (c != "x" && c != " ") pieces.push_back("##" + std::string(c));
      }
    }
    std::sort(pieces.begin() + 6, pieces.end());
    pieces.erase(std::unique(pieces.begin() + 6, pieces.end()), pieces.end());
    for (const bool lower : {false, true}) {
      expect_the_same(WordPiece(pieces, lower, "a test"), sentences);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(EveryScalar, SpecialPiecesAreNeverLearned) {
  const std::vector<std::string> special{"<s> <pad> </s>", "<unk><s>", "<pad>", "<pad>"};
  EXPECT_NE(testing::message_of([&] {
              LearnedTokenizer::train(special, Kind::word, 100);
            }).find("nothing but <pad>, <s>, </s>, <unk>"),
            std::string::npos);
  for (const Kind kind : {Kind::character, Kind::bpe}) {
    expect_the_same(LearnedTokenizer::train(special, kind, 100), special);
  }
}

}  // namespace
}  // namespace glassformer
