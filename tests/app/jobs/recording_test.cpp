#include "app/jobs/recording.h"
#include "app/jobs/race.h"
#include "app/jobs/recordings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/file.h"
#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Source = WordTrainingPlan::Source;
using testing::message_of;
using testing::TemporaryFolder;

TEST(Recording, OfVectorsComesBackAsItWas) {
  const TemporaryFolder folder;
  const auto file = folder / "words.safetensors";
  const VectorRecording made = record_vectors(Source::world, {0, 0.02}, 40, [](double) {});
  write_recording(file, made);
  const VectorRecording read = read_vector_recording(file);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0]->words_done, 0U);
  EXPECT_EQ(read[0]->losses.size(), 0U);
  EXPECT_GT(read[1]->losses.size(), 0U);
  EXPECT_NEAR(read[1]->progress, made[1]->progress, 1e-3);
  const WordVectors &a = *made[1]->vectors, &b = *read[1]->vectors;
  ASSERT_EQ(b.words.size(), 40U);
  EXPECT_EQ(b.groups, a.groups);
  for (std::size_t w = 0; w < 40; ++w) {
    EXPECT_EQ(b.words[w], a.words[w]);
    for (std::size_t c = 0; c < a.dim(); ++c) {
      EXPECT_NEAR(b.vectors[w][c], a.vectors[w][c], 1e-3 * (1 + std::abs(a.vectors[w][c])));
    }
  }
}

TEST(Recording, OfATrainingComesBackAsItWas) {
  const TemporaryFolder folder;
  const auto file = folder / "training.safetensors";
  const Lesson lesson = find_lesson("training");
  const TrainingRecording made = record_training({0, 2}, lesson.inputs, [](double) {});
  write_recording(file, made);
  const TrainingRecording read = read_training_recording(file);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0]->losses.size(), 0U);
  ASSERT_EQ(read[1]->losses.size(), 2U);
  EXPECT_NEAR(read[1]->losses[1], made[1]->losses[1], 5e-3);
  EXPECT_EQ(read[1]->seen->source, made[1]->seen->source);
  EXPECT_EQ(read[1]->seen->translation, made[1]->seen->translation);
  ASSERT_EQ(read[1]->seen->cross.size(), 2U) << "layers";
  ASSERT_EQ(read[1]->seen->cross[0].size(), 4U) << "heads";
  const Mat &a = made[1]->seen->cross[1][3], &b = read[1]->seen->cross[1][3];
  ASSERT_EQ(a.shape(), b.shape());
  for (std::size_t i = 0; i < a.cells().size(); ++i) EXPECT_NEAR(a.cells()[i], b.cells()[i], 1e-3);
}

// The charts beside the maps are those of the shipped sizes.
TEST(Recording, OfATransformerOfAnotherSizeIsRefused) {
  const TemporaryFolder folder;
  const auto file = folder / "training.safetensors";
  write_recording(file, shipped_training());
  EXPECT_NO_THROW(read_any_recording(file));
  TrainingRecording smaller;
  for (const TrainingSnapshotPtr& moment : shipped_training()) {
    auto one = std::make_shared<TrainingSnapshot>(*moment);
    TrainingSnapshot::Seen seen = *moment->seen;
    seen.cross.pop_back();
    one->seen = std::make_shared<const TrainingSnapshot::Seen>(std::move(seen));
    smaller.push_back(std::move(one));
  }
  write_recording(file, smaller);
  EXPECT_NE(message_of([&] { read_any_recording(file); }).find("whose layers have 4 heads"),
            std::string::npos);
}

TEST(Recording, OfARaceComesBackAsItWas) {
  const TemporaryFolder folder;
  const auto file = folder / "race.safetensors";
  RaceMoment moment;
  moment.names = {"one", "two"};
  moment.pairs = {300, 1000};
  moment.parameters = {12, 34};
  moment.bins = {4, 8};
  moment.by_steps = true;
  moment.standings = {{1.5, 20, 0.25, 0.5, {0.75, 0.25}}, {1.25, 10, 2, 0, {0, 0}, 0.5, 3.0}};
  write_race(file, "record it", {moment, moment});
  const std::vector<RaceMoment> read = read_race(file, "record it");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[1].names, moment.names);
  EXPECT_EQ(read[1].pairs, moment.pairs);
  EXPECT_EQ(read[1].parameters, moment.parameters);
  EXPECT_EQ(read[1].bins, moment.bins);
  EXPECT_EQ(read[1].standings[0].seconds, 1.5);
  EXPECT_EQ(read[1].standings[0].by_length, moment.standings[0].by_length);
  EXPECT_EQ(read[0].standings[1].steps, 10);
  EXPECT_TRUE(read[0].by_steps);
  EXPECT_EQ(read[0].standings[1].aligned, 0.5);
  EXPECT_EQ(read[0].standings[1].noise, 3.0);
  EXPECT_FALSE(read[0].standings[0].aligned) << "it was not measured";
  EXPECT_THROW(read_race(recording_file("training"), "record it"), UserError);
  EXPECT_EQ(shipped_race(RaceKind::bottleneck).size(), 12U);
  const RaceRecording& sizes = shipped_race(RaceKind::how_much_data);
  ASSERT_EQ(sizes.size(), 12U);
  EXPECT_EQ(sizes.back()->names.size(), 2 * race_sizes().size());
  EXPECT_GT(sizes.back()->standings.back().exact_match, 0.5);
  EXPECT_LE(std::filesystem::file_size(recording_file("how-much-data")), 20'000U);
}

TEST(Recording, AnotherFileIsNone) {
  const TemporaryFolder folder;
  const auto file = folder / "words.safetensors";
  write_recording(file, record_vectors(Source::world, {0}, 5, [](double) {}));
  EXPECT_THROW(read_training_recording(file), UserError);
  write_file(file, "nothing of the kind");
  EXPECT_THROW(read_vector_recording(file), UserError);
}

// What lessons show before anyone presses Train.
TEST(Recording, ThoseThatShipAreSmallAndLearn) {
  for (const char* name : {"training", "word-training", "word-training-real"}) {
    EXPECT_LE(std::filesystem::file_size(recording_file(name)), 300'000U) << name;
  }
  const VectorRecording& words = shipped_vector_training(Source::world);
  ASSERT_EQ(words.size(), 12U);
  EXPECT_LT(words.back()->losses.back().loss, 0.7 * words.back()->losses.front().loss);
  EXPECT_GT(words.back()->scores.back().accuracy, 0.9);
  const VectorRecording& real = shipped_vector_training(Source::wordnet);
  ASSERT_EQ(real.size(), 10U);
  EXPECT_EQ(real.back()->vectors->dim(), 100U);
  EXPECT_LT(real.back()->losses.back().loss, 0.7 * real.back()->losses.front().loss);
  EXPECT_TRUE(shipped_vector_training(Source::file).empty());
  const TrainingRecording& training = shipped_training();
  ASSERT_EQ(training.size(), 12U);
  EXPECT_EQ(training.front()->scores.back().exact_match, 0);
  EXPECT_GT(training.back()->scores.back().exact_match, 0.8);
}

// "Two numbers in five", "five looks in eight"; and who was taught where to look looks there.
TEST(Recording, OfTheRacesHoldWhatTheirLessonTells) {
  const RaceMoment& hard = *shipped_race(RaceKind::hard).at(10);
  ASSERT_EQ(hard.names.at(4), "over a GRU");
  EXPECT_EQ(hard.standings[4].steps, 160);
  EXPECT_NEAR(hard.standings[4].exact_match, 0.4, 0.05);
  EXPECT_NEAR(hard.standings[4].aligned.value_or(0), 5.0 / 8, 0.02);
  const RaceMoment& taught = *shipped_race(RaceKind::taught).back();
  ASSERT_EQ(taught.names,
            (std::vector<std::string>{"Bahdanau", "Bahd., taught", "Luong", "Luong, taught"}));
  for (const std::size_t one : {0U, 2U}) {
    EXPECT_GT(taught.standings[one + 1].aligned, 0.97);
    EXPECT_LT(taught.standings[one].aligned, 0.95);
    EXPECT_GE(taught.standings[one].exact_match, taught.standings[one + 1].exact_match);
  }
}

// The lesson says that at step 200 the girl is going to pull the box, and buys it in the end.
TEST(Recording, OfTheTrainingHoldsWhatItsLessonTells) {
  const auto translation = [](std::size_t moment) {
    return fmt::format("{}", fmt::join(shipped_training().at(moment)->seen->translation, " "));
  };
  EXPECT_EQ(translation(5), "<s> Une fille calme va tirer la boîte verte .");
  EXPECT_EQ(translation(11), "<s> Une fille calme va acheter la boîte verte .");
}

}  // namespace
}  // namespace glassformer
