#include "app/views/parts/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/parts/highlight.h"
#include "app/views/parts/sliding.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kGap = 28, kLeastBar = 28, kLeastRow = 20, kTightRow = 18, kRow = 34;
constexpr float kRank = 26, kMark = 14, kHead = 28;

// Of a word that is not there: its name has the room of the bar.
void draw_absent(Ui& ui, const Bar& bar, Type type, Rect row) {
  const Theme& theme = ui.theme;
  row.take_left(theme.px(4));
  const float named = ui.canvas.width(bar.name, type) + theme.px(8);
  const bool told = named + ui.canvas.width("not learned", theme.small()) < row.w;
  const std::string note = told ? "not learned" : "—";
  const Rect place = row.take_right(ui.canvas.width(note, theme.small()));
  ui.canvas.text_in(place, note, theme.small(), theme.faint_ink, Align::right);
  ui.canvas.text_in(row, bar.name, type, theme.faint_ink);
  if (named > row.w && ui.hovering(row)) ui.tip(bar.name);
}

void draw_name(Ui& ui, const Bar& bar, const BarParts& parts, bool lit, bool hovered, Rect place) {
  const Theme& theme = ui.theme;
  const Rect before = place.take_left(parts.before);
  if (bar.marked) {
    ui.canvas.circle({before.x + theme.px(4), before.center().y}, theme.px(4), theme.accent);
  }
  ui.canvas.text_in(before, bar.rank, theme.number(), theme.faint_ink);
  place.take_right(theme.px(8));
  const Type type = bar.strong ? Type{Face::bold, parts.type.size} : parts.type;
  const Color ink = bar.struck ? theme.faint_ink : lit || bar.strong ? theme.ink : theme.soft_ink;
  ui.canvas.text_in(place, bar.name, type, ink);
  const float width = ui.canvas.width(bar.name, type);
  if (hovered && width > place.w) ui.tip(bar.name);
  if (!bar.struck) return;
  ui.canvas.line({place.x, place.center().y},
                 {place.x + std::min(width, place.w), place.center().y}, theme.faint_ink,
                 theme.px(1));
}

}  // namespace

void draw_bar_track(const Ui& ui, const Bar& bar, const BarParts& parts, bool hidden, Rect room) {
  const Theme& theme = ui.theme;
  const float thick = std::min(theme.px(14), room.h * 0.5F);
  const Rect track{room.x, room.center().y - thick / 2, room.w, thick};
  ui.canvas.fill(track, theme.panel, theme.px(3));
  if (hidden || !std::isfinite(bar.value) || parts.full <= 0) return;
  const auto share = static_cast<float>(std::clamp(std::abs(bar.value) / parts.full, 0.0, 1.0));
  const float zero = parts.both_ways ? track.center().x : track.x;
  const float width = (parts.both_ways ? track.w / 2 : track.w) * share;
  const Color color = bar.color.value_or(theme.tensor(bar.value < 0 ? Role::key : Role::output));
  if (width > 0) {
    const bool left = parts.both_ways && bar.value < 0;
    ui.canvas.fill({left ? zero - width : zero, track.y, width, track.h}, color,
                   std::min(theme.px(3), width / 2));
  }
  const auto upright = [&](float x, Color ink) {
    ui.canvas.line({x, track.y - theme.px(3)}, {x, track.bottom() + theme.px(3)}, ink, theme.px(1));
  };
  if (parts.both_ways) upright(zero, theme.rule);
  if (parts.mark_one && parts.full > 1)
    upright(track.x + track.w / static_cast<float>(parts.full), theme.faint_ink);
}

std::string three_decimals(double value) {
  const std::string digits = fmt::format("{:.3f}", std::abs(value));
  return value < 0 && digits != "0.000" ? "−" + digits : digits;
}

CellTouch draw_bar(Ui& ui, Session& session, const Bar& bar, const BarParts& parts, Rect row) {
  const Theme& theme = ui.theme;
  if (bar.cell.kind != Target::Kind::cell) {
    draw_absent(ui, bar, parts.type, row);
    return {};
  }
  Rect rest = row;
  Rect aside = rest.take_right(parts.beside * static_cast<float>(bar.beside.size()));
  const CellTouch touch = touch_cell(ui, session, bar.cell, rest);
  const bool lit = touch.lit || bar.lit || (parts.name > 0 && is_under_pointer(session, bar.name));
  if (lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
  for (const BarNumber& other : bar.beside) {
    const Rect place = aside.take_left(parts.beside);
    const CellTouch on = touch_cell(ui, session, other.cell, place);
    if (on.lit) ui.canvas.fill(place, theme.pressed, theme.px(5));
    ui.canvas.text_in(place.inset(theme.px(4), 0), on.shown(other.text), theme.number(),
                      theme.soft_ink, Align::right);
  }
  rest.take_left(theme.px(4));
  draw_name(ui, bar, parts, lit, touch.hovered, rest.take_left(parts.before + parts.name));
  const Rect number = rest.take_right(parts.number);
  ui.canvas.text_in(number, touch.shown(bar.number), theme.number(),
                    bar.struck ? theme.faint_ink : theme.ink, Align::right);
  rest.take_right(theme.px(6));
  if (rest.w > theme.px(12)) draw_bar_track(ui, bar, parts, touch.hidden, rest);
  return touch;
}

namespace {

// Where the rows of a list lie.
class BarLayout {
 public:
  BarLayout(const Ui& ui, const Bars& bars, Rect area) : theme_(ui.theme), bars_(bars) {
    measure(ui);
    const bool headed = !bars.heads.empty() || !bars.ends[0].empty();
    heads_ = area.take_top(headed ? theme_.px(kHead) : 0);
    area_ = area;
    const int count = static_cast<int>(bars.bars.size());
    divide(count, kLeastRow);
    if (shown_ < count) divide(count, kTightRow);
    const int lines = std::max(1, (shown_ + (shown_ < count ? 1 : 0) + columns_ - 1) / columns_);
    lines_ = lines;
    height_ = std::min(theme_.px(kRow), area_.h / static_cast<float>(lines));
    const float fixed =
        theme_.px(10) + parts_.before + parts_.number + parts_.beside * static_cast<float>(beside_);
    // A name in whole is worth more than a long bar. Where there are few they are written larger.
    const float most = std::max((width_ - fixed) * 0.62F, width_ - fixed - theme_.px(kLeastBar));
    const bool larger = height_ >= theme_.px(30) && large_ + theme_.px(12) <= most &&
                        large_ + fixed + parts_.number <= width_;
    parts_.type = larger ? theme_.body() : theme_.small();
    parts_.name = std::min((larger ? large_ : small_) + theme_.px(12), most);
  }

  const BarParts& parts() const { return parts_; }
  int shown() const { return shown_; }
  int columns() const { return columns_; }
  int lines() const { return lines_; }
  Rect row(float column, float line) const {
    return {moved(area_, column).x, area_.y + height_ * line, width_, height_};
  }
  Rect row(int i) const {
    return row(static_cast<float>(i / lines_), static_cast<float>(i % lines_));
  }
  Rect head(int column) const { return moved(heads_, static_cast<float>(column)); }

 private:
  void measure(const Ui& ui) {
    small_ = large_ = theme_.px(30);
    parts_.full = bars_.full > 0 ? bars_.full : 1e-4;  // what is less is the rounding of a float
    parts_.both_ways = bars_.both_ways;
    parts_.mark_one = bars_.mark_one;
    for (const Bar& bar : bars_.bars) {
      small_ = std::max(small_, name_width(ui, bar.name, theme_.small()));
      large_ = std::max(large_, name_width(ui, bar.name, theme_.body()));
      parts_.number = std::max(parts_.number, ui.canvas.width(bar.number, theme_.number()));
      if (!bar.rank.empty()) parts_.before = theme_.px(kRank);
      if (bar.marked) parts_.before = std::max(parts_.before, theme_.px(kMark));
      beside_ = std::max(beside_, bar.beside.size());
      for (const BarNumber& other : bar.beside) {
        parts_.beside = std::max({parts_.beside, theme_.px(52),
                                  ui.canvas.width(other.text, theme_.number()) + theme_.px(12)});
      }
      if (bars_.full <= 0 && std::isfinite(bar.value)) {
        parts_.full = std::max(parts_.full, std::abs(bar.value));
      }
    }
    if (bars_.full <= 0) parts_.full = std::max(parts_.full, 1e-4);
    for (std::size_t i = 0; i < bars_.heads.size(); ++i) {
      const float width = ui.canvas.width(bars_.heads[i], theme_.small());
      float& part = i == 0 ? parts_.number : parts_.beside;
      part = std::max(part, width + theme_.px(i == 0 ? 0 : 12));
    }
    parts_.number += theme_.px(6);
  }
  int lines_of(float least) const {
    return std::max(1, static_cast<int>((area_.h + 0.5F) / theme_.px(least)));
  }
  int columns_for(float name) const {
    const float gap = theme_.px(kGap);
    const float needs = theme_.px(10) + name + parts_.before + parts_.number +
                        parts_.beside * static_cast<float>(beside_);
    return std::max(1, static_cast<int>((area_.w + gap) / (needs + gap)));
  }
  void divide(int count, float least) {
    const int fit = lines_of(least);
    const int most = columns_for(small_ + theme_.px(kLeastBar));  // no name is cut for a column
    columns_ = bars_.one_column ? 1 : std::clamp((count + fit - 1) / fit, 1, most);
    shown_ = count <= columns_ * fit ? count : columns_ * fit - 1;
    width_ = (area_.w - theme_.px(kGap) * static_cast<float>(columns_ - 1)) /
             static_cast<float>(columns_);
  }
  Rect moved(Rect first, float column) const {
    return {first.x + column * (width_ + theme_.px(kGap)), first.y, width_, first.h};
  }

  const Theme& theme_;
  const Bars& bars_;
  Rect area_, heads_;
  BarParts parts_;
  std::size_t beside_ = 0;
  float small_ = 0, large_ = 0;  // the widest name, in small letters and in larger ones
  float width_ = 0, height_ = 0;
  int columns_ = 1, lines_ = 1, shown_ = 0;
};

void draw_heads(const Ui& ui, const Bars& bars, const BarParts& parts, Rect head) {
  const Theme& theme = ui.theme;
  if (!bars.heads.empty()) {
    Rect aside = head;
    aside = aside.take_right(parts.beside * static_cast<float>(bars.heads.size() - 1));
    const Rect number{head.x, head.y, aside.x - head.x, head.h};
    ui.canvas.text_in(number, bars.heads[0], theme.small(), theme.faint_ink, Align::right);
    for (std::size_t i = 1; i < bars.heads.size(); ++i) {
      ui.canvas.text_in(aside.take_left(parts.beside).inset(theme.px(4), 0), bars.heads[i],
                        theme.small(), theme.faint_ink, Align::right);
    }
  }
  if (bars.ends[0].empty()) return;
  const float left = head.x + theme.px(4) + parts.before + parts.name;
  const float right = head.right() - parts.number - theme.px(6);
  const float middle = (left + right) / 2, gap = theme.px(8);
  ui.canvas.text_in({head.x, head.y, middle - gap - head.x, head.h}, "← " + bars.ends[0],
                    theme.strong(), theme.tensor(Role::key), Align::right);
  ui.canvas.text_in({middle + gap, head.y, head.right() - middle - gap, head.h},
                    bars.ends[1] + " →", theme.strong(), theme.tensor(Role::output));
}

}  // namespace

BarsTouch draw_bars(Ui& ui, Session& session, const Bars& bars, Rect area) {
  BarsTouch result;
  if (bars.bars.empty() || area.h < ui.theme.px(kTightRow)) return result;
  const BarLayout layout(ui, bars, area);
  for (int c = 0; c < layout.columns(); ++c) draw_heads(ui, bars, layout.parts(), layout.head(c));
  std::vector<std::size_t> order(bars.bars.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto is_hidden = [&](const Bar& bar) { return hides(session, bar.cell); };
  if (bars.by_value && std::ranges::all_of(bars.bars, is_hidden)) {
    std::ranges::sort(order, {},
                      [&](std::size_t i) -> const std::string& { return bars.bars[i].name; });
  }
  Sliding sliding(ui, bars.id);
  for (int k = 0; k < layout.shown(); ++k) {
    const auto i = order[static_cast<std::size_t>(k)];
    const Bar& bar = bars.bars[i];
    const auto at = sliding.row(bar.name, k / layout.lines(), k % layout.lines());
    const Rect row = layout.row(at.column, at.line);
    if (at.slides) ui.canvas.fill(row, ui.theme.page);
    const CellTouch touch = draw_bar(ui, session, bar, layout.parts(), row);
    if (touch.hovered) result.hovered = static_cast<int>(i);
    if (touch.clicked) result.clicked = static_cast<int>(i);
    if (touch.double_clicked) result.double_clicked = static_cast<int>(i);
  }
  const std::size_t more = bars.bars.size() - static_cast<std::size_t>(layout.shown());
  if (more > 0) {
    ui.canvas.text_in(layout.row(layout.shown()).inset(ui.theme.px(4), 0),
                      fmt::format("and {} more", more), ui.theme.small(), ui.theme.faint_ink);
  }
  return result;
}

}  // namespace glassformer
