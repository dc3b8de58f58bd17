#include "app/shell/presenter.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "app/shell/step_words.h"
#include "app/widgets/formula.h"
#include "core/lesson/step_title.h"

namespace glassformer {

namespace {

// The cell that the user touches, not the one that the step opens by itself.
bool is_touched(const Session& session) {
  if (session.hover.kind == Target::Kind::cell) return true;
  if (!session.chosen) return false;
  const std::optional<Target> opened = session.step_cell();
  return !opened || opened->row != session.chosen->row || opened->col != session.chosen->col;
}

}  // namespace

bool pointer_rests(Ui& ui, const Session& session) {
  float& entry = ui.remembered(Ui::id("presented entry"), -1);
  float& x = ui.remembered(Ui::id("presented x"), 0);
  float& y = ui.remembered(Ui::id("presented y"), 0);
  const Vec mouse = ui.input.mouse;
  const auto now = static_cast<float>(session.entry() % 65536);
  if (entry != now) {
    entry = now;
    x = mouse.x;
    y = mouse.y;
  }
  const bool rests = mouse.x == x && mouse.y == y && !ui.input.down;
  if (!rests) x = std::numeric_limits<float>::quiet_NaN();  // until the next step
  return rests;
}

std::string_view question_line(std::string_view question) {
  constexpr std::string_view asked = "? ";
  constexpr std::size_t most = 90;  // bytes: about what a line of the room holds
  if (!question.ends_with('?')) {
    const std::size_t mark = question.rfind(asked);
    if (mark == question.npos) return question;
    question = question.substr(0, mark + 1);
  }
  const std::size_t before = question.rfind(asked);
  if (before == question.npos || question.size() <= most) return question;
  return question.substr(before + asked.size());
}

namespace {

struct Row {
  Rect rect;
  Face face = Face::text;
  Color ink;
};

// A row of prose in the largest of these sizes in which it takes one line; else in the smallest.
// Returns its height.
float draw_in_a_line(Ui& ui, Session& session, const std::string& text, const Row& where,
                     std::initializer_list<float> sizes) {
  const Rect row = where.rect;
  for (const float size : sizes) {
    const Type type{where.face, ui.theme.px(size)};
    const FormulaStyle style = linked_style(ui.theme, session, where.ink, size);
    const float high = draw_prose(ui, text, row.origin(), row.w, type, style, false).height;
    const bool last = size == *(sizes.end() - 1);
    if (!last && high > 1.9F * ui.canvas.line_height(type)) continue;
    hover_tensor(session, draw_prose(ui, text, row.origin(), row.w, type, style).hovered);
    return high;
  }
  return 0;
}

// What the room reads of the step: its line, or the question and then the answer.
std::vector<std::string> said_to_the_room(const Session& session, const Step& step,
                                          const LivingText& living) {
  const Ask* ask = session.question();
  if (ask == nullptr) return {filled(step.line, living)};
  return {std::string(question_line(filled(ask->question, living))), filled(ask->line, living)};
}

}  // namespace

// The words take the same room in every step, or the stage below them would move.
void Presenter::draw_words(Ui& ui, Session& session, const View& view, Rect& area) {
  const Theme& theme = ui.theme;
  const auto& steps = session.lesson().steps;
  if (steps.empty()) return;
  const Step& step = steps[static_cast<std::size_t>(session.step)];
  const LivingText living = living_text(session, view);
  const float gap = theme.px(20), title_row = theme.px(27), line_row = theme.px(25);
  float taken = title_row + line_row;

  const std::string formula = filled_formula(step.formula, living);
  const std::string name = title_of(step, living);
  const Type title{Face::bold, theme.px(19)};
  // Beside the words, and no higher than they are: the stage stays where it is. Over a line that
  // takes all the width it may reach up into the margin. A question and its answer have the same.
  const float margin = theme.px(9), below = theme.px(9), air = theme.px(3);
  Vec math;
  float size = 18;
  bool beside = true, beside_line = false;
  const std::vector<std::string> lines = said_to_the_room(session, step, living);
  const std::string& said =
      session.question() != nullptr && session.asking() ? lines.front() : lines.back();
  const auto take_a_line = [&](float wide) {
    const Type least{Face::text, theme.px(15.2F)};
    const FormulaStyle style = linked_style(theme, session, theme.ink, 15.2F);
    return std::ranges::all_of(lines, [&](const std::string& text) {
      const float high = draw_prose(ui, text, area.origin(), wide, least, style, false).height;
      return high < 1.9F * ui.canvas.line_height(least);
    });
  };
  for (size = 18; !formula.empty(); --size) {
    math = formula_size(ui.canvas, formula, theme.px(size));
    beside = ui.canvas.width(name, title) + gap + math.x <= area.w;
    beside_line =
        beside && math.y > title_row && math.y <= taken && take_a_line(area.w - math.x - gap);
    if (size <= 10 || (beside && (beside_line || math.y <= title_row + margin - air))) break;
  }
  if (math.x > 0) {
    const float over = math.y - (title_row - air);
    const float up = beside_line ? 0.0F : over > 0 ? over : (math.y - title_row) / 2;
    const float y = beside ? area.y - up : area.y + title_row;
    hover_tensor(session, draw_formula(ui, formula, {area.right() - math.x, y},
                                       linked_style(theme, session, theme.ink, size))
                              .hovered);
    if (!beside) taken += math.y;
  }
  const float wide = area.w - (beside && math.x > 0 ? math.x + gap : 0);
  const Ask* ask = session.question();
  float low = 0;  // px that the line gives way to the question above it
  const float high =
      draw_in_a_line(ui, session, name, {{area.x, area.y, wide, title_row}, Face::bold, theme.ink},
                     {19.0F, 16.0F});
  taken += std::max(0.0F, high - title_row);
  if (ask != nullptr) {  // an answer is one to a question
    const float right = area.x + ui.canvas.width(name, title) + gap;
    const std::string question = filled(ask->question, living);
    const Type small{Face::text, theme.px(14)};
    const FormulaStyle style = linked_style(theme, session, theme.soft_ink, 14);
    const Rect row{right, area.y, area.x + wide - right, title_row};
    const float asked =
        row.w > 0.25F * area.w
            ? draw_prose(ui, question, row.origin(), row.w, small, style, false).height
            : 2 * title_row;
    if (!session.asking() && asked <= title_row) {
      draw_prose(ui, question, {row.x, row.y + title_row - asked - theme.px(2)}, row.w, small,
                 style);
    } else if (!session.asking()) {  // all closer together, or the stage would move
      const Rect under{area.x, area.y + taken - line_row - air, area.w, line_row};
      low =
          draw_in_a_line(ui, session, question, {under, Face::text, theme.soft_ink}, {14.0F}) - air;
    }
  }

  if (const std::string lacking = ui.canvas.fonts().lacking(); !lacking.empty()) {
    const Rect under{area.x, area.y + taken - line_row + low, area.w, line_row};
    taken += draw_in_a_line(ui, session, lacking, {under, Face::text, theme.accent}, {14.0F});
  }
  line_ = said;
  if (!said.empty()) {
    const Rect row{area.x, area.y + taken - line_row + low, beside_line ? wide : area.w, line_row};
    const float tall =
        draw_in_a_line(ui, session, said, {row, Face::text, theme.ink}, {17.5F, 16.0F, 15.2F});
    taken += std::max(0.0F, low > 0 ? low + tall - line_row - below : tall - line_row);
  }
  area.take_top(taken + below);
}

void Presenter::draw_arithmetic(Ui& ui, Session& session, bool gradients, Rect stage) {
  if (!is_touched(session)) return;
  const Theme& theme = ui.theme;
  const float w = std::min(theme.px(380), 0.45F * stage.w), pad = theme.px(16);
  float& height = ui.remembered(Ui::id("presented arithmetic"), stage.h * 0.5F);
  const float h = std::min(stage.h, height + 2 * pad);
  const bool left = ui.input.mouse.x > stage.center().x;
  const Rect box{left ? stage.x : stage.right() - w, stage.y, w, h};
  const int layer = ui.canvas.layer();
  ui.canvas.set_layer(1);
  ui.canvas.fill(box, theme.panel, theme.px(9));
  ui.canvas.frame(box, theme.rule, theme.px(1.5F), theme.px(9));
  const float drawn = inspector_.draw(ui, session, box.inset(pad), gradients);
  ui.canvas.set_layer(layer);
  if (std::abs(drawn - height) > 0.5F) ui.request_frame();
  height = drawn;
}

}  // namespace glassformer
