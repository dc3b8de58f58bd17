#include "app/views/parts/tall_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/views/parts/column_names.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/matrix.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

const Axis& axis_of(const Tape& tape, const TallBars& bars) {
  const Label& label = tape.node(bars.values).label;
  return bars.by_row ? label.rows : label.cols;
}

int count_of(const Tape& tape, const TallBars& bars) {
  const Shape shape = tape.shape(bars.values);
  return bars.by_row ? shape.rows : shape.cols;
}

Place spot_of(const TallBars& bars, int word) {
  return bars.by_row ? Place{word, bars.line} : Place{bars.line, word};
}

double value_of_cell(const Tape& tape, Var var, Place place) {
  return tape.value(var)(place.first, place.second);
}

ColumnNames names_of(const Ui& ui, const Tape& tape, const TallBars& bars, float column) {
  std::vector<std::string> names;
  for (int t = 0; t < count_of(tape, bars); ++t) {
    names.push_back(t == bars.other ? bars.instead : axis_label(axis_of(tape, bars), t));
  }
  return {ui, std::move(names), column, ui.theme.body().size};
}

double largest_of(const Tape& tape, const TallBars& bars) {
  double largest = 0;
  for (const Var var : {bars.values, bars.behind}) {
    for (int t = 0; var && t < count_of(tape, bars); ++t) {
      const double value = value_of_cell(tape, var, spot_of(bars, t));
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
  }
  return largest > 0 ? largest : 1;
}

// As cells print it; where the bars are narrow, with two digits.
enum class Digits { all, two };

// Of shares, what rounds to nothing is not written with all its zeros.
std::string number_of(const TallBars& bars, double value, Digits digits) {
  const double least = digits == Digits::two ? 0.05 : bars.full == 1 ? 0.0005 : bars.least;
  if (value != 0 && std::abs(value) < least) return "≈0";
  if (digits == Digits::all) return format_cell(value);
  return fmt::format("{:.{}f}", value, std::abs(value) < 9.95 ? 1 : 0);
}

struct DrawnBar {
  Rect bar;
  bool lit = false;
  bool shown = false;  // and not hidden
};

DrawnBar draw_bar(Ui& ui, Session& session, const TallBars& bars, const TallBarsPlaced& placed,
                  int word) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Place place = spot_of(bars, word);
  const float wide = std::min(placed.column * 0.62F, theme.px(110)), x = placed.x(word);
  const float line = ui.canvas.line_height(theme.number());
  const Rect whole{x - placed.column / 2, placed.plot.y - line, placed.column,
                   placed.plot.h + line};
  const Rect slot{x - wide / 2, placed.plot.y, wide, placed.plot.h};
  const auto height_of = [&](double value) {
    return static_cast<float>(std::clamp(value / placed.full, 0.0, 1.0)) * placed.plot.h;
  };
  const bool left_out = bars.taken && value_of_cell(tape, bars.taken, place) == 0;
  const Color full = theme.tensor(bars.role);
  const Color color = left_out ? mix(theme.page, full, 0.3F) : full;
  if (left_out) {
    ui.canvas.frame(slot, theme.rule, theme.px(1), theme.px(4));
  } else if (!bars.behind) {
    ui.canvas.fill(slot, mix(theme.page, full, bars.taken ? 0.16F : 0.08F), theme.px(4));
  }
  if (bars.behind && !hides(session, tape.node(bars.behind).path, place.first, place.second)) {
    const float high = height_of(value_of_cell(tape, bars.behind, place));
    ui.canvas.fill({slot.x, slot.bottom() - high, slot.w, high}, mix(theme.page, full, 0.24F),
                   theme.px(3));
  }
  if (bars.empty) return {};
  const Target cell = cell_of(tape, bars.values, place.first, place.second);
  const CellTouch touch = touch_cell(ui, session, cell, whole);
  if (touch.hidden) {
    draw_hidden(ui, slot, theme.px(4));
    return {};
  }
  const double value = value_of_cell(tape, bars.values, place);
  const float high = height_of(std::isfinite(value) ? value : 0), inner = bars.behind ? 0.6F : 1.0F;
  const Rect bar{x - wide * inner / 2, slot.bottom() - std::max(theme.px(1), high), wide * inner,
                 std::max(theme.px(1), high)};
  ui.canvas.fill(bar, color, std::min(theme.px(3), bar.h / 2));
  if (touch.lit) ui.canvas.frame(bar.inset(-theme.px(2)), theme.lit, theme.px(2), theme.px(3));
  return {bar, touch.lit, true};
}

// Over the bars. Where not all have room, those that are lit come first, then the largest and the
// smallest, then the ends.
void draw_numbers(Ui& ui, const Tape& tape, const TallBars& bars,
                  const std::vector<DrawnBar>& drawn, Rect area) {
  const Theme& theme = ui.theme;
  const auto value = [&](std::size_t i) {
    return value_of_cell(tape, bars.values, spot_of(bars, static_cast<int>(i)));
  };
  std::vector<std::size_t> order(drawn.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.empty()) return;
  const auto by_value = [&](std::size_t a, std::size_t b) { return value(a) < value(b); };
  const std::size_t most = *std::ranges::max_element(order, by_value);
  const std::size_t least = *std::ranges::min_element(order, by_value);
  const auto rank = [&](std::size_t i) {
    const bool end = i == 0 || i + 1 == drawn.size();
    return drawn[i].lit ? 0 : i == most ? 1 : i == least ? 2 : end ? 3 : 4;
  };
  std::ranges::stable_sort(order, {}, rank);
  const float line = ui.canvas.line_height(theme.number());
  const auto fit = [&](Digits digits) {
    const float room = area.w / static_cast<float>(drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const std::string number = number_of(bars, value(i), digits);
      if (ui.canvas.width(number, theme.number()) >= room) return false;
    }
    return true;
  };
  // Of shares, which are below 1, and of other small numbers one decimal would leave nothing.
  const auto is_lost = [&](std::size_t i) {
    return drawn[i].shown && number_of(bars, value(i), Digits::two) == "≈0" &&
           number_of(bars, value(i), Digits::all) != "≈0";
  };
  const bool few = !fit(Digits::all) && bars.full != 1 && fit(Digits::two) &&
                   std::ranges::none_of(order, is_lost);
  const Digits digits = few ? Digits::two : Digits::all;
  const bool all = few || fit(Digits::all);
  std::vector<Rect> taken;
  for (const std::size_t i : order) {
    if (!drawn[i].shown || (!all && rank(i) > 3)) continue;
    const std::string number = number_of(bars, value(i), digits);
    const float width = ui.canvas.width(number, theme.number()) + (all ? 0 : theme.px(4));
    const Rect& bar = drawn[i].bar;
    const float left = std::clamp(bar.center().x - width / 2, area.x, area.right() - width);
    const Rect over{left, bar.y - line - theme.px(1), width, line};
    const auto meets = [&](const Rect& other) {
      return over.x < other.right() && other.x < over.right();
    };
    const auto covers = [&](const DrawnBar& other) {  // the end of a bar beside it
      const float top = other.bar.y;
      return &other != &drawn[i] && other.shown && meets(other.bar) && top > over.y - theme.px(2) &&
             top < over.bottom() && other.bar.h > theme.px(2);
    };
    if (std::ranges::any_of(taken, meets)) continue;
    if (rank(i) > 2 && std::ranges::any_of(drawn, covers)) continue;
    taken.push_back(over);
    if (!all) ui.canvas.fill(over, theme.page.alpha(0.85F), theme.px(3));  // over those beside it
    ui.canvas.text_in(over, number, theme.number(), theme.ink, Align::center);
  }
}

}  // namespace

TallBarsPlaced place_tall_bars(const Ui& ui, const Session& session, const TallBars& bars,
                               Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  TallBarsPlaced placed;
  const auto count = static_cast<float>(std::max(1, count_of(tape, bars)));
  placed.column = area.w / count;
  if (!bars.title.empty()) area.take_top(ui.canvas.line_height(theme.body()) + theme.px(4));
  area.take_top(ui.canvas.line_height(theme.number()) + theme.px(2));
  area.take_bottom(names_of(ui, tape, bars, placed.column).height() + theme.px(6));
  if (bars.numbered) area.take_bottom(ui.canvas.line_height(theme.number()));
  placed.plot = area;
  placed.full = bars.full > 0 ? bars.full : largest_of(tape, bars);
  return placed;
}

void draw_tall_bars(Ui& ui, Session& session, const TallBars& bars, Rect area,
                    TallBarsPlaced& placed) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Axis& axis = axis_of(tape, bars);
  if (!bars.title.empty()) {
    const Rect head{area.x, area.y, area.w, ui.canvas.line_height(theme.body())};
    text_fitted(ui, head, bars.title, theme.body(), theme.soft_ink);
  }
  const ColumnNames names = names_of(ui, tape, bars, placed.column);
  const float top = placed.plot.bottom() + theme.px(5);
  std::vector<DrawnBar> drawn;
  for (int t = 0; t < count_of(tape, bars); ++t) {
    drawn.push_back(draw_bar(ui, session, bars, placed, t));
    const Rect slot{placed.x(t) - placed.column / 2, placed.plot.bottom(), placed.column,
                    area.bottom() - placed.plot.bottom()};
    const Target token = token_of(axis.sequence, t);
    const auto salt = static_cast<std::uint64_t>(t);
    const Touch touch = touch_target(ui, session, Ui::id("tall bar name", salt), token, slot);
    if (touch.hovered && !names.shows(t)) ui.tip(axis_label(axis, t));
    if (touch.clicked) placed.clicked = t;
    const bool lit = session.hover.kind == Target::Kind::token && session.hover == token;
    names.draw(ui, t, placed.x(t), top, area, t == bars.other ? theme.accent : theme.ink,
               lit || t == bars.other);
    if (!bars.numbered || !names.shows(t)) continue;
    const float line = ui.canvas.line_height(theme.number());
    ui.canvas.text_in({slot.x, area.bottom() - line, slot.w, line}, std::to_string(t),
                      theme.number(), theme.soft_ink, Align::center);
  }
  ui.canvas.line({placed.plot.x, placed.plot.bottom()}, {placed.plot.right(), placed.plot.bottom()},
                 theme.soft_ink, theme.px(1.5F));
  draw_numbers(ui, tape, bars, drawn, area);
}

}  // namespace glassformer
