#include "core/text/tokenizers/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/open_tokenizer.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Ids = std::vector<int>;
using Texts = std::vector<std::string>;

std::shared_ptr<const Pipeline> read(const std::string& json) {
  return Pipeline::read(json, "tokenizer.json");
}

std::string refusal(const std::string& json) {
  return testing::message_of([&] { read(json); });
}

// A table of whole stretches, so that the ids tell how the text was cut. `parts`: other members of
// the file. What is not in the table is <unk>, 0.
std::shared_ptr<const Pipeline> cut_by(const std::string& parts, const Texts& words) {
  nlohmann::ordered_json vocab{{"<unk>", 0}};
  for (const std::string& word : words) vocab[word] = vocab.size();
  return read("{" + parts + R"("model": {"type": "WordLevel", "unk_token": "<unk>", "vocab": )" +
              vocab.dump() + "}}");
}

std::string pre(const std::string& part) {
  return "\"pre_tokenizer\": " + part + ", ";
}

TEST(Pipeline, WhitespaceCutsWordsFromSigns) {
  const auto made = cut_by(pre(R"({"type": "Whitespace"})"), {"it", "'", "s", "é_1", "!?"});
  EXPECT_EQ(made->encode("it's é_1 !?"), (Ids{1, 2, 3, 4, 5}));
}

TEST(Pipeline, WhitespaceSplitAndDigits) {
  const auto split = cut_by(pre(R"({"type": "WhitespaceSplit"})"), {"it's", "a"});
  EXPECT_EQ(split->encode(" it's\u3000a\n"), (Ids{1, 2}));
  const Texts digits{"a", "12", "1", "2", "b"};
  EXPECT_EQ(cut_by(pre(R"({"type": "Digits"})"), digits)->encode("a12b"), (Ids{1, 2, 5}));
  EXPECT_EQ(cut_by(pre(R"({"type": "Digits", "individual_digits": true})"), digits)->encode("a12b"),
            (Ids{1, 3, 4, 5}));
}

TEST(Pipeline, PunctuationGoesWhereItIsSaid) {
  const Texts words{"a", "!", "?", "b", "!?", "a!", "?b"};
  const auto by = [&](const std::string& behaviour) {
    return cut_by(pre(R"({"type": "Punctuation", "behavior": ")" + behaviour + "\"}"), words)
        ->encode("a!?b");
  };
  EXPECT_EQ(by("Isolated"), (Ids{1, 2, 3, 4}));
  EXPECT_EQ(by("Removed"), (Ids{1, 4}));
  EXPECT_EQ(by("Contiguous"), (Ids{1, 5, 4}));
  EXPECT_EQ(by("MergedWithPrevious"), (Ids{6, 3, 4}));
  EXPECT_EQ(by("MergedWithNext"), (Ids{1, 2, 7}));
}

TEST(Pipeline, MetaspaceMarksWhereWordsBegin) {
  const auto by = [](const std::string& scheme) {
    return cut_by(pre(R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": ")" + scheme +
                      "\"}") +
                      R"("added_tokens": [{"id": 4, "content": "<s>", "special": true}],)",
                  {"▁a", "a", "▁", "<s>"})
        ->encode_whole("a  a<s>a", SpelledOut::one_piece);
  };
  EXPECT_EQ(by("always"), (Ids{1, 3, 1, 4, 1}));
  EXPECT_EQ(by("first"), (Ids{1, 3, 1, 4, 2}));
  EXPECT_EQ(by("never"), (Ids{2, 3, 1, 4, 2}));
}

// The patterns of GPT-2, Llama 3 and Qwen2, as their files have them.
TEST(Pipeline, PatternsCutAsTheirModelsDo) {
  const auto by = [](const std::string& regex, const Texts& words) {
    const nlohmann::json pattern{{"type", "Split"},
                                 {"pattern", {{"Regex", regex}}},
                                 {"behavior", "Isolated"},
                                 {"invert", false}};
    return cut_by(pre(pattern.dump()), words);
  };
  const std::string gpt2 =
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
  const std::string llama3 =
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  const std::string qwen2 =
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  const std::string text = "I'LL see 1234 (x).\n\n  y";
  EXPECT_EQ(
      by(gpt2, {"I", "'", "LL", " see", " 1234", " (", "x", ").", "\n\n ", " y"})->encode(text),
      (Ids{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(by(llama3, {"I", "'LL", " see", " ", "123", "4", " (", "x", ").\n\n", " y"})
                ->encode(text),
            (Ids{1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 10}));
  EXPECT_EQ(by(qwen2, {"I", "'LL", " see", " ", "1", "2", "3", "4", " (", "x", ").\n\n", " y"})
                ->encode(text),
            (Ids{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4, 12}));
  // Inverted, what matches is what is kept: words alone.
  const nlohmann::json words{{"type", "Split"},
                             {"pattern", {{"Regex", R"(\w+)"}}},
                             {"behavior", "Removed"},
                             {"invert", true}};
  EXPECT_EQ(cut_by(pre(words.dump()), {"a", "b"})->encode("a, b!"), (Ids{1, 2}));
}

TEST(Pipeline, NormalisesInTheOrderThatIsSaid) {
  const auto by = [](const std::string& parts, const std::string& text, const Texts& words) {
    return cut_by("\"normalizer\": " + parts + ", ", words)->encode(text);
  };
  EXPECT_EQ(by(R"({"type": "NFC"})", "e\u0301", {"\u00e9"}), Ids{1});
  EXPECT_EQ(by(R"({"type": "NFD"})", "\u00e9", {"e\u0301"}), Ids{1});
  EXPECT_EQ(by(R"({"type": "NFKC"})", "ﬁ①", {"fi1"}), Ids{1});
  EXPECT_EQ(by(R"({"type": "NFKD"})", "ﬁ\u00e9", {"fie\u0301"}), Ids{1});
  EXPECT_EQ(by(R"({"type": "Lowercase"})", "ÀΣİ", {"àσi\u0307"}), Ids{1});
  EXPECT_EQ(
      by(R"({"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"}]})", "é",
         {"e"}),
      Ids{1});
  EXPECT_EQ(by(R"({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "_"})", "a   b c",
               {"a_b c"}),
            Ids{1});
  EXPECT_EQ(
      by(R"({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})", "a b", {"a▁b"}),
      Ids{1});
  EXPECT_EQ(by(R"({"type": "Prepend", "prepend": "▁"})", "a", {"▁a"}), Ids{1});
  EXPECT_EQ(by(R"({"type": "Strip", "strip_left": true, "strip_right": false})", " a ", {"a "}),
            Ids{1});
  EXPECT_EQ(by(R"({"type": "BertNormalizer", "lowercase": false, "strip_accents": true})",
               "É\tX\u200b", {"E X"}),
            Ids{1});
}

// Merges in the order of their ranks, each from left to right; by hand: "aab" → a ab, then "aab".
TEST(Pipeline, BpeMerges) {
  const auto bpe = [](const std::string& more, const std::string& merges) {
    return read(
        R"({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "aab": 3, "<unk>": 4,
      "b</w>": 5, "ab</w>": 6, "##b": 7, "<0xC3>": 8, "baa": 9}, "merges": )" +
        merges + more + "}}");
  };
  EXPECT_EQ(bpe("", R"(["a b"])")->encode("aab"), (Ids{0, 2}));
  EXPECT_EQ(bpe("", R"([["a", "b"], ["a", "ab"]])")->encode("aab"), Ids{3});
  EXPECT_EQ(bpe("", R"(["a b"])")->encode("xa"), Ids{0});  // nothing stands for x
  EXPECT_EQ(bpe(R"(, "unk_token": "<unk>")", R"(["a b"])")->encode("xya"), (Ids{4, 4, 0}));
  EXPECT_EQ(bpe(R"(, "unk_token": "<unk>", "fuse_unk": true)", R"(["a b"])")->encode("xya"),
            (Ids{4, 0}));
  EXPECT_EQ(bpe(R"(, "end_of_word_suffix": "</w>")", R"(["a b</w>"])")->encode("aab"), (Ids{0, 6}));
  EXPECT_EQ(bpe(R"(, "continuing_subword_prefix": "##")", R"(["a ##b"])")->encode("ab"), Ids{2});
  EXPECT_EQ(bpe(R"(, "ignore_merges": true)", R"(["a b"])")->encode("baa"), Ids{9});
  EXPECT_EQ(bpe(R"(, "ignore_merges": false)", R"(["a b"])")->encode("baa"), (Ids{1, 0, 0}));
}

TEST(Pipeline, UnknownCharactersFallIntoBytes) {
  nlohmann::ordered_json vocab{{"a", 0}, {"<unk>", 1}};
  for (int byte = 0; byte < 256; ++byte) {
    char name[8];
    std::snprintf(name, sizeof name, "<0x%02X>", static_cast<unsigned>(byte));
    vocab[name] = vocab.size();
  }
  const auto made = read(R"({"decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"},
    {"type": "Fuse"}]}, "model": {"type": "BPE", "byte_fallback": true, "unk_token": "<unk>",
    "merges": [], "vocab": )" +
                         vocab.dump() + "}}");
  EXPECT_EQ(made->encode("aé"), (Ids{0, 2 + 0xC3, 2 + 0xA9}));
  EXPECT_EQ(made->decode(Ids{0, 2 + 0xC3, 2 + 0xA9}), "aé");
  EXPECT_EQ(made->decode(Ids{2 + 0xC3, 0}), "\uFFFDa");
}

TEST(Pipeline, UnigramTakesTheMostProbablePieces) {
  const std::string model = R"("model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0],
    ["A", -1.0], ["B", -1.2], ["C", -1.5], ["AB", -1.6], ["BC", -1.7]]}})";
  EXPECT_EQ(read("{" + model)->encode("ABC"), (Ids{1, 5}));
  EXPECT_EQ(read("{" + model)->encode("AxyB"), (Ids{1, 0, 2}));
}

TEST(Pipeline, AddedTokensTakeWhatTheirFlagsSay) {
  const auto by = [](const std::string& flags, const std::string& text, SpelledOut special) {
    return cut_by(pre(R"({"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated"})") +
                      R"("added_tokens": [{"id": 4, "content": "[M]", )" + flags + "}],",
                  {"a", " ", "[", "[M]"})
        ->encode_whole(text, special);
  };
  const auto one = SpelledOut::one_piece;
  EXPECT_EQ(by(R"("special": true)", "a [M] a", one), (Ids{1, 2, 4, 2, 1}));
  EXPECT_EQ(by(R"("special": true, "lstrip": true)", "a [M] a", one), (Ids{1, 4, 2, 1}));
  EXPECT_EQ(by(R"("special": true, "rstrip": true)", "a [M] a", one), (Ids{1, 2, 4, 1}));
  EXPECT_EQ(by(R"("special": true, "single_word": true)", "a[M] [M]", one),
            (Ids{1, 3, 0, 0, 2, 4}));
  EXPECT_EQ(by(R"("special": true)", "[M]", SpelledOut::text), (Ids{3, 0, 0}));
  // One that is not special is always a piece.
  EXPECT_EQ(by(R"("special": false)", "[M]", SpelledOut::text), Ids{4});
}

TEST(Pipeline, AddedTokensAreFoundAsTheyAreNormalised) {
  const std::string lower = R"("normalizer": {"type": "Lowercase"}, "added_tokens":
    [{"id": 1, "content": "Yes", "normalized": NORMALIZED, "special": false}],)";
  const auto by = [&](const std::string& normalized) {
    std::string parts = lower;
    parts.replace(parts.find("NORMALIZED"), 10, normalized);
    return cut_by(parts, {"Yes"});
  };
  EXPECT_EQ(by("true")->encode("YES"), Ids{1});
  EXPECT_EQ(by("false")->encode("YES"), Ids{0});
}

TEST(Pipeline, SaysWhatAModelWantsAroundAText) {
  const auto by = [](const std::string& processor) {
    return cut_by("\"post_processor\": " + processor + ", ", {"[CLS]", "[SEP]", "a"});
  };
  const auto frame = [](const Pipeline& made) {
    return std::pair(made.frame().before, made.frame().after);
  };
  const std::string single = R"({"type": "TemplateProcessing", "single":
    [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
     {"SpecialToken": {"id": "[SEP]", "type_id": 0}}], "pair": [], "special_tokens":
    {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]},
     "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}}})";
  const std::string bert =
      R"({"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]})";
  EXPECT_EQ(frame(*by(single)), (std::pair(Ids{1}, Ids{2})));
  EXPECT_EQ(frame(*by(bert)), (std::pair(Ids{1}, Ids{2})));
  EXPECT_EQ(
      frame(*by(R"({"type": "Sequence", "processors": [{"type": "ByteLevel"}, )" + bert + "]}")),
      (std::pair(Ids{1}, Ids{2})));
  EXPECT_EQ(frame(*by(R"({"type": "ByteLevel"})")), (std::pair(Ids{}, Ids{})));
  EXPECT_EQ(by(bert)->special(), (SpecialIds{-1, 1, 2, 0, -1}));
}

TEST(Pipeline, RefusesByNameWhatItDoesNot) {
  const std::string model = R"("model": {"type": "WordLevel", "vocab": {"a": 0}}})";
  EXPECT_THROW(read(R"({"normalizer": {"type": "Rot13"}, )" + model), NotDone);
  EXPECT_EQ(refusal("{\"pre_tokenizer\":\n{\"type\": \"UnicodeScripts\"}, " + model),
            "tokenizer.json:2: pre_tokenizer.type: is \"UnicodeScripts\", which is not done here; "
            "ByteLevel, Whitespace, WhitespaceSplit, BertPreTokenizer, Metaspace, Digits, "
            "Punctuation, CharDelimiterSplit, Split and Sequence are");
  EXPECT_THROW(
      read(R"({"model": {"type": "BPE", "dropout": 0.1, "vocab": {"a": 0}, "merges": []}})"),
      NotDone);
  EXPECT_THROW(read(R"({"model": {"type": "Markov", "vocab": {"a": 0}}})"), NotDone);
  EXPECT_THROW(read(R"({"post_processor": {"type": "X"}, )" + model), NotDone);
  EXPECT_THROW(read(R"({"decoder": {"type": "CTC"}, )" + model), NotDone);
}

TEST(Pipeline, SaysWhatIsBroken) {
  const auto says = [](const std::string& json, const std::string& part) {
    const std::string message = refusal(json);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string model = R"("model": {"type": "WordLevel", "vocab": {"a": 0}}})";
  says("{}", "model");
  says(R"({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}})",
       "model.merges[0]: joins \"b\", which is no piece");
  says(R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 0}}})", "the id 0");
  says(R"({"model": {"type": "WordLevel", "vocab": {"a": -1}}})", "model.vocab.a");
  says(R"({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "("}}, )" + model,
       "pre_tokenizer.pattern.Regex: cannot be read as a regular expression");
  says(R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"}, )" + model,
       "normalizer.precompiled_charsmap: is no map of characters");
  says(R"({"added_tokens": [{"id": 3, "content": "a"}], )" + model, "gives \"a\" the id 0");
  says(R"({"post_processor": {"type": "BertProcessing", "sep": ["x", 7], "cls": ["a", 0]}, )" +
           model,
       "adds the piece 7, but there are only 1");
}

// An expression that would try an endless number of ways ends with a sentence.
TEST(Pipeline, AnEndlessExpressionEnds) {
  const auto made = cut_by(
      pre(R"({"type": "Split", "pattern": {"Regex": "(a|aa|b?a)+$x|(a*)*c"}, "behavior": "Isolated"})"),
      {"a"});
  const std::string message =
      testing::message_of([&] { made->encode(std::string(5000, 'a') + "!"); });
  EXPECT_NE(message.find("takes too long on this text"), std::string::npos) << message;
}

TEST(Pipeline, ComesBackFromItsJson) {
  const auto made = cut_by(pre(R"({"type": "Whitespace"})"), {"a \"b\\", "c"});
  const TokenizerPtr again = Tokenizer::from_json(made->to_json());
  EXPECT_EQ(again->to_json(), made->to_json());
  EXPECT_EQ(again->encode("c a"), made->encode("c a"));
  EXPECT_EQ(again->pieces(), made->pieces());
}

// The published files and ids.
TEST(Pipeline, EncodesAsPublished) {
  const auto cases = testing::shared_data("tokenizers/cases.shared.json");
  const auto bert = testing::shared_data("tokenizers/bert/bert-base-uncased.tokenizer.json");
  const auto gpt2 = testing::shared_data("checkpoints/fake_gpt2/tokenizer.json");
  if (!cases || !bert || !gpt2) GTEST_SKIP() << "optional data is absent";
  const auto json = nlohmann::json::parse(read_file(*cases, 1 << 24));
  const std::pair<std::string, TokenizerPtr> models[] = {{"bert", open_tokenizer(*bert)},
                                                         {"gpt2", open_tokenizer(*gpt2)}};
  int compared = 0, special = 0;
  for (const auto& [name, pieces] : models) {
    for (const auto& one : json.at("cases")) {
      const std::string text = one.at("text");
      EXPECT_EQ(pieces->encode(text), one.at(name).get<Ids>()) << name << ": " << text;
      ++compared;
      const std::string parsed = name + "_if_special_tokens_parsed";
      if (!one.contains(parsed)) continue;
      EXPECT_EQ(pieces->encode_whole(text, SpelledOut::one_piece), one.at(parsed).get<Ids>());
      ++special;
    }
  }
  EXPECT_GT(compared, 80);
  EXPECT_GE(special, 2);
}

}  // namespace
}  // namespace glassformer
