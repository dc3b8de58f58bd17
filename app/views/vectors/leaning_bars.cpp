#include "app/views/vectors/leaning_bars.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kHead = 26, kGap = 20, kLeastRow = 18, kThick = 44;

class Chart {
 public:
  Chart(Ui& ui, Session& session, const LeaningBars& leaning, Rect area)
      : ui_(ui), session_(session), leaning_(leaning), area_(area) {
    const Theme& theme = ui.theme;
    order_.resize(leaning.bars.bars.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto is_hidden = [&](const Bar& bar) { return hides(session, bar.cell); };
    if (leaning.bars.by_value && std::ranges::all_of(leaning.bars.bars, is_hidden)) {
      std::ranges::sort(order_, {},
                        [&](std::size_t i) -> const std::string& { return bar(i).name; });
    }
    heads_ = area_.take_top(theme.px(kHead));
    const int count = static_cast<int>(order_.size());
    const int fit = std::max(1, static_cast<int>(area_.h / theme.px(kLeastRow)));
    columns_ = leaning.heads.size() > 1 ? 2 : std::clamp((count + fit - 1) / fit, 1, 3);
    lines_ = std::max(1, (count + columns_ - 1) / columns_);
    height_ = area_.h / static_cast<float>(std::min(lines_, std::max(1, fit)));
    width_ = (area_.w - theme.px(kGap) * static_cast<float>(columns_ - 1)) /
             static_cast<float>(columns_);
    for (const Bar& bar : leaning.bars.bars) {
      if (std::isfinite(bar.value)) full_ = std::max(full_, std::abs(bar.value));
      number_ = std::max(number_, ui.canvas.width(bar.number, theme.number()));
    }
    for (const auto& [name, value] : leaning.was) full_ = std::max(full_, std::abs(value));
  }

  BarsTouch draw() {
    for (int c = 0; c < columns_; ++c) draw_head(c);
    text_fitted(ui_, heads_.inset(heads_.w * 0.4F, 0), leaning_.note, ui_.theme.strong(),
                ui_.theme.soft_ink, Align::center);
    for (std::size_t k = 0; k < order_.size(); ++k) draw_row(static_cast<int>(k), order_[k]);
    return touch_;
  }

 private:
  const Bar& bar(std::size_t i) const { return leaning_.bars.bars[i]; }
  Rect column(const Rect& of, int c) const {
    return {area_.x + static_cast<float>(c) * (width_ + ui_.theme.px(kGap)), of.y, width_, of.h};
  }

  void draw_head(int c) const {
    const Theme& theme = ui_.theme;
    const Rect head = column(heads_, c);
    const auto& [left, right] = leaning_.bars.ends;
    if (leaning_.heads.size() > static_cast<std::size_t>(c)) {
      const float aside = left.empty() ? 0 : head.w / 3;
      const Rect title = head.inset(aside, 0);
      text_fitted(ui_, title, leaning_.heads[static_cast<std::size_t>(c)], theme.strong(),
                  theme.ink, Align::center);
    }
    if (left.empty()) return;
    text_fitted(ui_, {head.x, head.y, head.w / 3, head.h}, "← " + left, theme.strong(),
                theme.tensor(Role::key));
    text_fitted(ui_, {head.x + head.w * 2 / 3, head.y, head.w / 3, head.h}, right + " →",
                theme.strong(), theme.tensor(Role::output), Align::right);
  }

  void draw_row(int k, std::size_t i) {
    const Theme& theme = ui_.theme;
    const Bar& bar = this->bar(i);
    const Rect side = column(area_, k / lines_);
    const Rect row{side.x, side.y + height_ * static_cast<float>(k % lines_), side.w, height_};
    if (row.bottom() > area_.bottom() + 1) return;
    const float middle = row.center().x, thick = std::min(theme.px(kThick), row.h * 0.72F);
    const Rect track{row.x, row.center().y - thick / 2, row.w, thick};
    if (bar.cell.kind != Target::Kind::cell) {
      text_fitted(ui_, row, bar.name + " · not learned", theme.small(), theme.soft_ink,
                  Align::center);
      return;
    }
    const CellTouch touch = touch_cell(ui_, session_, bar.cell, row);
    if (touch.hovered) touch_.hovered = static_cast<int>(i);
    if (touch.clicked) touch_.clicked = static_cast<int>(i);
    if (touch.hidden) {
      // Beside its name, which is on neither side yet.
      const float half = ui_.canvas.width(bar.name, theme.small()) / 2 + theme.px(8);
      const float wide = std::max(0.0F, row.w / 2 - half);
      draw_hidden(ui_, {row.x, track.y, wide, track.h}, theme.px(4));
      draw_hidden(ui_, {middle + half, track.y, wide, track.h}, theme.px(4));
      text_fitted(ui_, row, bar.name, theme.small(), theme.ink, Align::center);
      return;
    }
    const bool lit = touch.lit || bar.lit || is_under_pointer(session_, bar.name);
    if (lit) ui_.canvas.fill(row, theme.pressed, theme.px(4));
    const float reach = row.w / 2 - number_ - theme.px(12);
    const auto width_of = [&](double value) {
      return full_ > 0 ? reach * static_cast<float>(std::min(1.0, std::abs(value) / full_)) : 0;
    };
    const auto fill = [&](double value, Color color) {
      const float w = width_of(value);
      ui_.canvas.fill({value < 0 ? middle - w : middle, track.y, w, track.h}, color,
                      std::min(theme.px(3), w / 2));
    };
    const Color color = theme.tensor(bar.value < 0 ? Role::key : Role::output);
    double leans = bar.value;
    if (const auto was = leaning_.was.find(bar.name); was != leaning_.was.end()) {
      leans = was->second;
      fill(leans, mix(theme.page, theme.tensor(leans < 0 ? Role::key : Role::output), 0.22F));
    }
    fill(bar.value, color);
    ui_.canvas.fill({middle - theme.px(0.75F), row.y, theme.px(1.5F), row.h}, theme.soft_ink);
    const bool left = leans < 0;
    const float tip = width_of(bar.value) + theme.px(6);
    const Rect number{left ? middle - tip - number_ : middle + tip, row.y, number_, row.h};
    ui_.canvas.text_in(number, bar.number, theme.number(), theme.ink,
                       left ? Align::right : Align::left);
    const float room = row.w / 2 - theme.px(8);
    const Rect name{left ? middle + theme.px(8) : row.x, row.y, room, row.h};
    text_fitted(ui_, name, bar.name, lit ? Type{Face::bold, theme.small().size} : theme.small(),
                theme.ink, left ? Align::left : Align::right);
  }

  Ui& ui_;
  Session& session_;
  const LeaningBars& leaning_;
  Rect area_, heads_;
  std::vector<std::size_t> order_;
  int columns_ = 1, lines_ = 1;
  float height_ = 0, width_ = 0, number_ = 0;
  double full_ = 0;
  BarsTouch touch_;
};

}  // namespace

BarsTouch draw_leaning_bars(Ui& ui, Session& session, const LeaningBars& leaning, Rect area) {
  if (leaning.bars.bars.empty()) return {};
  return Chart(ui, session, leaning, area).draw();
}

}  // namespace glassformer
