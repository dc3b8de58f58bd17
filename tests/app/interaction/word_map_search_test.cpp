#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tests/app/interaction/driver.h"
#include "tests/app/interaction/word_map.h"

// The field that finds words on the map.
namespace glassformer {
namespace {

using testing::Driver;
using testing::look_for;
using testing::place_of;
using testing::word;

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

}  // namespace
}  // namespace glassformer
