#include "app/shell/presenter.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>

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

std::string_view first_sentence(std::string_view text) {
  bool formula = false;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '$') formula = !formula;
    const bool ends = text[i] == '.' || text[i] == '?' || text[i] == '!';
    if (formula || !ends || text[i + 1] != ' ') continue;
    const auto next = static_cast<unsigned char>(text[i + 2]);
    if (std::islower(next) == 0) return text.substr(0, i + 1);
  }
  return text;
}

std::string_view question_line(std::string_view question) {
  std::size_t end = first_sentence(question).size();
  while (end < question.size() && question[end - 1] != '?') {
    end += 1 + first_sentence(question.substr(end + 1)).size();
  }
  return question.substr(0, end);
}

std::string_view answer_line(std::string_view answer) {
  constexpr std::size_t whole = 40, most = 130;  // characters: of a claim, and of two lines at most
  std::size_t end = first_sentence(answer).size();
  while (end < whole && end < answer.size()) {
    const std::size_t next = end + 1 + first_sentence(answer.substr(end + 1)).size();
    if (next > most) break;
    end = next;
  }
  return answer.substr(0, end);
}

void Presenter::draw_words(Ui& ui, Session& session, const View& view, Rect& area) {
  const Theme& theme = ui.theme;
  const auto& steps = session.lesson().steps;
  if (steps.empty()) return;
  const Step& step = steps[static_cast<std::size_t>(session.step)];
  const LivingText living = living_text(session, view);

  // Title and formula share a line where they have room for it.
  const FormulaStyle title = linked_style(theme, session, theme.ink, 22);
  const std::string formula = filled_formula(step.formula, living);
  const FormulaStyle math = linked_style(theme, session, theme.ink, 22);
  const Vec size = formula.empty() ? Vec{} : formula_size(ui.canvas, formula, math.size);
  const float gap = theme.px(24);
  const std::string name = title_of(step, living);
  const float words = ui.canvas.width(name, theme.title());
  const bool beside = words + gap + size.x <= area.w;
  const float wide = beside && size.x > 0 ? area.w - size.x - gap : area.w;
  const float high = draw_prose(ui, name, area.origin(), wide, theme.title(), title).height;
  if (size.x > 0) {
    const Vec at{beside ? area.right() - size.x : area.x,
                 beside ? area.y + std::max(0.0F, (high - size.y) / 2) : area.y + high};
    hover_tensor(session, draw_formula(ui, formula, at, math).hovered);
  }
  area.take_top((beside ? std::max(high, size.y) : high + size.y) + theme.px(4));

  if (const std::string lacking = ui.canvas.fonts().lacking(); !lacking.empty()) {
    const ProseTouch said = draw_prose(ui, lacking, area.origin(), area.w, theme.small(),
                                       linked_style(theme, session, theme.accent, 14));
    area.take_top(said.height + theme.px(4));
  }

  const Ask* ask = session.question();
  const bool answered = ask != nullptr && !session.asking();
  const std::string text = filled(ask == nullptr ? step.text
                                  : answered     ? ask->answer
                                                 : ask->question,
                                  living);
  const std::string said(answered         ? answer_line(text)
                         : ask != nullptr ? question_line(text)
                                          : first_sentence(text));
  if (said.empty()) return;
  if (answered) {  // an answer is one to a question
    const Type small{Face::text, theme.px(14)};
    const std::string question = filled(ask->question, living);
    const ProseTouch asked = draw_prose(ui, question, area.origin(), area.w, small,
                                        linked_style(theme, session, theme.soft_ink, 14));
    area.take_top(asked.height + theme.px(2));
  }
  const Type type{Face::text, theme.px(18)};
  const ProseTouch prose = draw_prose(ui, said, area.origin(), area.w, type,
                                      linked_style(theme, session, theme.ink, 18));
  hover_tensor(session, prose.hovered);
  area.take_top(prose.height + theme.px(10));
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
