#include "app/views/speed/way_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/speed/roofline.h"
#include "app/views/speed/speed_text.h"
#include "app/widgets/fitting.h"
#include "app/widgets/list_rows.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kHead = 22, kRow = 31, kLeastRow = 24, kNote = 26, kLeastNote = 20;  // at scale 1

struct Columns {
  Rect name, time, rate, bar, factor, share;
};

Columns columns_of(const Theme& theme, Rect row) {
  Columns columns;
  columns.name = row.take_left(theme.px(124));
  columns.time = row.take_left(theme.px(76));
  columns.share = row.take_right(theme.px(72));
  columns.factor = row.take_right(theme.px(70));
  columns.rate = row.take_left(theme.px(66));
  row.take_left(theme.px(12));
  columns.bar = row;
  return columns;
}

std::string difference_told(const ProductSnapshot& now) {
  double most = 0;
  int compared = 0;
  for (const ProductTimes& way : now.ways) {
    if (way.timing.runs == 0) continue;
    most = std::max(most, way.difference);
    ++compared;
  }
  if (compared < 2) return {};
  return fmt::format("Same numbers: they differ by {} at most, and are as large as {}.",
                     format_digits(most, 2), format_digits(now.largest, 3));
}

}  // namespace

float way_rows_height(const Ui& ui, const ProductSnapshot& now) {
  return ui.theme.px(kHead + kRow * static_cast<float>(now.ways.size()) + kNote);
}

float least_way_rows_height(const Ui& ui, const ProductSnapshot& now, bool note) {
  const auto rows = static_cast<float>(now.ways.size());
  return ui.theme.px(kHead + kLeastRow * rows + (note ? kLeastNote : 0));
}

std::optional<std::size_t> draw_way_rows(Ui& ui, const ProductSnapshot& now, std::size_t chosen,
                                         Rect area) {
  const Theme& theme = ui.theme;
  std::optional<std::size_t> clicked;
  const Columns head = columns_of(theme, area.take_top(theme.px(kHead)).inset(theme.px(8), 0));
  const auto title = [&](Rect place, const char* words, Align align) {
    ui.canvas.text_in(place, words, theme.small(), theme.faint_ink, align);
  };
  title(head.time, "time", Align::right);
  title(head.rate, "GFLOP/s", Align::right);
  title(head.factor, "× naive", Align::right);
  title(head.share, "of peak", Align::right);
  const auto peak_of = [&](const ProductTimes& way) { return (now.roofs.*roof_of(way.on)).flops; };
  double most = std::max(now.roofs.all.flops, now.roofs.core.flops);
  for (const ProductTimes& way : now.ways) {
    most = std::max(most, way.flops);
    if (way.flops > 0) most = std::max(most, peak_of(way));
  }
  const double first = now.ways.empty() ? 0 : now.ways.front().flops;
  const float spare = area.h - theme.px(kLeastRow) * static_cast<float>(now.ways.size());
  Rect note =
      area.take_bottom(spare + 0.5F < theme.px(kLeastNote) ? 0 : std::min(spare, theme.px(kNote)));
  const auto [count, height] =
      rows_in(area.h, now.ways.size(), theme.px(kLeastRow), theme.px(kRow));
  note.y = area.y + height * static_cast<float>(count);  // right under them
  for (std::size_t i = 0; i < count; ++i) {
    const ProductTimes& way = now.ways[i];
    const Rect row = area.take_top(height);
    const Touch touch = ui.touch(Ui::id("way", i), row);
    if (touch.clicked) clicked = i;
    if (i == chosen) ui.canvas.fill(row, theme.pressed, theme.px(6));
    const Columns columns = columns_of(theme, row.inset(theme.px(8), 0));
    text_fitted(ui, columns.name, way.name, theme.body(), series_color(theme, i));
    if (!way.absent.empty()) {
      const float left = columns.time.x + theme.px(12);
      ui.canvas.text_in({left, row.y, columns.share.right() - left, row.h}, way.absent,
                        theme.small(), theme.soft_ink);
      if (touch.hovered) ui.tip(way.absent);
      continue;
    }
    if (touch.hovered && way.timing.runs > 0) ui.tip(times_told(way, now.size));
    const auto number = [&](Rect place, const std::string& text) {
      ui.canvas.text_in(place, text, theme.number(), theme.ink, Align::right);
    };
    number(columns.time, duration_text(way.timing.fastest));
    if (!(way.flops > 0)) continue;
    number(columns.rate, format_digits(way.flops / 1e9, 3));
    const Rect track{columns.bar.x, row.center().y - theme.px(7), columns.bar.w - theme.px(4),
                     theme.px(14)};
    ui.canvas.fill(track, theme.panel, theme.px(3));
    const auto length = [&](double flops) { return track.w * static_cast<float>(flops / most); };
    ui.canvas.fill({track.x, track.y, std::max(theme.px(2), length(way.flops)), track.h},
                   series_color(theme, i), theme.px(3));
    const double peak = peak_of(way);
    if (peak > 0) {
      const float at = track.x + length(peak);
      ui.canvas.line({at, track.y - theme.px(4)}, {at, track.bottom() + theme.px(4)},
                     theme.soft_ink, theme.px(1.5F));
      number(columns.share, fmt::format("{:.1f} %", 100 * way.flops / peak));
    }
    number(columns.factor, format_digits(way.flops / first, 3));
  }
  if (note.h > 0) {
    ui.canvas.text_in(note.inset(theme.px(8), 0), difference_told(now), theme.small(),
                      theme.soft_ink);
  }
  return clicked;
}

}  // namespace glassformer
