#include <gtest/gtest.h>

#include <cmath>
#include <variant>

#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

bool any_nan(Driver& d) {
  return d.shows_part("nan") || d.shows_part("NaN") || d.shows("—");
}

TEST(Edit, HoverExplainsTheCellAndLightsItsFactors) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::escape);
  d.move(d.find_cell("scores", 0, 1));
  EXPECT_EQ(d.session().hover.path, "scores");
  EXPECT_TRUE(d.says("query “input 1”, key “input 2”"));
  EXPECT_FALSE(d.shows_part("[0, 1]")) << "people count from 1";
  EXPECT_TRUE(d.shows(format_exact(d.value("scores", 0, 1)))) << "the inspector shows the number";
  // Each product of the sum has its line: q[0, j] × k[1, j].
  EXPECT_TRUE(d.shows("sum so far"));
  const Rect side = d.side();
  for (int j = 0; j < 3; ++j) {
    const double product = d.value("q", 0, j) * d.value("k", 1, j);
    bool found = false;
    for (const Command* text : d.texts()) {
      found |= side.contains(text->rect.center()) && text->text == format_exact(product);
    }
    EXPECT_TRUE(found) << product;
  }
}

TEST(Edit, HoverFadesWhatTakesNoPart) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::escape);
  d.move({-1, -1});
  d.rest();
  const Vec at = d.find_cell("scores", 0, 1);
  const auto ink_of = [&](Vec place) {
    for (const Command* text : d.texts()) {
      if (text->rect.contains(place) && text->type.face == Face::number) return text->color;
    }
    ADD_FAILURE() << "no number there";
    return Color{};
  };
  const Vec factor = d.find_cell("q", 0, 1), other = d.find_cell("q", 2, 1);
  d.move({-1, -1});
  d.rest();
  const Color factor_before = ink_of(factor), other_before = ink_of(other);
  d.move(at);
  d.rest();
  EXPECT_EQ(ink_of(factor), factor_before) << "a factor keeps its colour";
  EXPECT_FALSE(ink_of(other) == other_before) << "another row of Q fades";
}

TEST(Edit, ClickKeepsTheCellInTheInspector) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.click(d.find_cell("weights", 1, 2));
  d.move({-1, -1});
  ASSERT_TRUE(d.session().chosen);
  EXPECT_EQ(d.session().chosen->path, "weights");
  EXPECT_TRUE(d.says("query “input 2”, key “input 3”"));
  d.press(Key::escape);
  EXPECT_FALSE(d.session().chosen);
  EXPECT_FALSE(d.says("query “input 2”, key “input 3”"));
}

TEST(Edit, DragChangesTheRunAndThePictureInTheSameFrame) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  const Vec at = d.find_cell("x", 0, 0), behind = d.find_cell("output", 0, 0);
  d.click(at);
  const double output = d.value("output", 0, 0);
  d.press_at(at);
  d.drag_by({0, -10});
  double last = 1;
  for (int i = 0; i < 5; ++i) {
    d.drag_by({0, -20});
    const double now = d.value("x", 0, 0);
    EXPECT_GT(now, last) << "upwards is more";
    last = now;
    EXPECT_NEAR(d.number_at(at), now, 0.05 * now) << "the number on screen is that of the run";
    const double made = d.value("output", 0, 0);
    EXPECT_NEAR(d.number_at(behind), made, 0.05 * made + 0.05) << "and so are those behind it";
  }
  EXPECT_NE(d.value("output", 0, 0), output);
  d.release();
  d.press(Key::z, true);
  EXPECT_EQ(d.value("x", 0, 0), 1) << "a drag is undone at once";
  EXPECT_FALSE(d.session().can_undo());
}

TEST(Edit, EachDragOfASliderIsUndoneByItself) {
  Driver d("recurrent-state");
  d.press(Key::o);  // all options
  d.rest();
  const auto drag = [&](float by) {
    const float label = d.where("strength").y;
    for (const Command& circle : d.app().canvas().commands()) {
      const bool is_knob = circle.kind == Command::Kind::circle &&
                           std::abs(circle.rect.center().y - label) < 8 * d.scale();
      if (!is_knob) continue;
      d.press_at(circle.rect.center());
      d.drag_by({by / 2, 0});
      d.drag_by({by / 2, 0});
      d.release();
      d.rest();
      break;
    }
    return std::get<double>(option_value(d.session().inputs(), "strength"));
  };
  const double first = drag(20), second = drag(20);
  EXPECT_LT(first, second);
  d.press(Key::z, true);
  EXPECT_EQ(std::get<double>(option_value(d.session().inputs(), "strength")), first);
  EXPECT_TRUE(d.session().can_undo());
}

TEST(Edit, NumberIsTypedIntoACell) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.double_click(d.find_cell("x", 0, 1));
  d.type("2.5");
  d.press(Key::enter);
  EXPECT_EQ(d.value("x", 0, 1), 2.5);
  EXPECT_TRUE(d.shows("2.5"));
  EXPECT_TRUE(d.shows_part("Set by hand")) << "the inspector says what it was";
  d.press(Key::del);
  EXPECT_EQ(d.value("x", 0, 1), 0);
  d.press(Key::z, true);
  EXPECT_EQ(d.value("x", 0, 1), 2.5);
  d.press(Key::z, true);
  EXPECT_EQ(d.value("x", 0, 1), 0);
  d.press(Key::y, true);
  EXPECT_EQ(d.value("x", 0, 1), 2.5);
  d.press(Key::z, true);
  d.press(Key::z, true, true);
  EXPECT_EQ(d.value("x", 0, 1), 2.5) << "Ctrl Shift Z redoes, too";
}

TEST(Edit, EnterOpensTheChosenCell) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.click(d.find_cell("weights", 0, 0));
  d.press(Key::enter);
  d.type("0.75");
  d.press(Key::enter);
  EXPECT_EQ(d.value("weights", 0, 0), 0.75);
}

TEST(Edit, BadNumberIsASentenceAndChangesNothing) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  const RunPtr run = d.session().run();
  d.double_click(d.find_cell("x", 0, 1));
  d.type("two");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run(), run);
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("two"), std::string::npos);
  d.press(Key::escape);
  EXPECT_TRUE(d.session().message.empty());
}

// An infinity that nobody typed would be one that nobody meant.
TEST(Edit, ANumberBeyondWhatACellHoldsIsRefused) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::escape);
  const double before = d.value("x", 0, 1);
  d.double_click(d.find_cell("x", 0, 1));
  d.type("1e39");
  d.press(Key::enter);
  EXPECT_EQ(d.value("x", 0, 1), before);
  EXPECT_TRUE(d.says("is beyond what 32 bits hold"));
}

TEST(Edit, EscapeLeavesTheNumberAsItWas) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.double_click(d.find_cell("x", 0, 1));
  d.type("7");
  d.press(Key::escape);
  EXPECT_EQ(d.value("x", 0, 1), 0);
  EXPECT_FALSE(d.session().can_undo());
}

TEST(Edit, InfinityInAScoreShowsNoNan) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.double_click(d.find_cell("scores", 0, 0));
  d.type("-inf");
  d.press(Key::enter);
  EXPECT_TRUE(std::isinf(d.value("scores", 0, 0)));
  EXPECT_EQ(d.value("weights", 0, 0), 0);
  EXPECT_FALSE(any_nan(d));
}

TEST(Edit, MaskIsClickedAndAFullyMaskedRowIsZeros) {
  Driver d("masked-scores");
  d.go_to_step("Softmax along rows");
  ASSERT_EQ(d.value("mask", 0, 0), 1);
  d.click(d.find_cell("mask", 0, 0));
  EXPECT_EQ(d.value("mask", 0, 0), 0);
  for (int col = 0; col < 4; ++col) EXPECT_EQ(d.value("weights", 0, col), 0);
  EXPECT_FALSE(any_nan(d));
  d.move(d.find_cell("weights", 0, 1));
  EXPECT_FALSE(any_nan(d));
  bool explained = false;
  for (const char* word : {"hidden", "masked", "no key", "nothing"})
    explained |= d.shows_part(word);
  EXPECT_TRUE(explained) << "the inspector says why the row is zero";
  d.press(Key::z, true);
  EXPECT_EQ(d.value("mask", 0, 0), 1);
}

TEST(Edit, EveryKindOfMaskIsAClickAway) {
  Driver d("masked-scores");
  d.click(d.where("none"));
  EXPECT_EQ(std::get<std::string>(d.session().inputs().options.at("mask")), "none");
  EXPECT_GT(d.value("weights", 0, 3), 0);
  for (const char* kind : {"causal", "padding", "window"}) {
    d.click(d.where(kind));
    EXPECT_EQ(std::get<std::string>(d.session().inputs().options.at("mask")), kind);
    EXPECT_FALSE(any_nan(d)) << kind;
    EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  }
  for (int i = 0; i < 4; ++i) d.press(Key::z, true);
  EXPECT_FALSE(d.session().can_undo());
  EXPECT_EQ(d.value("weights", 0, 3), 0);
}

TEST(Edit, TheMissingFactorIsFoundByMovingDk) {
  Driver d("masked-scores");
  d.go_to_step("Softmax along rows");
  EXPECT_TRUE(d.shows("0.481"));
  d.click(d.where("16"));
  d.type("1");
  d.press(Key::enter);
  EXPECT_NEAR(d.value("weights", 1, 0), 0.42, 0.005);
  EXPECT_NEAR(d.value("weights", 1, 1), 0.58, 0.005);
  EXPECT_TRUE(d.shows("0.423"));
  EXPECT_TRUE(d.shows("0.577"));
}

TEST(Edit, OptionThatIsNoNumberSaysSo) {
  Driver d("masked-scores");
  const RunPtr run = d.session().run();
  d.click(d.where("16"));
  d.type("x");
  d.press(Key::enter);
  EXPECT_EQ(d.session().run(), run);
  EXPECT_TRUE(d.session().message_is_error);
}

TEST(Edit, HiddenNumberIsNowhereUntilTheGuess) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::escape);
  d.press(Key::p);
  EXPECT_TRUE(d.session().predicting);
  const Vec at = d.find_cell("output", 2, 2);
  const double number = d.number_at(at);
  const std::string exact = format_exact(d.value("output", 2, 2)), cell = exact.substr(0, 5);
  EXPECT_TRUE(d.shows_part(cell)) << "the inspector, and the table of what was printed";
  d.click(at);
  ASSERT_EQ(d.session().predicted.size(), 1U);
  for (const bool over : {true, false}) {
    d.move(over ? at : Vec{-1, -1});
    EXPECT_FALSE(d.shows_part(cell));
    EXPECT_EQ(d.text_at(at), "?");
    EXPECT_TRUE(d.shows_part("What will this number be?"));
  }
  d.type("1.5");  // its field has the keyboard
  d.press(Key::enter);
  EXPECT_TRUE(d.session().predicted.empty());
  EXPECT_EQ(d.number_at(at), number);
  EXPECT_TRUE(d.shows(exact));
  EXPECT_TRUE(d.shows_part("Guessed"));
}

TEST(Edit, AGuessMayHaveADecimalComma) {
  Driver d("masked-scores");
  d.go_to_step("Softmax along rows");
  d.press(Key::p);
  d.click(d.find_cell("weights", 1, 1));
  ASSERT_EQ(d.session().predicted.size(), 1U);
  d.type("half");
  d.press(Key::enter);
  EXPECT_EQ(d.session().predicted.size(), 1U) << "what is no number is no guess";
  EXPECT_TRUE(d.says("is no number")) << "and that is said";
  d.click(d.where("half"));
  d.press(Key::a, true);
  d.type("0,3");
  d.press(Key::enter);
  EXPECT_TRUE(d.session().predicted.empty());
  EXPECT_TRUE(d.says("Guessed 0.3"));
}

TEST(Edit, HiddenNumberDoesNotLeakThroughTheLines) {
  Driver d("masked-scores");
  d.go_to_step("Softmax along rows");
  const auto lines = [&] {
    const auto& commands = d.app().canvas().commands();
    return std::count_if(commands.begin(), commands.end(),
                         [](const Command& one) { return one.kind == Command::Kind::bezier; });
  };
  d.press(Key::m);
  d.rest();
  const auto all = lines();
  d.press(Key::m);
  d.press(Key::p);
  d.click(d.find_cell("weights", 1, 1));
  ASSERT_EQ(d.session().predicted.size(), 1U);
  d.press(Key::escape);  // out of the field for the guess
  d.press(Key::m);
  d.rest();
  EXPECT_EQ(lines(), all - 1);
}

TEST(Edit, HiddenNumberDoesNotLeakThroughItsNeighbours) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.press(Key::escape);
  const Vec later = d.find_cell("output", 0, 0);
  d.press(Key::p);
  d.click(d.find_cell("weights", 0, 1));
  ASSERT_EQ(d.session().predicted.size(), 1U);
  const std::string exact = format_exact(d.value("weights", 0, 1));
  d.press(Key::p);
  d.move(later);
  EXPECT_FALSE(d.shows_part(exact))
      << exact << ": the terms of the output would give the weight away";
}

TEST(Edit, ResetPutsTheWholeLessonBack) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  d.double_click(d.find_cell("x", 0, 1));
  d.type("2.5");
  d.press(Key::enter);
  d.press(Key::r, true);
  EXPECT_EQ(d.value("x", 0, 1), 0);
  d.press(Key::z, true);
  EXPECT_EQ(d.value("x", 0, 1), 2.5);
}

TEST(Edit, WheelZoomsAndFShowsTheWholePicture) {
  Driver d("self-attention-by-hand");
  d.press(Key::end);
  const Vec at = d.find_cell("output", 0, 1);
  d.wheel(at, 4);
  d.rest();
  EXPECT_EQ(d.session().hover.path, "output") << "the point under the pointer stays there";
  EXPECT_EQ(d.session().hover.row, 0);
  EXPECT_EQ(d.session().hover.col, 1);
  d.press(Key::f);
  d.rest();
  EXPECT_EQ(d.find_cell("output", 0, 1), at) << "everything stands where it stood";
}

}  // namespace
}  // namespace glassformer::testing
