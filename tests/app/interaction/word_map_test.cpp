#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/jobs/projection.h"
#include "core/embed/files/default_vectors.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/file.h"
#include "core/scenes/records/word_map.h"
#include "core/scenes/resources.h"
#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/interaction/word_map.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::Driver;
using testing::look_for;
using testing::place_of;
using testing::word;

TEST(WordMapView, ASettingThatIsNoNumberIsRefused) {
  Driver driver("word-map");
  driver.go_to_step("t-SNE: a random start");
  driver.rest();
  const Vec label = driver.where("perplexity");
  Vec field{1e9F, 0};  // the first number behind it
  for (const Command* text : driver.texts()) {
    const Vec at = text->rect.center();
    const bool beside = std::abs(at.y - label.y) < 6 && at.x > label.x && at.x < field.x;
    if (beside && text->text == "30") field = at;
  }
  ASSERT_LT(field.x, 1e8F);
  driver.click(field);
  driver.press(Key::a, true);
  driver.type("many");
  driver.press(Key::enter);
  driver.frame();
  EXPECT_EQ(driver.session().message, "“many” is no number: perplexity needs one");
  EXPECT_TRUE(driver.session().message_is_error);
  EXPECT_FALSE(driver.session().can_undo());
}

TEST(WordMapView, AClickedWordShowsItsNeighbours) {
  Driver driver("word-map");
  driver.go_to("cosine");
  driver.rest();
  EXPECT_EQ(word(driver), "king");
  EXPECT_TRUE(driver.shows("cosine with “king”"));
  const std::string other = driver.session().run()->tokens[0][1];
  EXPECT_GT(driver.where_in(other, place_of(driver, "map")).x, 0) << "it is named on the map";
  driver.double_click(driver.where_in(other, place_of(driver, "neighbours")));
  driver.rest();
  EXPECT_EQ(word(driver), other) << "a double click on a row goes there";
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(word(driver), "king");
}

const WordMapRecord& record(Driver& driver) {
  return driver.session().run()->records.get<WordMapRecord>();
}

TEST(WordMapView, AClickedColourLightsItsGroupAloneAndCanBeUndone) {
  Driver driver("word-map");
  driver.rest();
  EXPECT_EQ(record(driver).groups.chosen.size(), 6U);
  driver.click(driver.where("animal"));
  driver.rest();
  EXPECT_EQ(record(driver).groups.lit, "animal");
  EXPECT_FALSE(driver.shows("All")) << "the others stay, in grey";
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(record(driver).groups.lit, "");
  driver.click(driver.where("animal"));
  driver.rest();
  driver.click(driver.where("animal"));
  driver.rest();
  EXPECT_EQ(record(driver).groups.lit, "") << "a second click lights all again";
}

TEST(WordMapView, OtherGroupsComeIntoColour) {
  Driver driver("word-map");
  driver.rest();
  const auto before = record(driver).groups.chosen;
  driver.click(driver.where(fmt::format("+{}", record(driver).groups.others)));
  driver.rest();
  const auto after = record(driver).groups.chosen;
  EXPECT_EQ(after.size(), 6U);
  EXPECT_NE(after, before);
  for (const std::string& name : after) EXPECT_TRUE(driver.shows(name)) << name;
}

TEST(WordMapView, ANeighbourhoodIsIsolatedAndGivenBack) {
  Driver driver("word-map");
  driver.go_to("cosine");
  driver.rest();
  driver.click(driver.where("Isolate"));
  driver.rest();
  ASSERT_TRUE(record(driver).alone.map);
  for (const std::string& name : driver.session().run()->tokens[0]) {
    EXPECT_GE(testing::number_of(driver.texts(), name), 2) << name << " is on the map and listed";
  }
  EXPECT_FALSE(driver.shows("Isolate"));
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_FALSE(record(driver).alone.map);
  EXPECT_FALSE(driver.shows("All"));
  driver.click(driver.where("Isolate"));
  driver.rest();
  driver.click(driver.where("All"));
  driver.rest();
  EXPECT_FALSE(record(driver).alone.map);
}

TEST(WordMapView, AClickAddsAWordToThoseOfWhichOneIsOdd) {
  Driver driver("word-map");
  driver.rest();
  driver.click(driver.where("Odd one out"));
  driver.rest();
  Rect name;
  for (const Command* text : driver.texts()) {
    if (text->text == "violin") name = text->rect;
  }
  ASSERT_GT(name.w, 0) << "it is named on the map";
  driver.click({name.x - 8, name.center().y});  // its point, on whichever side of the name
  driver.rest();
  if (driver.shows("violin")) {
    while (record(driver).odd.words.size() > 4) {
      driver.press(Key::z, true);
      driver.rest();
    }
    driver.click({name.right() + 8, name.center().y});
    driver.rest();
  }
  EXPECT_EQ(record(driver).odd.words.size(), 3U) << "a click takes a word away";
  EXPECT_FALSE(driver.shows("violin"));
  look_for(driver, "piano");
  driver.press(Key::enter);
  driver.rest();
  EXPECT_EQ(record(driver).odd.words.size(), 4U);
  EXPECT_EQ(record(driver).odd.words[record(driver).odd.least],
            default_vectors()->words.find("piano"));
  driver.press(Key::z, true);
  driver.rest();
  EXPECT_EQ(record(driver).odd.words.size(), 3U);
}

TEST(WordMapView, TheOddOneIsNotToldBeforeTheAnswer) {
  Driver driver("word-map-real");
  driver.go_to_step("Which one is odd?");
  driver.rest();
  EXPECT_FALSE(driver.shows_part("is the odd one out"));
  driver.press(Key::space);
  driver.rest();
  EXPECT_TRUE(driver.shows("“whale” is the odd one out"));
}

TEST(WordMapView, LinesJoinThePairs) {
  Driver driver("word-map");
  driver.go_to_step("Pair by pair");
  driver.rest();
  EXPECT_EQ(record(driver).axes.pairs.size(), 24U);
  for (const char* name : {"king", "queen", "he ↔ she"}) {
    EXPECT_TRUE(driver.shows(name)) << name;
  }
  EXPECT_TRUE(driver.shows("pairs, joined by lines"));
}

// Which lines lead to the right is what is asked: they have one colour until the answer.
TEST(WordMapView, LinesTellWhereTheyLeadWithTheAnswer) {
  Driver driver("word-map-real");
  driver.go_to_step("From man to woman, pair by pair");
  driver.rest();
  const auto colors = [&] {
    std::set<std::tuple<float, float, float>> found;
    const auto& all = driver.app().canvas().commands();
    for (const DrawnPart& part : driver.app().parts()) {
      for (std::size_t i = part.first; i < part.last; ++i) {
        if (all[i].kind == Command::Kind::line && all[i].thickness > 2 * driver.scale())
          found.insert({all[i].color.r, all[i].color.g, all[i].color.b});
      }
    }
    return found.size();
  };
  ASSERT_TRUE(driver.session().asking());
  EXPECT_EQ(colors(), 1U);
  driver.press(Key::space);
  driver.rest();
  EXPECT_EQ(colors(), 2U);
}

TEST(WordMapView, TheCornerOfThePlaneIsNamedInWhole) {
  Driver driver("word-map", {.width = 1280, .height = 720});
  driver.go_to("plane.coordinates");
  driver.rest();
  EXPECT_TRUE(driver.shows("king − man + woman"));
}

TEST(WordMapView, ARowOfTheListExplainsItself) {
  Driver driver("word-map");
  driver.go_to("cosine");
  driver.rest();
  const std::string last = driver.session().run()->tokens[0][5];
  driver.move(driver.where_in(last, place_of(driver, "neighbours")));
  driver.rest();
  EXPECT_EQ(driver.session().hover.path, "cosine");
  EXPECT_EQ(driver.session().hover.col, 4);
}

TEST(WordMapView, AColumnOfTheTableColoursTheWords) {
  const testing::TemporaryFolder folder;
  std::string numbers, table = "word\tkind\tyear\n";
  for (int i = 0; i < 30; ++i) {
    numbers += fmt::format("{}\t{}\t{}\n", i % 7, i % 5, i);
    table += fmt::format("w{}\t{}\t{}\n", i, i % 3 == 0 ? "noun" : "verb", 1900 + i);
  }
  write_file(folder / "vectors.tsv", numbers);
  write_file(folder / "metadata.tsv", table);
  Driver driver("word-map");
  driver.session().use(slots::vectors, read_vectors(folder / "vectors.tsv"));
  driver.rest();
  EXPECT_TRUE(driver.shows("noun")) << "the first column of names is the group";
  EXPECT_TRUE(driver.shows("kind")) << "and keeps its name";
  driver.click(driver.where("year"));
  driver.rest();
  EXPECT_TRUE(driver.shows("1900"));
  EXPECT_TRUE(driver.shows("1929"));
  EXPECT_FALSE(driver.shows("noun"));
  driver.click(driver.where("Frequency"));
  driver.rest();
  EXPECT_TRUE(driver.shows("first in the file")) << "how often a word was seen is not known";
}

TEST(WordMapView, LassoShowsItsWordsAlone) {
  Driver driver("word-map");
  driver.rest();
  EXPECT_FALSE(driver.shows("All"));
  driver.click(driver.where("Lasso"));
  driver.press_at(place_of(driver, "map").center() + Vec{-75, -75});
  for (const Vec by : {Vec{150, 0}, Vec{0, 150}, Vec{-150, 0}, Vec{0, -140}}) driver.drag_by(by);
  driver.release();
  driver.rest();
  EXPECT_TRUE(driver.shows("All"));
  driver.click(driver.where("All"));
  driver.rest();
  EXPECT_FALSE(driver.shows("All"));
}

TEST(WordMapView, FrequencyIsHowOftenAWordWasSeen) {
  Driver driver("word-map");
  driver.rest();
  driver.click(driver.where("Frequency"));
  driver.rest();
  const std::vector<std::uint64_t>& counts = default_vectors()->counts;
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_TRUE(driver.says(typeset_numbers(fmt::format("{} times in the text", *most))));
  EXPECT_TRUE(driver.shows(typeset_numbers(fmt::format("{} times", *fewest))));
}

TEST(WordMapView, WordsThatAreAllAsFrequentHaveOneColour) {
  Driver driver("word-map");
  WordVectors few = *default_vectors();
  few.counts.assign(few.words.size(), 1);
  driver.session().use(slots::vectors, std::make_shared<const WordVectors>(std::move(few)));
  driver.rest();
  driver.click(driver.where("Frequency"));
  driver.rest();
  EXPECT_TRUE(driver.shows("1 time in the text"));
  EXPECT_FALSE(driver.shows("1 time"));
}

// What a step speaks of is lit, beside the neighbours that it lists.
TEST(WordMapView, WordsOnOneSpotAreBothNamed) {
  Driver driver("word-map");
  driver.go_to_step("Close on the map need not mean close in meaning");
  driver.rest();
  const Rect map = place_of(driver, "map");
  for (const char* name : {"king", "curtains"}) driver.where_in(name, map);
}

}  // namespace
}  // namespace glassformer
