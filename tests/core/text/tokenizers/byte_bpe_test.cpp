#include "core/text/tokenizers/byte_bpe.h"

#include <gtest/gtest.h>
#include <utf8proc.h>

#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/tokenizers/vocabulary_files.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Ids = std::vector<int>;
using Texts = std::vector<std::string>;

// The printable characters of the bytes 0 … 255, in GPT-2's order of ids: first those that have a
// picture of their own.
Texts byte_pieces() {
  Texts pieces;
  const auto add = [&](int code) {
    std::array<utf8proc_uint8_t, 4> to{};
    const auto size = utf8proc_encode_char(code, to.data());
    pieces.emplace_back(to.begin(), to.begin() + size);
  };
  for (int code = 0x21; code <= 0xFF; ++code) {
    if (code <= 0x7E || (code >= 0xA1 && code != 0xAD)) add(code);
  }
  for (int code = 0x100; pieces.size() < 256; ++code) add(code);
  return pieces;
}

std::string vocabulary(const Texts& more) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const std::string& piece : byte_pieces()) json[piece] = json.size();
  for (const std::string& piece : more) json[piece] = json.size();
  return json.dump();
}

const Texts made{"Ġt", "he", "Ġthe", "<|endoftext|>"};
const std::string merges = "#version: 0.2\nĠ t\nh e\nĠt he\n";

TokenizerPtr tiny() {
  return byte_bpe_from(vocabulary(made), "vocab.json", merges, "merges.txt");
}

std::string refusal(const std::string& vocab, const std::string& pairs) {
  return testing::message_of([&] { byte_bpe_from(vocab, "vocab.json", pairs, "merges.txt"); });
}

Texts pre_tokens(const std::string& text) {
  const auto found = ByteBpe::pre_tokens(text);
  return {found.begin(), found.end()};
}

TEST(ByteBpe, MergesBytesInTheOrderOfTheirRanks) {
  const TokenizerPtr bpe = tiny();
  EXPECT_EQ(bpe->size(), 260);
  EXPECT_EQ(bpe->encode("the the"), (Ids{83, 257, 258}));
  EXPECT_EQ(bpe->split("the the"), (Texts{"t", "he", " the"}));
  EXPECT_EQ(bpe->split("é\n"), (Texts{"<0xC3>", "<0xA9>", "<0x0A>"}));
  EXPECT_EQ(bpe->encode(""), Ids{});
  EXPECT_EQ(bpe->special(), (SpecialIds{-1, 259, 259, -1, -1}));
  EXPECT_EQ(bpe->decode(Ids{259, 83, 257, 258, 259}), "the the");
  EXPECT_EQ(bpe->decode(Ids{bpe->encode("é").front()}), "\uFFFD");
  EXPECT_THROW(bpe->decode(Ids{260}), UserError);
  EXPECT_THROW(bpe->encode("a\xff"), UserError);
}

// Spelled out, the end of a text is that one piece; where it is to be text, it is.
TEST(ByteBpe, ASpecialTokenIsOnePieceOrText) {
  const TokenizerPtr bpe = tiny();
  EXPECT_EQ(bpe->encode_whole("t<|endoftext|>he", SpelledOut::one_piece), (Ids{83, 259, 257}));
  EXPECT_EQ(bpe->encode_whole("<|endoftext|>", SpelledOut::text), bpe->encode("<|endoftext|>"));
  EXPECT_EQ(bpe->encode("<|endoftext|>").size(), 13u);
  EXPECT_EQ(bpe->written(258), "Ġthe");
}

// A text of any length is cut as one: a stretch of breaks is never parted.
TEST(ByteBpe, ALongTextIsCutAsOne) {
  std::string text;
  while (text.size() < 3 * max_sentence_bytes) text += "the the\n\n  the\n";
  EXPECT_THROW(tiny()->encode(text), UserError);
  const Ids once = tiny()->encode("the the\n\n  the\n");
  const Ids all = tiny()->encode_whole(text, SpelledOut::text);
  ASSERT_EQ(all.size() % once.size(), 0u);
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], once[i % once.size()]);
}

TEST(ByteBpe, CutsTextAsGpt2Does) {
  EXPECT_EQ(pre_tokens("Hello  world's 3½ a'b"),
            (Texts{"Hello", " ", " world", "'s", " 3½", " a", "'", "b"}));
  EXPECT_EQ(pre_tokens("a\n\nb  "), (Texts{"a", "\n", "\n", "b", "  "}));
  EXPECT_EQ(pre_tokens(" \tx"), (Texts{" ", "\t", "x"}));
  EXPECT_EQ(pre_tokens(" 'll"), (Texts{" '", "ll"}));
}

TEST(ByteBpe, EveryCharacterComesBack) {
  const TokenizerPtr bpe = tiny();
  std::string text;
  const auto holds = [&] {
    EXPECT_EQ(bpe->decode(bpe->encode(text)), text);
    text.clear();
  };
  for (int code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;  // halves of a pair, no characters
    std::array<utf8proc_uint8_t, 4> to{};
    const auto size = utf8proc_encode_char(code, to.data());
    text.append(to.begin(), to.begin() + size);
    if (text.size() > 4096) holds();
  }
  holds();
}

TEST(ByteBpe, ALongWordIsNoTrouble) {
  const std::string text(max_sentence_bytes, 'h');
  EXPECT_EQ(tiny()->encode(text).size(), text.size());
}

TEST(ByteBpe, ComesBackFromItsJson) {
  const TokenizerPtr bpe = tiny(), again = Tokenizer::from_json(bpe->to_json());
  EXPECT_EQ(again->kind(), "byte_bpe");
  EXPECT_EQ(again->to_json(), bpe->to_json());
  EXPECT_EQ(again->encode("in the é"), bpe->encode("in the é"));
}

TEST(ByteBpe, SaysWhatIsWrongWithItsFiles) {
  const auto says = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says(refusal("[]", ""), "vocab.json:1: top level: must be an object");
  says(refusal("{\"a\": 1, \"b\": 1}", ""), "both \"a\" and \"b\" the id 1");
  says(refusal("{\"a\": 7}", ""), "ids must go from 0 up without a gap");
  says(refusal("{\"a\": -1}", ""), "must be the id of a piece");
  says(refusal(vocabulary(made), "Ġt\n"), "merges.txt:1: must be two pieces");
  says(refusal(vocabulary(made), "h e\nĠt he\n"), "merges.txt:2: joins \"Ġt\", which is neither");
  says(refusal(vocabulary(made), "Ġ t\n\nq q\n"), "merges.txt:3: makes \"qq\", which is no piece");
  says(refusal(vocabulary(made), "h e\nh e\n"), "merges.txt:2: makes \"he\", as an earlier");
}

TEST(ByteBpe, AVocabularyOfCharactersIsNone) {
  EXPECT_EQ(byte_bpe_from("{\"a</w>\": 0}", "vocab.json", "", "merges.txt"), nullptr);
  EXPECT_EQ(refusal(R"({"type": "byte_bpe"})", ""),
            "vocab.json:1: type: must be the id of a "
            "piece, 0 to 999999, not the text \"byte_bpe\"");
}

TEST(TokenizerJson, IsTheSameAsThePairOfFiles) {
  const std::string json =
      R"({"added_tokens": [{"id": 259, "content": "<|endoftext|>", "special": true}],
    "normalizer": null, "decoder": {"type": "ByteLevel"}, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
    "model": {"type": "BPE", "vocab": )" +
      vocabulary({"Ġt", "he", "Ġthe"}) + R"(, "merges": ["Ġ t", ["h", "e"], "Ġt he"]}})";
  const TokenizerPtr bpe = tokenizer_json_from(json, "tokenizer.json");
  ASSERT_NE(bpe, nullptr);
  for (const char* const text : {"in the é", " the\n\nthe  x", "<|endoftext|>"}) {
    EXPECT_EQ(bpe->encode(text), tiny()->encode(text)) << text;
    EXPECT_EQ(bpe->decode(bpe->encode(text)), text);
  }
  EXPECT_EQ(bpe->pieces(), tiny()->pieces());
  EXPECT_EQ(bpe->special().end, 259);
  EXPECT_THROW(tokenizer_json_from("{}", "tokenizer.json"), UserError);
  std::string why;
  EXPECT_EQ(tokenizer_json_from(R"({"model": {"type": "Markov"}})", "tokenizer.json", &why),
            nullptr);
  EXPECT_EQ(why,
            "tokenizer.json:1: model.type: is \"Markov\", which is not done here; BPE, WordPiece, "
            "Unigram and WordLevel are");
}

TEST(TokenizerJson, HoldsAWordPieceToo) {
  const std::string json = R"({"normalizer": {"type": "BertNormalizer", "lowercase": false},
    "pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece",
    "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "Un": 3, "##do": 4}}})";
  const TokenizerPtr pieces = tokenizer_json_from(json, "tokenizer.json");
  ASSERT_NE(pieces, nullptr);
  EXPECT_EQ(pieces->encode("Undo undo"), (Ids{3, 4, 0}));
}

std::optional<std::string> shared_text(const std::string& file) {
  const auto path = testing::shared_data(file);
  return path ? std::optional(read_file(*path, 1 << 24)) : std::nullopt;
}

TokenizerPtr real_gpt2() {
  const auto vocab = shared_text("tokenizers/gpt2/encoder.json"),
             pairs = shared_text("tokenizers/gpt2/vocab.bpe");
  return vocab && pairs ? byte_bpe_from(*vocab, "encoder.json", *pairs, "vocab.bpe") : nullptr;
}

TEST(ByteBpe, EncodesAsGpt2Does) {
  const TokenizerPtr bpe = real_gpt2();
  const auto cases = shared_text("tokenizers/cases.shared.json");
  if (!bpe || !cases) GTEST_SKIP() << "optional data is absent";
  EXPECT_EQ(bpe->size(), 50257);
  EXPECT_EQ(bpe->special().end, 50256);
  const auto json = nlohmann::json::parse(*cases);
  int compared = 0;
  for (const auto& one : json.at("cases")) {
    const std::string text = one.at("text");
    EXPECT_EQ(bpe->encode(text), one.at("gpt2").get<Ids>()) << text;
    EXPECT_EQ(bpe->decode(bpe->encode(text)), text);
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

// A long text in parts: each begins with a line break after a word, where no stretch goes on.
TEST(ByteBpe, EncodesAWholeBookAsGpt2Does) {
  const TokenizerPtr bpe = real_gpt2();
  const auto book = shared_text("corpora/tinyshakespeare.txt");
  const auto reference = shared_text("tokenizers/whole_files.ref.shared.json");
  if (!bpe || !book || !reference) GTEST_SKIP() << "optional data is absent";
  Ids ids;
  std::string_view rest = *book;
  while (!rest.empty()) {
    std::size_t end = rest.size();
    if (rest.size() > max_sentence_bytes) {
      end = rest.rfind('\n', max_sentence_bytes);
      while (rest[end - 1] == '\n' || rest[end - 1] == ' ') end = rest.rfind('\n', end - 1);
    }
    const Ids part = bpe->encode(rest.substr(0, end));
    ids.insert(ids.end(), part.begin(), part.end());
    rest.remove_prefix(end);
  }
  const auto json = nlohmann::json::parse(*reference);
  const auto& expected = json.at("corpora/tinyshakespeare.txt");
  EXPECT_EQ(ids.size(), expected.at("gpt2_tokens").get<std::size_t>());
  EXPECT_EQ(Ids(ids.begin(), ids.begin() + 10), expected.at("gpt2_first10").get<Ids>());
  EXPECT_EQ(Ids(ids.end() - 10, ids.end()), expected.at("gpt2_last10").get<Ids>());
}

}  // namespace
}  // namespace glassformer
