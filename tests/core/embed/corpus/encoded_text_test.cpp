#include "core/embed/corpus/encoded_text.h"

#include <gtest/gtest.h>

#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/no_temporary_files.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

std::vector<std::int32_t> ids_of(const EncodedText& text) {
  std::vector<std::int32_t> ids(text.ids.size());
  EXPECT_EQ(text.ids.read(0, ids), ids.size());
  return ids;
}

TEST(EncodedText, NumbersWordsByFrequencyAndDropsRareOnes) {
  const EncodedText text = encode_text("b a rare b\n\na b a c c\n", {}, 2, "t");
  ASSERT_EQ(text.words.size(), 3U);
  EXPECT_EQ(text.words[0], "b");
  EXPECT_EQ(text.words[1], "a");
  EXPECT_EQ(text.words[2], "c");
  EXPECT_EQ(text.counts, (std::vector<std::uint64_t>{3, 3, 2}));
  EXPECT_EQ(ids_of(text), (std::vector<std::int32_t>{0, 1, 0, -1, 1, 0, 1, 2, 2, -1}));
  EXPECT_EQ(text.kept, 8U);
  EXPECT_EQ(text.all, 9U);
  EXPECT_EQ(text.distinct, 4U);
  EXPECT_TRUE(text.notes.empty());
}

TEST(EncodedText, KeepsAllWhereMinCountWouldLeaveNoneAndSaysSo) {
  const EncodedText text = encode_text("a b c d", {}, 5, "t");
  EXPECT_EQ(text.words.size(), 4U);
  ASSERT_EQ(text.notes.size(), 1U);
  EXPECT_NE(text.notes[0].find("min-count"), std::string::npos);
}

std::string notes_of(const EncodedText& text) {
  std::string all;
  for (const std::string& note : text.notes) all += note + "\n";
  return all;
}

std::vector<std::string> words_of(const EncodedText& text) {
  std::vector<std::string> all;
  for (const std::int32_t id : ids_of(text)) {
    if (id >= 0) all.emplace_back(text.words[static_cast<std::size_t>(id)]);
  }
  return all;
}

TEST(EncodedText, ProposesCharactersOrPiecesForATextWithoutSpaces) {
  const std::string chinese = "猫坐在垫子上\n狗坐在垫子上\n";
  const std::string told = notes_of(encode_text(chinese, {}, 1, "t"));
  EXPECT_NE(told.find("t: has no spaces between words"), std::string::npos) << told;
  EXPECT_NE(told.find("--tokens characters"), std::string::npos) << told;
  WordOptions options;
  options.unit = WordOptions::Unit::characters;
  const EncodedText characters = encode_text(chinese, options, 1, "t");
  EXPECT_EQ(characters.words.size(), 7U);
  EXPECT_EQ(characters.all, 12U);
  EXPECT_EQ(notes_of(characters), "");
  EXPECT_EQ(words_of(encode_text("ที่นี่", options, 1, "t")), (std::vector<std::string>{"ที่", "นี่"}))
      << "marks stay with their letter";
  options.unit = WordOptions::Unit::pieces;
  const EncodedText pieces = encode_text(chinese, options, 1, "t");
  EXPECT_EQ(words_of(pieces), (std::vector<std::string>{"猫", "坐在垫子上", "狗", "坐在垫子上"}));
  EXPECT_EQ(notes_of(pieces), "");
}

TEST(EncodedText, PiecesSayWhereAWordBegins) {
  WordOptions options;
  options.unit = WordOptions::Unit::pieces;
  options.pieces = 6;  // five letters, and one join
  EXPECT_EQ(words_of(encode_text("cat at at bat", options, 1, "t")),
            (std::vector<std::string>{"▁", "c", "at", "▁", "at", "▁", "at", "▁", "b", "at"}));
}

TEST(EncodedText, SaysWhatSignsAndElisionsKeepApart) {
  const std::string french = "Moïse, Moïse parle. l'eau eau parle l’eau Moïse. Moïse\n";
  const std::string told = notes_of(encode_text(french, {}, 1, "t"));
  EXPECT_NE(told.find("“Moïse,” and “Moïse” count as two words"), std::string::npos) << told;
  EXPECT_NE(told.find("--signs apart"), std::string::npos) << told;
  EXPECT_NE(told.find("“l'eau” and “eau” count as two words"), std::string::npos) << told;
  EXPECT_NE(told.find("--elisions apart"), std::string::npos) << told;
  WordOptions options;
  options.signs = WordOptions::Signs::drop;
  options.elisions_apart = true;
  const EncodedText apart = encode_text(french, options, 1, "t");
  EXPECT_EQ(notes_of(apart), "");
  EXPECT_EQ(apart.counts[static_cast<std::size_t>(apart.words.find("eau"))], 3U);
  EXPECT_EQ(apart.counts[static_cast<std::size_t>(apart.words.find("l'"))], 2U);
  EXPECT_EQ(notes_of(encode_text("I don't see it don't see t", {}, 1, "t")), "")
      << "the t of don't is no word";
}

TEST(EncodedText, RefusesWhatIsNoText) {
  EXPECT_THROW(encode_text("", {}, 1, "t"), UserError);
  EXPECT_THROW(encode_text(" \n\n ", {}, 1, "t"), UserError);
  EXPECT_THROW(encode_text(std::string("ab\0c", 4), {}, 1, "t"), UserError);
  try {
    encode_text(std::string("\xFF\xFE"
                            "a\0b\0",
                            6),
                {}, 1, "t");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("UTF-16"), std::string::npos);
  }
}

TEST(EncodedText, TextsLargerThanTheMemoryShareAreReadBackTheSame) {
  TextEncoder encoder;
  const std::uint64_t count = 2 * IdStore::max_in_memory + 1000;
  for (std::uint64_t i = 0; i < count; ++i) {
    encoder.word(i % 1000 == 999 ? "rare" + std::to_string(i) : std::to_string(i % 7));
  }
  const EncodedText text = encoder.finish(2, "t");
  EXPECT_EQ(text.words.size(), 7U);
  EXPECT_EQ(text.ids.size(), text.kept + 1);
  // Across the border between file and memory.
  std::vector<std::int32_t> part(5000);
  std::uint64_t checked = 0;
  std::uint64_t word = 0;
  for (std::uint64_t from = 0; from < text.kept; from += part.size()) {
    const std::size_t got = text.ids.read(from, part);
    for (std::size_t i = 0; i < got && from + i < text.kept; ++i, ++word, ++checked) {
      if (word % 1000 == 999) ++word;
      ASSERT_EQ(text.words[static_cast<std::size_t>(part[i])], std::to_string(word % 7));
    }
  }
  EXPECT_EQ(checked, text.kept);
}

TEST(EncodedText, SaysWhereThereIsNoRoomForItsNumbers) {
  const testing::NoTemporaryFiles none;
  TextEncoder encoder;
  std::string told;
  try {
    for (std::uint64_t i = 0; i <= IdStore::max_in_memory; ++i) encoder.word("a");
  } catch (const UserError& error) {
    told = error.what();
  }
  EXPECT_NE(told.find("/nowhere/at/all"), std::string::npos) << told;
}

// Longer than what two threads read at once, and with words that lie across every border.
TEST(EncodedText, PartsReadAtTheSameTimeGiveWhatOneReaderGives) {
  Rng rng(5);
  std::string bytes;
  std::uint64_t broken = 0, first_broken_at = 0, zeros = 0;
  while (bytes.size() < 9'500'000) {
    const std::uint64_t bits = rng.next() >> 8;
    if (bits % 100'003 == 0) {
      bytes.append(5000, 'x');  // a word that is cut
    } else if (bits % 5003 == 0 && bytes.size() > 3'000'000) {
      if (broken++ == 0) first_broken_at = bytes.size();
      bytes += "br\xFFken";
    } else if (bits % 7001 == 0 && bytes.size() > 3'000'000) {
      ++zeros;
      bytes += '\0';
    } else {
      bytes += "w" + std::to_string(bits % 977 * (bits % 31));
    }
    bytes += bits % 13 == 0 ? "\n" : bits % 29 == 0 ? "\n \n" : " ";
  }
  bytes.append(4'500'000, 'y');  // no border within a whole part
  bytes += " the end";

  TextEncoder one_by_one;
  WordSplitter splitter({});
  splitter.feed(bytes, one_by_one);
  splitter.finish(one_by_one);
  const EncodedText expected = one_by_one.finish(2, "t");
  use_threads(3);
  const EncodedText text = encode_text(bytes, {}, 2, "t");
  use_threads(0);

  ASSERT_EQ(text.words.size(), expected.words.size());
  for (std::size_t i = 0; i < text.words.size(); ++i) ASSERT_EQ(text.words[i], expected.words[i]);
  EXPECT_EQ(text.counts, expected.counts);
  EXPECT_EQ(ids_of(text), ids_of(expected));
  EXPECT_EQ(text.all, expected.all);
  EXPECT_EQ(text.distinct, expected.distinct);
  ASSERT_EQ(text.notes.size(), 3U);
  EXPECT_NE(text.notes[0].find("in " + std::to_string(broken) + " words"), std::string::npos);
  EXPECT_NE(text.notes[0].find("byte " + std::to_string(first_broken_at)), std::string::npos);
  EXPECT_NE(text.notes[1].find(std::to_string(splitter.oddities().cut) + " words longer than"),
            std::string::npos);
  EXPECT_NE(text.notes[2].find(std::to_string(zeros) + " zero bytes"), std::string::npos);
}

TEST(EncodedText, AnswersBrokenTextsAsExpected) {
  const auto shared = testing::shared_data("corrupt/corpus");
  if (!shared) GTEST_SKIP() << "optional data is absent";
  const std::filesystem::path& folder = *shared;
  for (const char* refused : {"01_empty.txt", "05_binary.txt", "07_utf16_bom.txt"}) {
    EXPECT_THROW(encode_text_file(folder / refused, {}, 5), UserError) << refused;
  }
  for (const char* warned :
       {"03_one_word.txt", "09_cut_multibyte_end.txt", "11_all_unique.txt", "15_long_token.txt"}) {
    EXPECT_FALSE(encode_text_file(folder / warned, {}, 5).notes.empty()) << warned;
  }
  EXPECT_TRUE(encode_text_file(folder / "13_bidi_zalgo.txt", {}, 1).notes.empty());
}

TEST(EncodedText, SentencesAndFilesGiveTheSame) {
  const std::vector<std::vector<std::string>> sentences{{"a", "b"}, {}, {"b", "c"}};
  EXPECT_EQ(ids_of(encode_sentences(sentences, 1)), ids_of(encode_text("a b\n\nb c", {}, 1, "t")));
}

}  // namespace
}  // namespace glassformer
