#include <gtest/gtest.h>

#include <cmath>

#include "core/embed/vectors/word_vectors.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

// The trained model that a lesson shows can be chosen: a shipped one from the menu, one's own by
// dropping its file.
namespace glassformer {
namespace {

using testing::Driver;
using testing::TemporaryFolder;

// All words on screen.
std::string said(Driver& d) {
  std::string all;
  for (const Command* text : d.texts()) all += text->text + " ";
  return all;
}

std::string written(const TemporaryFolder& folder, const TransformerConfig& config) {
  const std::string file = (folder / "mine.safetensors").string();
  write_safetensors(file, to_tensors(testing::tiny_checkpoint(config)));
  return file;
}

TransformerConfig learned() {
  TransformerConfig config = testing::small_config();
  config.positions = PositionKind::learned;
  return config;
}

TEST(ModelMenu, AnotherShippedModelIsChosenAndGoesAlong) {
  Driver d("walkthrough");
  EXPECT_EQ(d.session().run()->tokens[1].at(1), "Une");
  d.click(d.where("en-fr"));
  d.rest();
  EXPECT_TRUE(d.shows("Transformer, English to German"));
  ASSERT_TRUE(d.session().chosen);
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows("Transformer, English to German"));
  EXPECT_TRUE(d.session().chosen) << "one press closes one thing";
  d.click(d.where("en-fr"));
  d.rest();
  d.click(d.where("Transformer, English to German"));
  d.rest();
  EXPECT_FALSE(d.shows("Transformer, English to German")) << "the menu is closed";
  EXPECT_TRUE(d.shows("en-de"));
  EXPECT_EQ(d.session().run()->tokens[1].at(1), "Ein");
  for (const char* lesson : {"heads", "decoding", "gradients"}) {
    d.app().open(find_lesson(lesson));
    d.rest();
    EXPECT_FALSE(d.session().inputs().resources.get(slots::model)) << "as it is written";
    d.session().take_offer(slots::model.name);
    d.rest();
    EXPECT_EQ(d.session().inputs().resources.get(slots::model), load_shipped("en-de")) << lesson;
    EXPECT_TRUE(d.shows("en-de")) << lesson;
  }
  d.click(d.where("en-de"));
  d.rest();
  d.click(d.where("Transformer, English to French"));
  d.rest();
  EXPECT_EQ(d.session().inputs().resources.get(slots::model), load_shipped("en-fr"));
}

// A lesson is offered the models that it can show, and no others.
TEST(ModelMenu, OffersWhatFits) {
  Driver d("bottleneck");
  d.click(d.where("gru-vector"));
  d.rest();
  EXPECT_TRUE(d.shows("GRU without attention, English to French"));
  EXPECT_FALSE(d.shows("Transformer, English to German"));
  EXPECT_FALSE(d.shows("gru-luong"));
  Driver walk("walkthrough");
  walk.click(walk.where("en-fr"));
  walk.rest();
  EXPECT_TRUE(walk.shows("Transformer, English to German"));
  EXPECT_FALSE(walk.shows("gru-vector"));
  walk.session().use(slots::model, load_shipped("en-de"));
  walk.app().open(find_lesson("bottleneck"));
  walk.rest();
  EXPECT_TRUE(walk.session().offers().empty()) << "a Transformer has more than one vector";
}

TEST(ModelMenu, TheWordsSpeakOfTheModelThatIsShown) {
  Driver d("walkthrough");
  EXPECT_NE(said(d).find("translates into French"), std::string::npos) << said(d);
  d.session().use(slots::model, load_shipped("en-de"));
  d.rest();
  EXPECT_NE(said(d).find("translates into German"), std::string::npos) << said(d);
  d.session().use(slots::model, load_shipped("en-fr"));
  d.rest();
  EXPECT_NE(said(d).find("translates into French"), std::string::npos) << said(d);
  const TemporaryFolder folder;
  write_file(folder / "mine.txt", "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  d.app().open(find_lesson("word-map"));
  d.drop((folder / "mine.txt").string());
  d.rest();
  EXPECT_NE(said(d).find("These vectors come from"), std::string::npos) << said(d);
  EXPECT_EQ(said(d).find("a country"), std::string::npos) << said(d);
}

// Neither of the two sets that come with the program is lit while a file is shown, and how many of
// its words are looked at stands in the picture.
TEST(ModelMenu, NoSwitchIsLitForWhatIsNotShown) {
  auto mine = std::make_shared<WordVectors>();
  constexpr std::size_t words = 2000;
  RowsBuilder rows(words, 3);
  for (std::size_t w = 0; w < words; ++w) {
    mine->words.add("w" + std::to_string(w));
    const auto turn = static_cast<float>(w);
    rows[w][0] = std::sin(turn);
    rows[w][1] = std::cos(turn);
    rows[w][2] = std::sin(turn * turn);
  }
  mine->vectors = rows.finish();
  Driver d("bias");
  d.rest();
  EXPECT_TRUE(d.shows("Small world"));
  d.session().use(slots::vectors, mine);
  d.go_to_step("The analogies that follow");
  d.rest();
  EXPECT_FALSE(d.shows("Small world"));
  EXPECT_FALSE(d.shows("Real words"));
  EXPECT_TRUE(d.shows("Pairs of the 1500 most frequent of 2000 words"));
  EXPECT_NE(said(d).find("“w0” differs from “w1”"), std::string::npos) << said(d);
}

// One that the command line names is called after its file too.
TEST(ModelMenu, AModelOfTheCommandLineHasTheNameOfItsFile) {
  const TemporaryFolder folder;
  Driver d("decoding");
  d.session().use(slots::model, std::make_shared<const Checkpoint>(
                                    load_checkpoint(written(folder, testing::small_config()))));
  d.rest();
  EXPECT_TRUE(d.shows("mine"));
  EXPECT_FALSE(d.shows("a file"));
}

TEST(ModelMenu, ADroppedModelIsUsedAndStaysInTheMenu) {
  const TemporaryFolder folder;
  Driver d("decoding");
  d.drop(written(folder, testing::small_config()));
  d.rest();
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  EXPECT_NE(d.session().message.find("2 + 2 layers, 2 heads, d_model 8"), std::string::npos)
      << d.session().message;
  ASSERT_TRUE(d.session().inputs().resources.get(slots::model));
  EXPECT_EQ(d.session().inputs().resources.get(slots::model)->origin, "a test");
  EXPECT_TRUE(d.shows("mine"));
  d.click(d.where("mine"));
  d.rest();
  d.click(d.where("Transformer, English to French"));
  d.rest();
  EXPECT_NE(d.session().inputs().resources.get(slots::model)->origin, "a test");
  d.click(d.where("en-fr"));
  d.rest();
  d.click(d.where("2 + 2 layers, 2 heads, d_model 8"));
  d.rest();
  EXPECT_EQ(d.session().inputs().resources.get(slots::model)->origin, "a test");
}

TEST(ModelMenu, AModelThatIsDroppedElsewhereIsWalkedThrough) {
  const TemporaryFolder folder;
  Driver d("self-attention-by-hand");
  EXPECT_FALSE(d.shows("en-fr")) << "no trained model here";
  d.drop(written(folder, testing::small_config()));
  d.rest();
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "walkthrough");
  EXPECT_EQ(d.session().inputs().resources.get(slots::model)->origin, "a test");
}

// Each kind of model brings the lesson that can show it, wherever it is dropped.
TEST(ModelMenu, ARecurrentModelBringsALessonThatFits) {
  const auto shipped = [](const char* name) {
    return (assets_folder() / "weights" / (std::string(name) + ".safetensors")).string();
  };
  for (const char* open : {"self-attention-by-hand", "walkthrough"}) {
    Driver d(open);
    d.drop(shipped("gru-luong"));
    d.rest();
    d.press(Key::enter);
    d.rest();
    EXPECT_EQ(d.session().lesson().id, "alignments") << open;
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
    EXPECT_TRUE(d.shows_part("The chosen model"));
    d.drop(shipped("gru-vector"));
    d.rest();
    d.press(Key::enter);
    d.rest();
    EXPECT_EQ(d.session().lesson().id, "bottleneck") << open;
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
    d.drop(shipped("en-de"));
    d.rest();
    d.press(Key::enter);
    d.rest();
    EXPECT_EQ(d.session().lesson().id, "walkthrough") << open;
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  }
}

TEST(ModelMenu, AModelOfOtherCharactersBringsASentenceThatItReads) {
  const auto folder = testing::shared_data("checkpoints/dates-lstm");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  Driver d("alignments");
  d.drop((*folder / "model.safetensors").string());
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "alignments");
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  ASSERT_TRUE(d.session().inputs().resources.get(slots::model));
  EXPECT_TRUE(d.shows_part("The chosen model"));
  EXPECT_TRUE(d.shows_part("“1994-09-27”"));
  const Tape& tape = d.session().run()->tape;
  EXPECT_EQ(tape.shape(tape.find("luong.alignment")), (Shape{10, 29})) << "a row a character";
}

TEST(ModelMenu, OnlyWhatTheLessonCanShowIsOffered) {
  Driver d("alignments");
  d.rest();
  d.click(d.where("gru-luong"));
  d.rest();
  EXPECT_TRUE(d.shows("gru-bahdanau"));
  EXPECT_FALSE(d.shows("en-de"));
  EXPECT_FALSE(d.shows("gru-vector"));
  d.click(d.where("gru-bahdanau"));
  d.rest();
  EXPECT_EQ(d.session().inputs().resources.get(slots::model), load_shipped("gru-bahdanau"));
  EXPECT_NE(said(d).find("yours, and two that come with the program"), std::string::npos)
      << said(d);
  d.app().open(find_lesson("walkthrough"));
  d.rest();
  EXPECT_TRUE(d.session().offers().empty()) << "this is no Transformer";
}

TEST(ModelMenu, WhatIsNoModelIsASentenceAndChangesNothing) {
  const TemporaryFolder folder;
  const std::string whole = safetensors_bytes(to_tensors(testing::tiny_checkpoint(learned())));
  Driver d("heads");
  for (const std::string& bytes : {std::string("no model"), whole.substr(0, whole.size() / 2)}) {
    write_file(folder / "broken.safetensors", bytes);
    d.drop((folder / "broken.safetensors").string());
    d.rest();
    EXPECT_TRUE(d.session().message_is_error);
    EXPECT_NE(d.session().message.find("broken.safetensors"), std::string::npos)
        << d.session().message;
    EXPECT_FALSE(d.session().inputs().resources.get(slots::model));
    EXPECT_EQ(d.session().lesson().id, "heads");
  }
}

TEST(PositionsView, TheTableOfAModelThatHasLearnedItsPositions) {
  const TemporaryFolder folder;
  Driver d("positional-curves");
  d.go_to("learned.encoder.table");
  d.drop(written(folder, learned()));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "positional-curves");
  EXPECT_EQ(said(d).find("The chosen model has no learned positions"), std::string::npos);
  const Checkpoint& mine = *d.session().inputs().resources.get(slots::model);
  const int index = transformer_of(mine).source_positions();
  EXPECT_EQ(d.value("learned.encoder.table", 3, 2), mine.params.value(index)(3, 2));
  d.click(d.where("dot products"));
  d.rest();
  EXPECT_TRUE(d.shows("other position"));
  d.click(d.where("decoder"));
  d.click(d.where("lengths"));
  d.rest();
  EXPECT_TRUE(d.shows("length of the encoding"));
}

}  // namespace
}  // namespace glassformer
