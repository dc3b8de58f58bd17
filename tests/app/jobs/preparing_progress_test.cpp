#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "app/jobs/vector_training.h"
#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// While a text is read and its pairs are counted, how far that is stands in the window: never more
// than all of it.
TEST(WordTraining, NoMoreIsReadOfATextThanThereIs) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder / "own.txt";
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    for (int k = 1; k < 6; ++k) text += "w" + std::to_string(i * k % 997) + " ";
    text += "\n";
  }
  write_file(file, text);
  WordTrainingPlan plan = window_training_plan(WordTrainingPlan::Source::file);
  plan.text = file;
  plan.words = {true, WordOptions::Signs::drop, false};
  plan.model = WordTrainingPlan::Model::lsa;
  VectorTrainingJob job(word_training(plan));
  job.start();
  double most = 0;
  using State = VectorTrainingSnapshot::State;
  const auto begun = std::chrono::steady_clock::now();
  while (job.latest()->state != State::finished && job.latest()->state != State::failed &&
         std::chrono::steady_clock::now() - begun < std::chrono::seconds(60)) {
    most = std::max(most, job.latest()->progress);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  job.wait();
  EXPECT_EQ(job.latest()->state, State::finished) << job.latest()->error;
  EXPECT_GT(most, 0);
  EXPECT_LE(most, 1);
}

}  // namespace
}  // namespace glassformer
