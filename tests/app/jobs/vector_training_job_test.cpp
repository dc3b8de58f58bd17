#include "app/jobs/vector_training_job.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <limits>
#include <thread>

#include "core/embed/vectors/subwords.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using State = VectorTrainingSnapshot::State;

EncodedTextPtr text() {
  std::vector<std::vector<std::string>> all;
  Rng rng(5);
  for (int i = 0; i < 6000; ++i) {
    std::vector<std::string> sentence;
    for (int k = 0; k < 8; ++k) sentence.push_back("w" + std::to_string(rng.below(30)));
    all.push_back(sentence);
  }
  return std::make_shared<const EncodedText>(encode_sentences(all, 1));
}

MakeVectorTraining maker(int epochs = 2) {
  return [epochs](const KeepGoing&) {
    Word2VecConfig config;
    config.dim = 8;
    config.epochs = epochs;
    config.deterministic = true;
    return word2vec_training(text(), config);
  };
}

// A snapshot after each round, however long it takes.
void every_round(VectorTrainingPace& pace) {
  pace.snapshot_seconds = 0;
  pace.snapshot_share = std::numeric_limits<double>::infinity();
}

bool same(const WordVectors& a, const WordVectors& b) {
  for (std::size_t i = 0; i < a.words.size(); ++i) {
    if (!std::equal(a.vectors[i].begin(), a.vectors[i].end(), b.vectors[i].begin())) return false;
  }
  return true;
}

// What was learned of n-grams would be lost with the training.
TEST(VectorTrainingJob, WithSubwordsTheEndKnowsUnknownWords) {
  const auto make = [](const KeepGoing&) {
    Word2VecConfig config;
    config.dim = 8;
    config.epochs = 1;
    config.subwords.on = true;
    config.subwords.buckets = 100;
    return word2vec_training(text(), config);
  };
  VectorTrainingJob job(vector_training_body(make, {}));
  job.start();
  job.wait();
  const VectorTrainingSnapshotPtr last = job.latest();
  ASSERT_EQ(last->state, State::finished);
  ASSERT_NE(last->vectors->subwords, nullptr);
  std::vector<float> made(8);
  EXPECT_TRUE(last->vectors->subwords->compose("w99", made));
  EXPECT_NE(made, std::vector<float>(8));
}

// So that many moments fit into memory; who stops to look, or saves, has all words.
TEST(VectorTrainingJob, OnTheWayOnlyFrequentWordsAreWatched) {
  VectorTrainingPace pace;
  pace.round = 5000;
  every_round(pace);
  pace.watched_words = 10;
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.wait();
  EXPECT_EQ(job.latest()->vectors->words.size(), 30U);
  job.start();
  job.wait();
  const auto moments = job.timeline();
  ASSERT_GT(moments.size(), 3U);
  EXPECT_EQ(moments.back()->vectors->words.size(), 30U);
  const WordVectors& way = *moments[1]->vectors;
  EXPECT_EQ(way.words.size(), 10U);
  EXPECT_EQ(way.vectors.count(), 10U);
  EXPECT_EQ(way.counts.size(), 10U);
  for (std::size_t w = 0; w < 10; ++w) {
    EXPECT_EQ(way.words[w], moments.back()->vectors->words[w]);
  }
}

TEST(VectorTrainingJob, BeginsPausedAndTrainsToTheEnd) {
  VectorTrainingPace pace;
  int scored = 0;
  pace.score = [&](const WordVectors& vectors) {
    EXPECT_EQ(vectors.dim(), 8U);
    return ++scored;
  };
  pace.score_every = 0.3;
  every_round(pace);
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.wait();
  const VectorTrainingSnapshotPtr first = job.latest();
  EXPECT_EQ(first->state, State::paused);
  EXPECT_EQ(first->words_done, 0U);
  EXPECT_TRUE(first->losses.empty());
  ASSERT_NE(first->vectors, nullptr);
  job.start();
  job.wait();
  const VectorTrainingSnapshotPtr last = job.latest();
  EXPECT_EQ(last->state, State::finished);
  EXPECT_EQ(last->words_done, last->words_total);
  EXPECT_EQ(last->progress, 1);
  EXPECT_EQ(last->scores.size(), static_cast<std::size_t>(scored));
  EXPECT_GE(scored, 2);
  EXPECT_EQ(last->scores.back().done, 1);
  EXPECT_LT(last->losses.back().loss, last->losses.front().loss);
  EXPECT_GT(last->words_per_second, 0);
  EXPECT_FALSE(same(*first->vectors, *last->vectors));
  EXPECT_GE(job.timeline().size(), 2U);
  EXPECT_LE(job.timeline().size(), 128U);
}

// The sets that a lesson compares once held a copy for each moment of their training, 100 MB each.
TEST(VectorTrainingJob, OneThatNobodyWatchesHasVectorsAtItsEndAlone) {
  VectorTrainingPace pace;
  pace.watched = false;
  every_round(pace);
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.start();
  job.wait();
  const auto all = job.timeline();
  ASSERT_GE(all.size(), 2U);
  for (const VectorTrainingSnapshotPtr& one : all) {
    EXPECT_EQ(one->vectors == nullptr, one->state != State::finished) << one->progress;
  }
  ASSERT_EQ(job.latest()->state, State::finished);
  EXPECT_EQ(job.latest()->vectors->dim(), 8U);
}

// A round that waits until it is let go, as one that takes long.
class OneLongRound : public VectorTraining {
 public:
  explicit OneLongRound(std::shared_future<void> go) : go_(std::move(go)) {}
  double loss() const override { return 1; }
  double train(std::uint64_t) override {
    go_.wait();
    done_ = 1;
    return 0;
  }
  std::uint64_t done() const override { return done_; }
  std::uint64_t total() const override { return 1; }
  std::string described() const override { return "one round"; }
  bool diverged() const override { return false; }
  WordVectors snapshot() const override { return {}; }
  void save(const std::filesystem::path&) const override {}
  void restore(const std::filesystem::path&) override {}

 private:
  std::shared_future<void> go_;
  std::uint64_t done_ = 0;
};

TEST(VectorTrainingJob, RunsAsSoonAsItsFirstRoundDoes) {
  std::promise<void> go;
  VectorTrainingJob job(vector_training_body(
      [round = go.get_future().share()](const KeepGoing&) {
        return std::make_unique<OneLongRound>(round);
      },
      {}));
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
  job.start();
  const auto begin = std::chrono::steady_clock::now();
  while (job.latest()->state == State::paused &&
         std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)) {
    std::this_thread::yield();
  }
  EXPECT_EQ(job.latest()->state, State::running);
  EXPECT_EQ(job.latest()->progress, 0);
  go.set_value();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::finished);
}

TEST(VectorTrainingJob, StepsOneRoundAtATimeAndEveryTimeTheSame) {
  VectorTrainingPace pace;
  pace.round = 10'000;
  VectorTrainingSnapshotPtr seen[2];
  for (VectorTrainingSnapshotPtr& snapshot : seen) {
    VectorTrainingJob job(vector_training_body(maker(), pace));
    job.single_step();
    job.wait();
    EXPECT_EQ(job.latest()->losses.size(), 1U);
    job.single_step();
    job.wait();
    snapshot = job.latest();
    EXPECT_EQ(snapshot->state, State::paused);
    EXPECT_EQ(snapshot->losses.size(), 2U);
  }
  EXPECT_EQ(seen[0]->words_done, seen[1]->words_done);
  EXPECT_TRUE(same(*seen[0]->vectors, *seen[1]->vectors));
}

TEST(VectorTrainingJob, CanBePausedAndCancelledAndGoesWhenItIsNotWanted) {
  VectorTrainingJob job(vector_training_body(maker(1'000'000), {}));
  job.start();
  job.pause();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
  job.start();
  job.cancel();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::cancelled);
  ASSERT_NE(job.latest()->vectors, nullptr);
  VectorTrainingJob another(vector_training_body(maker(1'000'000), {}));
  another.start();
}

TEST(VectorTrainingJob, GoesOnFromItsCheckpoint) {
  VectorTrainingPace pace;
  const testing::TemporaryFolder folder;
  pace.checkpoint = folder.path() / "checkpoint";
  VectorTrainingSnapshotPtr stopped;
  {
    VectorTrainingJob job(vector_training_body(maker(), pace));
    job.single_step();
    job.wait();
    stopped = job.latest();
  }
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.wait();
  EXPECT_EQ(job.latest()->words_done, stopped->words_done);
  EXPECT_TRUE(same(*job.latest()->vectors, *stopped->vectors));
  job.start();
  job.wait();
  ASSERT_EQ(job.latest()->state, State::finished);
  // Asked for once more, it is there at once.
  VectorTrainingJob again(vector_training_body(maker(), pace));
  again.wait();
  EXPECT_EQ(again.latest()->state, State::finished);
  EXPECT_TRUE(same(*again.latest()->vectors, *job.latest()->vectors));
}

TEST(VectorTrainingJob, ItsTimelineHasTheBeginningAndTheEndHoweverManySnapshotsThereAre) {
  VectorTrainingPace pace;
  pace.round = 1;
  every_round(pace);
  for (const int epochs : {1, 2, 3, 62, 65}) {
    VectorTrainingJob job(vector_training_body(maker(epochs), pace));
    job.start();
    job.wait();
    const auto timeline = job.timeline();
    ASSERT_GE(timeline.size(), 2U);
    EXPECT_EQ(timeline.front()->words_done, 0U) << epochs;
    EXPECT_EQ(timeline.back(), job.latest()) << epochs;
    EXPECT_EQ(timeline.back()->state, State::finished) << epochs;
  }
}

TEST(VectorTrainingJob, AnOptionalCheckpointOfAnotherTrainingIsPassedOver) {
  const testing::TemporaryFolder folder;
  VectorTrainingPace pace;
  pace.checkpoint = folder.path() / "checkpoint";
  std::ofstream(pace.checkpoint) << "something else";
  {
    VectorTrainingJob strict(vector_training_body(maker(), pace));
    strict.wait();
    EXPECT_EQ(strict.latest()->state, State::failed);
  }
  pace.checkpoint_optional = true;
  std::uint64_t done = 0;
  {
    VectorTrainingJob job(vector_training_body(maker(), pace));
    job.wait();
    EXPECT_EQ(job.latest()->state, State::paused);
    EXPECT_EQ(job.latest()->words_done, 0U);
    job.single_step();
    job.wait();
    done = job.latest()->words_done;
    EXPECT_GT(done, 0U);
  }
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.wait();
  EXPECT_EQ(job.latest()->words_done, done);
  ASSERT_EQ(job.latest()->notes.size(), 1U);
  EXPECT_NE(job.latest()->notes[0].find("Goes on from"), std::string::npos);
}

TEST(VectorTrainingJob, AnOptionalCheckpointThatCannotBeWrittenIsNoted) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "no folder";
  VectorTrainingPace pace;
  pace.checkpoint = folder.path() / "file" / "checkpoint";
  pace.checkpoint_optional = true;
  VectorTrainingJob job(vector_training_body(maker(), pace));
  job.start();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::finished);
  VectorTrainingJob paused(vector_training_body(maker(), pace));
  paused.single_step();
  paused.wait();
  ASSERT_EQ(paused.latest()->notes.size(), 1U);
  EXPECT_NE(paused.latest()->notes[0].find("file/checkpoint"), std::string::npos);
}

TEST(VectorTrainingJob, SaysWhatFailed) {
  VectorTrainingJob job(vector_training_body(
      [](const KeepGoing&) -> std::unique_ptr<VectorTraining> { throw UserError("no text"); }, {}));
  job.wait();
  EXPECT_EQ(job.latest()->state, State::failed);
  EXPECT_EQ(job.latest()->error, "no text");
}

}  // namespace
}  // namespace glassformer
