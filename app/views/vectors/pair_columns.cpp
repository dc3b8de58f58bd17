#include "app/views/vectors/pair_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// px at scale 1
constexpr float kHead = 30, kSigns = 44, kLeastColumn = 30, kHighestCell = 92;

class PairColumns {
 public:
  PairColumns(Ui& ui, Session& session, const WholeTextRecord& record, int window)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(record),
        window_(window),
        all_(static_cast<int>(run_->tokens[0].size())),
        largest_(1e-12) {
    for (const Real p : run_->tape.value(record.pairs).cells())
      largest_ = std::max(largest_, static_cast<double>(p));
  }

  int draw(Rect area) {
    const Theme& theme = ui_.theme;
    const Rect signs = area.take_left(theme.px(kSigns));
    const int room = std::max(1, static_cast<int>(area.w / theme.px(kLeastColumn)));
    const int shown = std::min(all_, room);
    const int first = std::clamp(record_.centre - shown / 2, 0, all_ - shown);
    each_ = area.w / static_cast<float>(shown);
    // Words that are wider than their column take turns on two lines.
    for (int i = first; i < first + shown; ++i) {
      if (ui_.canvas.width(word(i), head_type()) > each_ - theme.px(6)) turns_ = 2;
    }
    const Rect heads = area.take_top(theme.px(kHead) * static_cast<float>(turns_));
    area.take_top(theme.px(6));
    high_ = std::min(theme.px(kHighestCell), area.h / static_cast<float>(2 * window_));
    for (int offset = -window_; offset <= window_; ++offset) {
      if (offset == 0) continue;
      const Rect sign{signs.x, area.y + high_ * row_of(offset), signs.w - theme.px(8), high_};
      ui_.canvas.text_in(sign,
                         offset < 0 ? fmt::format("−{}", -offset) : fmt::format("+{}", offset),
                         theme.number(), theme.soft_ink, Align::right);
    }
    int clicked = -1, pair = 0;
    for (int t = 0; t < first; ++t) pair += pairs_of(t);
    for (int t = first; t < first + shown; ++t) {
      const Rect column{area.x + each_ * static_cast<float>(t - first), area.y, each_, area.h};
      if (draw_head(t, (t - first) % turns_, {column.x, heads.y, each_, heads.h})) clicked = t;
      for (int offset = -window_; offset <= window_; ++offset) {
        if (offset == 0 || t + offset < 0 || t + offset >= all_) continue;
        draw_pair(t, t + offset, pair++,
                  {column.x, column.y + high_ * row_of(offset), each_, high_});
      }
    }
    return clicked;
  }

 private:
  const std::string& word(int i) const { return run_->tokens[0][static_cast<std::size_t>(i)]; }
  Type head_type() const { return ui_.theme.strong(); }
  float row_of(int offset) const {
    return static_cast<float>(offset < 0 ? offset + window_ : offset + window_ - 1);
  }
  int pairs_of(int t) const { return std::min(window_, t) + std::min(window_, all_ - 1 - t); }

  bool draw_head(int t, int turn, Rect head) {
    const Theme& theme = ui_.theme;
    const float line = head.h / static_cast<float>(turns_);
    Rect place{head.x, head.y + line * static_cast<float>(turn), head.w, line};
    const float more = turns_ == 1 ? 0 : each_ * 0.45F;  // over what the other line leaves free
    const Touch touch =
        touch_target(ui_, session_, Ui::id("position", static_cast<std::uint64_t>(t)),
                     token_of(0, t, word(t)), place);
    const bool centre = t == record_.centre;
    const float wide =
        std::min(place.w + 2 * more, ui_.canvas.width(word(t), head_type()) + theme.px(14));
    const Rect chip{place.center().x - wide / 2, place.y, wide, place.h};
    const Color fill = centre ? theme.tensor(Role::key) : theme.pressed;
    if (centre || touch.hovered) ui_.canvas.fill(chip, fill, theme.px(8));
    ui_.canvas.text_in(chip, word(t), head_type(), centre ? ink_on(fill) : theme.ink,
                       Align::center);
    return touch.clicked;
  }

  void draw_pair(int t, int context, int pair, Rect room) {
    const Theme& theme = ui_.theme;
    const Rect cell = room.inset(theme.px(2), theme.px(2));
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, record_.pairs, pair, 0), cell);
    const double p = run_->tape.value(record_.pairs)(pair, 0);
    const float round = theme.px(5);
    if (touch.hidden) return draw_hidden(ui_, cell, round);
    const Color fill =
        mix(theme.page, theme.tensor(Role::query), 0.12F + 0.6F * static_cast<float>(p / largest_));
    ui_.canvas.fill(cell, fill, round);
    if (touch.lit) ui_.canvas.frame(cell, theme.lit, theme.px(2), round);
    if (t == record_.centre) ui_.canvas.frame(cell, theme.tensor(Role::key), theme.px(2), round);
    Rect text = cell.inset(theme.px(3), 0);
    const Color ink = ink_on(fill);
    const std::string number = format_cell(p);
    const bool named = ui_.canvas.width(word(context), theme.small()) <= text.w;
    const bool numbered = ui_.canvas.width(number, theme.number()) <= text.w;
    const float line = ui_.canvas.line_height(theme.small());
    if (named && numbered && text.h >= 2 * line) {
      text = {text.x, text.center().y - line, text.w, 2 * line};
      ui_.canvas.text_in(text.take_top(line), word(context), theme.small(), ink, Align::center);
      ui_.canvas.text_in(text, number, theme.number(), ink, Align::center);
    } else if (named && text.h >= line) {
      ui_.canvas.text_in(text, word(context), theme.small(), ink, Align::center);
    }
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const WholeTextRecord& record_;
  const int window_, all_;
  double largest_;
  float each_ = 0, high_ = 0;
  int turns_ = 1;
};

}  // namespace

int draw_pair_columns(Ui& ui, Session& session, const WholeTextRecord& record, int window,
                      Rect area) {
  return PairColumns(ui, session, record, window).draw(area);
}

}  // namespace glassformer
