#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/interaction/driver.h"

// Nothing on the stage points at the answer before it is shown.
namespace glassformer::testing {
namespace {

bool stands_bold(Driver& d, const std::string& text) {
  const auto& all = d.app().canvas().commands();
  return std::ranges::any_of(all, [&](const Command& command) {
    return command.kind == Command::Kind::text && command.text == text &&
           command.type.face == Face::bold;
  });
}

// What is read at the right, between the top of the window and its end.
std::vector<const Command*> side_texts(const Driver& d) {
  std::vector<const Command*> texts = d.texts();
  const Rect side = d.side();
  std::erase_if(texts, [&](const Command* text) {
    return !side.contains(text->rect.center()) || text->rect.bottom() > text->clip.bottom() + 1;
  });
  return texts;
}

struct Asked {
  const char* lesson;
  int step;  // from 1
  const char* answer;
};

TEST(Questions, TheHeadingOfTheAnswerIsNotLitBeforeIt) {
  for (const Asked& asked : {Asked{"alignments", 4, "not"}, Asked{"bahdanau", 3, "loved"}}) {
    Driver::Options options{1280, 720};
    options.settings.presenter = true;
    Driver d(asked.lesson, options);
    d.session().step = asked.step - 1;
    d.session().enter_step();
    d.rest();
    ASSERT_TRUE(d.session().asking()) << asked.lesson;
    EXPECT_FALSE(stands_bold(d, asked.answer)) << asked.lesson;
    d.strike(Key::space);
    d.rest();
    ASSERT_FALSE(d.session().asking()) << asked.lesson;
    EXPECT_TRUE(stands_bold(d, asked.answer)) << asked.lesson;
  }
}

// The row that a question is about may be lit, and a cell that it is about by itself.
TEST(Questions, TheRowThatTheyAreAboutIsLit) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("alignments", options);
  d.session().step = 3;
  d.session().enter_step();
  d.rest();
  EXPECT_TRUE(stands_bold(d, "pas"));
}

// Where the words go on below, they turn to the answer as it comes: its last words are read.
TEST(Questions, TheAnswerIsInSightWhenItComes) {
  struct Told {
    const char* lesson;
    int step;  // from 1
  };
  for (const Told& told : {Told{"next-word", 3}, Told{"assistant", 7}, Told{"since-2017", 8}}) {
    Driver d(told.lesson, {1280, 720});
    d.session().step = told.step - 1;
    d.session().enter_step();
    d.rest();
    const Ask* ask = d.session().question();
    ASSERT_TRUE(ask != nullptr && d.session().asking()) << told.lesson << told.step;
    const std::string& answer = ask->answer;
    const std::size_t end = answer.find_last_not_of('}');
    const std::size_t begin = answer.find_last_of(" {}", end) + 1;
    const std::string last = answer.substr(begin, end + 1 - begin);
    ASSERT_FALSE(last.empty()) << told.lesson << told.step;
    const auto before = number_of(side_texts(d), last);
    d.strike(Key::space);
    d.rest();
    EXPECT_GT(number_of(side_texts(d), last), before) << told.lesson << told.step << " " << last;
  }
}

}  // namespace
}  // namespace glassformer::testing
