#include "app/views/attention/finite_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/formula.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string number(double value, int digits = 5) {
  return format_markup(value, digits);
}

// A negative number after a sign stands in brackets.
std::string in_brackets(double value) {
  return value < 0 ? "(" + number(value, 7) + ")" : number(value, 7);
}

}  // namespace

void FiniteDifferencePanel::draw(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  ui.canvas.fill(area, theme.panel, theme.px(8));
  Rect rest = area.inset(theme.px(16), theme.px(10));
  const auto say = [&](std::string_view words) {
    ui.canvas.text_in(rest, words, theme.body(), theme.soft_ink);
  };
  const bool hovers = session.hover.kind == Target::Kind::cell;
  const std::optional<Target> cell = hovers ? std::optional(session.hover) : session.chosen;
  if (!run->loss) return say("There is no loss: type the translation that is wanted.");
  if (!cell || cell->kind != Target::Kind::cell) return say("Choose a cell to check its gradient.");
  const Var var = run->tape.find(cell->path);
  if (!var || !run->tape.shape(var).contains(cell->row, cell->col)) return;
  const Mat& grad = run->tape.grad(var);
  if (grad.empty()) return say("The loss does not depend on this matrix: it has no gradient.");
  const double gradient = grad(cell->row, cell->col);
  // A cell that is merely passed over is not worth two runs of the model.
  if (!session.busy() && (!hovers || !check_.busy())) {
    check_.ask(run, session.inputs(), *cell, run->tape.value(var)(cell->row, cell->col));
  }
  const auto& result = check_.result(ui.input.still);
  FormulaStyle style;
  style.size = theme.px(18);
  style.ink = theme.ink;
  draw_formula(ui, "\\frac{\\partial L}{\\partial x} = " + number(gradient), rest.origin(), style);
  Rect right = rest;
  right.take_left(rest.w * 0.3F);
  if (!check_.error().empty()) {
    ui.canvas.text_in(right, check_.error(), theme.small(), theme.error);
    return;
  }
  if (!result) {
    ui.request_frame();
    return;
  }
  const std::string quotient =
      fmt::format("\\frac{{L(x + h) - L(x - h)}}{{2h}} = \\frac{{{} - {}}}{{{}}} = {}",
                  number(result->above, 7), in_brackets(result->below),
                  number(2 * DifferenceCheck::step), number(result->slope()));
  // Signs have a least size, so once may not be enough.
  for (int pass = 0; pass < 3; ++pass) {
    const float width = formula_size(ui.canvas, quotient, style.size).x;
    style.size *= std::min(1.0F, (right.w - theme.px(12)) / width);
  }
  // A narrow stage has room for the numbers alone.
  const std::size_t numbers = quotient.find("\\frac", 1);
  const bool whole = formula_size(ui.canvas, quotient, style.size).x <= right.w;
  draw_formula(ui, whole ? quotient : quotient.substr(numbers), right.origin(), style);
  const double off = std::abs(gradient - result->slope());
  const double larger = std::max(std::abs(gradient), std::abs(result->slope()));
  const double apart = larger > 0 ? off / larger : 0;
  // The loss is a float, and a few of its last digits are lost in a run of the model.
  const auto loss = static_cast<float>(result->above);
  const double last_digits = 16 * (std::nextafter(loss, 2 * loss + 1) - loss);
  const bool rounded = off < last_digits / (2 * DifferenceCheck::step);
  const Label& label = run->tape.node(var).label;
  const std::string of =
      fmt::format("x is row “{}”, column “{}” of {}, h = {}. ", axis_label(label.rows, cell->row),
                  axis_label(label.cols, cell->col), cell->path, DifferenceCheck::step);
  std::string verdict =
      fmt::format("{}{:.2g} % apart{}", apart < 0.02 ? "They agree: " : "", 100 * apart,
                  apart < 0.02 ? "."
                  : rounded    ? ": the change of the loss is lost in the rounding of float."
                               : ": the loss bends within h.");
  // The inspector names the cell too: here the verdict comes first.
  if (ui.canvas.width(of + verdict, theme.small()) <= rest.w) verdict = of + verdict;
  ui.canvas.text_in(rest.take_bottom(theme.px(24)), verdict, theme.small(),
                    apart < 0.02 ? theme.accent : theme.soft_ink);
}

}  // namespace glassformer
