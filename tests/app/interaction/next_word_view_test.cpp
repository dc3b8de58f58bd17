#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/shell/model_lessons.h"
#include "core/lesson/lesson.h"
#include "core/models/checkpoint.h"
#include "core/scenes/records/next_word.h"
#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

const NextWordRecord& record_of(Driver& d) {
  return d.session().run()->records.get<NextWordRecord>();
}

// From one word of the list to the next.
float row_height(Driver& d) {
  return d.where("long").y - d.where("dark").y;
}

void drag(Driver& d, Vec from, float rows) {
  d.press_at(from);
  d.drag_by({0, rows * row_height(d)});
  d.release();
  d.rest();
}

// Ainslie et al. 2023, figure 2: over each of the shared keys as many heads as share it.
TEST(Since2017View, TheHeadsThatShareKeysStandOnTheStage) {
  Driver d("since-2017");
  d.go_to_step("Heads that share keys");
  d.rest();
  d.session().answer();
  d.rest();
  const Rect stage = d.app().parts().front().standing.rect;
  const auto inside = [&](std::string_view text) {
    return std::ranges::count_if(d.texts(), [&](const Command* one) {
      return one->text == text && stage.contains(one->rect.center());
    });
  };
  const int heads =
      d.session().run()->tape.shape(d.session().run()->tape.find("cache.shares")).cols;
  for (int head = 1; head <= heads; ++head) {
    EXPECT_EQ(inside(std::to_string(head)), 1) << "head " << head;
  }
  EXPECT_GT(inside("K"), 0);
  EXPECT_EQ(inside("K"), inside("V"));
}

// What a step invites to try has its control there, and not behind a button.
TEST(Since2017View, TheControlThatAStepInvitesToTryIsShown) {
  Driver d("since-2017");
  const auto above_the_stage = [&] {
    const Rect stage = d.app().parts().front().standing.rect;
    return std::ranges::any_of(d.texts(), [&](const Command* one) {
      return one->text.starts_with("key/value") && one->rect.bottom() < stage.y &&
             one->rect.right() < d.side().x;
    });
  };
  d.go_to_step("Heads that share keys");
  d.rest();
  EXPECT_TRUE(above_the_stage());
  d.go_to_step("What a long text takes");
  d.rest();
  EXPECT_FALSE(above_the_stage()) << "it speaks of other options";
}

TEST(PiecesView, NoWayStandsOutBeforeItIsFound) {
  Driver d("pieces");
  const auto arcs = [&](float px) {
    return std::ranges::count_if(d.app().canvas().commands(), [&](const Command& command) {
      return command.kind == Command::Kind::bezier &&
             std::abs(command.thickness - px * d.scale()) < 0.1F;
    });
  };
  d.go_to_step("Every piece has a price");
  d.rest();
  EXPECT_EQ(arcs(2.5F), 6) << "a, b, c, ab, bc, abc";
  EXPECT_EQ(arcs(7), 0);
  d.go_to_step("The cheapest way");
  d.rest();
  d.session().answer();
  d.rest();
  EXPECT_EQ(arcs(2.5F), 5);
  EXPECT_EQ(arcs(7), 1) << "abc, for 1.8";
}

// The pieces of a word that fit beside one another are one line, in letters as large as there are.
TEST(PiecesView, CutsOfAShortTextAreWrittenLarge) {
  Driver d("pieces");
  d.go_to("lengths");
  d.session().post(SetText{0, "kangaroos"});
  d.rest();
  float pieces = 0, counts = 0;
  for (const Command* text : d.texts()) {
    if (text->text == "g") pieces = std::max(pieces, text->type.size);
    if (text->text == "9") counts = std::max(counts, text->type.size);
  }
  EXPECT_GT(pieces, 0);
  EXPECT_EQ(pieces, counts) << "the number of characters, in the largest type";
}

TEST(NextWordView, TheCutIsDraggedToMoreWordsAndToFewer) {
  Driver d("next-word");
  d.go_to_step("Top-k: a cut after the first k");
  drag(d, d.where("top-k 5"), 3);
  EXPECT_EQ(value_of(d.session().inputs(), next_word_options::top_k), 8);
  EXPECT_EQ(record_of(d).kept_count, 8);
  drag(d, d.where("top-k 8"), -7);
  EXPECT_EQ(record_of(d).kept_count, 1);
  EXPECT_TRUE(d.shows("top-k 1"));
  drag(d, d.where("top-k 1"), 30);
  EXPECT_EQ(value_of(d.session().inputs(), next_word_options::top_k), 0) << "below all: no cut";
  EXPECT_TRUE(d.shows("no cut"));
}

// 16 are left, more than have rows: what the cut leaves of the others has one of its own above it.
TEST(NextWordView, TheCutDividesTheWordsWithoutRows) {
  Driver d("next-word", {1280, 720});
  d.go_to_step("Top-p: as many as it takes");
  const Mat& sums = d.session().run()->tape.value(record_of(d).cumulative);
  const std::string at_cut = fmt::format("Σ {:.1f} %", 100 * sums(0, 15));
  EXPECT_TRUE(d.shows(at_cut)) << at_cut;
  EXPECT_TRUE(d.shows_part(" more"));
  EXPECT_TRUE(d.shows(fmt::format("{} others", sums.cols() - 16)));
  EXPECT_LT(d.where(at_cut).y, d.where("top-p 0.9: 16 left").y);
  EXPECT_GT(d.where(fmt::format("{} others", sums.cols() - 16)).y, d.where(at_cut).y);
}

TEST(NextWordView, WhereAShareIsSetTheCutSetsAShare) {
  Driver d("next-word");
  d.go_to_step("Top-p: as many as it takes");
  const int before = record_of(d).kept_count;
  ASSERT_EQ(before, 16);
  drag(d, d.where("top-p 0.9: 16 left"), -6);
  EXPECT_EQ(value_of(d.session().inputs(), next_word_options::top_k), 0);
  EXPECT_LT(value_of(d.session().inputs(), next_word_options::top_p), 0.9);
  EXPECT_NEAR(record_of(d).kept_count, before - 6, 1);
  EXPECT_LT(record_of(d).kept_count, before);
}

TEST(NextWordView, AClickOnATokenAsksWhatFollowsIt) {
  Driver d("next-word");
  d.go_to_step("And again, token by token");
  d.click(d.where("garden"));
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[0].at(static_cast<std::size_t>(record_of(d).at)), "garden");
  d.click(d.where("too"));
  d.rest();
  EXPECT_EQ(record_of(d).at, record_of(d).prompt - 1);
}

TEST(NextWordView, NoWordIsSeenWhileItIsAsked) {
  Driver d("next-word");
  d.go_to_step("Every token gets a probability");
  EXPECT_FALSE(d.shows("strange"));
  EXPECT_FALSE(d.shows("11.6 %"));
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.shows("strange"));
  EXPECT_TRUE(d.shows("11.6 %"));
}

TEST(NextWordView, ADecoderAloneIsShownHereFirst) {
  const std::vector<Lesson> lessons = shipped_lessons();
  const std::vector<const Lesson*> found = lessons_for(lessons, load_shipped("gpt"));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front()->id, "next-word");
}

}  // namespace
}  // namespace glassformer
