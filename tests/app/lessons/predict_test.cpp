#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

// P hides whatever shows a number, in every part of every step of every lesson.
namespace glassformer::testing {
namespace {

// The text is this number, with the digits that it has.
bool tells(const std::string& text, double value) {
  static const std::regex number(R"(^[+×]?(−|-)?([0-9]+)(\.([0-9]+))?( %)?$)");
  std::smatch found;
  if (!std::regex_match(text, found, number)) return false;
  double told = std::stod(found[2].str() + found[3].str()) * (found[1].matched ? -1 : 1);
  double unit = std::pow(10.0, -static_cast<double>(found[4].length()));
  if (found[5].matched) told /= 100, unit /= 100;
  return std::abs(told - value) <= 0.51 * unit;
}

int times_told(const Driver& d, Rect place, double value) {
  int count = 0;
  for (const Command* text : d.texts()) {
    count += text->layer == 0 && place.contains(text->rect.center()) && tells(text->text, value);
  }
  return count;
}

// What stands beside the pointer.
std::string tips(const Driver& d) {
  std::string all;
  for (const Command* text : d.texts()) {
    if (text->layer > 0) all += text->text + '\n';
  }
  return all;
}

class Predict : public ::testing::TestWithParam<std::string> {
 protected:
  // Whether the pointer reaches the cell there.
  bool try_cell(Driver& d, const DrawnCells& cells, int row, int col) {
    const Vec at = intersect(cells.cell(row, col), cells.seen).center();
    d.move(at);
    const Target target{Target::Kind::cell, cells.path, row, col, 0, 0};
    Target hover = d.session().hover;
    hover.word.clear();
    if (!(hover == target)) return false;
    const std::string place =
        fmt::format("step {}, {}[{}, {}]", d.session().step + 1, cells.path, row, col);
    const double value = d.value(cells.path, row, col);
    const Rect box = cells.cell(row, col);
    const int before = times_told(d, box, value);
    d.click(at);
    EXPECT_EQ(d.session().predicted.size(), 1U) << place;
    if (before > 0) {
      EXPECT_LT(times_told(d, box, value), before) << place << " = " << value;
    }
    if (std::isfinite(value) && format_cell(value).size() > 3) {
      EXPECT_EQ(tips(d).find(format_cell(value)), std::string::npos) << place;
    }
    const bool stays = std::ranges::any_of(d.app().drawn().all(), [&](const DrawnCells& now) {
      return now.path == cells.path && now.holds(row, col) && now.cell(row, col).contains(at);
    });
    if (stays) {
      d.click(at);
      EXPECT_TRUE(d.session().predicted.empty()) << place << " does not come back";
    }
    d.session().predicted.clear();
    return true;
  }
};

TEST_P(Predict, HidesACellOfEachPart) {
  Driver d(GetParam());
  std::set<std::string> tried;
  int hidden = 0;
  bool drawn_at_all = false;  // a training shows charts
  for (std::size_t step = 0; step < d.session().lesson().steps.size(); ++step) {
    d.session().step = static_cast<int>(step);
    d.session().enter_step();
    d.rest();
    d.session().answer();
    d.session().predicting = true;
    d.rest();
    const std::vector<DrawnCells> drawn = d.app().drawn().all();
    drawn_at_all = drawn_at_all || !drawn.empty();
    for (const DrawnCells& cells : drawn) {
      const std::string kind = cells.path + (cells.rows * cells.cols > 1 ? " matrix" : " cell");
      if (tried.contains(kind) || cells.seen.w < 3 || cells.seen.h < 3) continue;
      if (!try_cell(d, cells, cells.row + cells.rows / 2, cells.col + cells.cols / 2)) continue;
      tried.insert(kind);
      ++hidden;
    }
  }
  EXPECT_EQ(hidden > 0, drawn_at_all) << "no cell could be touched";
}

INSTANTIATE_TEST_SUITE_P(Lessons, Predict, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace glassformer::testing
