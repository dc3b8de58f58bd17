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

}  // namespace
}  // namespace glassformer::testing
