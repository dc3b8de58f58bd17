#include "app/shell/term_table.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "app/widgets/formula_breaks.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostMeasured = 64;  // terms; a dimension each, there may be thousands
constexpr std::size_t kFew = 16;           // terms: below that one column, with the sum so far
constexpr int kDigits = 6, kFewestDigits = 3;

struct Columns {
  int digits = kDigits;  // as many as have room: a cell that is touched shows all of its own
  float number = 0;      // px, of a value and of a sum
  float product = 0;     // px, the widest
  bool fits = true;      // no product is wider than its column
};

// What the values and the sums take, at least as much as usual ones. Of a table of thousands the
// first stand for all.
float number_column(const Ui& ui, const Explanation& explanation, int digits, bool sums) {
  const Type type = ui.theme.number();
  float widest =
      ui.canvas.width("−0.00" + std::string(static_cast<std::size_t>(digits), '0'), type);
  if (sums) {
    widest = std::max(widest, ui.canvas.width("sum so far", ui.theme.small()) + ui.theme.px(4));
  }
  double running = 0;
  for (std::size_t i = 0; i < std::min(explanation.terms.size(), kMostMeasured); ++i) {
    running += explanation.terms[i].value;
    widest =
        std::max(widest, ui.canvas.width(format_digits(explanation.terms[i].value, digits), type));
    if (sums) widest = std::max(widest, ui.canvas.width(format_digits(running, digits), type));
  }
  return widest + ui.theme.px(6);
}

std::vector<std::string> products(const Tape& tape, const Cell& cell, Explanation few,
                                  int significant) {
  few.terms.resize(std::min(few.terms.size(), kMostMeasured));
  few.how = Explanation::How::sum;
  std::vector<std::string> texts;
  for (const TermText& term : explanation_text(tape, cell, few, significant).terms) {
    texts.push_back(typeset(term.numbers));
  }
  return texts;
}

Columns columns_in(const Ui& ui, const Tape& tape, const Cell& cell, const Explanation& explanation,
                   float width, int numbers) {
  const Type type = ui.theme.number();
  for (Columns columns;; --columns.digits) {
    columns.number = number_column(ui, explanation, columns.digits, numbers > 1);
    columns.product = 0;
    for (const std::string& text : products(tape, cell, explanation, columns.digits)) {
      columns.product = std::max(columns.product, ui.canvas.width(text, type));
    }
    columns.fits = columns.product <= width - static_cast<float>(numbers) * columns.number;
    if (columns.fits || columns.digits == kFewestDigits) return columns;
  }
}

FormulaStyle words_style(const Theme& theme, Color ink) {
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = ink;
  return style;
}

// Products beside each other, read down: no sums, but all of them in sight.
float draw_beside(Ui& ui, const ExplanationText& text, const Columns& columns, int beside,
                  int picked, Rect place) {
  const Theme& theme = ui.theme;
  const float line = theme.px(22), gap = theme.px(16);
  const auto count = static_cast<int>(text.terms.size());
  const int lines = (count + beside - 1) / beside;
  const float wide = (place.w - gap * static_cast<float>(beside - 1)) / static_cast<float>(beside);
  const Rect sight = ui.canvas.clip();
  for (int i = 0; i < count; ++i) {
    const TermText& term = text.terms[static_cast<std::size_t>(i)];
    Rect row{place.x + static_cast<float>(i / lines) * (wide + gap),
             place.y + static_cast<float>(i % lines) * line, wide, line};
    if (row.bottom() < sight.y || row.y > sight.bottom()) continue;
    if (i == picked) ui.canvas.fill(row, theme.accent.alpha(0.14F), theme.px(4));
    ui.canvas.text_in(row.take_right(columns.number), format_digits(term.value, columns.digits),
                      theme.number(), theme.ink, Align::right);
    ui.canvas.text_in(row, typeset(term.numbers), theme.number(), theme.soft_ink);
  }
  return static_cast<float>(lines) * line;
}

}  // namespace

std::string typeset(std::string_view text) {
  return typeset_numbers(text);
}

float draw_law(Ui& ui, const std::string& formula, Rect place, const FormulaStyle& style,
               std::string* hovered) {
  FormulaStyle fitted = style;
  const auto size = [&](std::string_view part) {
    return formula_size(ui.canvas, part, fitted.size);
  };
  const auto shrink = [&](std::string_view part, float share) {
    fitted.size = style.size;
    const float least = share * style.size;
    while (size(part).x > place.w && fitted.size > least) fitted.size *= 0.94F;
  };
  float below = 0;
  const auto put = [&](std::string_view part) {
    std::string touched = draw_formula(ui, part, {place.x, place.y + below}, fitted).hovered;
    if (hovered != nullptr && !touched.empty()) *hovered = std::move(touched);
    below += size(part).y;
  };
  shrink(formula, 0.85F);
  std::vector<std::string_view> lines{formula};
  const auto width = [&](std::string_view part) { return size(part).x; };
  const auto too_wide = [&](std::string_view part) { return width(part) > place.w; };
  while (true) {
    const auto wide = std::ranges::find_if(lines, too_wide);
    if (wide == lines.end()) break;
    const auto broken = broken_formula(*wide, width);
    if (!broken) break;
    *wide = broken->first;
    lines.insert(wide + 1, broken->second);
  }
  // As large as the widest line allows; what cannot be broken becomes smaller.
  const std::string_view widest = *std::ranges::max_element(lines, {}, width);
  if (lines.size() > 1 || too_wide(widest)) shrink(widest, 0.66F);
  for (const std::string_view line : lines) {
    if (below > 0) below += ui.theme.px(4);
    put(line);
  }
  return below;
}

float draw_terms(Ui& ui, const Tape& tape, const Cell& cell, const Explanation& explanation,
                 Rect place) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  const bool sums = explanation.how != Explanation::How::largest;
  const int picked = explanation.picked;
  if (explanation.terms.size() > kFew) {
    const Columns narrow = columns_in(ui, tape, cell, explanation, place.w / 2 - theme.px(8), 1);
    const float column = narrow.product + narrow.number + theme.px(16);
    const int beside = std::min(4, static_cast<int>((place.w + theme.px(16)) / column));
    if (narrow.fits && beside >= 2) {
      const ExplanationText text = explanation_text(tape, cell, explanation, narrow.digits);
      return draw_beside(ui, text, narrow, beside, picked, place);
    }
  }
  const int numbers = sums ? 2 : 1;
  const Columns columns = columns_in(ui, tape, cell, explanation, place.w, numbers);
  const ExplanationText text = explanation_text(tape, cell, explanation, columns.digits);
  const float line = theme.px(24);
  Rect rest = place;
  Rect head = rest.take_top(line);
  const Color faint = theme.faint_ink;
  // A heading below which no line has room looks like an end.
  if (head.bottom() + line <= canvas.clip().bottom()) {
    if (sums) {
      canvas.text_in(head.take_right(columns.number), "sum so far", theme.small(), faint,
                     Align::right);
    }
    canvas.text_in(head.take_right(columns.number), "term", theme.small(), faint, Align::right);
  }
  canvas.line({place.x, head.bottom()}, {place.right(), head.bottom()}, theme.rule, theme.px(1));
  const auto draw_numbers = [&](Rect& row, const TermText& term) {
    if (sums) {
      canvas.text_in(row.take_right(columns.number), format_digits(term.running, columns.digits),
                     theme.number(), theme.soft_ink, Align::right);
    }
    canvas.text_in(row.take_right(columns.number), format_digits(term.value, columns.digits),
                   theme.number(), theme.ink, Align::right);
  };
  // Only the lines in sight are drawn: a term a dimension may be thousands.
  const Rect sight = canvas.clip();
  for (std::size_t i = 0; i < text.terms.size(); ++i) {
    const TermText& term = text.terms[i];
    const std::string product = typeset(term.numbers);
    if (!columns.fits && canvas.width(product, theme.number()) >
                             place.w - static_cast<float>(numbers) * columns.number) {
      rest.take_top(draw_prose(ui, product, {rest.x, rest.y + theme.px(3)}, rest.w, theme.number(),
                               words_style(theme, theme.soft_ink))
                        .height +
                    theme.px(3));
      Rect row = rest.take_top(line);
      draw_numbers(row, term);
      continue;
    }
    Rect row = rest.take_top(line);
    if (row.bottom() < sight.y || row.y > sight.bottom()) continue;
    if (static_cast<int>(i) == picked) canvas.fill(row, theme.accent.alpha(0.14F), theme.px(4));
    draw_numbers(row, term);
    canvas.text_in(row, product, theme.number(), theme.soft_ink);
  }
  return rest.y - place.y;
}

}  // namespace glassformer
