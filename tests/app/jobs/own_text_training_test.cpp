#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/jobs/vector_training.h"
#include "core/formats/file.h"
#include "core/tensor/memory_limit.h"
#include "tests/support/temporary_folder.h"

// Texts that a user drops on the window: learned, or a sentence.
namespace glassformer {
namespace {

using State = VectorTrainingSnapshot::State;

WordTrainingPlan plan_for(const std::filesystem::path& file) {
  WordTrainingPlan plan = window_training_plan(WordTrainingPlan::Source::file);
  plan.text = file;
  plan.words = {true, WordOptions::Signs::drop, false};
  return plan;
}

VectorTrainingSnapshotPtr trained(const WordTrainingPlan& plan) {
  VectorTrainingJob job(word_training(plan));
  job.start();
  job.wait();
  return job.latest();
}

class OwnText : public ::testing::Test {
 protected:
  std::filesystem::path file(std::string_view bytes) {
    const std::filesystem::path path = folder_.path() / "own.txt";
    write_file(path, bytes);
    return path;
  }
  void expect_sentence(std::string_view bytes, std::string_view part) {
    const VectorTrainingSnapshotPtr end = trained(plan_for(file(bytes)));
    EXPECT_EQ(end->state, State::failed) << part;
    EXPECT_NE(end->error.find(part), std::string::npos) << end->error;
    EXPECT_NE(end->error.find("own.txt"), std::string::npos) << end->error;
  }

 private:
  testing::TemporaryFolder folder_;
};

std::string repeated(std::string_view sentences, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += sentences;
  return text;
}

TEST_F(OwnText, WhatIsNoTextIsASentence) {
  expect_sentence("", "holds no words");
  expect_sentence(" \n\t\n ", "holds no words");
  expect_sentence(std::string(5000, '\0'), "binary data");
  expect_sentence("\xFF\xFEh\0i\0", "UTF-16");
  const VectorTrainingSnapshotPtr none = trained(plan_for("/nowhere/at/all.txt"));
  EXPECT_EQ(none->state, State::failed);
  EXPECT_NE(none->error.find("/nowhere/at/all.txt"), std::string::npos) << none->error;
}

TEST_F(OwnText, OneWordIsLearnedAndNoted) {
  const VectorTrainingSnapshotPtr end = trained(plan_for(file("hello\n")));
  ASSERT_EQ(end->state, State::finished) << end->error;
  EXPECT_EQ(end->vectors->words.size(), 1U);
  const std::string last = end->notes.back();
  EXPECT_NE(last.find("only one word is left to train"), std::string::npos) << last;
}

TEST_F(OwnText, AHugeLineIsLearned) {
  const std::string words = repeated("one word after the other without an end ", 50'000);
  const VectorTrainingSnapshotPtr end = trained(plan_for(file(words)));
  ASSERT_EQ(end->state, State::finished) << end->error;
  EXPECT_EQ(end->vectors->words.size(), 8U);
  const VectorTrainingSnapshotPtr cut = trained(plan_for(file(std::string(3 << 20, 'x'))));
  ASSERT_EQ(cut->state, State::finished) << cut->error;
}

TEST_F(OwnText, MoreVectorsThanMemoryAreASentence) {
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "word" + std::to_string(i) + " ";
  WordTrainingPlan plan = plan_for(file(words));
  plan.min_count = 1;
  plan.word2vec.dim = 500;
  const std::uint64_t before = memory_limit();
  set_memory_limit(10 << 20);
  const VectorTrainingSnapshotPtr end = trained(plan);
  set_memory_limit(before);
  EXPECT_EQ(end->state, State::failed);
  EXPECT_NE(end->error.find("larger min-count"), std::string::npos) << end->error;
}

// The window keeps a training where it can; where it cannot, it is learned all the same.
TEST_F(OwnText, WithoutAPlaceForTheCheckpointItIsLearnedAllTheSame) {
  const auto text = file(repeated("the cat sat on the mat\na dog sat too\n", 100));
  WordTrainingPlan plan = plan_for(text);
  plan.checkpoint = text / "checkpoint";
  const VectorTrainingSnapshotPtr end = trained(plan);
  EXPECT_EQ(end->state, State::finished) << end->error;
  EXPECT_EQ(end->vectors->words.size(), 8U);
}

TEST_F(OwnText, TheSameSeedGivesTheSameVectors) {
  const auto text = file(repeated("the cat sat on the mat\na dog sat too\n", 500));
  const auto a = trained(plan_for(text))->vectors, b = trained(plan_for(text))->vectors;
  WordTrainingPlan other = plan_for(text);
  other.word2vec.seed = 2;
  const auto c = trained(other)->vectors;
  bool differs = false;
  for (std::size_t w = 0; w < a->words.size(); ++w) {
    for (std::size_t d = 0; d < a->dim(); ++d) {
      ASSERT_EQ(a->vectors[w][d], b->vectors[w][d]);
      differs = differs || a->vectors[w][d] != c->vectors[w][d];
    }
  }
  EXPECT_TRUE(differs);
}

TEST(WordNetTraining, WithoutWordNetIsASentence) {
  WordTrainingPlan plan = window_training_plan(WordTrainingPlan::Source::wordnet);
  plan.text = "/nowhere/at/all";
  const VectorTrainingSnapshotPtr end = trained(plan);
  EXPECT_EQ(end->state, State::failed);
  EXPECT_NE(end->error.find("apt-get install wordnet-base"), std::string::npos) << end->error;
}

TEST(WordNetTraining, BeginsWithAllWordsAndTheirGroups) {
  if (!wordnet_is_there()) GTEST_SKIP() << "wordnet-base is not installed";
  VectorTrainingJob job(word_training(window_training_plan(WordTrainingPlan::Source::wordnet)));
  job.wait();
  const WordVectorsPtr vectors = job.latest()->vectors;
  ASSERT_NE(vectors, nullptr) << job.latest()->error;
  EXPECT_GT(vectors->words.size(), 20'000U);
  EXPECT_EQ(vectors->dim(), 100U);
  EXPECT_EQ(vectors->groups.at(static_cast<std::size_t>(vectors->words.find("dog"))), "animal");
}

}  // namespace
}  // namespace glassformer
