#include "app/shell/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/shell/step_words.h"
#include "app/views/parts/highlight.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// What of the text is left out because the user's numbers are shown; empty: nothing is.
std::string changed_notice(const Session& session, const Step& step, Var focus) {
  if (!session.is_changed()) return {};
  if (!focus && !step.focus.empty()) {
    return "With your changes, what this step speaks of is not computed. Ctrl R puts the lesson "
           "back.";
  }
  bool own = speaks_of_own_data(step.text) || speaks_of_own_data(step.invitation);
  if (step.ask) {
    own = own || speaks_of_own_data(step.ask->question) || speaks_of_own_data(step.ask->answer);
  }
  return own ? "What holds only for the lesson's own data is left out: these numbers are yours. "
               "Ctrl R puts the lesson back."
             : "";
}

// Three digits after the point, as tables print; numbers too large for that by their digits.
std::string beside_printed(double exact) {
  return std::abs(exact) < 1e5 ? fmt::format("{:.3f}", exact) : format_digits(exact, 4);
}

// What the lecture printed beside what is exact, as a small table.
float draw_printed(Ui& ui, const Session& session, const Printed& printed, Rect area) {
  const Theme& theme = ui.theme;
  const Var var = session.run()->tape.find(printed.path);
  if (!var) return 0;
  const Mat& exact = session.run()->tape.value(var);
  Rect rest = area;
  ui.canvas.text_in(rest.take_top(theme.px(26)), "Printed in the lecture, and exact", theme.small(),
                    theme.faint_ink);
  const float line_height = theme.px(22);
  for (std::size_t r = 0; r < printed.values.size() && static_cast<int>(r) < exact.rows(); ++r) {
    std::string given, now;
    for (std::size_t c = 0; c < printed.values[r].size() && static_cast<int>(c) < exact.cols();
         ++c) {
      given += (given.empty() ? "" : "  ") +
               (printed.values[r][c].empty() ? std::string("·") : printed.values[r][c]);
      const int row = static_cast<int>(r), col = static_cast<int>(c);
      now += now.empty() ? "" : "  ";
      now += hides(session, printed.path, row, col) ? "?" : beside_printed(exact(row, col));
    }
    Rect line = rest.take_top(line_height);
    ui.canvas.text_in(line.take_left(line.w * 0.44F), given, theme.number(), theme.soft_ink);
    ui.canvas.text_in(line, now, theme.number(), theme.ink);
  }
  rest.take_top(theme.px(4));
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.soft_ink;
  rest.take_top(draw_prose(ui, printed.why, rest.origin(), rest.w, theme.small(), style).height);
  return rest.y - area.y + theme.px(8);
}

std::string_view noun_of(std::string_view slot) {
  if (slot == slots::vectors.name || slot == slots::compared.name) return "word vectors";
  if (slot == slots::questions.name) return "questions";
  if (slot == slots::rated_pairs.name) return "rated pairs";
  return "model";
}

// What was trained or opened elsewhere is used by one click.
float draw_offers(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  Rect rest = area;
  for (const std::string_view slot : session.offers()) {
    const std::string label = fmt::format("Use the {} you trained or opened", noun_of(slot));
    if (ui.button(label, rest.take_top(theme.px(34)))) session.take_offer(slot);
    rest.take_top(theme.px(8));
  }
  return rest.y - area.y;
}

// Where a text goes on below its end, its last line fades: cut through the middle it would look
// like a mistake.
void draw_fade(Ui& ui, Rect area, float height) {
  constexpr int strips = 16;
  const Rect band{area.x, area.bottom() - height, area.w, height};
  for (int i = 0; i < strips; ++i) {
    const float share = static_cast<float>(i + 1) / strips, strip = band.h / strips;
    ui.canvas.fill({band.x, band.y + strip * static_cast<float>(i), band.w, strip},
                   ui.theme.panel.alpha(share));
  }
}

}  // namespace

float ExplanationPanel::draw_step(Ui& ui, Session& session, const View& view, Rect page) {
  const Theme& theme = ui.theme;
  const Lesson& lesson = session.lesson();
  Rect rest = page;
  const FormulaStyle soft = linked_style(theme, session, theme.faint_ink, 16);
  rest.take_top(draw_prose(ui, lesson.source, rest.origin(), rest.w, theme.small(), soft).height +
                theme.px(8));
  if (lesson.steps.empty()) return rest.y - page.y;
  const Step& step = lesson.steps[static_cast<std::size_t>(session.step)];
  const LivingText living = living_text(session, view);
  const FormulaStyle title = linked_style(theme, session, theme.ink, 22);
  rest.take_top(draw_prose(ui, step.title, rest.origin(), rest.w, theme.title(), title).height +
                theme.px(8));

  const Var focus = session.run()->tape.find(focus_path(session, session.step));
  std::string formula = filled_formula(step.formula, living);
  // That of the operation has letters of its own: where a cell is opened, it stands over that
  // cell's numbers, which explain it, and here it would only be a riddle.
  if (formula.empty() && !step.cell && focus && session.run()->tape.node(focus).op != nullptr) {
    formula = session.run()->tape.node(focus).op->formula;
  }
  if (!formula.empty()) {
    FormulaStyle style = linked_style(theme, session, theme.ink, 22);
    Vec size = formula_size(ui.canvas, formula, style.size);
    if (size.x > rest.w) {
      style.size = theme.px(16);
      size = formula_size(ui.canvas, formula, style.size);
    }
    rest.take_top(theme.px(6));
    hover_tensor(session, draw_formula(ui, formula, rest.origin(), style).hovered);
    rest.take_top(size.y + theme.px(14));
  }
  // Above the text, where it is seen before numbers are believed that are no longer shown.
  const FormulaStyle accent = linked_style(theme, session, theme.accent, 16);
  const auto note = [&](const std::string& words) {
    if (words.empty()) return;
    rest.take_top(draw_prose(ui, words, rest.origin(), rest.w, theme.small(), accent).height +
                  theme.px(10));
  };
  note(changed_notice(session, step, focus));
  note(notice_of(session, view));
  const FormulaStyle body = linked_style(theme, session, theme.ink, 16);
  const auto paragraph = [&](const std::string& markup, const FormulaStyle& style) {
    const std::string words = filled(markup, living);
    if (words.empty()) return;
    const ProseTouch prose = draw_prose(ui, words, rest.origin(), rest.w, theme.body(), style);
    hover_tensor(session, prose.hovered);
    rest.take_top(prose.height + theme.px(12));
  };
  paragraph(step.text, body);
  if (step.ask) {
    paragraph("**" + step.ask->question + "**", body);
    if (session.asking()) {
      note("Space shows the answer.");
    } else {
      paragraph(step.ask->answer, body);
    }
  }
  if (!session.asking()) {
    paragraph(step.invitation, linked_style(theme, session, theme.soft_ink, 16));
    rest.take_top(draw_offers(ui, session, rest));
  }
  // What the lecture printed stands beside the lesson's own numbers alone: beside others, of a step
  // that leaves the mask out or of the user, it would look like a mistake.
  const bool comparable = living.own_data && session.is_as_it_begins() && !session.asking();
  for (const Printed& printed : lesson.printed) {
    if (comparable && printed.path == step.focus) {
      rest.take_top(draw_printed(ui, session, printed, rest));
    }
  }
  for (const std::string& words : session.run()->notes) {
    rest.take_top(draw_prose(ui, words, rest.origin(), rest.w, theme.small(), soft).height +
                  theme.px(4));
  }
  return rest.y - page.y;
}

void ExplanationPanel::draw(Ui& ui, Session& session, const View& view, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel);
  ui.canvas.line({area.x, area.y}, {area.x, area.bottom()}, theme.rule, theme.px(1));
  Rect inner = area.inset(theme.px(20), theme.px(18));
  if (step_ != session.step) scroll_ = 0;
  step_ = session.step;

  // The words take what they need, up to a half, or more where the arithmetic of the chosen cell
  // leaves it. What is merely hovered moves nothing.
  const bool touched = session.hover.kind != Target::Kind::none || session.chosen;
  const float between = theme.px(10 + 14);
  float& arithmetic = ui.remembered(Ui::id("arithmetic"), inner.h * 0.48F);
  const float most =
      touched ? std::clamp(inner.h - between - arithmetic, inner.h * 0.52F, inner.h * 0.68F)
              : inner.h * 0.82F;
  float& wanted = ui.remembered(Ui::id("words"), most);
  const float height = std::min(most, wanted);
  const Rect words = inner.take_top(height);
  Scroll scroll(ui, scroll_, words, theme.px(48));
  const float full = draw_step(ui, session, view, scroll.page());
  scroll.end(full, words.right() + theme.px(8));
  if (full - scroll_ > height + 1) {
    draw_fade(ui, words, ui.canvas.line_height(theme.body()) * 1.5F);
  }
  if (std::abs(full - wanted) > 0.5F) ui.request_frame();
  wanted = full;

  inner.take_top(theme.px(10));
  ui.canvas.line({inner.x, inner.y}, {inner.right(), inner.y}, theme.rule, theme.px(1));
  inner.take_top(theme.px(14));
  const float drawn = inspector_.draw(ui, session, inner, view.shows_gradients());
  if (session.hover.kind == Target::Kind::none && std::abs(drawn - arithmetic) > 0.5F) {
    arithmetic = drawn;
    ui.request_frame();
  }
}

}  // namespace glassformer
