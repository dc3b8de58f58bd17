#include <gtest/gtest.h>

#include <filesystem>

#include "app/jobs/jobs.h"
#include "app/views/view.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// What is opened by dropping it, and what is refused.
namespace glassformer::testing {
namespace {

// A file that is refused leaves everything as it is, whatever it was taken for.
TEST(Open, ARefusedFileChangesNothing) {
  const TemporaryFolder folder;
  struct Case {
    const char *name, *bytes;
  };
  for (const char* lesson : {"masked-scores", "training", "word-training"}) {
    for (const Case& one :
         {Case{"broken.vec", "2 3\nthe 0.1 0.2 0.3\ncat 1\n"}, Case{"broken.json", "{\"id\": 3"},
          Case{"few.tsv", "the cat\tle chat\n"}, Case{"paper.pdf", "%PDF-1.4"},
          Case{"half.safetensors", "xx"}, Case{"q.txt", ": capitals\nAthens Greece Oslo\n"},
          Case{"gone/x.txt", nullptr}}) {
      // There it is a text to learn words from.
      if (lesson == std::string_view("word-training") && one.name == std::string_view("few.tsv"))
        continue;
      const std::string path = (folder / one.name).string();
      if (one.bytes != nullptr) write_file(path, one.bytes);
      Driver d(lesson);
      d.press(Key::right);
      d.press(Key::space);
      const RunPtr run = d.session().run();
      const int step = d.session().step;
      const ViewState view = d.session().view_state;
      const auto training = d.session().jobs().training();
      const auto words = d.session().jobs().vector_training();
      d.drop(path);
      d.rest();
      const std::string what = std::string(one.name) + " in " + lesson;
      EXPECT_EQ(d.session().lesson().id, lesson) << what;
      EXPECT_EQ(d.session().step, step) << what;
      EXPECT_EQ(d.session().run(), run) << what;
      EXPECT_EQ(d.session().view_state, view) << what;
      EXPECT_EQ(d.session().jobs().training(), training) << what;
      EXPECT_EQ(d.session().jobs().vector_training(), words) << what;
      EXPECT_TRUE(d.session().message_is_error) << what << ": " << d.session().message;
      EXPECT_NE(d.session().message.find(one.name), std::string::npos) << d.session().message;
    }
  }
}

// Ctrl O: a path is typed, completes itself by Tab, and opens by Enter.
TEST(Open, ATypedPathCompletesItselfAndOpens) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "class");
  Lesson lesson = find_lesson("multi-head");
  lesson.id = lesson.title = "my-own";
  write_file(folder / "class" / "my-own.json", write_lesson(lesson));
  Driver d("self-attention-by-hand");
  d.press(Key::o, true);
  d.rest();
  EXPECT_TRUE(d.shows("Opened lately"));
  d.type((folder / "cl").string());
  d.press(Key::tab);
  d.rest();
  EXPECT_TRUE(d.shows("my-own.json")) << "what lies in the folder";
  d.type("m");
  d.press(Key::tab);
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "my-own");
  EXPECT_FALSE(d.shows("Opened lately"));
  ASSERT_EQ(d.app().recent().all().size(), 1U);
  EXPECT_EQ(d.app().recent().all()[0].path, (folder / "class" / "my-own.json").string());
  EXPECT_EQ(d.session().step, 0) << "no letter was a key of the window";
}

TEST(Open, WhatIsRefusedIsSaidInTheDialogWithWhatWasTyped) {
  const TemporaryFolder folder;
  write_file(folder / "paper.pdf", "%PDF-1.4");
  const std::string path = (folder / "paper.pdf").string();
  Driver d("masked-scores");
  d.press(Key::right);
  d.press(Key::o, true);
  d.rest();
  d.type(path);
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("Open")) << "the dialog stays";
  EXPECT_TRUE(d.says("PDF document")) << d.session().message;
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
  EXPECT_EQ(d.session().step, 1);
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows("Opened lately"));
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
}

TEST(Open, RecentFilesAreOpenedAndForgotten) {
  const TemporaryFolder folder;
  write_file(folder / "mine.vec", "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  Driver d("heads");
  d.app().recent().add((folder / "gone.vec").string(), RecentFiles::Kind::vectors);
  d.app().recent().add((folder / "mine.vec").string(), RecentFiles::Kind::vectors);
  d.press(Key::o, true);
  d.rest();
  EXPECT_TRUE(d.shows("missing"));
  d.press(Key::down);
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "word-arithmetic");
  ASSERT_TRUE(d.session().inputs().resources.get(slots::vectors));
}

// A lesson about vectors need not have a place for others.
TEST(Open, VectorsOpenWhereTheyAreSeen) {
  const TemporaryFolder folder;
  write_file(folder / "mine.vec", "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  for (const auto& [lesson, shown] :
       {std::pair{"glove", "word-arithmetic"}, std::pair{"word-training", "word-arithmetic"},
        std::pair{"word-map", "word-map"}}) {
    Driver d(lesson);
    d.drop((folder / "mine.vec").string());
    d.rest();
    EXPECT_EQ(d.session().lesson().id, shown) << lesson << ": " << d.session().message;
    const auto used = d.session().inputs().resources.get(slots::vectors);
    ASSERT_TRUE(used) << lesson;
    EXPECT_EQ(used->words.size(), 3U) << lesson;
  }
}

TEST(Open, VectorsAsJsonAreNoLesson) {
  const TemporaryFolder folder;
  write_file(folder / "v.json", R"({"zig": [1, 0], "zag": [0, 1], "zog": [1, 1]})");
  Driver d("heads");
  d.drop((folder / "v.json").string());
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "word-arithmetic") << d.session().message;
}

// Ctrl L where the numbers are given: it says so, and what is typed is no key of the window.
TEST(Open, CtrlLWhereNoSentenceIsTakenTakesNoKeys) {
  Driver d("masked-scores");
  d.press(Key::l, true);
  d.rest();
  EXPECT_TRUE(d.says("This lesson takes no sentence"));
  const bool dark = d.app().settings().dark;
  for (const Key key : {Key::t, Key::a, Key::space, Key::s, Key::p, Key::n}) d.press(key);
  EXPECT_EQ(d.app().settings().dark, dark);
  EXPECT_EQ(d.session().step, 0);
  EXPECT_FALSE(d.session().predicting);
  d.press(Key::escape);
  d.rest();
  EXPECT_TRUE(d.session().message.empty());
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 1) << "the keys are back";
}

// Lines were chosen for one lesson; another begins with matrices, and so does a step that speaks
// of one that lines do not show.
TEST(Open, LinesLastUntilAStepSpeaksOfAMatrix) {
  Driver d("self-attention-by-hand");
  d.go_to("weights");
  d.press(Key::m);
  d.rest();
  EXPECT_TRUE(d.session().lines);
  d.go_to("scores");
  EXPECT_FALSE(d.session().lines);
  d.go_to("weights");
  d.press(Key::m);
  d.app().open(find_lesson("masked-scores"));
  EXPECT_FALSE(d.session().lines);
}

// The stage alone, as large as it is asked for.
TEST(Pictures, OnlyTheStageAndEnlarged) {
  const TemporaryFolder folder;
  Driver::Options painted;
  painted.painted = true;
  Driver d("masked-scores", painted);
  const Rect stage = d.app().stage();
  const Canvas once = d.app().picture_of({"", {}, 1}), twice = d.app().picture_of({"", {}, 2});
  EXPECT_GT(once.whole().w, stage.w);
  EXPECT_LT(once.whole().w, stage.w + 40);
  EXPECT_NEAR(twice.whole().w, 2 * once.whole().w, 1);
  EXPECT_LT(once.commands().size(), d.app().canvas().commands().size());
  const auto words = [](const Canvas& canvas) {
    return std::ranges::count(canvas.commands(), Command::Kind::text, &Command::kind);
  };
  EXPECT_EQ(words(once), words(twice));
  const std::string file = (folder / "stage.png").string();
  d.app().save({file, {}, 2});
  const std::string bytes = read_file(file, std::size_t{1} << 26);
  const auto side = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  EXPECT_EQ(side(16), static_cast<int>(twice.whole().w));
  EXPECT_EQ(side(20), static_cast<int>(twice.whole().h));
  EXPECT_NO_THROW(d.app().picture_of({"", {PicturePart::Which::panel, "words"}, 1}));
  EXPECT_THROW(d.app().picture_of({"", {PicturePart::Which::panel, "none"}, 1}), UserError);
}

TEST(Pictures, OfASingleMatrixByItsPath) {
  Driver d("masked-scores");
  d.press(Key::end);
  const auto picture = [&](const std::string& name, int pixels) {
    return d.app().picture_of({"", {PicturePart::Which::panel, name}, pixels});
  };
  const Canvas once = picture("weights", 1), twice = picture("weights", 2);
  EXPECT_LT(once.whole().w, d.app().stage().w) << "as large as it is, not as its room";
  EXPECT_NEAR(twice.whole().w, 2 * once.whole().w, 1);
  std::vector<const Command*> words;
  for (const Command& c : once.commands()) {
    if (c.kind == Command::Kind::text) words.push_back(&c);
  }
  EXPECT_EQ(number_of(words, "robot"), 1);
  EXPECT_EQ(number_of(words, "0.519"), 1) << "its numbers";
  try {
    picture("weihgts", 1);
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'weights'?"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("words"), std::string::npos) << error.what();
  }
}

TEST(Pictures, ARightClickAsksForItsMatrix) {
  const TemporaryFolder folder;
  Driver d("masked-scores");
  d.press(Key::end);
  Input input;
  input.still = true;
  input.time = d.time;
  input.mouse = d.find_cell("weights", 1, 1);
  for (const bool down : {false, true, false}) {
    input.right_down = down;
    d.app().frame(input);
  }
  EXPECT_TRUE(d.shows("Matrix"));
  d.click(d.where("SVG"));
  d.press(Key::a, true);
  d.type((folder / "m.svg").string());
  d.press(Key::enter);
  d.frame();
  const std::string svg = read_file(folder / "m.svg", std::size_t{1} << 22);
  EXPECT_NE(svg.find("0.519"), std::string::npos) << d.session().message;
  EXPECT_EQ(svg.find("glassformer"), std::string::npos) << "the top bar is not in it";
}

}  // namespace
}  // namespace glassformer::testing
