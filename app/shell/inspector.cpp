#include "app/shell/inspector.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/shell/term_table.h"
#include "app/shell/written_cell.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_parts.h"
#include "app/widgets/scroll.h"
#include "core/grad/explain_text.h"
#include "core/grad/law.h"
#include "core/grad/made.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

// Where a cell that no op made comes from.
const char* origin(const Node& node, double value) {
  if (node.label.role != Role::mask) return "An input: it is given, not computed.";
  return value == 0 ? "Hidden: this query may not see this key. A click opens it."
                    : "Open: this query may see this key. A click hides it.";
}

FormulaStyle formula_style(const Theme& theme, Color ink, float size) {
  FormulaStyle style;
  style.size = theme.px(size);
  style.ink = ink;
  return style;
}

// A term holds the number of a cell that the class is still guessing.
bool gives_away(const Session& session, const Explanation& explanation) {
  const Tape& tape = session.run()->tape;
  const auto hidden = [&](const Cell& cell) {
    return hides(session, tape.node(cell.var).path, cell.row, cell.col);
  };
  for (const Term& term : explanation.terms) {
    for (const Cell& cell : term.factors) {
      const auto by = divisor(tape, cell);
      if (hidden(cell) || (by && hidden(*by))) return true;
    }
  }
  return false;
}

}  // namespace

void Inspector::draw_guess(Ui& ui, Session& session, const Target& target, double value,
                           Rect& rest) {
  const Theme& theme = ui.theme;
  ui.canvas.text_in(rest.take_top(theme.px(26)), "What will this number be?", theme.body(),
                    theme.ink);
  rest.take_top(theme.px(6));
  Rect line = rest.take_top(theme.px(38));
  const Rect show = line.take_right(theme.px(86));
  line.take_right(theme.px(8));
  // Whoever hides a cell types the guess at once; none of it may run as a shortcut. Of a cell that
  // a step asks for, Space shows the answer.
  const bool by_hand = std::ranges::find(session.predicted, target) != session.predicted.end();
  if (by_hand && session.chosen == target && !(asked_for_ == target)) {
    guess_.clear();
    asked_for_ = target;
    ui.focus_text("guess");
  }
  const bool guessed = ui.text_field("guess", guess_, line, "your guess");
  if (guessed || ui.button("Show it", show)) {
    std::string guess = guess_;
    if (guess.find('.') == guess.npos) std::ranges::replace(guess, ',', '.');  // 0,3 in Europe
    const auto number = parse_number(guess);
    if (!number && !guess.empty()) {
      unread_ = fmt::format("“{}” is no number. Type one such as 0.3, or nothing.", guess_);
      return;
    }
    unread_.clear();
    verdict_ = number ? fmt::format("Guessed {}; it is {}, {} away.", format_exact(*number),
                                    format_exact(value), format_exact(std::abs(*number - value)))
                      : fmt::format("It is {}.", format_exact(value));
    verdict_for_ = target;
    guess_.clear();
    asked_for_ = {};
    std::erase(session.predicted, target);
  }
  if (unread_.empty()) return;
  rest.take_top(theme.px(6));
  const FormulaStyle style = formula_style(theme, theme.error, 16);
  rest.take_top(draw_prose(ui, unread_, rest.origin(), rest.w, theme.small(), style).height);
}

float Inspector::draw_cell(Ui& ui, Session& session, const Target& target, bool gradients,
                           Rect area) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  const RunPtr run = session.run();
  const Var var = run->tape.find(target.path);
  if (!var || !run->tape.shape(var).contains(target.row, target.col)) return 0;
  const Node& node = run->tape.node(var);
  const Explanation explanation = run->tape.explain(var, target.row, target.col);
  Rect rest = area;

  const FormulaStyle symbol = formula_style(theme, theme.tensor(node.label.role), 18);
  const Vec symbol_size = formula_size(canvas, symbol_of(node), symbol.size);
  Rect line = rest.take_top(std::max(theme.px(28), symbol_size.y + theme.px(4)));
  draw_formula(ui, symbol_of(node), {line.x, line.center().y - symbol_size.y / 2}, symbol);
  line.take_left(symbol_size.x + theme.px(10));
  FormulaStyle faint = formula_style(theme, theme.faint_ink, 16);
  if (canvas.width(node.path, theme.small()) <= line.w) {
    canvas.text_in(line, node.path, theme.small(), theme.faint_ink);
  } else {
    rest.take_top(draw_prose(ui, node.path, rest.origin(), rest.w, theme.small(), faint).height);
  }
  const std::string where = described(node.label.rows, target.row, "row") + ", " +
                            described(node.label.cols, target.col, "column");
  FormulaStyle words = formula_style(theme, theme.soft_ink, 16);
  rest.take_top(draw_prose(ui, where, rest.origin(), rest.w, theme.small(), words).height +
                theme.px(6));

  if (hides(session, target.path, target.row, target.col)) {
    draw_guess(ui, session, target, explanation.value, rest);
    return rest.y - area.y;
  }
  const Mat& gradient = std::as_const(run->tape).grad(var);
  const bool shows_gradient = gradients && !gradient.empty();
  const double slope = gradient.empty() ? 0 : gradient(target.row, target.col);
  canvas.text_in(rest.take_top(theme.px(38)),
                 format_exact(shows_gradient ? slope : explanation.value), theme.display(),
                 theme.ink);
  if (verdict_for_ == target && !verdict_.empty()) {
    rest.take_top(draw_prose(ui, verdict_, rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.accent, 16))
                      .height +
                  theme.px(6));
  }
  if (shows_gradient) {
    canvas.text_in(rest.take_top(theme.px(26)), "is the gradient of the loss here", theme.small(),
                   theme.soft_ink);
    canvas.text_in(rest.take_top(theme.px(26)), "The value is " + format_exact(explanation.value),
                   theme.body(), theme.ink);
  } else if (!gradient.empty()) {
    canvas.text_in(rest.take_top(theme.px(26)), "gradient of the loss here: " + format_exact(slope),
                   theme.small(), theme.soft_ink);
  }
  for (std::size_t i = 0; i < node.edits.size(); ++i) {
    if (node.edits[i].row != target.row || node.edits[i].col != target.col) continue;
    const std::string note =
        fmt::format("Set by hand; it was {}.",
                    format_exact(before_edits(run->tape, {var, target.row, target.col})));
    Rect row = rest.take_top(theme.px(36));
    if (ui.button("Put back", row.take_right(theme.px(96)), false, "Del")) {
      session.post(ResetCell{target.path, target.row, target.col});
    }
    row.take_right(theme.px(8));
    text_fitted(ui, row, note, theme.small(), theme.soft_ink);
  }
  const std::string copied =
      node.op == nullptr ? std::string() : copied_from(run->tape, node, explanation);
  const auto draw_note = [&] {
    if (explanation.note.empty() || !node.edits.empty() || !copied.empty()) return;
    rest.take_top(draw_prose(ui, typeset(explanation.note), rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.soft_ink, 16))
                      .height +
                  theme.px(6));
  };
  // Why a softmax subtracts the largest is asked when it is seen to be.
  const bool note_last = explanation.how == Explanation::How::share;
  if (!note_last) draw_note();
  if (node.op == nullptr || explanation.terms.empty()) {
    if (node.op == nullptr && node.edits.empty() && explanation.note.empty()) {
      rest.take_top(draw_prose(ui, origin(node, explanation.value), rest.origin(), rest.w,
                               theme.small(), formula_style(theme, theme.soft_ink, 16))
                        .height);
    }
    return rest.y - area.y;
  }

  if (!copied.empty()) {
    rest.take_top(draw_prose(ui, copied, rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.soft_ink, 16))
                      .height);
    return rest.y - area.y;
  }
  const FormulaStyle law = formula_style(theme, theme.ink, 18);
  const Cell touched{var, target.row, target.col};
  const std::string formula = law_of(run->tape, touched, explanation);
  Explanation shown = explanation;
  const Cell cell = worked_out(run->tape, touched, shown);
  rest.take_top(theme.px(4));
  rest.take_top(draw_law(ui, formula, rest, law) + theme.px(10));
  if (gives_away(session, shown)) {
    rest.take_top(draw_prose(ui,
                             "Not all of its terms can be seen before the class has guessed; then "
                             "they are written here.",
                             rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.soft_ink, 16))
                      .height);
    return rest.y - area.y;
  }
  const ExplanationText text = explanation_text(run->tape, cell, shown);
  // That the number is itself need not be said.
  if (text.result != digits(explanation.value)) {
    rest.take_top(draw_prose(ui, typeset(text.result), rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.ink, 16))
                      .height +
                  theme.px(8));
  }
  for (const Cell& part : parts_of(run->tape, cell, shown)) {
    const Explanation made = run->tape.explain(part.var, part.row, part.col);
    if (gives_away(session, made)) continue;
    const std::string line = typeset(line_text(run->tape, part, made, 4));
    rest.take_top(draw_prose(ui, line, rest.origin(), rest.w, theme.small(),
                             formula_style(theme, theme.soft_ink, 16))
                      .height +
                  theme.px(line.empty() ? 0.0F : 4.0F));
  }
  if (shown.terms.size() > 1) {
    rest.take_top(draw_terms(ui, run->tape, cell, shown, rest));
  }
  rest.take_top(theme.px(note_last ? 8 : 0));
  if (note_last) draw_note();
  return rest.y - area.y;
}

float Inspector::draw_tensor(Ui& ui, const Session& session, const Target& target, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = run->tape.find(target.path);
  if (!var) return 0;
  const Node& node = run->tape.node(var);
  Rect rest = area;
  const FormulaStyle symbol = formula_style(theme, theme.tensor(node.label.role), 22);
  draw_formula(ui, symbol_of(node), rest.origin(), symbol);
  rest.take_top(formula_size(ui.canvas, symbol_of(node), symbol.size).y + theme.px(6));
  const Mat& value = run->tape.value(var);
  const auto [least, most] = std::minmax_element(value.cells().begin(), value.cells().end());
  const auto name = [](const Axis& axis, std::string_view otherwise) {
    return axis.name.empty() ? std::string(otherwise) : axis.name;
  };
  std::string text =
      fmt::format("**{}**, {}: rows are {}, columns are {}.", node.path, to_string(value.shape()),
                  name(node.label.rows, "numbered"), name(node.label.cols, "numbered"));
  if (!value.empty()) {
    text += fmt::format(" From {} to {}.", format_exact(*least), format_exact(*most));
  }
  if (node.op != nullptr) text += fmt::format(" Made by {} ({}).", node.op->name, node.op->source);
  rest.take_top(draw_prose(ui, text, rest.origin(), rest.w, theme.small(),
                           formula_style(theme, theme.soft_ink, 16))
                    .height +
                theme.px(8));
  if (node.op != nullptr) {
    const FormulaStyle law = formula_style(theme, theme.ink, 18);
    std::string formula = law_text(run->tape, var);
    if (formula.empty()) formula = node.op->formula;
    rest.take_top(draw_law(ui, formula, rest, law));
  }
  return rest.y - area.y;
}

float Inspector::draw_token(Ui& ui, const Session& session, const Target& target, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& tokens = run->tokens.at(static_cast<std::size_t>(target.sequence));
  if (target.token < 0 || target.token >= static_cast<int>(tokens.size())) return 0;
  const std::string& word = tokens[static_cast<std::size_t>(target.token)];
  Rect rest = area;
  ui.canvas.text_in(rest.take_top(theme.px(32)), word, theme.title(), theme.tensor(Role::input));
  const int head =
      std::clamp(session.head, 0, std::max(0, static_cast<int>(run->sites.size()) - 1));
  if (run->sites.empty()) return rest.y - area.y;
  const Var var = run->sites[static_cast<std::size_t>(head)].weights;
  if (!var) return rest.y - area.y;
  const Node& node = run->tape.node(var);
  const Mat& weights = run->tape.value(var);
  if (node.label.rows.sequence != target.sequence || target.token >= weights.rows())
    return rest.y - area.y;

  ui.canvas.text_in(rest.take_top(theme.px(26)), "attends to", theme.small(), theme.soft_ink);
  std::vector<int> order(static_cast<std::size_t>(weights.cols()));
  std::iota(order.begin(), order.end(), 0);
  const auto shown = std::min<std::size_t>(order.size(), 8);
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
      [&](int a, int b) { return weights(target.token, a) > weights(target.token, b); });
  for (std::size_t i = 0; i < shown; ++i) {
    Rect row = rest.take_top(theme.px(26));
    const Real weight = weights(target.token, order[i]);
    const bool hidden = hides(session, node.path, target.token, order[i]);
    ui.canvas.text_in(row.take_left(row.w * 0.4F), axis_label(node.label.cols, order[i]),
                      theme.small(), theme.ink);
    ui.canvas.text_in(row.take_right(theme.px(80)), hidden ? "?" : format_exact(weight),
                      theme.number(), theme.soft_ink, Align::right);
    if (hidden) continue;
    const Rect bar{row.x + theme.px(4), row.center().y - theme.px(4),
                   (row.w - theme.px(12)) * static_cast<float>(weight), theme.px(8)};
    ui.canvas.fill(bar, theme.tensor(Role::output), theme.px(3));
  }
  return rest.y - area.y;
}

float Inspector::draw(Ui& ui, Session& session, Rect area, bool gradients) {
  const Theme& theme = ui.theme;
  // The pointer may wander while a guess is typed.
  const bool guesses =
      session.chosen && ui.edits("guess") &&
      hides(session, session.chosen->path, session.chosen->row, session.chosen->col);
  const Target target = guesses ? *session.chosen
                        : session.hover.kind != Target::Kind::none
                            ? session.hover
                            : lit_choice(session).value_or(Target{});
  if (!(target == scrolled_for_)) scroll_ = 0;
  scrolled_for_ = target;
  if (target.kind == Target::Kind::none) {
    const RunPtr run = session.run();
    const bool cells_stay = run && run->cells_stay;
    const std::string hint =
        session.predicting ? "Click a cell to hide it. The class guesses; then show it."
        : cells_stay ? "Touch any cell to see the arithmetic behind it. Click to keep it here."
                     : "Touch any cell to see the arithmetic behind it. Click to keep it here, "
                       "double-click to type another number.";
    return draw_prose(ui, hint, area.origin(), area.w, theme.small(),
                      formula_style(theme, theme.faint_ink, 16))
        .height;
  }
  Scroll scroll(ui, scroll_, area, theme.px(48));
  const Rect page = scroll.page();
  float height = 0;
  switch (target.kind) {
    case Target::Kind::cell:
      height = draw_cell(ui, session, target, gradients, page);
      break;
    case Target::Kind::tensor:
      height = draw_tensor(ui, session, target, page);
      break;
    case Target::Kind::token:
      height = draw_token(ui, session, target, page);
      break;
    case Target::Kind::none:
      break;
  }
  scroll.end(height, area.right() + theme.px(6));
  return height;
}

}  // namespace glassformer
