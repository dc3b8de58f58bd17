#include "app/views/parts/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/views/parts/made_of.h"
#include "app/views/parts/reveal.h"
#include "app/widgets/theme.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer {
namespace {

// A cell of what the sign makes of two matrices, as a reader of the equation would compute it; none
// for a sign that is not of arithmetic.
std::optional<double> cell_of(const std::string& sign, const Mat& a, const Mat& b, int row,
                              int col) {
  if (sign == "\\times") {
    double sum = 0;
    for (int k = 0; k < a.cols(); ++k) sum += static_cast<double>(a(row, k)) * b(k, col);
    return sum;
  }
  const double x = a(row, col), y = b(b.rows() == 1 ? 0 : row, col);
  if (sign == "+") return x + y;
  if (sign == "-") return x - y;
  if (sign == "\\circ") return x * y;
  if (sign == "\\div") return x / y;
  return {};
}

Mat drawn(const Tape& tape, const Item& item) {
  const Mat& value = tape.value(item.var);
  if (!item.transposed) return value;
  Mat turned(value.cols(), value.rows());
  for (int r = 0; r < value.rows(); ++r) {
    for (int c = 0; c < value.cols(); ++c) turned(c, r) = value(r, c);
  }
  return turned;
}

// The first cell in which what is drawn left of "=" differs from what is drawn right of it.
std::string difference(const Tape& tape, const Item& first, const Item& second, const Item& made) {
  const Mat a = drawn(tape, first), b = drawn(tape, second);
  const Mat& value = tape.value(made.var);
  if (second.before == "\\times" && a.cols() != b.rows()) return "the shapes do not fit";
  // The corners tell a wrong operator or a wrong operand.
  for (const int r : {0, value.rows() - 1}) {
    for (const int c : {0, value.cols() - 1}) {
      const auto computed = cell_of(second.before, a, b, r, c);
      if (!computed) return {};
      const double is = value(r, c);
      const double apart = std::abs(*computed - is);
      if (std::isfinite(is) && apart > 1e-4 * std::max(1.0, std::abs(is))) {
        return fmt::format("{} {} {} at {}, {}: {} is drawn, {} is made", tape.node(first.var).path,
                           second.before, tape.node(second.var).path, r, c, is, *computed);
      }
    }
  }
  return {};
}

class Plan : public ::testing::TestWithParam<std::string> {
 protected:
  Plan() : session_(testing::shipped()) { session_.open(find_lesson(GetParam())); }
  const Tape& tape() const { return session_.run()->tape; }
  Session session_;
};

TEST_P(Plan, OperandsStandBeforeTheirResult) {
  for (const Equation& equation : plan(*session_.run(), 0)) {
    ASSERT_FALSE(equation.items.empty());
    EXPECT_TRUE(equation.items.front().before.empty());
    EXPECT_EQ(equation.items.back().var, equation.result);
    int latest = -1;
    for (const Item& item : equation.items) {
      const bool result = item.arrow || item.before == "=";
      if (!result) continue;
      EXPECT_GT(item.var.index, latest) << tape().node(item.var).path;
      latest = item.var.index;
    }
    // A matrix is made once: nothing that is shown as a result has been used before.
  }
  std::set<int> used;
  for (const Equation& equation : plan(*session_.run(), 0)) {
    for (const Item& item : equation.items) {
      const bool result = item.arrow || item.before == "=";
      EXPECT_FALSE(result && used.contains(item.var.index)) << tape().node(item.var).path;
      used.insert(item.var.index);
    }
  }
}

TEST_P(Plan, ShapesOfAProductFit) {
  for (const Equation& equation : plan(*session_.run(), 0)) {
    for (std::size_t i = 2; i < equation.items.size(); ++i) {
      const Node& made = tape().node(equation.items[i].var);
      if (equation.items[i].before != "=" || made.op == nullptr) continue;
      const std::string op(made.op->name);
      if (op != "matmul" && op != "matmul_nt" && op != "matmul_tn") continue;
      if (equation.items[i].arrow) continue;  // of parts of what is drawn
      const auto shape = [&](const Item& item) {
        const Shape s = tape().shape(item.var);
        return item.transposed ? Shape{s.cols, s.rows} : s;
      };
      const Shape a = shape(equation.items[i - 2]), b = shape(equation.items[i - 1]);
      EXPECT_EQ(a.cols, b.rows) << made.path;
      EXPECT_EQ((Shape{a.rows, b.cols}), shape(equation.items[i])) << made.path;
      EXPECT_EQ(equation.items[i - 1].transposed, op == "matmul_nt") << made.path;
    }
  }
}

TEST_P(Plan, WhatStandsLeftOfAnEqualsSignGivesWhatStandsRight) {
  for (int step = 0; step < static_cast<int>(session_.lesson().steps.size()); ++step) {
    session_.step = step;
    session_.enter_step();
    session_.settle(0);
    for (const Equation& equation : plan(*session_.run(), session_.head)) {
      for (std::size_t i = 2; i < equation.items.size(); ++i) {
        const Item& made = equation.items[i];
        if (made.before != "=" || !tape().node(made.var).edits.empty()) continue;
        EXPECT_EQ(difference(tape(), equation.items[i - 2], equation.items[i - 1], made), "")
            << "step " << step + 1 << ": " << tape().node(made.var).path;
      }
    }
  }
}

TEST_P(Plan, NoIdentityIsDrawnAndNothingIsLeftOut) {
  std::set<std::string> drawn;
  for (const Equation& equation : plan(*session_.run(), 0)) {
    for (const Item& item : equation.items) {
      const Node& node = tape().node(item.var);
      EXPECT_FALSE(node.path.empty());
      EXPECT_FALSE(node.op != nullptr && node.op->name == "scale" && node.attr.a == 1) << node.path;
      drawn.insert(node.path);
    }
  }
  for (int i = 0; i < tape().size(); ++i) {
    const Node& node = tape().node(Var{i});
    const auto number = repeated_scope(node.path);
    const bool identity = node.op != nullptr && node.op->name == "scale" && node.attr.a == 1;
    if (node.path.empty() || identity || (number && *number != 0)) continue;
    EXPECT_TRUE(drawn.contains(node.path)) << node.path;
  }
}

TEST_P(Plan, EveryStepHasAPlaceInThePicture) {
  for (int step = 0; step < static_cast<int>(session_.lesson().steps.size()); ++step) {
    session_.step = step;
    session_.enter_step();
    session_.settle(0);
    session_.head =
        repeated_scope(session_.lesson().steps[static_cast<std::size_t>(step)].focus).value_or(0);
    const std::string path = focus_path(session_, step);
    if (path.empty()) continue;
    bool found = false;
    for (const Equation& equation : plan(*session_.run(), session_.head)) {
      for (const Item& item : equation.items) found |= tape().node(item.var).path == path;
    }
    EXPECT_TRUE(found) << "step " << step + 1 << " speaks of " << path;
  }
}

TEST_P(Plan, StepBuildsItsMatrixRowByRow) {
  Reveal reveal;
  session_.step = 0;
  reveal.follow(session_, 0, false);
  EXPECT_EQ(reveal.built(), 1) << "a lesson opens finished";
  for (int step = 1; step < static_cast<int>(session_.lesson().steps.size()); ++step) {
    const std::string path = session_.lesson().steps[static_cast<std::size_t>(step)].focus;
    session_.step = step;
    session_.head = repeated_scope(path).value_or(0);
    const double begin = 100.0 * step;
    reveal.follow(session_, begin, false);
    const Var focus = tape().find(path);
    if (!focus || tape().node(focus).op == nullptr) {
      EXPECT_EQ(reveal.built(), 1) << path;
      continue;
    }
    const std::string before = session_.lesson().steps[static_cast<std::size_t>(step) - 1].focus;
    if (path == before) {
      EXPECT_EQ(reveal.built(), 1) << path << " stands already";
      continue;
    }
    EXPECT_EQ(reveal.built(), 0) << path;
    // What melts out of another matrix has all of its cells at once.
    if (!made_of(tape(), focus, before)) {
      EXPECT_EQ(reveal.cells(session_, focus), 1) << path;
      ASSERT_TRUE(reveal.making()) << path;
      EXPECT_EQ(*reveal.making(), (Place{0, 0})) << path;
    }
    int least = 0;
    float built = -1;
    for (double age = 0; age < 2.2; age += 0.05) {
      reveal.follow(session_, begin + age, false);
      const int cells = reveal.cells(session_, focus);
      EXPECT_GE(cells < 0 ? 1 << 30 : cells, least) << path;
      least = cells < 0 ? 1 << 30 : cells;
      EXPECT_GE(reveal.built(), built) << path;
      built = reveal.built();
    }
    EXPECT_EQ(built, 1) << path;
    EXPECT_EQ(reveal.cells(session_, focus), -1) << path;
  }
}

TEST_P(Plan, SkippingAndGoingBackShowTheStepFinished) {
  Reveal reveal;
  reveal.follow(session_, 0, false);
  for (int step = 1; step < static_cast<int>(session_.lesson().steps.size()); ++step) {
    session_.step = step;
    reveal.follow(session_, step, false);
    reveal.skip();
    reveal.follow(session_, step, false);
    EXPECT_EQ(reveal.built(), 1);
  }
  session_.step = 0;
  reveal.follow(session_, 50, false);
  EXPECT_EQ(reveal.built(), 1);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// A product with reciprocals that have no name of their own.
TEST(PlanSigns, AQuotientIsWrittenAsOne) {
  Session session(testing::shipped());
  session.open(find_lesson("evaluate"));
  const Tape& tape = session.run()->tape;
  std::set<std::string> written;
  for (const Equation& equation : plan(*session.run(), 0)) {
    for (std::size_t i = 0; i + 2 < equation.items.size(); ++i) {
      const auto path = [&](std::size_t k) { return tape.node(equation.items[i + k].var).path; };
      written.insert(path(0) + " " + equation.items[i + 1].before + " " + path(1) + " " +
                     equation.items[i + 2].before + " " + path(2));
    }
  }
  EXPECT_TRUE(written.contains("accuracy.right \\div accuracy.answered = accuracy.share"));
}

// Whichever head is chosen, both halves of Concat are drawn.
TEST(PlanSigns, WhatStandsSideBySideIsDrawnWithAllItsParts) {
  Session session(testing::shipped());
  session.open(find_lesson("multi-head"));
  const Tape& tape = session.run()->tape;
  for (const int chosen : {0, 1}) {
    std::vector<std::string> before;
    for (const Equation& equation : plan(*session.run(), chosen)) {
      std::vector<std::string> parts;
      for (const Item& item : equation.items) {
        parts.push_back(tape.node(item.var).path);
        if (parts.back() == "concat") before = parts;
      }
    }
    ASSERT_GE(before.size(), 3U);
    EXPECT_EQ(before[before.size() - 3], "head.1.output");
    EXPECT_EQ(before[before.size() - 2], "head.2.output");
  }
}

INSTANTIATE_TEST_SUITE_P(Lessons, Plan, ::testing::ValuesIn(testing::shipped_ids()), test_name);

}  // namespace
}  // namespace glassformer
