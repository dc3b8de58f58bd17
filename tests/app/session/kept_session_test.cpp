#include "app/kept/kept_session.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/embed/vectors/word_vectors.h"
#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "tests/app/interaction/driver.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/temporary_folder.h"

// What one start leaves, the next one finds: the lesson as it stood, its model and its vectors.
namespace glassformer {
namespace {

using testing::Driver;
using testing::TemporaryFolder;

// Ends the program and starts it again.
void start_again(Driver& before, Driver& after, const TemporaryFolder& folder) {
  const auto config = folder / "config" / "glassformer";
  write_session(config, before.app().kept());
  const auto kept = read_session(config);
  ASSERT_TRUE(kept);
  after.app().resume(*kept);
  after.rest();
}

TEST(KeptSession, AShippedModelThatWasChosenIsStillChosen) {
  const TemporaryFolder folder;
  Driver d("heads"), again("one-hot");
  d.session().use(slots::model, load_shipped("en-de"));
  d.session().post(SetText{0, "the cat sees the dog .", 0});
  d.rest();
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "heads");
  EXPECT_EQ(again.session().inputs().text[0], "the cat sees the dog .");
  EXPECT_EQ(again.session().inputs().resources.get(slots::model), load_shipped("en-de"));
  EXPECT_EQ(again.session().run()->tokens[1], d.session().run()->tokens[1]);
}

TEST(KeptSession, ModelAndSentenceOfAFileComeBack) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.safetensors").string();
  write_safetensors(file, to_tensors(testing::tiny_checkpoint(testing::small_config())));
  Driver d("decoding"), again("one-hot");
  d.drop(file);
  d.rest();
  d.session().post(SetText{0, "a big dog eats .", 0});
  d.rest();
  ASSERT_FALSE(d.session().message_is_error) << d.session().message;
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "decoding");
  EXPECT_EQ(again.session().inputs().text[0], "a big dog eats .");
  ASSERT_TRUE(again.session().inputs().resources.get(slots::model));
  EXPECT_EQ(again.session().inputs().resources.get(slots::model)->origin, "a test");
  EXPECT_TRUE(again.shows("mine")) << "it stands in the menu again";
}

TEST(KeptSession, VectorsAndTheirExpressionComeBack) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.txt").string();
  write_file(file, "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  Driver d("word-arithmetic"), again("one-hot");
  d.drop(file);
  d.rest();
  d.session().post(SetOption{"expression", "zig + zag"});
  d.rest();
  ASSERT_FALSE(d.session().message_is_error) << d.session().message;
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "word-arithmetic");
  EXPECT_EQ(text(again.session().inputs(), "expression"), "zig + zag");
  ASSERT_TRUE(again.session().inputs().resources.get(slots::vectors));
  EXPECT_EQ(again.session().inputs().resources.get(slots::vectors)->words.size(), 3U);
}

TEST(KeptSession, QuestionsAndPairsComeBackWithTheStep) {
  const TemporaryFolder folder;
  const std::string asked = (folder / "mine.txt").string(), rated = (folder / "mine.tsv").string();
  write_file(asked, ": one\nfrance paris italy rome\n: two\nking queen man woman\n");
  write_file(rated, "tea\tcoffee\t9\ngood\tbad\t4\n");
  Driver d("evaluate"), again("one-hot");
  d.drop(asked);
  d.rest();
  d.drop(rated);
  d.rest();
  d.session().post(SetOption{"section", "two"});
  d.go_to("question.cosine");
  d.rest();
  const int step = d.session().step;
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "evaluate");
  EXPECT_TRUE(again.session().inputs().resources.get(slots::questions));
  EXPECT_TRUE(again.session().inputs().resources.get(slots::rated_pairs));
  EXPECT_EQ(again.session().step, step);
  EXPECT_EQ(again.session().run()->tokens[0], std::vector<std::string>{"two"});
}

TEST(KeptSession, AFileThatIsGoneIsLeftOut) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.safetensors").string();
  write_safetensors(file, to_tensors(testing::tiny_checkpoint(testing::small_config())));
  Driver d("walkthrough"), again("one-hot");
  d.drop(file);
  d.rest();
  std::filesystem::remove(file);
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "walkthrough");
  EXPECT_FALSE(again.session().inputs().resources.get(slots::model));
}

TEST(KeptSession, AFileThatIsBrokenByNowIsNotWaitedFor) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.safetensors").string();
  const Checkpoint mine = testing::tiny_checkpoint(testing::small_config());
  write_safetensors(file, to_tensors(mine));
  Driver d("heads"), again("one-hot");
  d.drop(file);
  d.rest();
  write_file(file, "glassformer checkpoint, but broken");
  start_again(d, again, folder);
  EXPECT_EQ(again.session().lesson().id, "heads");
  EXPECT_TRUE(again.session().message_is_error);
  again.press(Key::right);
  again.rest();
  const int step = again.session().step;
  ASSERT_GT(step, 0);
  write_safetensors(file, to_tensors(mine));
  again.drop(file);
  again.rest();
  ASSERT_TRUE(again.session().inputs().resources.get(slots::model));
  EXPECT_EQ(again.session().step, step) << "the lesson does not begin anew";
}

TEST(KeptSession, WhatWasWrittenByAnotherVersionIsNothing) {
  const TemporaryFolder folder;
  EXPECT_FALSE(read_session(folder.path()));
  write_file(folder / "session.json", "{\"id\": 3}");
  EXPECT_FALSE(read_session(folder.path()));
  write_file(folder / "session.json", write_lesson(find_lesson("heads")));
  for (const char* opened :
       {"", "[]", "{\"model\": 4}", "{\"model\": \"/no/such\"}", "\x00\xff{"}) {
    write_file(folder / "opened.json", opened);
    const auto kept = read_session(folder.path());
    ASSERT_TRUE(kept) << opened;
    EXPECT_EQ(kept->lesson.id, "heads");
    EXPECT_EQ(kept->model, "");
    EXPECT_EQ(kept->vectors, "");
  }
}

TEST(KeptSession, AModelWithNumbersThatAreNoneSaysSo) {
  const TemporaryFolder folder;
  Checkpoint made = testing::tiny_checkpoint();
  made.params.value(0)(0, 0) = std::numeric_limits<Real>::infinity();
  write_safetensors(folder / "m.safetensors", to_tensors(made));
  Driver d("walkthrough");
  const auto shown = d.session().inputs().resources.get(slots::model);
  d.app().open_path((folder / "m.safetensors").string());
  d.rest();
  EXPECT_TRUE(d.says("numbers are nan or infinite, the first is " + made.params.name(0) + "[0, 0]"))
      << "on its page";
  EXPECT_TRUE(d.says("No lesson takes it"));
  EXPECT_EQ(d.session().inputs().resources.get(slots::model), shown) << "as `show --model`";
}

TEST(KeptSession, IsSetAsideUnderAFreeName) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(set_session_aside(folder.path()).empty()) << "there is none";
  for (const char* const name : {"session-1.json", "session-2.json"}) {
    KeptSession kept;
    kept.lesson = find_lesson("multi-head");
    write_session(folder.path(), kept);
    const std::string bytes = read_file(folder / "session.json", 1 << 20);
    EXPECT_EQ(set_session_aside(folder.path()), folder / name);
    EXPECT_FALSE(read_session(folder.path()));
    EXPECT_FALSE(std::filesystem::exists(folder / "opened.json"));
    EXPECT_EQ(read_file(folder / name, 1 << 20), bytes);
  }
}

}  // namespace
}  // namespace glassformer
