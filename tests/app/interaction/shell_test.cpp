#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/platform/picture.h"
#include "core/embed/files/read_vectors.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "glassformer-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

constexpr const char* kSentence = "The animal didn't cross the street because it was too tired";

TEST(Shell, SentenceIsTypedAndEverythingFollows) {
  Driver d("multi-head");
  d.click(d.where(kSentence));
  d.type("purple robots dream");
  EXPECT_EQ(d.session().run()->tokens[0].size(), 3U) << "each letter is followed at once";
  d.press(Key::enter);
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"purple", "robots", "dream"}));
  EXPECT_TRUE(d.shows("purple robots dream"));
  EXPECT_TRUE(d.shows("robots")) << "the rows carry the new words";
  EXPECT_FALSE(d.shows("street"));
  EXPECT_EQ(d.session().run()->tape.shape(d.session().run()->tape.find("x")).rows, 3);
  d.press(Key::z, true);
  EXPECT_EQ(d.session().inputs().text[0], kSentence) << "one visit to the field is one change";
}

TEST(Shell, SecondSentenceIsAFieldOfItsOwn) {
  Driver d("cross-attention");
  d.click(d.where("das Tier war müde"));
  d.type("es war müde");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run()->tokens[1], (std::vector<std::string>{"es", "war", "müde"}));
  EXPECT_EQ(d.session().run()->tokens[0].size(), 5U);
  d.go_to("head.1.q");
  EXPECT_TRUE(d.shows("müde")) << "the rows of the queries carry the new words";
}

TEST(Shell, KeysTypedIntoAFieldDoNothingElse) {
  Driver d("multi-head");
  d.press(Key::l, true);
  for (const Key key : {Key::t, Key::p, Key::l, Key::right, Key::space, Key::d2}) d.press(key);
  EXPECT_FALSE(d.app().settings().dark);
  EXPECT_FALSE(d.session().predicting);
  EXPECT_EQ(d.session().step, 0);
  EXPECT_EQ(d.session().head, 0);
  d.press(Key::escape);
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 1) << "Escape gives the keyboard back";
}

TEST(Shell, ListOpensAnotherLesson) {
  Driver d("self-attention-by-hand");
  d.click(d.where("Six score functions"));
  EXPECT_EQ(d.session().lesson().id, "score-functions");
  EXPECT_EQ(d.session().step, 0);
  EXPECT_TRUE(d.shows("One query, four keys")) << "the first step";
  EXPECT_FALSE(d.session().can_undo());
}

// A word of its own: a map of words may well show a nanny.
bool says_nan(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "nan" || word == "-nan" || word == "−nan") return true;
  }
  return false;
}

TEST(Shell, EveryLessonOfTheListOpensAndWalksToItsEnd) {
  Driver d("self-attention-by-hand");
  for (const Lesson& lesson : testing::shipped()) {
    SCOPED_TRACE(lesson.id);
    std::string title;  // as the list prints it, perhaps cut
    for (const Command* text : d.texts()) {
      const std::string shown = text->text.substr(0, text->text.find("…"));
      if (text->rect.x < 236 * d.scale() && !shown.empty() && lesson.title.starts_with(shown) &&
          shown.size() > title.size()) {
        title = text->text;
      }
    }
    d.click(d.where_in(title, {0, 0, 236 * d.scale(), 1000}));
    ASSERT_EQ(d.session().lesson().id, lesson.id);
    for (std::size_t i = 1; i < lesson.steps.size(); ++i) d.press(Key::right);
    EXPECT_EQ(d.session().step, static_cast<int>(lesson.steps.size()) - 1);
    EXPECT_TRUE(d.session().message.empty()) << d.session().message;
    for (const Command* text : d.texts()) {
      EXPECT_FALSE(says_nan(text->text)) << text->text;
    }
  }
}

TEST(Shell, ThemePresenterScaleAndListAreKeys) {
  Driver d("self-attention-by-hand");
  const Color page = d.app().background();
  d.press(Key::t);
  EXPECT_TRUE(d.app().settings().dark);
  EXPECT_LT(luminance(d.app().background()), luminance(page));
  d.press(Key::t);
  EXPECT_EQ(d.app().background(), page);

  const float scale = d.scale();
  d.press(Key::f5);
  EXPECT_NEAR(d.scale(), 1.6F * scale, 0.01F);
  d.press(Key::f5);
  EXPECT_NEAR(d.scale(), scale, 0.01F);
  d.press(Key::plus, true);
  EXPECT_GT(d.scale(), scale);
  d.press(Key::minus, true);
  EXPECT_NEAR(d.scale(), scale, 0.01F);
  EXPECT_NEAR(d.app().settings().scale, 1.0, 0.01);

  EXPECT_TRUE(d.shows_part("Thinking Machines"));
  d.press(Key::l);
  EXPECT_FALSE(d.shows_part("Thinking Machines"));
  d.press(Key::s);
  EXPECT_TRUE(d.app().settings().mark_sign);
  d.press(Key::f11);
  EXPECT_TRUE(d.app().take_fullscreen());
  EXPECT_FALSE(d.app().take_fullscreen());
}

// With the presenter's letters there is no room beside the canvas: then only who asks for the list
// has it over the picture.
TEST(Shell, TheListDoesNotCoverThePresentersPicture) {
  Driver d("self-attention-by-hand");
  EXPECT_TRUE(d.shows("Masked scores"));
  d.press(Key::f5);
  d.rest();
  EXPECT_FALSE(d.shows("Masked scores"));
  d.press(Key::l);
  d.rest();
  EXPECT_TRUE(d.shows("Masked scores"));
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows("Masked scores"));
  d.press(Key::l);
  d.rest();
  d.click(d.where("Masked scores"));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
  EXPECT_FALSE(d.shows("The weighted sum"));
  d.press(Key::f5);
  d.rest();
  EXPECT_TRUE(d.shows("The weighted sum")) << "beside the canvas again";
}

TEST(Shell, TheKeysAreScrolledToWhereThereIsNoRoom) {
  Driver d("self-attention-by-hand", {.width = 1000, .height = 500});
  d.press(Key::question);
  d.rest();
  EXPECT_FALSE(d.shows("Ctrl Q"));
  d.wheel({500, 300}, -20);
  d.rest();
  EXPECT_TRUE(d.shows("Ctrl Q"));
}

TEST(Shell, QuestionMarkListsTheKeys) {
  Driver d("self-attention-by-hand");
  d.press(Key::question, false, true);
  EXPECT_TRUE(d.shows("Keys"));
  EXPECT_TRUE(d.shows("Ctrl Z   Ctrl Y"));
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 0) << "what lies under it is not touched";
  d.press(Key::escape);
  EXPECT_FALSE(d.shows("Keys"));
  d.press(Key::f1);
  EXPECT_TRUE(d.shows("Keys"));
  d.press(Key::question, false, true);
  EXPECT_FALSE(d.shows("Keys"));
}

TEST(Shell, BrokenFileIsASentenceAndKeepsEverything) {
  const Folder folder;
  write(folder / "broken.json", "{\"id\": \"broken\",\n \"title\": 3}");
  Driver d("multi-head");
  d.press(Key::right);
  const RunPtr run = d.session().run();
  d.click(d.where(kSentence));
  d.drop((folder / "broken.json").string());
  EXPECT_EQ(d.session().run(), run);
  EXPECT_EQ(d.session().step, 1);
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("broken.json"), std::string::npos);
  EXPECT_TRUE(d.shows_part("broken.json")) << "in the bar";
  d.type("still here");
  d.press(Key::enter);
  EXPECT_EQ(d.session().inputs().text[0], "still here") << "the bar leaves the keyboard alone";
  d.drop((folder / "absent.json").string());
  EXPECT_NE(d.session().message.find("absent.json"), std::string::npos);
  EXPECT_EQ(d.session().inputs().text[0], "still here");
  d.press(Key::escape);
  EXPECT_TRUE(d.session().message.empty());
}

TEST(Shell, LessonThatIsDroppedOpens) {
  const Folder folder;
  Lesson lesson = find_lesson("multi-head");
  lesson.id = "my-own";
  lesson.title = "A lesson of my own";
  lesson.inputs.text[0] = "written by hand";
  write(folder / "own.json", write_lesson(lesson));
  Driver d("self-attention-by-hand");
  d.drop((folder / "own.json").string());
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().lesson().id, "my-own");
  EXPECT_TRUE(d.shows("written by hand"));
}

class Save : public ::testing::Test {
 protected:
  // Opens the dialog, picks the format, types the name, and confirms.
  void save(Driver& d, const char* format, const fs::path& file) {
    d.press(Key::s, true);
    // A click on the format that is chosen already would take the keyboard from the name.
    if (std::string_view(format) != chosen_) d.click(d.where(format));
    chosen_ = format;
    d.press(Key::a, true);
    d.type(file.string());
    d.press(Key::enter);
    d.frame();
    EXPECT_EQ(d.session().message, "Saved " + file.string());
  }
  Folder folder_;
  std::string_view chosen_ = "PNG";
};

TEST_F(Save, PicturesHaveNoDialogInThem) {
  Driver d("self-attention-by-hand", {1280, 720, {}, true});
  save(d, "PNG", folder_ / "a.png");
  EXPECT_TRUE(contents(folder_ / "a.png").starts_with("\x89PNG"));
  save(d, "SVG", folder_ / "a.svg");
  const std::string svg = contents(folder_ / "a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_EQ(svg.find("The window as it is now"), std::string::npos);
}

TEST_F(Save, MatrixOfTheChosenCell) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.click(d.find_cell("weights", 0, 0));
  save(d, "CSV", folder_ / "w.csv");
  const std::string csv = contents(folder_ / "w.csv");
  EXPECT_NE(csv.find("input 1"), std::string::npos) << csv;
  save(d, "NPY", folder_ / "w.npy");
  EXPECT_TRUE(contents(folder_ / "w.npy").starts_with("\x93NUMPY"));
}

TEST_F(Save, SessionOpensAgainAsItWas) {
  Driver d("multi-head");
  d.click(d.where(kSentence));
  d.type("one more robot");
  d.press(Key::enter);
  d.go_to("head.1.scaled");
  d.double_click(d.find_cell("head.1.scaled", 0, 1));
  d.type("2.5");
  d.press(Key::enter);
  save(d, "session", folder_ / "s.json");
  Driver again("self-attention-by-hand");
  again.drop((folder_ / "s.json").string());
  EXPECT_TRUE(again.session().message.empty()) << again.session().message;
  EXPECT_EQ(again.session().step, d.session().step);
  EXPECT_EQ(again.session().inputs().edits, d.session().inputs().edits);
  EXPECT_FALSE(again.session().inputs().edits.empty());
  EXPECT_EQ(again.session().run()->tokens, d.session().run()->tokens);
  EXPECT_TRUE(again.shows("one more robot"));
}

TEST_F(Save, VectorsThatWereOpenedAreSavedForOtherProgramsToo) {
  write(folder_ / "own.vec", "3 2\nking 1 2\nqueen 2 1\nman -1 0.5\n");
  Driver d("weather-stations");
  d.press(Key::s, true);
  EXPECT_TRUE(d.shows("session"));
  EXPECT_FALSE(d.shows("vectors")) << "those that come along need not be saved";
  d.press(Key::escape);
  d.drop((folder_ / "own.vec").string());
  d.rest();
  save(d, "vectors", folder_ / "own.safetensors");
  EXPECT_EQ(read_vectors(folder_ / "own.safetensors")->words.size(), 3U);
  save(d, "vectors", folder_ / "own.txt");
  EXPECT_TRUE(contents(folder_ / "own.txt").starts_with("3 2\nking 1 2\n"));
}

TEST_F(Save, PlaceThatCannotBeWrittenIsASentence) {
  write(folder_ / "file", "");
  Driver d("self-attention-by-hand");
  d.press(Key::s, true);
  d.press(Key::a, true);
  d.type((folder_ / "file/a.json").string());
  d.press(Key::enter);
  d.frame();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("file/a.json"), std::string::npos) << d.session().message;
}

TEST(Views, LinesAndHeadsAreChosenByKeys) {
  Driver d("multi-head");
  d.press(Key::m);
  d.rest();
  EXPECT_TRUE(d.shows("head 1"));
  bool curves = false;
  for (const Command& command : d.app().canvas().commands()) {
    curves |= command.kind == Command::Kind::bezier || command.kind == Command::Kind::polyline;
  }
  EXPECT_TRUE(curves);
  d.press(Key::m);
  d.press(Key::d2);
  EXPECT_EQ(d.session().head, 1);
  d.press(Key::d9);
  EXPECT_LT(d.session().head, static_cast<int>(d.session().run()->sites.size()))
      << "there is no ninth head";
}

TEST(Views, WeatherFollowsTheQueryOnTheMap) {
  Driver d("weather-stations");
  const double before = d.value("inverse.output", 0, 0);
  const double x = d.value("query", 0, 0);
  // The query is a diamond, the only polygon of four corners on the map.
  bool moved = false;
  const std::vector<Command> commands = d.app().canvas().commands();
  for (const Command& command : commands) {
    if (command.kind != Command::Kind::polygon || command.points.size() != 4 || moved) continue;
    const Vec at{(command.points[1].x + command.points[3].x) / 2, command.points[1].y};
    d.press_at(at);
    d.drag_by({30, -20});
    d.drag_by({10, -10});
    moved = d.session().inputs().edits.contains("query");
    d.release();
  }
  ASSERT_TRUE(moved);
  EXPECT_NE(d.value("query", 0, 0), x);
  EXPECT_NE(d.value("inverse.output", 0, 0), before);
  d.press(Key::z, true);
  EXPECT_EQ(d.value("query", 0, 0), x) << "one drag, both coordinates, one change";
}

TEST(Views, ShuffledWordsShuffleTheOutputsAlike) {
  Driver d("permutation");
  d.click(d.where("Shuffle"));
  EXPECT_EQ(d.session().inputs().order.size(), 3U);
  EXPECT_TRUE(d.shows_part("shuffle alike"));
  EXPECT_FALSE(d.shows_part("do not shuffle alike"));
  d.click(d.where("In order"));
  EXPECT_EQ(d.session().inputs().order, (std::vector<int>{0, 1, 2}));
}

// The line being edited lies over the panel that its field is on.
TEST(Shell, TheNameOfWhatIsSavedIsSeenWhileItIsTyped) {
  Driver d("masked-scores", {.painted = true});
  d.press(Key::s, true);
  d.frame();
  const auto inked = [&] {
    const Pixels pixels = d.target().read();
    const Vec save = d.where("Save");  // the heading; the field is below it
    int count = 0;
    for (int y = static_cast<int>(save.y); y < static_cast<int>(save.y) + 160; ++y) {
      for (int x = static_cast<int>(save.x); x < static_cast<int>(save.x) + 300; ++x) {
        const std::size_t at =
            4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                 static_cast<std::size_t>(x));
        count += pixels.rgba[at] < 100 && pixels.rgba[at + 1] < 100 ? 1 : 0;
      }
    }
    return count;
  };
  d.type("a");
  d.frame();
  const int one = inked();
  d.type("bcdefghijklmnopqrst");
  d.frame();
  EXPECT_GT(inked(), one + 200);
}

}  // namespace
}  // namespace glassformer::testing
