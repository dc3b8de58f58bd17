#include "app/views/parts/large_bars.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/parts/sliding.h"
#include "app/widgets/even_numbers.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kTitle = 30, kNote = 18, kDot = 18, kWide = 330;
struct Heights {
  float least, most;
};
constexpr Heights kWideRow{25, 90}, kFewRow{25, 150}, kNarrowRow{31, 46};
constexpr std::size_t kFew = 3;  // that are alone in a place made for a list

class LargeRows {
 public:
  LargeRows(Ui& ui, Session& session, const LargeBars& list, Rect area)
      : ui_(ui),
        session_(session),
        list_(list),
        area_(area),
        wide_(area.w >= ui.theme.px(kWide)),
        sliding_(ui, list.id) {
    const Theme& theme = ui.theme;
    const bool few = list.bars.bars.size() <= kFew;
    const Heights height = !wide_ ? kNarrowRow : few ? kFewRow : kWideRow;
    numbers_ = ui.canvas.width("−0.000", theme.number());
    float used = 0;
    for (const Bar& bar : list.bars.bars) {
      const float high = theme.px(height.least) + (says_why(bar) ? theme.px(kNote) : 0);
      if (used + high > area.h && !heights_.empty()) break;
      used += high;
      heights_.push_back(high);
      full_ = std::max(full_, std::isfinite(bar.value) ? std::abs(bar.value) : 0);
      names_ = std::max(names_, name_width(ui, bar.name, theme.strong()));
      dots_ = dots_ || bar.marked;
      numbers_ = std::max(numbers_, ui.canvas.width(bar.number, theme.number()));
    }
    if (list.bars.full > 0) full_ = std::max(list.bars.full, list.bars.by_value ? full_ : 0);
    names_ = std::min(names_ + theme.px(14) + (dots_ ? theme.px(kDot) : 0), area.w * 0.4F);
    // What is left is shared out among the rows.
    const float spare = (area.h - used) / static_cast<float>(std::max<std::size_t>(1, count()));
    for (float& high : heights_)
      high += std::clamp(spare, 0.0F, theme.px(height.most - height.least));
  }

  BarsTouch draw() {
    for (std::size_t k = 0; k < count(); ++k) {
      const auto place = static_cast<int>(k);
      const Sliding::Row row = sliding_.row(list_.bars.bars[k].name, 0, place);
      draw_row(place, row, {area_.x, area_.y + down_to(row.line), area_.w, heights_[k]});
    }
    return touch_;
  }

 private:
  std::size_t count() const { return heights_.size(); }
  // px above what lies so many rows down.
  float down_to(float rows) const {
    float down = 0;
    for (const float high : heights_) {
      down += high * std::clamp(rows, 0.0F, 1.0F);
      rows -= 1;
    }
    return down;
  }
  bool hides_order(const Bar& bar) const {
    return list_.bars.by_value && hides(session_, bar.cell);
  }
  bool says_why(const Bar& bar) const {
    return bar.struck && !list_.why_struck.empty() && !hides_order(bar);
  }
  Color color_of(const Bar& bar) const {
    const Theme& theme = ui_.theme;
    return bar.struck ? theme.faint_ink
                      : bar.color.value_or(theme.tensor(bar.value < 0 ? Role::key : Role::output));
  }

  void draw_row(int k, const Sliding::Row& slides, Rect row) {
    const Theme& theme = ui_.theme;
    const Bar& bar = list_.bars.bars[static_cast<std::size_t>(k)];
    if (slides.slides) ui_.canvas.fill(row, theme.page);
    const CellTouch touch = touch_cell(ui_, session_, bar.cell, row);
    if (touch.hovered) touch_.hovered = k;
    if (touch.clicked) touch_.clicked = k;
    if (touch.double_clicked) touch_.double_clicked = k;
    Rect note = says_why(bar) ? row.take_bottom(theme.px(kNote)) : Rect{};
    if (wide_) note.take_left(names_);  // below its bar, not above the next name
    if ((touch.lit || bar.lit) && !touch.hidden) {
      ui_.canvas.fill(row.inset(-theme.px(5), 0), theme.pressed, theme.px(5));
    }
    Rect words = wide_ ? row : row.take_top(ui_.canvas.line_height(theme.strong()));
    const Color ink = bar.struck ? theme.soft_ink : theme.ink;
    const Rect number = words.take_right(numbers_);
    ui_.canvas.text_in(number, touch.shown(bar.number), theme.number(), ink, Align::right);
    draw_name(bar, touch.hidden, wide_ ? words.take_left(names_) : words);
    const float thick =
        wide_ ? std::min(theme.px(count() <= kFew ? 90 : 48), row.h * 0.7F) : theme.px(9);
    draw_bar(bar, slides, touch.hidden,
             wide_ ? Rect{words.x, row.center().y - thick / 2, words.w - theme.px(8), thick}
                   : Rect{row.x, row.y + theme.px(1), row.w, thick});
    if (note.h > 0) text_fitted(ui_, note, list_.why_struck, theme.small(), theme.soft_ink);
  }

  void draw_name(const Bar& bar, bool hidden, Rect name) const {
    const Theme& theme = ui_.theme;
    if (bar.marked) {
      ui_.canvas.circle({name.x + theme.px(6), name.center().y}, theme.px(6), color_of(bar));
    }
    if (dots_) name.take_left(theme.px(kDot));
    // Its place among the others would tell it.
    const std::string text = hidden && list_.bars.by_value ? "?" : bar.name;
    const bool strong = bar.strong && !hidden;
    const Type type = strong ? theme.strong() : theme.body();
    text_fitted(ui_, name, text, type,
                strong       ? color_of(bar)
                : bar.struck ? theme.soft_ink
                             : theme.ink);
    if (!bar.struck || hidden) return;
    const float width = std::min(name.w, ui_.canvas.width(text, type));
    ui_.canvas.line({name.x, name.center().y}, {name.x + width, name.center().y}, theme.soft_ink,
                    theme.px(1.5F));
  }

  void draw_bar(const Bar& bar, const Sliding::Row& slides, bool hidden, const Rect& track) {
    const Theme& theme = ui_.theme;
    const float round = std::min(theme.px(4), track.h / 2);
    const bool known = full_ != 0 && std::isfinite(bar.value);
    const double whole = known ? std::clamp(std::abs(bar.value) / full_, 0.0, 1.0) : 0;
    const float share = sliding_.bar(slides, static_cast<float>(whole), hidden);
    if (hidden) return draw_hidden(ui_, track, round);
    ui_.canvas.fill(track, theme.panel, round);
    if (!known) return;
    if (list_.bars.both_ways) return draw_from_middle(bar, share, track, round);
    if (track.w * share >= 1) {
      ui_.canvas.fill({track.x, track.y, track.w * share, track.h}, color_of(bar), round);
    }
    if (list_.bars.full == 0 || full_ == list_.bars.full) return;
    // Where a whole bar would have ended.
    const float one = track.x + track.w * static_cast<float>(list_.bars.full / full_);
    ui_.canvas.line({one, track.y - theme.px(2)}, {one, track.bottom() + theme.px(2)}, theme.ink,
                    theme.px(1));
  }

  // What is below 0 goes to the left.
  void draw_from_middle(const Bar& bar, float share, const Rect& track, float round) {
    const float zero = track.center().x, width = track.w / 2 * share;
    if (width >= 1) {
      ui_.canvas.fill({bar.value < 0 ? zero - width : zero, track.y, width, track.h}, color_of(bar),
                      round);
    }
    ui_.canvas.line({zero, track.y}, {zero, track.bottom()}, ui_.theme.soft_ink, ui_.theme.px(1));
  }

  Ui& ui_;
  Session& session_;
  const LargeBars& list_;
  Rect area_;
  bool wide_;
  Sliding sliding_;
  std::vector<float> heights_;  // px, of the rows that have room
  float names_ = 0;
  float numbers_ = 0;
  bool dots_ = false;
  double full_ = 0;
  BarsTouch touch_;
};

}  // namespace

void write_evenly(LargeBars& list) {
  std::vector<double> values;
  for (const Bar& bar : list.bars.bars) values.push_back(bar.value);
  const EvenNumbers numbers(values);
  for (Bar& bar : list.bars.bars) bar.number = numbers.of(bar.value);
  list.note = numbers.note();
}

BarsTouch draw_large_bars(Ui& ui, Session& session, const LargeBars& list, Rect area) {
  const Theme& theme = ui.theme;
  Rect title = area.take_top(theme.px(kTitle));
  if (!list.note.empty()) {
    const Rect note = title.take_right(ui.canvas.width(list.note, theme.small()));
    ui.canvas.text_in(note, list.note, theme.small(), theme.faint_ink, Align::right);
    title.take_right(theme.px(12));
  }
  text_fitted(ui, title, list.title, theme.strong(), theme.soft_ink);
  return LargeRows(ui, session, list, area).draw();
}

}  // namespace glassformer
