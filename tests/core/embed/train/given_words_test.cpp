#include "core/embed/train/given_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/embed/search/neighbours.h"
#include "core/embed/train/word2vec.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Sentences = std::vector<std::vector<std::string>>;

// Two circles of words that never meet, and in that of a's a newcomer if there is one.
Sentences two_circles(const std::string& newcomer) {
  Sentences all;
  Rng rng(5);
  for (int i = 0; i < 600; ++i) {
    std::vector<std::string> sentence;
    for (int k = 0; k < 8; ++k) {
      sentence.push_back((i % 2 == 0 ? "a" : "b") + std::to_string(rng.below(20)));
    }
    if (i % 2 == 0 && !newcomer.empty()) sentence[4] = newcomer;
    all.push_back(sentence);
  }
  return all;
}

Word2VecConfig small() {
  Word2VecConfig config;
  config.dim = 16;
  config.deterministic = true;
  config.sample = 0;
  return config;
}

WordVectors trained(const Sentences& sentences) {
  return train_word2vec(std::make_shared<const EncodedText>(encode_sentences(sentences, 1)),
                        small());
}

GivenWordsPtr given(std::vector<std::string> learning) {
  static const auto vectors = std::make_shared<const WordVectors>(trained(two_circles("")));
  return std::make_shared<const GivenWords>(GivenWords{vectors, std::move(learning), "given"});
}

EncodedTextPtr text_with(const GivenWordsPtr& words, const std::string& newcomer) {
  return std::make_shared<const EncodedText>(
      joined(encode_sentences(two_circles(newcomer), 1), *words->vectors));
}

WordVectors goes_on(const GivenWordsPtr& from, const std::string& newcomer) {
  Word2Vec training(text_with(from, newcomer), small(), nullptr, from);
  while (!training.finished()) training.train(1000);
  return training.finish();
}

bool equal(std::span<const float> a, std::span<const float> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::span<const float> row(const Rows& rows, const WordVectors& of, const std::string& word) {
  return rows[static_cast<std::size_t>(of.words.find(word))];
}

std::string refused(const GivenWords& words, const Word2VecConfig& config) {
  try {
    check(words, config);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

TEST(GivenWords, KeepBothTheirVectorsAndANewWordFindsItsPlaceAmongThem) {
  const GivenWordsPtr from = given({});
  const WordVectors made = goes_on(from, "new");
  for (std::size_t i = 0; i < from->vectors->words.size(); ++i) {
    const std::string word(from->vectors->words[i]);
    EXPECT_TRUE(equal(row(made.vectors, made, word), from->vectors->vectors[i])) << word;
    EXPECT_TRUE(equal(row(made.outputs, made, word), from->vectors->outputs[i])) << word;
  }
  const auto nearest = neighbours(made.vectors, row(made.vectors, made, "new"), 6);
  for (const Scored& near : nearest) {
    const std::string_view word = made.words[static_cast<std::size_t>(near.id)];
    EXPECT_TRUE(word[0] == 'a' || word == "new") << word;
  }
}

TEST(GivenWords, ThoseThatAreToLearnMove) {
  const GivenWordsPtr from = given({"a3", "not among them"});
  const WordVectors made = goes_on(from, "");
  EXPECT_FALSE(
      equal(row(made.vectors, made, "a3"), row(from->vectors->vectors, *from->vectors, "a3")));
  EXPECT_FALSE(
      equal(row(made.outputs, made, "a3"), row(from->vectors->outputs, *from->vectors, "a3")));
  EXPECT_TRUE(
      equal(row(made.vectors, made, "a4"), row(from->vectors->vectors, *from->vectors, "a4")));
}

// The most frequent too, which is the first of the vocabulary.
TEST(GivenWords, AnyOfThemCanBeListed) {
  const GivenWordsPtr kept = given({});
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kept->vectors->words.size(); ++i) {
    all.emplace_back(kept->vectors->words[i]);
  }
  const GivenWordsPtr from = given(all);
  const WordVectors made = goes_on(from, "");
  for (const std::string& word : all) {
    EXPECT_FALSE(equal(row(made.outputs, made, word),
                       row(from->vectors->outputs, *from->vectors, word)))
        << word;
  }
}

TEST(GivenWords, JoinTheirWordsAndCountsWithThoseOfTheText) {
  WordVectors vectors;
  for (const char* word : {"the", "old", "rare"}) vectors.words.add(word);
  vectors.counts = {10, 4, 1};
  const Sentences said{{"new", "the", "new"}, {"new", "old"}};
  const EncodedText text = joined(encode_sentences(said, 1), vectors);
  ASSERT_EQ(text.words.size(), 4U);
  const std::vector<std::string> words{"the", "old", "new", "rare"};  // of 11, 5, 3 and 1
  const std::vector<std::uint64_t> counts{11, 5, 3, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(text.words[i], words[i]);
  EXPECT_EQ(text.counts, counts);
  EXPECT_EQ(text.kept, 5U) << "words of the text alone";
  std::vector<std::int32_t> ids(text.ids.size());
  text.ids.read(0, ids);
  EXPECT_EQ(ids, (std::vector<std::int32_t>{2, 0, 2, EncodedText::sentence_end, 2, 1,
                                            EncodedText::sentence_end}));
}

TEST(GivenWords, ATrainingThatWasStoppedGoesOnAsIfItNeverWas) {
  const testing::TemporaryFolder folder;
  const GivenWordsPtr from = given({"b1"});
  const WordVectors whole = goes_on(from, "new");
  Word2Vec first(text_with(from, "new"), small(), nullptr, from);
  first.train(1);
  ASSERT_FALSE(first.finished());
  first.save(folder / "checkpoint");
  Word2Vec second(text_with(from, "new"), small(), nullptr, from);
  second.restore(folder / "checkpoint");
  while (!second.finished()) second.train(1000);
  const WordVectors made = second.finish();
  for (std::size_t i = 0; i < made.words.size(); ++i) {
    EXPECT_TRUE(equal(made.vectors[i], whole.vectors[i])) << made.words[i];
  }
  const GivenWordsPtr other = given({"b2"});
  Word2Vec third(text_with(other, "new"), small(), nullptr, other);
  EXPECT_THROW(third.restore(folder / "checkpoint"), UserError) << "other words are held";
}

TEST(GivenWords, AreRefusedWhereNoTrainingBeginsFromThem) {
  GivenWords words = *given({});
  EXPECT_EQ(refused(words, small()), "");
  Word2VecConfig wide = small();
  wide.dim = 17;
  EXPECT_NE(refused(words, wide).find("16 dimensions; give --dim 16,"), std::string::npos);
  Word2VecConfig others[4];
  others[0].input = InputRows::cbow;
  others[1].objective = Objective::hierarchical_softmax;
  others[2].subwords.on = true;
  others[3].published = true;
  for (const Word2VecConfig& other : others) {
    EXPECT_NE(refused(words, other).find("only skip-gram with negative sampling"),
              std::string::npos);
  }
  WordVectors alone = *words.vectors;
  alone.outputs = {};
  words.name = "words.txt";
  words.vectors = std::make_shared<const WordVectors>(alone);
  EXPECT_NE(refused(words, small()).find("words.txt: holds no output vectors"), std::string::npos);
}

}  // namespace
}  // namespace glassformer
