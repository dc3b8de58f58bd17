#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

constexpr const char* kSentence = "The animal didn't cross the street because it was too tired";

TEST(SentenceField, SentenceIsTypedAndEverythingFollows) {
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

// The editor sets each letter by itself, from left to right.
TEST(SentenceField, WhatIsTypedAlsoStandsAsItIsRead) {
  Driver d("multi-head");
  const auto over_all = [&](std::string_view text) {
    const auto& all = d.app().canvas().commands();
    return std::count_if(all.begin(), all.end(), [&](const Command& c) {
      return c.layer == 1 && c.kind == Command::Kind::text && c.text == text;
    });
  };
  d.click(d.where(kSentence));
  d.type("robots");
  EXPECT_EQ(over_all("robots"), 0) << "which the field shows well";
  d.press(Key::escape);
  d.press(Key::l, true);
  d.type("\u05E9\u05DC\u05D5\u05DD");
  EXPECT_EQ(over_all("\u05E9\u05DC\u05D5\u05DD"), 1);
  d.press(Key::enter);
  EXPECT_EQ(over_all("\u05E9\u05DC\u05D5\u05DD"), 0);
}

TEST(SentenceField, AScriptThatHasNoFontHereIsToldAsLongAsItIsShown) {
  Driver d("multi-head");
  const char* told = "There is no font here for Bengali: install the package fonts-noto-core.";
  EXPECT_FALSE(d.says(told));
  d.press(Key::l, true);
  d.type("\u09AC\u09BE\u0998");  // with DejaVu alone, as pictures are tested
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.says(told));
  d.press(Key::z, true);
  d.rest();
  EXPECT_FALSE(d.says(told));
}

TEST(SentenceField, SecondSentenceIsAFieldOfItsOwn) {
  Driver d("cross-attention");
  d.click(d.where("das Tier war müde"));
  d.type("es war müde");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run()->tokens[1], (std::vector<std::string>{"es", "war", "müde"}));
  EXPECT_EQ(d.session().run()->tokens[0].size(), 5U);
  d.go_to("head.1.q");
  EXPECT_TRUE(d.shows("müde")) << "the rows of the queries carry the new words";
}

TEST(SentenceField, KeysTypedIntoAFieldDoNothingElse) {
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

// Where frames take long, letters are there before the field has drawn itself once.
TEST(SentenceField, AFieldGetsEveryLetterThatFollowsItsKey) {
  Driver d("multi-head");
  d.strike(Key::l, true);
  d.type("ants dream");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"ants", "dream"}));
  d.strike(Key::l, true);
  d.type("a");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"a"}));
}

}  // namespace
}  // namespace glassformer::testing
