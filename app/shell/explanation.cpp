#include "app/shell/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/shell/step_words.h"
#include "app/shell/term_table.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"
#include "core/lesson/step_title.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kGivenShare = 0.44F;     // of a line of printed numbers; the rest is exact
constexpr int kMostDiffering = 3;        // numbers that are named, of those that differ
constexpr float kLeastArithmetic = 176;  // px at scale 1: which cell it is, its value, and the law

// Of a step whose matrix the user's changes have done away with; empty: it is there.
std::string not_computed_notice(const Session& session, const Step& step, Var focus) {
  if (!session.is_changed() || focus || step.focus.empty()) return {};
  // It may be the model that has no such matrix, whatever is changed; the step then says so.
  if (!session.inputs().resources.all().empty()) return {};
  return "With your changes, the matrix that this step explains is not computed. Ctrl R puts the "
         "lesson back.";
}

// Of a step about one head, while another is laid out; empty: it is that one.
std::string other_head_notice(const Session& session, const Step& step) {
  constexpr std::string_view scope = "head.";
  const std::string shown = focus_path(session, session.step);
  if (!step.focus.starts_with(scope) || shown == step.focus) return {};
  const auto number = [&](const std::string& path) {
    return path.substr(scope.size(), path.find('.', scope.size()) - scope.size());
  };
  return fmt::format("Head {} is laid out. The words here are about head {}: press {} to see it.",
                     number(shown), number(step.focus), number(step.focus));
}

// Three digits after the point, as tables print; numbers too large for that by their digits.
std::string beside_printed(double exact) {
  return std::abs(exact) < 1e5 ? fmt::format("{:.3f}", exact) : format_digits(exact, 4);
}

// Of a table too wide to be printed here: which of the printed numbers are not the exact ones,
// rounded to as many digits.
std::string compared(const Mat& exact, const Printed& printed) {
  int count = 0, differing = 0;
  std::string others;
  for (std::size_t r = 0; r < printed.values.size() && static_cast<int>(r) < exact.rows(); ++r) {
    for (std::size_t c = 0; c < printed.values[r].size() && static_cast<int>(c) < exact.cols();
         ++c) {
      const std::string& text = printed.values[r][c];
      const auto number = parse_number(text);
      if (!number) continue;
      ++count;
      const std::size_t point = text.find('.');
      const auto decimals = point == text.npos ? 0 : static_cast<int>(text.size() - point - 1);
      const double value = exact(static_cast<int>(r), static_cast<int>(c));
      const bool same = value == *number;  // −∞ as well
      if (same || std::abs(value - *number) <= 0.5001 * std::pow(10.0, -decimals)) continue;
      if (++differing > kMostDiffering) continue;
      others += fmt::format("{}row {}, column {}: printed {}, exact {}", others.empty() ? "" : "; ",
                            r + 1, c + 1, text, beside_printed(value));
    }
  }
  if (others.empty()) {
    return fmt::format("All {} printed numbers are the exact ones, rounded.", count);
  }
  if (differing > kMostDiffering) {
    return fmt::format("Of the {} printed numbers {} differ, such as {}.", count, differing,
                       others);
  }
  return fmt::format("Of the {} printed numbers these differ: {}.", count, others);
}

// What the lecture printed beside what is exact, as a small table.
float draw_printed(Ui& ui, const Session& session, const Printed& printed, Rect area) {
  const Theme& theme = ui.theme;
  const Var var = session.run()->tape.find(printed.path);
  if (!var) return 0;
  const Mat& exact = session.run()->tape.value(var);
  Rect rest = area;
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.soft_ink;
  const float gap = ui.canvas.width("  ", theme.number());
  const auto too_wide = [&](const auto& row) {
    const float number = ui.canvas.width("0.000", theme.number()) + gap;
    return number * static_cast<float>(row.size()) - gap > (1 - kGivenShare) * area.w;
  };
  const bool wide = std::ranges::any_of(printed.values, too_wide);
  if (wide) {
    const std::string words = compared(exact, printed) + " " + printed.why;
    rest.take_top(draw_prose(ui, words, rest.origin(), rest.w, theme.small(), style).height);
    return rest.y - area.y + theme.px(8);
  }
  ui.canvas.text_in(rest.take_top(theme.px(26)), "As printed, and exact", theme.small(),
                    theme.faint_ink);
  const float line_height = theme.px(22);
  for (std::size_t r = 0; r < printed.values.size() && static_cast<int>(r) < exact.rows(); ++r) {
    std::string given, now;
    for (std::size_t c = 0; c < printed.values[r].size() && static_cast<int>(c) < exact.cols();
         ++c) {
      given +=
          (given.empty() ? "" : "  ") +
          (printed.values[r][c].empty() ? std::string("·") : typeset_numbers(printed.values[r][c]));
      const int row = static_cast<int>(r), col = static_cast<int>(c);
      now += now.empty() ? "" : "  ";
      now += hides(session, printed.path, row, col) ? "?" : beside_printed(exact(row, col));
    }
    Rect line = rest.take_top(line_height);
    ui.canvas.text_in(line.take_left(line.w * kGivenShare), given, theme.number(), theme.soft_ink);
    ui.canvas.text_in(line, now, theme.number(), theme.ink);
  }
  rest.take_top(theme.px(4));
  rest.take_top(draw_prose(ui, printed.why, rest.origin(), rest.w, theme.small(), style).height);
  return rest.y - area.y + theme.px(8);
}

std::string_view noun_of(std::string_view slot) {
  if (slot == slots::vectors.name || slot == slots::compared.name) return "word vectors";
  if (slot == slots::questions.name) return "questions";
  if (slot == slots::rated_pairs.name) return "rated pairs";
  if (slot == slots::attention.name) return "attentions";
  return "model";
}

// What was trained or opened elsewhere is used by one click.
float draw_offers(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  Rect rest = area;
  for (const std::string_view slot : session.offers()) {
    std::string label = fmt::format("Use the {} you trained or opened", noun_of(slot));
    if (ui.canvas.width(label, theme.small()) > rest.w - theme.px(20))
      label = fmt::format("Use your {}", noun_of(slot));
    if (ui.button(label, rest.take_top(theme.px(34)))) session.take_offer(slot);
    rest.take_top(theme.px(8));
  }
  return rest.y - area.y;
}

// Where the text goes on: a click turns to what follows, and from the end back to its beginning.
void draw_turn(Ui& ui, float page, float full, float& offset, Rect line) {
  const Theme& theme = ui.theme;
  const bool at_end = offset + page > full - 1;
  const std::string_view words = at_end ? "Back to the top" : "More";
  const float w = ui.canvas.width(words, theme.small()) + theme.px(20);
  const Rect button{line.x, line.y, w, line.h};
  const Touch touch = ui.touch(Ui::id("words go on"), button);
  const bool pressed = ui.stop(Ui::id("words go on"), button).pressed;
  const Color ink = touch.hovered ? theme.ink : theme.accent;
  ui.canvas.text_in(button, words, theme.small(), ink);
  const float half = theme.px(4), way = at_end ? -1.0F : 1.0F;
  const Vec at{button.right() - theme.px(8), button.center().y + theme.px(1)};
  ui.canvas.polygon({{at.x - half, at.y - way * half * 0.6F},
                     {at.x + half, at.y - way * half * 0.6F},
                     {at.x, at.y + way * half}},
                    ink);
  if (!touch.clicked && !pressed) return;
  offset = at_end ? 0 : offset + 0.8F * page;
  ui.request_frame();
}

// "X is random (seed 7)" says nothing of numbers that no op made of X or of anything else: a
// recording, say, whose cells tell themselves where they come from.
bool concerns(std::string_view note, const Tape& tape, Var focus) {
  constexpr std::string_view names_matrix = "\\tensor{";
  if (!focus || note.find(names_matrix) == note.npos) return true;
  const Node& node = tape.node(focus);
  return node.op != nullptr || !node.label.origin ||
         note.find(fmt::format("{}{}}}", names_matrix, node.path)) != note.npos;
}

}  // namespace

float ExplanationPanel::draw_step(Ui& ui, Session& session, const View& view, Rect page) {
  const Theme& theme = ui.theme;
  const Lesson& lesson = session.lesson();
  Rect rest = page;
  const FormulaStyle soft = linked_style(theme, session, theme.faint_ink, 16);
  // Small print, behind what is to be read.
  const auto draw_foot = [&](Var focus) {
    const Tape& tape = session.run()->tape;
    bool any = false;
    for (const std::string& words : session.run()->notes) {
      if (!concerns(words, tape, focus)) continue;
      any = true;
      rest.take_top(
          draw_prose(ui, as_sentence(words), rest.origin(), rest.w, theme.small(), soft).height +
          theme.px(4));
    }
    if (any) rest.take_top(theme.px(4));
    rest.take_top(draw_prose(ui, lesson.source, rest.origin(), rest.w, theme.small(), soft).height);
    return rest.y - page.y;
  };
  if (lesson.steps.empty()) return draw_foot({});
  const Step& step = lesson.steps[static_cast<std::size_t>(session.step)];
  const LivingText living = living_text(session, view);
  const FormulaStyle title = linked_style(theme, session, theme.ink, 22);
  const std::string name = title_of(step, living);
  rest.take_top(draw_prose(ui, name, rest.origin(), rest.w, theme.title(), title).height +
                theme.px(8));

  const Var focus = session.run()->tape.find(focus_path(session, session.step));
  std::string formula = filled_formula(step.formula, living);
  // That of the operation has letters of its own: where a cell is opened, it stands over that
  // cell's numbers, which explain it, and here it would only be a riddle.
  if (formula.empty() && !step.cell && focus && session.run()->tape.node(focus).op != nullptr) {
    formula = session.run()->tape.node(focus).op->formula;
  }
  if (!formula.empty()) {
    std::string touched;
    rest.take_top(theme.px(6));
    rest.take_top(
        draw_law(ui, formula, rest, linked_style(theme, session, theme.ink, 22), &touched) +
        theme.px(14));
    hover_tensor(session, touched);
  }
  // Above the text, where it is seen before numbers are believed that are no longer shown.
  const FormulaStyle accent = linked_style(theme, session, theme.accent, 16);
  const auto note = [&](const std::string& words) {
    if (words.empty()) return;
    rest.take_top(draw_prose(ui, words, rest.origin(), rest.w, theme.small(), accent).height +
                  theme.px(10));
  };
  note(not_computed_notice(session, step, focus));
  note(other_head_notice(session, step));
  note(ui.canvas.fonts().lacking());
  const FormulaStyle body = linked_style(theme, session, theme.ink, 16);
  const auto paragraph = [&](const std::string& markup, const FormulaStyle& style,
                             bool bold = false) {
    std::string words = filled(markup, living);
    if (words.empty()) return;
    if (bold) words = "**" + words + "**";
    const ProseTouch prose = draw_prose(ui, words, rest.origin(), rest.w, theme.body(), style);
    hover_tensor(session, prose.hovered);
    rest.take_top(prose.height + theme.px(12));
  };
  paragraph(step.text, body);
  if (const Ask* ask = session.question()) {
    question_begins_ = rest.y - page.y;
    paragraph(ask->question, body, true);
    if (session.asking()) {
      note("Space shows the answer.");
    } else {
      paragraph(ask->answer, body);
      answer_ends_ = rest.y - page.y;
    }
  }
  if (!session.asking()) {
    paragraph(step.invitation, linked_style(theme, session, theme.soft_ink, 16));
    rest.take_top(draw_offers(ui, session, rest));
  }
  // What the lecture printed stands beside the lesson's own numbers alone: beside others, of a step
  // that leaves the mask out or of the user, it would look like a mistake.
  const bool comparable = living.own.all && session.is_as_it_begins() && !session.asking();
  for (const Printed& printed : lesson.printed) {
    if (comparable && printed.path == step.focus) {
      rest.take_top(draw_printed(ui, session, printed, rest));
    }
  }
  return draw_foot(focus);
}

void ExplanationPanel::draw(Ui& ui, Session& session, const View& view, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel);
  ui.canvas.line({area.x, area.y}, {area.x, area.bottom()}, theme.rule, theme.px(1));
  Rect inner = area.inset(theme.px(20), theme.px(18));
  const bool told = session.question() != nullptr && !session.asking();
  if (step_ != session.step) scroll_ = 0;
  if (step_ != session.step || told != told_) follows_ = told;
  step_ = session.step;
  told_ = told;

  // The words take what they need, as far as they leave room for the beginning of the arithmetic of
  // the chosen cell. What is merely hovered moves nothing.
  const bool touched = session.hover.kind != Target::Kind::none || lit_choice(session);
  const float between = theme.px(10 + 14);
  float& arithmetic = ui.remembered(Ui::id("arithmetic"), inner.h * 0.48F);
  const float least =
      touched ? std::min(arithmetic, std::max(theme.px(kLeastArithmetic), 0.3F * inner.h))
              : 0.1F * inner.h;
  const float most = inner.h - between - least;
  float& wanted = ui.remembered(Ui::id("words"), most);
  Rect words = inner.take_top(std::min(most, wanted));
  const bool goes_on = wanted > most + 1;
  const Rect turn = goes_on ? words.take_bottom(theme.px(24)) : Rect{};
  const float turned = scroll_;
  Scroll scroll(ui, scroll_, words, theme.px(48));
  if (scroll_ != turned) follows_ = false;
  const float full = draw_step(ui, session, view, scroll.page());
  scroll.end(full, words.right() + theme.px(8));
  const float before = scroll_;
  if (goes_on) draw_turn(ui, words.h, full, scroll_, turn);
  if (scroll_ != before) follows_ = false;
  // An answer that has just come is in sight, below its question, though what was read before both
  // is not.
  if (follows_ && goes_on && answer_ends_ > words.h) {
    const float to = std::min(question_begins_, full - words.h);
    if (std::abs(scroll_ - to) > 0.5F) {
      scroll_ = to;
      ui.request_frame();
    }
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
