#include <gtest/gtest.h>

#include <algorithm>

#include "app/shell/lesson_search.h"
#include "app/shell/search_words.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {
namespace {

Step step(const char* title, const char* text) {
  Step made;
  made.title = title;
  made.text = text;
  return made;
}

std::vector<Lesson> three_lessons() {
  std::vector<Lesson> lessons(3);
  lessons[0].title = "Self-attention";
  lessons[0].steps = {step("Words", "Each word has a query."),
                      step("Scores", "A **softmax** of $S$.")};
  lessons[1].title = "Softmax, slowly";
  lessons[2].title = "Émile's lesson";
  lessons[2].steps = {step("Softmax", "A row of weights.")};
  return lessons;
}

TEST(LessonSearch, TitlesComeBeforeStepsAndStepsBeforeTexts) {
  const auto hits = search_lessons(three_lessons(), "softmax");
  EXPECT_EQ(hits, (std::vector<LessonHit>{{1, -1}, {2, 0}, {0, 1}}));
}

TEST(LessonSearch, AllWordsMustBeginAWordThere) {
  const auto lessons = three_lessons();
  EXPECT_EQ(search_lessons(lessons, "ATT soft"), (std::vector<LessonHit>{{0, 1}}));
  EXPECT_EQ(search_lessons(lessons, "émile"), (std::vector<LessonHit>{{2, -1}}));
  EXPECT_TRUE(search_lessons(lessons, "max").empty()) << "in the middle of a word";
  EXPECT_TRUE(search_lessons(lessons, "softmax banana").empty());
  EXPECT_EQ(search_lessons(lessons, " /").size(), 3U) << "no word: all lessons";
}

// A key that is a sign comes as key and character at once, as from a window.
// Whoever knows the subject under another name finds it first.
TEST(LessonSearch, WordsOfTheFieldFindTheLesson) {
  const auto& lessons = shipped();
  const auto finds = [&](std::string_view text, std::string_view id) {
    const auto hits = search_lessons(lessons, text);
    const auto upto = std::min<std::size_t>(hits.size(), 3);
    return std::any_of(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(upto),
                       [&](const LessonHit& hit) {
                         return lessons[static_cast<std::size_t>(hit.lesson)].id == id;
                       });
  };
  EXPECT_TRUE(finds("masked attention", "masked-scores"));
  EXPECT_TRUE(finds("causal mask", "masked-scores"));
  EXPECT_TRUE(finds("look-ahead", "masked-scores"));
  EXPECT_TRUE(finds("multihead", "multi-head"));
  EXPECT_TRUE(finds("multi-head", "multi-head"));
  EXPECT_TRUE(finds("backprop", "gradients"));
  EXPECT_TRUE(finds("RNN", "recurrent-state") || finds("recurrent neural", "recurrent-state"));
  EXPECT_TRUE(finds("beam search", "decoding"));
  EXPECT_TRUE(finds("word2vec", "word-training") || finds("word2vec train", "word-training"));
  EXPECT_TRUE(finds("sinusoidal", "positional-curves"));
  EXPECT_TRUE(finds("t-SNE", "word-map"));
  EXPECT_TRUE(finds("seq2seq", "bottleneck") || finds("seq2seq fixed", "bottleneck"));
}

TEST(LessonSearch, ItsIdFindsALessonFirst) {
  for (const Lesson& lesson : shipped()) {
    const auto hits = search_lessons(shipped(), lesson.id);
    ASSERT_FALSE(hits.empty()) << lesson.id;
    EXPECT_EQ(shipped()[static_cast<std::size_t>(hits[0].lesson)].id, lesson.id);
  }
}

TEST(LessonSearch, EveryLessonThatShipsHasWordsOfTheField) {
  for (const Lesson& lesson : shipped()) EXPECT_FALSE(search_words(lesson.id).empty()) << lesson.id;
}

TEST(LessonList, IsSearchedAndEnterOpensTheFirst) {
  Driver d("self-attention-by-hand");
  d.press(Key::slash);
  d.rest();
  d.type("huff");
  d.rest();
  EXPECT_TRUE(d.shows("A tree instead of all words"));
  EXPECT_FALSE(d.shows("The weighted sum"));
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().group, "Word vectors");
  EXPECT_TRUE(d.shows("One-hot") || d.shows("From one-hot to dense")) << "all lessons again";
  const int found = d.session().step;
  d.press(Key::right);
  EXPECT_EQ(d.session().step, found + 1) << "the keyboard is the lesson's again";
}

TEST(LessonList, ArrowsMoveTheChoiceAndNothingElse) {
  Driver d("self-attention-by-hand");
  const auto hits = search_lessons(d.session().lessons(), "softmax");
  ASSERT_GT(hits.size(), 3U);
  d.press(Key::slash);
  d.type("softmax");
  d.press(Key::down);
  d.press(Key::down);
  d.press(Key::up);
  EXPECT_EQ(d.session().step, 0);
  d.press(Key::enter);
  const auto wanted = static_cast<std::size_t>(hits[1].lesson);
  EXPECT_EQ(d.session().lesson().id, d.session().lessons()[wanted].id);
  EXPECT_EQ(d.session().step, std::max(0, hits[1].step)) << "at the step that has the word";
}

TEST(LessonList, EscapeLeavesTheSearch) {
  Driver d("self-attention-by-hand");
  d.press(Key::slash);
  d.type("zebra crossing");
  d.rest();
  EXPECT_TRUE(d.shows("No lesson has this."));
  d.press(Key::enter);
  d.press(Key::escape);
  d.rest();
  EXPECT_TRUE(d.shows("The weighted sum"));
  EXPECT_EQ(d.session().lesson().id, "self-attention-by-hand");
}

TEST(LessonList, AHitIsClicked) {
  Driver d("self-attention-by-hand");
  d.press(Key::slash);
  d.type("weather");
  d.rest();
  d.click(d.where("Weather stations"));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "weather-stations");
  EXPECT_TRUE(d.shows("The weighted sum"));
}

TEST(LessonList, IsSearchedWhereItIsHidden) {
  for (const bool narrow : {false, true}) {
    Driver::Options options;
    options.settings.lessons_shown = narrow;
    if (narrow) options.width = 1000, options.height = 640;
    Driver d("self-attention-by-hand", options);
    EXPECT_FALSE(d.shows("The weighted sum"));
    d.press(Key::slash);
    d.rest();
    EXPECT_TRUE(d.shows("The weighted sum"));
    d.press(Key::escape);
    d.rest();
    EXPECT_FALSE(d.shows("The weighted sum"));
    d.press(Key::slash);
    d.type("weather");
    d.press(Key::enter);
    d.rest();
    EXPECT_EQ(d.session().lesson().id, "weather-stations");
    EXPECT_FALSE(d.shows("The weighted sum"));
    EXPECT_EQ(d.app().settings().lessons_shown, narrow);
  }
}

TEST(LessonList, AGroupFoldsAndStaysSo) {
  Driver d("multi-head");
  d.wheel({100, 700}, 30);  // to the head of the list
  d.click(d.where("Attention"));
  d.rest();
  EXPECT_FALSE(d.shows("The weighted sum"));
  EXPECT_TRUE(d.shows("Cross-attention")) << "another group";
  Driver again("multi-head", {.settings = parse_settings(write_settings(d.app().settings()))});
  EXPECT_FALSE(again.shows("The weighted sum"));
  again.press(Key::slash);
  again.type("weighted");
  again.rest();
  EXPECT_TRUE(again.shows("The weighted sum")) << "a search looks into folded groups";
  again.press(Key::escape);
  again.rest();
  again.wheel({100, 700}, 30);
  again.click(again.where("Attention"));
  again.rest();
  EXPECT_TRUE(again.shows("The weighted sum"));
}

TEST(LessonList, ALessonSeenToItsEndIsTicked) {
  Driver d("masked-scores");
  const auto ticks = [&d] {
    return std::ranges::count_if(d.app().canvas().commands(), [&](const Command& command) {
      return command.kind == Command::Kind::polyline && command.points.size() == 3 &&
             command.color == make_theme(false, 1).accent && command.points[0].x < 236 * d.scale();
    });
  };
  EXPECT_EQ(ticks(), 0);
  d.press(Key::end);
  d.rest();
  d.frame(5);
  EXPECT_TRUE(d.app().settings().seen.empty()) << "a still picture ticks nothing";
  d.moving = true;
  d.press(Key::home);
  d.frame(5);
  EXPECT_TRUE(d.app().settings().seen.empty());
  d.press(Key::end);
  d.press(Key::home);
  d.frame(5);
  EXPECT_TRUE(d.app().settings().seen.empty()) << "passed by, not seen";
  d.press(Key::end);
  d.rest();
  d.frame(1.5);
  d.frame();
  EXPECT_EQ(d.app().settings().seen, std::set<std::string>{"masked-scores"});
  EXPECT_EQ(ticks(), 1);
}

}  // namespace
}  // namespace glassformer::testing
