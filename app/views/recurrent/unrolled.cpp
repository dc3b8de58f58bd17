#include "app/views/recurrent/unrolled.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

void draw_lit(Ui& ui, const CellTouch& touch, Rect rect) {
  if (!touch.lit) return;
  ui.canvas.frame(rect.inset(-ui.theme.px(1)), ui.theme.lit, ui.theme.px(2), ui.theme.px(2));
}

// Words over columns of that width: as they are where they fit, on two lines in turn, or else every
// so many of them.
class Words {
 public:
  Words(const Ui& ui, const Axis& axis, int count, float width) {
    const float gap = ui.theme.px(8);
    const Type strong{Face::bold, ui.theme.small().size};  // as the chosen word is
    float widest = 0;
    for (int t = 0; t < count; ++t) {
      widest = std::max(widest, ui.canvas.width(axis_label(axis, t), strong) + gap);
    }
    if (widest > width) lines_ = 2;
    if (widest > 2 * width) every_ = static_cast<int>(std::ceil(widest / (2 * width)));
  }
  int lines() const { return lines_; }
  bool shows(int word) const { return word % every_ == 0; }
  int line(int word) const { return word / every_ % lines_; }
  float room(float width) const { return width * static_cast<float>(lines_ * every_); }

 private:
  int lines_ = 1, every_ = 1;
};

void draw_word(Ui& ui, Session& session, const Unrolled& spec, int word, Rect line) {
  const Theme& theme = ui.theme;
  const bool swapped = word == spec.other;
  const std::string text = swapped ? spec.other_word : axis_label(spec.words, word);
  const Type type{word == spec.chosen ? Face::bold : Face::text, theme.small().size};
  const float width = std::min(line.w, ui.canvas.width(text, type) + theme.px(4));
  // At the ends of the sentence a long word stays within the picture.
  const Rect box{line.center().x - width / 2, line.y, width, line.h};
  const bool lit = session.hover.kind == Target::Kind::token && session.hover.token == word;
  ui.canvas.text_in(box.inset(-theme.px(2), 0), text, type,
                    swapped                      ? theme.accent
                    : lit || word == spec.chosen ? theme.ink
                                                 : theme.soft_ink,
                    Align::center);
}

double largest_of(const Tape& tape, const std::vector<Var>& vars) {
  double largest = 0;
  for (const Var var : vars) {
    for (const Real cell : tape.value(var).cells())
      largest = std::max(largest, std::abs(static_cast<double>(cell)));
  }
  return largest > 0 ? largest : 1;
}

}  // namespace

int draw_unrolled(Ui& ui, Session& session, const Unrolled& spec, Rect area) {
  if (spec.states.empty()) return -1;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Tape& tape = run->tape;
  const int count = static_cast<int>(spec.states.size()), units = tape.shape(spec.states[0]).cols;
  const float width = std::min(area.w / static_cast<float>(count), theme.px(120));
  area = {area.x + (area.w - width * static_cast<float>(count)) / 2, area.y,
          width * static_cast<float>(count), area.h};
  const Words words(ui, spec.words, count, width);
  const float line = ui.canvas.line_height(theme.small());
  Rect bars;
  if (spec.bars) {
    // What the states leave is theirs, within reason.
    const float free = area.h - theme.px(64) * static_cast<float>(units) - 3 * line;
    const float least = std::clamp(area.h * 0.3F, theme.px(60), theme.px(220));
    bars = area.take_bottom(std::clamp(free, least, std::max(least, area.h * 0.42F)));
    area.take_bottom(theme.px(4));
  }
  const Rect names = area.take_bottom(line * static_cast<float>(words.lines()) + theme.px(6));
  const float cell = std::min(area.h / static_cast<float>(units), theme.px(64));
  const float gap = std::min(theme.px(22), width * 0.3F), wide = width - gap;
  const Rect cells{area.x, area.bottom() - cell * static_cast<float>(units), area.w,
                   cell * static_cast<float>(units)};
  const double largest = largest_of(tape, spec.states);
  const bool numbers = wide >= theme.px(40) && cell >= line;
  int clicked = -1;

  const Mat* const lengths = spec.bars ? &tape.value(spec.bars) : nullptr;
  double most = 0;
  float widest = 0;  // number below a bar
  for (int t = 0; lengths != nullptr && t < count; ++t) {
    widest = std::max(widest, ui.canvas.width(format_cell((*lengths)(t, 0)), theme.number()));
    if (std::isfinite((*lengths)(t, 0))) most = std::max<double>(most, (*lengths)(t, 0));
  }
  if (spec.bars) {
    Rect head = bars.take_top(line + theme.px(2));
    ui.canvas.text_in(head, spec.title, theme.small(), theme.soft_ink);
  }
  for (int t = 0; t < count; ++t) {
    const Var state = spec.states[static_cast<std::size_t>(t)];
    const Mat& value = tape.value(state);
    const Rect column{cells.x + width * static_cast<float>(t) + gap / 2, cells.y, wide, cells.h};
    for (int k = 0; k < units; ++k) {
      const Rect box{column.x, column.y + cell * static_cast<float>(k), wide, cell - theme.px(1)};
      const CellTouch touch = touch_cell(ui, session, cell_of(tape, state, 0, k), box);
      const Color color = theme.signed_value(value(0, k), largest);
      if (touch.hidden) {
        draw_hidden(ui, box, theme.px(2));
      } else {
        ui.canvas.fill(box, color, theme.px(2));
      }
      if (numbers && !touch.hidden) {
        ui.canvas.text_in(box, format_cell(value(0, k)), theme.number(), ink_on(color),
                          Align::center);
      }
      draw_lit(ui, touch, box);
    }
    if (t > 0) {  // the state that goes on
      const float y = column.center().y, head = theme.px(3.5F);
      const Vec from{column.x - gap + theme.px(3), y}, to{column.x - theme.px(3), y};
      if (to.x - from.x > theme.px(6)) {
        ui.canvas.line(from, to, theme.soft_ink, theme.px(1.5F));
        ui.canvas.polyline({{to.x - head, y - head}, to, {to.x - head, y + head}}, theme.soft_ink,
                           theme.px(1.5F));
      }
    }
    if (t == spec.chosen) {
      ui.canvas.frame(column.inset(-theme.px(3)), theme.accent, theme.px(2), theme.px(4));
    }
    const Rect slot{column.x - gap / 2, names.y, width, names.h};
    const Touch touch =
        touch_target(ui, session, Ui::id("unrolled word", static_cast<std::uint64_t>(t)),
                     token_of(spec.words.sequence, t), slot);
    if (touch.hovered && !words.shows(t)) ui.tip(axis_label(spec.words, t));
    if (touch.clicked) clicked = t;
    if (words.shows(t)) {
      const float room = words.room(width) - theme.px(4);
      draw_word(ui, session, spec, t,
                {slot.center().x - room / 2,
                 names.y + theme.px(4) + line * static_cast<float>(words.line(t)), room, line});
    }
    if (!spec.bars) continue;
    const double length = (*lengths)(t, 0);
    const Rect whole{column.x, bars.y, wide, bars.h};
    const CellTouch on_bar = touch_cell(ui, session, cell_of(tape, spec.bars, t, 0), whole);
    if (on_bar.hidden) {
      draw_hidden(ui, whole, theme.px(3));
      draw_lit(ui, on_bar, whole);
      continue;
    }
    Rect bar = whole;
    const Rect number = bar.take_bottom(widest <= width - theme.px(3) ? line : 0);
    const auto high = static_cast<float>(most > 0 ? bar.h * length / most : 0);
    const Rect filled = bar.take_bottom(std::max(theme.px(1), high));
    ui.canvas.fill(filled, theme.tensor(spec.role), theme.px(2));
    if (number.h > 0) {
      ui.canvas.text_in(number.inset(-gap / 2, 0), format_cell(length), theme.number(), theme.ink,
                        Align::center);
    }
    draw_lit(ui, on_bar, whole);
  }
  return clicked;
}

}  // namespace glassformer
