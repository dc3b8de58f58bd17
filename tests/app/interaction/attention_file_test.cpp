#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/kept/kept_session.h"
#include "core/formats/file.h"
#include "core/models/attention_file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/npz.h"
#include "tests/support/temporary_folder.h"

// A file of attentions that is dropped on the window.
namespace glassformer {
namespace {

using testing::Driver;
using testing::npy_array;
using testing::TemporaryFolder;

// One layer of two heads on three tokens, of which none sees a later one.
std::string causal_file(const TemporaryFolder& folder) {
  const std::vector<float> weights{1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F,
                                   1, 0, 0, 1,    0,    0, 1,     0,     0};
  const std::string file = (folder / "mine.npz").string();
  write_file(
      file,
      testing::npz({{"tokens", npy_array("<U5", "(3,)",
                                         testing::padded_texts({U"eins", U"zwei", U"drei"}, 5))},
                    {"attentions", npy_array("<f4", "(1, 2, 3, 3)", testing::bytes_of(weights))}}));
  return file;
}

TEST(AttentionFileInTheWindow, OpensInItsLessonAndOffersWhatCanBeDone) {
  const TemporaryFolder folder;
  Driver d("heads");
  d.rest();
  EXPECT_TRUE(d.shows("Neuron"));
  d.drop(causal_file(folder));
  d.rest();
  ASSERT_FALSE(d.session().message_is_error) << d.session().message;
  EXPECT_EQ(d.session().lesson().id, "attention-file");
  EXPECT_EQ(d.session().run()->tokens[0][1], "zwei");
  EXPECT_TRUE(d.shows("zwei"));
  EXPECT_TRUE(d.shows("Lines"));
  EXPECT_FALSE(d.shows("Neuron")) << "no queries and keys are known";
  EXPECT_FALSE(d.shows("Knock out")) << "no network is there to compute without it";
  for (std::size_t step = 0; step < d.session().lesson().steps.size(); ++step) {
    d.go_to_step(d.session().lesson().steps[step].title);
    d.rest();
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  }
  EXPECT_TRUE(d.shows("This file has no hidden states.")) << "the last step says so";
}

TEST(AttentionFileInTheWindow, HabitsStandInRowsOfEqualHeight) {
  Driver d("attention-file", {2400, 800});  // two beside one another
  d.go_to_step("What each head is used to");
  d.rest();
  const Vec first = d.where("on the first token"), second = d.where("on the token before");
  const Vec third = d.where("on itself"), last = d.where("on the last token");
  EXPECT_EQ(first.y, second.y);
  EXPECT_GT(third.y, first.y + 50);
  EXPECT_EQ(third.y, d.where("on the token after").y);
  EXPECT_NEAR(last.y - third.y, third.y - first.y, 1);
}

TEST(AttentionFileInTheWindow, NoCellIsChanged) {
  Driver d("attention-file");
  d.rest();
  const double before = d.value("layer.0.head.1.weights", 0, 0);
  d.session().post(SetCell{"layer.0.head.1.weights", {0, 0, 0.5}});
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("come from a file"), std::string::npos);
  EXPECT_EQ(d.value("layer.0.head.1.weights", 0, 0), before);
}

TEST(AttentionFileInTheWindow, ComesBackAtTheNextStart) {
  const TemporaryFolder folder;
  Driver d("attention-file"), again("one-hot");
  d.drop(causal_file(folder));
  d.rest();
  const auto config = folder / "config" / "glassformer";
  write_session(config, d.app().kept());
  const auto kept = read_session(config);
  ASSERT_TRUE(kept);
  again.app().resume(*kept);
  again.rest();
  EXPECT_EQ(again.session().lesson().id, "attention-file");
  EXPECT_EQ(again.session().run()->tokens[0][0], "eins");
}

TEST(AttentionFileInTheWindow, ABadFileIsRefusedAndNothingIsLost) {
  const TemporaryFolder folder;
  const std::string file = (folder / "bad.npz").string();
  write_file(file, testing::npz({{"attentions", "no array"}, {"tokens", "no array"}}));
  Driver d("heads");
  d.drop(file);
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_EQ(d.session().lesson().id, "heads");
}

}  // namespace
}  // namespace glassformer
