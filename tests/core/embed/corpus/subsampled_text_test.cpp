#include "core/embed/corpus/subsampled_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace glassformer {
namespace {

Word2VecState state_of(const std::string& text, double sample) {
  Word2VecConfig config;
  config.dim = 4;
  config.sample = sample;
  return Word2VecState(std::make_shared<const EncodedText>(encode_text(text, {}, 1, "t")), config);
}

TEST(SubsampledText, HasWholeSentencesAndNoneOfOneWord) {
  const Word2VecState state = state_of("a b c\nd\n\ne f\n", 0);
  SubsampledText text;
  Rng rng(1);
  text.take(state, 0, rng);
  EXPECT_EQ(text.ends(), (std::vector<std::size_t>{3, 5}));
  std::string words;
  for (const std::int32_t id : text.words())
    words += state.text->words[static_cast<std::size_t>(id)];
  EXPECT_EQ(words, "abcef");
}

TEST(SubsampledText, CutsLongSentences) {
  std::string line;
  for (int i = 0; i < 2001; ++i) line += i % 2 == 0 ? "a " : "b ";
  const Word2VecState state = state_of(line, 0);
  SubsampledText text;
  Rng rng(1);
  text.take(state, 0, rng);
  EXPECT_EQ(text.ends(), (std::vector<std::size_t>{1000, 2000})) << "and a word alone";
  EXPECT_EQ(text.words().size(), 2000U);
}

TEST(SubsampledText, LeavesFrequentWordsOutAsTheSeedHasIt) {
  std::string lines;
  for (int i = 0; i < 500; ++i) lines += "a a a a a a a a a b" + std::to_string(i) + "\n";
  const Word2VecState state = state_of(lines, 1e-2);
  SubsampledText text, again;
  Rng rng(1), same(1);
  text.take(state, 0, rng);
  again.take(state, 0, same);
  EXPECT_EQ(text.words(), again.words());
  EXPECT_EQ(text.ends(), again.ends());
  // √(0.01 / 0.9) + 0.01 / 0.9 = 0.117 of 4,500, and rare words as long as they are not alone.
  const auto frequent = std::count(text.words().begin(), text.words().end(), 0);
  EXPECT_NEAR(static_cast<double>(frequent), 525, 75);
}

}  // namespace
}  // namespace glassformer
