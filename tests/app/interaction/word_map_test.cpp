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
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::Driver;

std::string word(Driver& driver) {
  return driver.session().run()->tokens[0].front();
}

// Types it into the field, where the keyboard stays.
void look_for(Driver& driver, const char* words) {
  driver.click(driver.where("Search: queen, *ing"));
  driver.type(words);
}

Rect place_of(Driver& driver, std::string_view part) {
  for (const DrawnPart& drawn : driver.app().parts()) {
    if (drawn.standing.part == part) return drawn.standing.rect;
  }
  ADD_FAILURE() << "no " << part << " stands on the stage";
  return {};
}

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

TEST(WordMapView, SearchFindsByPatternAndEnterChooses) {
  Driver driver("word-map");
  driver.rest();
  look_for(driver, "quee*");
  driver.rest();
  EXPECT_TRUE(driver.shows("queen"));
  driver.press(Key::enter);
  driver.rest();
  EXPECT_EQ(word(driver), "queen");
}

TEST(WordMapView, ASearchSaysHowManyWordsFit) {
  Driver driver("word-map");
  driver.rest();
  look_for(driver, "quee*");
  driver.rest();
  EXPECT_TRUE(driver.shows_part(" word"));
  driver.type("zz");
  driver.rest();
  const Tape& tape = driver.session().run()->tape;
  const int words = tape.shape(tape.find("pca.map")).rows;
  EXPECT_TRUE(driver.shows(fmt::format("0 of {}", words)));
  for (int i = 0; i < 7; ++i) driver.press(Key::backspace);
  driver.type("e");
  driver.rest();
  EXPECT_TRUE(driver.shows_part("the first 200 of "));
}

TEST(WordMapView, ASearchThatFindsNothingNamesNoPoint) {
  Driver driver("word-map");
  driver.rest();
  const std::size_t before = driver.texts().size();
  look_for(driver, "zz");
  driver.rest();
  EXPECT_LT(driver.texts().size() + 20, before);
  driver.press(Key::backspace);
  driver.press(Key::backspace);
  driver.rest();
  EXPECT_GT(driver.texts().size() + 5, before) << "as before";
}

TEST(WordMapView, EscapeLetsGoOfTheSearchAndOfTheLasso) {
  Driver driver("word-map");
  driver.rest();
  look_for(driver, "queen");
  driver.press(Key::escape);  // out of the field …
  driver.press(Key::escape);  // … and out of the search
  driver.rest();
  EXPECT_TRUE(driver.shows("Search: queen, *ing"));
  driver.click(driver.where("Lasso"));
  driver.press(Key::escape);
  const Vec middle = place_of(driver, "map").center();
  driver.press_at({middle.x - 75, middle.y - 75});
  for (const Vec by : {Vec{150, 0}, Vec{0, 150}, Vec{-150, 0}}) driver.drag_by(by);
  driver.release();
  driver.rest();
  EXPECT_FALSE(driver.shows("All"));
  EXPECT_TRUE(driver.shows("Fit")) << "the drag has moved the map";
  driver.press(Key::f);
  driver.rest();
  EXPECT_FALSE(driver.shows("Fit"));
}

TEST(WordMapView, EscapeClosesTheHelpAndKeepsTheSearch) {
  Driver driver("word-map");
  driver.rest();
  look_for(driver, "queen");
  driver.press(Key::escape);  // out of the field
  driver.press(Key::f1);
  driver.press(Key::escape);
  driver.rest();
  EXPECT_FALSE(driver.shows("Search: queen, *ing"));
  driver.press(Key::escape);
  driver.rest();
  EXPECT_TRUE(driver.shows("Search: queen, *ing"));
}

TEST(WordMapView, ASearchFindsWordsThatAreHidden) {
  Driver driver("word-map");
  driver.go_to("cosine");
  driver.rest();
  driver.click(driver.where("Isolate"));
  driver.rest();
  EXPECT_TRUE(driver.shows("All"));
  look_for(driver, "wizard");
  driver.rest();
  EXPECT_TRUE(driver.shows("All")) << "it is among them";
  for (int i = 0; i < 6; ++i) driver.press(Key::backspace);
  driver.type("paris");
  driver.rest();
  EXPECT_FALSE(driver.shows("All"));
  EXPECT_TRUE(driver.shows("paris"));
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

TEST(WordMapView, FourMapsAndTheirSettings) {
  Driver driver("word-map");
  driver.rest();
  driver.click(driver.where("Axes"));
  driver.rest();
  EXPECT_TRUE(driver.shows("to the right"));
  EXPECT_TRUE(driver.shows("he ↔ she"));
  driver.click(driver.where("Analogy"));
  driver.rest();
  EXPECT_TRUE(driver.shows("king − man + woman"));
  driver.click(driver.where("t-SNE"));
  driver.rest();
  ASSERT_TRUE(driver.session().jobs().projection());
  const auto first = driver.session().jobs().projection();
  EXPECT_GE(first->latest()->iteration, 400) << "a still picture waits for it";
  EXPECT_TRUE(driver.shows_part(" of 1000 iterations"));
  driver.click(driver.where("Reset"));
  driver.frame();
  EXPECT_NE(driver.session().jobs().projection(), first);
}

TEST(WordMapView, AStepSaysHowFarTSneHasCome) {
  Driver driver("word-map");
  const auto iteration = [&] {
    driver.rest();
    return driver.session().jobs().projection()->latest()->iteration;
  };
  driver.go_to_step("t-SNE: a random start");
  EXPECT_EQ(iteration(), 0);
  driver.go_to_step("The map finds itself");
  EXPECT_EQ(iteration(), 500);
  driver.go_to_step("t-SNE: a random start");
  EXPECT_EQ(iteration(), 0) << "walking back begins anew";
  EXPECT_TRUE(driver.session().snapshot().changes.view.empty());
  // What the user runs is kept in a session.
  driver.click(driver.where("Run"));
  driver.session().jobs().projection()->wait_for_unit(30);
  driver.click(driver.where("Pause"));
  driver.session().jobs().projection()->wait();
  driver.rest();
  const Lesson saved = parse_lesson(write_lesson(driver.session().snapshot()), "saved.json");
  const double kept = std::get<double>(saved.changes.view.at("iteration"));
  EXPECT_GE(kept, 30);
  Driver again("one-hot");
  again.app().open(saved);
  again.rest();
  EXPECT_EQ(again.session().jobs().projection()->latest()->iteration, kept);
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

TEST(WordMapView, WhatWasFoundIsShownAlone) {
  Driver driver("word-map");
  driver.rest();
  EXPECT_FALSE(driver.shows("Found"));
  look_for(driver, "QUEEN");
  driver.press(Key::enter);
  driver.rest();
  EXPECT_EQ(word(driver), "queen") << "large letters find small ones";
  driver.click(driver.where("Found"));
  driver.rest();
  EXPECT_TRUE(driver.shows("All"));
  EXPECT_FALSE(driver.shows("Found"));
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

TEST(WordMapView, ThreeComponentsAreTurned) {
  Driver driver("word-map");
  driver.session().post(SetOption{"solid", 1.0});
  driver.rest();
  const Vec hint = driver.where("drag to turn");
  const auto names = [&] {
    std::string all;
    for (const Command* text : driver.texts()) {
      all += text->text + std::to_string(static_cast<int>(text->rect.x)) + " ";
    }
    return all;
  };
  const std::string before = names();
  driver.press_at(hint + Vec{200, 200});
  driver.drag_by({80, 30});
  driver.release();
  driver.rest();
  EXPECT_NE(names(), before);
}

// The numbers that a step asks for stand nowhere before the answer; its picture is there.
TEST(WordMapView, TheVarianceIsHiddenUntilItIsAnswered) {
  Driver driver("word-map");
  driver.go_to_step("How much two directions show");
  driver.rest();
  ASSERT_TRUE(driver.session().asking());
  EXPECT_FALSE(driver.shows_part("6.6 %"));
  EXPECT_FALSE(driver.shows_part("on the map"));
  driver.press(Key::space);
  driver.rest();
  EXPECT_TRUE(driver.shows("6.6 %"));
  EXPECT_TRUE(driver.shows_part("12.6 % on the map"));
}

// The lines of what the dimensions add end at the word's coordinates.
TEST(WordMapView, TheTermsOfACoordinateAddUpToIt) {
  Driver driver("word-map");
  driver.go_to("pca.coordinates");
  driver.rest();
  const Tape& tape = driver.session().run()->tape;
  const Mat& at = tape.value(tape.find("pca.coordinates"));
  for (int c = 0; c < 2; ++c) EXPECT_TRUE(driver.shows(fmt::format("{:.3f}", at(0, c)))) << c;
}

// Each neighbour's tile is as large a part of the whole as its share.
TEST(WordMapView, TilesAreAsLargeAsTheShares) {
  Driver driver("word-map");
  driver.go_to("tsne.p");
  driver.rest();
  const Tape& tape = driver.session().run()->tape;
  const Mat& shares = tape.value(tape.find("tsne.p"));
  const DrawnPart& part = driver.app().parts().front();
  ASSERT_EQ(part.standing.part, "shares");
  std::vector<float> areas;
  for (std::size_t i = part.first; i < part.last; ++i) {
    const Command& command = driver.app().canvas().commands()[i];
    if (command.kind == Command::Kind::fill) areas.push_back(command.rect.w * command.rect.h);
  }
  ASSERT_EQ(areas.size(), static_cast<std::size_t>(shares.cols()));
  const float whole = part.standing.rect.w * part.standing.rect.h;
  EXPECT_NEAR(areas[0] / whole, shares(0, 0), 0.01);
  EXPECT_NEAR(areas[1] / whole, shares(0, 1), 0.01);
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
