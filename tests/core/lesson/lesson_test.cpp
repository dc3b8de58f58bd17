#include "core/lesson/lesson.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

constexpr const char* everything = R"({
  "id": "all-of-it", "title": "Über alles", "group": "Attention", "source": "a lecture",
  "view": "equations", "order": 7, "model": "attention",
  "config": {"scale": false, "mask": "causal", "d_k": 16, "temperature": 0.5},
  "text": "a robot", "tokens": ["a", "\"b\""],
  "given": {"x": [[1, 0.1], ["-inf", 16777217]], "wq": [[1e-30], [3]]},
  "edits": {"scores": [[0, 1, 2.5], [1, 0, "-inf"]]},
  "permutation": [1, 0],
  "steps": [{"title": "One"},
            {"title": "Two", "text": "$x$", "focus": "x", "cell": [1, 0], "formula": "X"}],
  "expect": [{"path": "x", "values": [["inf"]], "tolerance": 0.01, "at": [1, 1]}, {"path": "q", "values": [[1, 2]]}],
  "printed": [{"path": "q", "values": [["1.0", ""], ["2", "3"]], "why": "rounded"}],
  "step": 1
})";

void expect_equal(const Lesson& a, const Lesson& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.view, b.view);
  EXPECT_EQ(a.order, b.order);
  EXPECT_EQ(a.at_step, b.at_step);
  EXPECT_EQ(a.inputs.scene, b.inputs.scene);
  EXPECT_EQ(a.inputs.options, b.inputs.options);
  EXPECT_EQ(a.inputs.text, b.inputs.text);
  EXPECT_EQ(a.inputs.tokens, b.inputs.tokens);
  EXPECT_EQ(a.inputs.edits, b.inputs.edits);
  EXPECT_EQ(a.inputs.order, b.inputs.order);
  ASSERT_EQ(a.inputs.given.size(), b.inputs.given.size());
  for (const auto& [name, leaf] : a.inputs.given) {
    EXPECT_EQ(leaf->value, b.inputs.given.at(name)->value) << name;
  }
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].title, b.steps[i].title);
    EXPECT_EQ(a.steps[i].text, b.steps[i].text);
    EXPECT_EQ(a.steps[i].focus, b.steps[i].focus);
    EXPECT_EQ(a.steps[i].cell, b.steps[i].cell);
    EXPECT_EQ(a.steps[i].formula, b.steps[i].formula);
  }
  ASSERT_EQ(a.expect.size(), b.expect.size());
  for (std::size_t i = 0; i < a.expect.size(); ++i) {
    EXPECT_EQ(a.expect[i].path, b.expect[i].path);
    EXPECT_EQ(a.expect[i].values, b.expect[i].values);
    EXPECT_EQ(a.expect[i].tolerance, b.expect[i].tolerance);
    EXPECT_EQ(a.expect[i].first_row, b.expect[i].first_row);
    EXPECT_EQ(a.expect[i].first_col, b.expect[i].first_col);
  }
  ASSERT_EQ(a.printed.size(), b.printed.size());
  for (std::size_t i = 0; i < a.printed.size(); ++i) {
    EXPECT_EQ(a.printed[i].path, b.printed[i].path);
    EXPECT_EQ(a.printed[i].values, b.printed[i].values);
    EXPECT_EQ(a.printed[i].why, b.printed[i].why);
  }
}

TEST(Lesson, ReadsEveryKey) {
  const Lesson lesson = parse_lesson(everything, "all.json");
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(lesson.id, "all-of-it");
  EXPECT_EQ(lesson.title, "Über alles");
  EXPECT_EQ(lesson.order, 7);
  EXPECT_EQ(lesson.file, "all.json");
  EXPECT_EQ(std::get<double>(lesson.inputs.options.at("scale")), 0);
  EXPECT_EQ(std::get<std::string>(lesson.inputs.options.at("mask")), "causal");
  EXPECT_EQ(lesson.inputs.text[0], "a robot");
  EXPECT_EQ(lesson.inputs.tokens[0], (std::vector<std::string>{"a", "\"b\""}));
  EXPECT_EQ(lesson.inputs.given.at("x")->value(0, 1), 0.1f);
  EXPECT_EQ(lesson.inputs.given.at("x")->value(1, 0), -infinity);
  EXPECT_EQ(lesson.inputs.edits.at("scores")[1], (CellEdit{1, 0, -infinity}));
  EXPECT_EQ(lesson.inputs.order, (std::vector<int>{1, 0}));
  ASSERT_EQ(lesson.steps.size(), 2u);
  EXPECT_FALSE(lesson.steps[0].cell);
  EXPECT_EQ(lesson.steps[1].cell, (StepCell{"1", "0"}));
  EXPECT_EQ(lesson.expect[0].first_col, 1);
  EXPECT_EQ(lesson.expect[1].tolerance, 1e-6);
  EXPECT_EQ(lesson.printed[0].values[0][1], "");
  EXPECT_EQ(lesson.at_step, 1);
}

TEST(Lesson, WhatIsWrittenReadsBackTheSame) {
  const Lesson lesson = parse_lesson(everything, "all.json");
  const std::string written = write_lesson(lesson);
  const Lesson again = parse_lesson(written, "again.json");
  expect_equal(lesson, again);
  EXPECT_EQ(written, write_lesson(again));
}

TEST(Lesson, TheLeastLessonRoundTrips) {
  const Lesson lesson =
      parse_lesson(R"({"id": "a", "title": "", "model": "attention"})", "least.json");
  expect_equal(lesson, parse_lesson(write_lesson(lesson), "least.json"));
}

TEST(Lesson, TwoSentencesAndTwoListsOfTokensRoundTrip) {
  const Lesson lesson = parse_lesson(
      R"({"id": "a", "title": "A", "model": "attention", "text": ["", "b"],
          "tokens": [[], ["c", "d"]]})",
      "two.json");
  EXPECT_EQ(lesson.inputs.text[1], "b");
  EXPECT_TRUE(lesson.inputs.tokens[0].empty());
  EXPECT_EQ(lesson.inputs.tokens[1].size(), 2u);
  expect_equal(lesson, parse_lesson(write_lesson(lesson), "two.json"));
}

// Every kind of 32-bit number: random bits, the smallest, the largest, the subnormal, zeros and nan
// with their signs.
TEST(Lesson, NumbersAreWrittenExactly) {
  Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "attention"})", "a.json");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  Mat m(50, 40);
  Rng rng(11);
  for (Real& cell : m.cells()) {
    const auto bits = static_cast<std::uint32_t>(rng.next());
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    cell = std::isnan(number) ? std::copysign(nan, number) : number;
  }
  m(0, 0) = std::numeric_limits<float>::denorm_min();
  m(0, 1) = std::numeric_limits<float>::max();
  m(0, 2) = std::numeric_limits<float>::min();
  m(0, 3) = -0.0F;
  m(0, 4) = nan;
  m(0, 5) = -nan;
  lesson.inputs.given["x"] = std::make_shared<const Leaf>(m);
  const Lesson again = parse_lesson(write_lesson(lesson), "a.json");
  const auto bits = [](const Mat& of) {
    std::vector<std::uint32_t> all;
    for (const Real cell : of.cells()) all.push_back(std::bit_cast<std::uint32_t>(cell));
    return all;
  };
  EXPECT_EQ(bits(again.inputs.given.at("x")->value), bits(m));
}

TEST(Lesson, EditsKeepTheSignsOfZeroAndNan) {
  Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "attention"})", "a.json");
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> odd{0.0, -0.0, nan, -nan};
  for (int i = 0; i < 4; ++i) {
    lesson.inputs.edits["x"].push_back({0, i, odd[static_cast<std::size_t>(i)]});
    lesson.changes.edits["x"].push_back({0, i, odd[static_cast<std::size_t>(i)]});
  }
  const Lesson again = parse_lesson(write_lesson(lesson), "a.json");
  for (std::size_t i = 0; i < odd.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(odd[i]);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(again.inputs.edits.at("x")[i].value), bits) << i;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*again.changes.edits.at("x")[i].value), bits) << i;
  }
}

TEST(Lesson, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(
      parse_lesson("\xef\xbb\xbf{\"id\": \"a\", \"title\": \"A\", \"model\": \"attention\"}", "a")
          .id,
      "a");
}

}  // namespace
}  // namespace glassformer
