#include "app/views/speed/way_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/parts/touch_cell.h"
#include "app/views/speed/roofline.h"
#include "app/views/speed/speed_text.h"
#include "app/widgets/fitting.h"
#include "app/widgets/list_rows.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kHead = 24, kRow = 90, kLeastRow = 24, kNarrow = 420, kLeastNarrow = 40;

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

class WayRows {
 public:
  WayRows(Ui& ui, const ProductSnapshot& now, bool hidden) : ui_(ui), now_(now), hidden_(hidden) {
    most_ = std::max(now.roofs.all.flops, now.roofs.core.flops);
    for (const ProductTimes& way : now.ways) {
      most_ = std::max(most_, way.flops);
      if (way.flops > 0) most_ = std::max(most_, peak_of(way));
    }
  }

  std::optional<std::size_t> draw(std::size_t chosen, Rect area) {
    const Theme& theme = ui_.theme;
    const bool narrow = area.w < theme.px(kNarrow);
    if (!narrow) draw_head(columns_of(theme, area.take_top(theme.px(kHead)).inset(theme.px(8), 0)));
    const auto [count, height] = rows_in(
        area.h, now_.ways.size(), theme.px(narrow ? kLeastNarrow : kLeastRow), theme.px(kRow));
    std::optional<std::size_t> clicked;
    for (std::size_t i = 0; i < count; ++i) {
      const Rect row = area.take_top(height);
      const Touch touch = ui_.touch(Ui::id("way", i), row);
      const ProductTimes& way = now_.ways[i];
      if (touch.clicked) clicked = i;
      if (i == chosen) ui_.canvas.fill(row, theme.pressed, theme.px(6));
      if (touch.hovered && !way.absent.empty()) ui_.tip(way.absent);
      if (touch.hovered && way.timing.runs > 0 && !hidden_) ui_.tip(times_told(way, now_.size));
      const Rect inner = row.inset(theme.px(8), 0);
      narrow ? draw_narrow(i, inner) : draw_row(i, inner);
    }
    return clicked;
  }

 private:
  double peak_of(const ProductTimes& way) const { return (now_.roofs.*roof_of(way.on)).flops; }

  void draw_head(const Columns& head) {
    const auto title = [&](Rect place, const char* words) {
      ui_.canvas.text_in(place, words, ui_.theme.small(), ui_.theme.soft_ink, Align::right);
    };
    title(head.time, "time");
    title(head.rate, "GFLOP/s");
    title(head.factor, "× naive");
    title(head.share, "of peak");
  }

  void number(Rect place, const std::string& text) {
    ui_.canvas.text_in(place, text, ui_.theme.number(), ui_.theme.ink, Align::right);
  }

  void draw_row(std::size_t i, Rect row) {
    const Theme& theme = ui_.theme;
    const ProductTimes& way = now_.ways[i];
    const Columns columns = columns_of(theme, row);
    text_fitted(ui_, columns.name, way.name, theme.body(), series_color(theme, i));
    if (!way.absent.empty()) {
      const float left = columns.time.x + theme.px(12);
      text_fitted(ui_, {left, row.y, columns.share.right() - left, row.h}, way.absent,
                  theme.small(), theme.soft_ink);
      return;
    }
    number(columns.time, duration_text(way.timing.fastest));
    if (!(way.flops > 0)) return;
    number(columns.rate, hidden_ ? "?" : format_digits(way.flops / 1e9, 3));
    const float thick = std::clamp(0.5F * row.h, theme.px(14), theme.px(40));
    draw_bar(i, {columns.bar.x, row.center().y - thick / 2, columns.bar.w - theme.px(4), thick});
    if (hidden_) return;
    const double peak = peak_of(way);
    if (peak > 0) number(columns.share, fmt::format("{:.1f} %", 100 * way.flops / peak));
    const double first = now_.ways.front().flops;
    if (first > 0) number(columns.factor, format_digits(way.flops / first, 3));
  }

  // Name and operations a second, and the bar below them.
  void draw_narrow(std::size_t i, Rect row) {
    const Theme& theme = ui_.theme;
    const ProductTimes& way = now_.ways[i];
    Rect words = row.take_top(std::max(0.5F * row.h, ui_.canvas.line_height(theme.body())));
    const bool there = way.absent.empty();
    const std::string rate = way.flops > 0 && !hidden_ ? rate_text(way.flops, "FLOP/s") : "";
    number(words.take_right(ui_.canvas.width(rate, theme.number()) + theme.px(4)), rate);
    text_fitted(ui_, words, way.name, theme.body(), series_color(theme, i));
    if (!there) return text_fitted(ui_, row, way.absent, theme.small(), theme.soft_ink);
    if (!(way.flops > 0)) return;
    const float thick = std::min(theme.px(22), 0.6F * row.h);
    draw_bar(i, {row.x, row.y + 0.1F * row.h, row.w, thick});
  }

  // Operations a second, with a mark where the cores that work could be at best.
  void draw_bar(std::size_t i, Rect track) {
    const Theme& theme = ui_.theme;
    const ProductTimes& way = now_.ways[i];
    if (hidden_) return draw_hidden(ui_, track, theme.px(3));
    const auto length = [&](double flops) { return track.w * static_cast<float>(flops / most_); };
    ui_.canvas.fill(track, theme.panel, theme.px(3));
    ui_.canvas.fill({track.x, track.y, std::max(theme.px(2), length(way.flops)), track.h},
                    series_color(theme, i), theme.px(3));
    const double peak = peak_of(way);
    if (!(peak > 0)) return;
    const float at = track.x + length(peak);
    ui_.canvas.line({at, track.y - theme.px(5)}, {at, track.bottom() + theme.px(5)}, theme.soft_ink,
                    theme.px(2));
  }

  Ui& ui_;
  const ProductSnapshot& now_;
  bool hidden_;
  double most_ = 0;
};

}  // namespace

std::optional<std::size_t> draw_way_rows(Ui& ui, const ProductSnapshot& now, std::size_t chosen,
                                         bool hidden, Rect area) {
  return WayRows(ui, now, hidden).draw(chosen, area);
}

}  // namespace glassformer
