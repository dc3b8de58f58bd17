#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "app/jobs/jobs.h"
#include "app/jobs/pretraining_job.h"
#include "app/jobs/vector_training_job.h"
#include "app/platform/picture.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/file.h"
#include "core/models/checkpoint.h"
#include "core/scenes/records/pre_training.h"
#include "tests/app/cli/program.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/platform/pdf_reader.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

std::string contents(const std::filesystem::path& file) {
  return read_file(file, std::size_t{16} << 20);
}

class Save : public ::testing::Test {
 protected:
  // Opens the dialog, picks the format, types the name, and confirms.
  void save(Driver& d, const char* format, const std::filesystem::path& file) {
    d.press(Key::s, true);
    // A click on the format that is chosen already would take the keyboard from the name.
    if (std::string_view(format) != chosen_) d.click(d.where(format));
    chosen_ = format;
    d.press(Key::a, true);
    d.type(file.string());
    d.press(Key::enter);
    d.frame();
    EXPECT_TRUE(d.session().message.starts_with("Saved " + file.string())) << d.session().message;
  }
  TemporaryFolder folder_;
  std::string_view chosen_ = "PNG";
};

TEST_F(Save, PicturesHaveNoDialogInThem) {
  Driver d("self-attention-by-hand", {1280, 720, {}, true});
  save(d, "PNG", folder_ / "a.png");
  EXPECT_TRUE(contents(folder_ / "a.png").starts_with("\x89PNG"));
  save(d, "SVG", folder_ / "a.svg");
  const std::string svg = contents(folder_ / "a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_EQ(svg.find("What is looked at"), std::string::npos);
  save(d, "PDF", folder_ / "a.pdf");
  const std::string text = PdfReader(contents(folder_ / "a.pdf")).text();
  EXPECT_NE(text.find("input 1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("What is looked at"), std::string::npos) << text;
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
  d.click(d.where("The animal didn't cross the street because it was too tired"));
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
  write_file(folder_ / "own.vec", "3 2\nking 1 2\nqueen 2 1\nman -1 0.5\n");
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

// Those of any model that learned in the window, with what it is.
TEST_F(Save, VectorsThatWereLearnedAreSaved) {
  Driver d("word-training");
  d.rest();
  d.click(d.where("LSA"));
  d.rest();
  d.click(d.where("Train"));
  d.session().jobs().vector_training()->wait();
  d.rest();
  save(d, "vectors", folder_ / "learned.safetensors");
  save(d, "vectors", folder_ / "learned.txt");
  EXPECT_TRUE(d.session().message.find("learned.txt; this format has no place for") !=
              std::string::npos)
      << d.session().message;
  const auto learned = read_vectors(folder_ / "learned.safetensors");
  EXPECT_EQ(learned->dim(), 50U);
  EXPECT_GT(learned->words.size(), 600U);
}

// As it is at the moment that is shown; what `sample` reads. A recording need not be saved.
TEST_F(Save, AModelThatWasPreTrainedIsSaved) {
  std::string tale;
  for (int i = 0; i < 300; ++i) tale += "Once a fox saw a crow. The crow had a piece of cheese.\n";
  write_file(folder_ / "tale.txt", tale);
  Driver d("pre-training");
  d.rest();
  const auto named = number_of(d.texts(), "model");  // on the stage
  d.press(Key::s, true);
  EXPECT_EQ(number_of(d.texts(), "model"), named);
  d.press(Key::escape);
  d.drop((folder_ / "tale.txt").string());
  d.rest();
  for (int i = 0; i < 6; ++i) {
    d.session().jobs().pretraining()->wait();
    d.rest();
    d.click(d.where("Step"));
  }
  d.session().jobs().pretraining()->wait();
  d.rest();
  save(d, "model", folder_ / "learned.safetensors");
  const Checkpoint learned = load_checkpoint(folder_ / "learned.safetensors");
  const auto& moments = d.session().jobs().pretraining()->latest()->course->moments;
  ASSERT_EQ(moments.back().step, 6);
  EXPECT_EQ(learned.params.value(0), moments.back().model->params.value(0));
  const Ran ran = run_program({"sample", (folder_ / "learned.safetensors").string(), "--prompt",
                               "Once a fox", "--length", "5"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  d.session().post(SetOption{std::string(pre_training_options::after.name), 0.0, 0});
  d.rest();
  save(d, "model", folder_ / "first.safetensors");
  EXPECT_EQ(load_checkpoint(folder_ / "first.safetensors").params.value(0),
            moments.front().model->params.value(0));
}

TEST_F(Save, PlaceThatCannotBeWrittenIsASentence) {
  write_file(folder_ / "file", "");
  Driver d("self-attention-by-hand");
  d.press(Key::s, true);
  d.press(Key::a, true);
  d.type((folder_ / "file/a.json").string());
  d.press(Key::enter);
  d.frame();
  EXPECT_TRUE(d.says("is a file, not a folder. Name another place.")) << "over the open dialog";
  EXPECT_TRUE(d.shows("Save"));
}

// What was typed stays, and is typed on: nothing of it runs as a shortcut.
TEST_F(Save, AFolderThatIsNotThereKeepsTheDialogOpen) {
  Driver d("self-attention-by-hand");
  d.press(Key::s, true);
  d.press(Key::a, true);
  d.type((folder_ / "none/a.json").string());
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.says("There is no folder"));
  EXPECT_EQ(d.session().message, "");
  d.press(Key::a, true);
  d.type((folder_ / "a.json").string());
  EXPECT_FALSE(d.says("There is no folder")) << "another name has another answer";
  d.press(Key::enter);
  d.frame();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "a.json"));
}

TEST_F(Save, AFileThatIsThereIsAskedFor) {
  write_file(folder_ / "a.json", "mine");
  Driver d("self-attention-by-hand");
  d.press(Key::s, true);
  d.press(Key::a, true);
  d.type((folder_ / "a.json").string());
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(contents(folder_ / "a.json"), "mine");
  EXPECT_TRUE(d.shows("Replace"));
  d.press(Key::enter);
  d.frame();
  EXPECT_NE(contents(folder_ / "a.json"), "mine");
}

TEST(SaveDialog, ItsCrossClosesIt) {
  Driver d("masked-scores");
  d.press(Key::s, true);
  d.frame();
  ASSERT_TRUE(d.shows("PNG"));
  // The cross ends the row of the heading, as far from the middle as the heading begins.
  const Command* heading = nullptr;
  for (const Command* text : d.texts()) {
    const bool larger = heading == nullptr || text->type.size > heading->type.size;
    if (text->text == "Save" && larger) heading = text;
  }
  ASSERT_NE(heading, nullptr);
  const float right = d.app().canvas().whole().w - heading->rect.x;
  d.click({right - 17 * d.scale(), heading->rect.center().y});
  d.rest();
  EXPECT_FALSE(d.shows("PNG"));
}

// The line being edited lies over the panel that its field is on.
TEST(SaveDialog, TheNameOfWhatIsSavedIsSeenWhileItIsTyped) {
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
