#include "app/views/vectors/near_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

constexpr float kLeastRow = 20, kRow = 26;  // px at scale 1

}  // namespace

float near_list_height(const Ui& ui, int count) {
  return ui.theme.px(kLeastRow) * static_cast<float>(count) + 1;
}

std::string three_decimals(double value) {
  const std::string digits = fmt::format("{:.3f}", std::abs(value));
  return value < 0 && digits != "0.000" ? "−" + digits : digits;
}

NearTouch draw_near_list(Ui& ui, Session& session, const NearList& list, Rect area) {
  NearTouch result;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = list.values;
  if (!var) return result;
  const Mat& values = run->tape.value(var);
  const Axis& words = run->tape.node(var).label.cols;
  const int fitting = static_cast<int>(area.h / theme.px(kLeastRow));
  if (fitting <= 0) return result;
  const auto width_of = [&](int k) { return name_width(ui, axis_label(words, k), theme.small()); };
  float longest = theme.px(30);
  for (int k = 0; k < values.cols(); ++k) longest = std::max(longest, width_of(k));
  // Two columns where each has room for its words and numbers.
  const float needs = longest + ui.canvas.width("0.000", theme.number()) + theme.px(32);
  const int columns =
      values.cols() > fitting && area.w >= std::max(theme.px(280), 2 * needs) ? 2 : 1;
  const bool cut = values.cols() > columns * fitting;
  const int rows = cut ? std::max(1, columns * fitting - 1) : values.cols();
  const int of_column = columns == 1 ? rows + (cut ? 1 : 0) : (rows + 1) / 2;
  const float height = std::min(theme.px(kRow), area.h / static_cast<float>(of_column));
  const float gap = theme.px(16);
  const float width =
      (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const auto place = [&](int k) {
    const int column = k / of_column;
    return Rect{area.x + static_cast<float>(column) * (width + gap),
                area.y + static_cast<float>(k - column * of_column) * height, width, height};
  };
  double largest = list.shares ? 1 : 0;
  float names = theme.px(30);
  for (int k = 0; k < rows; ++k) {
    if (!list.shares) largest = std::max(largest, std::abs(static_cast<double>(values(0, k))));
    names = std::max(names, width_of(k));
  }
  float number = ui.canvas.width("−0.000", theme.number()) + theme.px(4);
  const float before = theme.px(list.marks ? 18 : 4);
  if (columns == 1) {
    names = std::min(names + theme.px(10), width - number - before);
  } else {  // in narrow columns words come before bars
    number = 0;
    for (int k = 0; k < rows; ++k) {
      number = std::max(number, ui.canvas.width(three_decimals(values(0, k)), theme.number()));
    }
    number += theme.px(4);
    names = std::min(names + theme.px(10), width - number - before);
  }
  for (int k = 0; k < rows; ++k) {
    Rect row = place(k);
    const std::string word = axis_label(words, k);
    const Target target = cell_of(run->tape, var, 0, k);
    const CellTouch touch = touch_cell(ui, session, target, row);
    if (touch.hovered) result.hovered = word;
    if (touch.double_clicked) result.double_clicked = word;
    const bool lit = touch.lit || (!list.touched.empty() && list.touched == word);
    if (lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
    row.take_left(theme.px(4));
    if (list.marks) {
      const Rect mark = row.take_left(theme.px(14));
      if (run->tape.value(list.marks)(0, k) == 1) {
        ui.canvas.circle({mark.x + theme.px(4), mark.center().y}, theme.px(4), theme.accent);
      }
    }
    ui.canvas.text_in(row.take_left(names), word, theme.small(), lit ? theme.ink : theme.soft_ink);
    const double value = values(0, k);
    ui.canvas.text_in(row.take_right(number), touch.shown(three_decimals(value)), theme.number(),
                      theme.ink, Align::right);
    const Rect track{row.x, row.center().y - theme.px(5), row.w - theme.px(6), theme.px(10)};
    if (track.w < theme.px(12)) continue;
    ui.canvas.fill(track, theme.panel, theme.px(3));
    if (touch.hidden || largest == 0) continue;
    const auto share = static_cast<float>(std::clamp(std::abs(value) / largest, 0.0, 1.0));
    ui.canvas.fill({track.x, track.y, track.w * share, track.h},
                   theme.tensor(value < 0 ? Role::key : Role::output), theme.px(3));
  }
  if (cut) {
    ui.canvas.text_in(place(rows).inset(theme.px(4), 0),
                      fmt::format("and {} more", values.cols() - rows), theme.small(),
                      theme.faint_ink);
  }
  return result;
}

}  // namespace glassformer
