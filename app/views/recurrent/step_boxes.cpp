#include "app/views/recurrent/step_boxes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/parts/highlight.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/formula.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// The numbers of a row, or "?" while the class guesses. Where they have no room, weights are bars.
void draw_numbers(Ui& ui, const Session& session, Var var, Rect line) {
  const Theme& theme = ui.theme;
  const Node& node = session.run()->tape.node(var);
  const Mat& m = session.run()->tape.value(var);
  if (m.rows() > 1) {
    ui.canvas.text_in(line, fmt::format("{} × {}", m.rows(), m.cols()), theme.number(),
                      theme.soft_ink);
    return;
  }
  for (const int digits : {3, 2}) {
    std::string text;
    for (int c = 0; c < m.cols(); ++c) {
      if (hides(session, node.path, 0, c))
        return ui.canvas.text_in(line, "?", theme.number(), theme.ink);
      text += (c > 0 ? " " : "") + format_digits(m(0, c), digits);
    }
    if (ui.canvas.width(text, theme.number()) > line.w) continue;
    ui.canvas.text_in(line, text, theme.number(), theme.ink);
    return;
  }
  if (node.label.role != Role::probability) return;
  const float step = std::min(line.w / static_cast<float>(m.cols()), theme.px(16));
  for (int c = 0; c < m.cols(); ++c) {
    const float high = line.h * static_cast<float>(std::clamp<Real>(m(0, c), 0, 1));
    const Rect slot = line.take_left(step);
    ui.canvas.fill({slot.x, slot.bottom() - theme.px(1), step - theme.px(2), theme.px(1)},
                   theme.rule);
    ui.canvas.fill({slot.x, slot.bottom() - high, step - theme.px(2), high},
                   theme.tensor(Role::output));
  }
}

// To the first step that is about this matrix.
void go_to(Ui& ui, Session& session, const std::string& path) {
  for (int k = 0; k < static_cast<int>(session.lesson().steps.size()); ++k) {
    if (focus_path(session, k) != path) continue;
    session.step = k;
    session.enter_step();
    ui.request_frame();
    return;
  }
}

void draw_arrow(Ui& ui, Vec from, Vec to) {
  const Theme& theme = ui.theme;
  const float head = theme.px(4);
  ui.canvas.line(from, to, theme.soft_ink, theme.px(1.5F));
  ui.canvas.polyline({{to.x - head, to.y - head}, to, {to.x - head, to.y + head}}, theme.soft_ink,
                     theme.px(1.5F));
}

}  // namespace

float step_boxes_height(const Ui& ui, bool tagged) {
  const float lines = ui.canvas.line_height(ui.theme.strong()) +
                      ui.canvas.line_height(ui.theme.number()) +
                      (tagged ? ui.canvas.line_height(ui.theme.small()) : 0);
  return lines + ui.theme.px(20);
}

void draw_step_boxes(Ui& ui, Session& session, const std::vector<StepBox>& boxes, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var focus = stage_focus(session);
  const float gap = theme.px(22);
  const auto count = static_cast<float>(boxes.size());
  const float width = (area.w - gap * (count - 1)) / std::max(1.0F, count);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const StepBox& box = boxes[i];
    if (!box.var) continue;
    const Node& node = run->tape.node(box.var);
    const Rect at{area.x + (width + gap) * static_cast<float>(i), area.y, width, area.h};
    const bool here = focus == box.var;
    const Touch touch = touch_target(ui, session, Ui::id("step box", i), matrix_of(node.path), at);
    if (touch.clicked) go_to(ui, session, node.path);
    ui.canvas.fill(at, touch.hovered ? theme.pressed : theme.panel, theme.px(7));
    const Color tone = theme.tensor(node.label.role);
    ui.canvas.frame(at, here ? theme.accent : theme.rule, theme.px(here ? 2.0F : 1.0F),
                    theme.px(7));
    if (i > 0) {
      const float y = at.center().y;
      draw_arrow(ui, {at.x - gap + theme.px(3), y}, {at.x - theme.px(3), y});
    }
    Rect rest = at.inset(theme.px(9), theme.px(7));
    Rect head = rest.take_top(ui.canvas.line_height(theme.strong()));
    ui.canvas.text_in(head, box.title, theme.strong(), theme.ink);
    rest.take_top(theme.px(3));
    Rect line = rest.take_top(ui.canvas.line_height(theme.number()));
    const float size = theme.px(16);
    const Vec symbol = formula_size(ui.canvas, box.symbol, size);
    FormulaStyle style;
    style.size = size;
    style.ink = tone;
    const float from = line.take_left(symbol.x).x;
    draw_formula(ui, box.symbol, {from, line.center().y - symbol.y / 2}, style);
    line.take_left(theme.px(8));
    if (box.told || has_come(session, box.var)) draw_numbers(ui, session, box.var, line);
    if (box.tag.empty()) continue;
    ui.canvas.text_in(rest.take_bottom(ui.canvas.line_height(theme.small())), box.tag,
                      theme.small(), box.again ? theme.accent : theme.soft_ink);
  }
}

}  // namespace glassformer
