#include "app/views/speed/layer_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/views/parts/touch_cell.h"
#include "app/views/speed/speed_text.h"
#include "app/widgets/formula.h"
#include "app/widgets/list_rows.h"
#include "core/scenes/records/layer_speed.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kHead = 24, kRow = 32, kLeastRow = 24;  // px at scale 1

// Name, operations as a formula and as a number, steps, path, slopes over n and over d.
constexpr std::size_t kColumns = 7, kOverN = 5, kOverD = 6;
constexpr std::array<float, kColumns> kShares{1.45F, 0.95F, 1.1F, 0.8F, 1.35F, 1.0F, 1.0F};
constexpr std::array<const char*, kColumns> kTitles{
    "layer", "operations", "here", "in a row", "longest path", "slope, n", "slope, d"};

std::array<Rect, kColumns> cells_of(Rect row) {
  const float unit = row.w / std::reduce(kShares.begin(), kShares.end());
  std::array<Rect, kColumns> cells;
  for (std::size_t i = 0; i < kColumns; ++i) cells[i] = row.take_left(unit * kShares[i]);
  return cells;
}

void draw_o(Ui& ui, std::string_view inside, Rect place) {
  FormulaStyle style;
  style.size = ui.theme.px(16);
  style.ink = ui.theme.ink;
  const std::string markup = fmt::format("O({})", inside);
  // On the line of the words beside it.
  const float line = place.center().y + 0.3F * style.size;
  draw_formula(ui, markup, {place.x, line - formula_baseline(ui.canvas, markup, style.size)},
               style);
}

// A cell of the trace: touch it and the inspector shows how it comes about.
void draw_number(Ui& ui, Session& session, Var var, std::size_t row, Rect place) {
  if (!var) return;
  const Target target = cell_of(session.run()->tape, var, static_cast<int>(row), 0);
  const CellTouch touch = touch_cell(ui, session, target, place);
  const double value = session.run()->tape.value(var)(static_cast<int>(row), 0);
  ui.canvas.text_in(place, touch.shown(format_digits(value, 3)), ui.theme.number(),
                    touch.lit ? ui.theme.accent : ui.theme.ink);
}

std::string slope_text(const LayerCurve& curve) {
  if (curve.slope == 0) return "…";
  return fmt::format("{:.2f}  ({:.0f})", curve.slope, curve.theory_slope);
}

// "at n = 914", or where it does not happen: as far as both were measured.
std::string place_told(const LayerSweep& sweep, const char* name) {
  if (sweep.crossing) return fmt::format("at {} = {:.0f}", name, *sweep.crossing);
  std::size_t last = 0;
  while (last + 1 < sweep.sizes.size() && sweep.curves[0].seconds[last + 1] > 0 &&
         sweep.curves[1].seconds[last + 1] > 0) {
    ++last;
  }
  return fmt::format("nowhere from {} = {:.0f} to {:.0f}", name, sweep.sizes[0], sweep.sizes[last]);
}

std::string verdict_told(const LayerSnapshot& now) {
  const int n = now.plan.sizes.n, d = now.plan.sizes.d;
  const char* verdict = n < d   ? "attention is cheaper than recurrence"
                        : n > d ? "recurrence is cheaper than attention"
                                : "attention and recurrence cost the same";
  std::string told = fmt::format("By the table, with n = {} and d = {}, {}.", n, d, verdict);
  if (!now.finished) return told;
  return told + fmt::format(" Measured here, they take the same time {} (d = {}), and {} (n = {}).",
                            place_told(now.over_n, "n"), d, place_told(now.over_d, "d"), n);
}

}  // namespace

std::optional<std::size_t> draw_layer_table(Ui& ui, Session& session, const LayerSnapshot& now,
                                            std::size_t chosen, Rect area) {
  const Theme& theme = ui.theme;
  const auto& record = session.run()->records.get<LayerSpeedRecord>();
  std::optional<std::size_t> clicked;
  FormulaStyle style;
  style.size = theme.small().size;
  style.ink = theme.soft_ink;
  const std::string verdict = verdict_told(now);
  const auto say = [&](Rect at, bool drawn) {
    return draw_prose(ui, verdict, at.origin(), at.w, theme.small(), style, drawn).height;
  };
  // Where there is no room for both, the rows come first.
  const float rows = theme.px(kHead + kLeastRow * static_cast<float>(std::size(layer_kinds)));
  if (const float words = say(area, false); rows + words <= area.h) {
    say(area.take_bottom(words), true);
  }
  const auto head = cells_of(area.take_top(theme.px(kHead)).inset(theme.px(8), 0));
  for (std::size_t i = 0; i < kColumns; ++i) {
    ui.canvas.text_in(head[i], kTitles[i], theme.small(), theme.soft_ink);
  }
  const auto [count, height] =
      rows_in(area.h, std::size(layer_kinds), theme.px(kLeastRow), theme.px(kRow));
  for (std::size_t i = 0; i < count; ++i) {
    const Rect row = area.take_top(height);
    const LayerText text = layer_text(layer_kinds[i]);
    const auto cells = cells_of(row.inset(theme.px(8), 0));
    if (ui.touch(Ui::id("layer", i), {row.x, row.y, cells[2].x - row.x, row.h}).clicked) {
      clicked = i;
    }
    if (i == chosen) ui.canvas.fill(row, theme.pressed, theme.px(6));
    ui.canvas.text_in(cells[0], text.name, theme.body(), series_color(theme, i));
    draw_o(ui, text.operations, cells[1]);
    draw_number(ui, session, record.operations, i, cells[2]);
    draw_number(ui, session, record.sequential, i, cells[3]);
    Rect path = cells[4];
    draw_o(ui, text.path, path.take_left(path.w * 0.64F));
    draw_number(ui, session, record.path, i, path);
    if (now.over_n.curves.size() <= i || now.over_d.curves.size() <= i) continue;
    const auto slope = [&](Rect place, const LayerCurve& curve) {
      ui.canvas.text_in(place, slope_text(curve), theme.number(), theme.ink);
    };
    slope(cells[kOverN], now.over_n.curves[i]);
    slope(cells[kOverD], now.over_d.curves[i]);
  }
  return clicked;
}

}  // namespace glassformer
