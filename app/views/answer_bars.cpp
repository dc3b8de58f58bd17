#include "app/views/answer_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/near_list.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

constexpr double kNeverZero = 0.001;  // the ε of 3CosMul, as the model has it
// By what 3CosAdd divides, and 3CosMul too.
constexpr const char *kDivided = "÷ |t|", *kBothDivided = "÷ |t|, ÷ (s(x, a) + ε)";

int place_of(const Axis& axis, const std::string& word) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), word);
  return found == axis.labels.end() ? -1 : static_cast<int>(found - axis.labels.begin());
}

bool is_asked(const Run& run, const std::string& word) {
  return std::find(run.tokens[0].begin(), run.tokens[0].end(), word) != run.tokens[0].end();
}

// A bar from the middle of the track for what may be negative, from its left for what may not.
void draw_bar(Ui& ui, Rect track, double value, double largest, bool centred, Color color) {
  const Theme& theme = ui.theme;
  const float thick = std::min(theme.px(12), track.h * 0.5F);
  const Rect line{track.x, track.center().y - thick / 2, track.w, thick};
  ui.canvas.fill(line, theme.panel, theme.px(3));
  if (largest <= 0 || !std::isfinite(value)) return;
  const float share = std::clamp(static_cast<float>(std::abs(value) / largest), 0.0F, 1.0F);
  const float room = centred ? line.w / 2 : line.w;
  const float start = !centred ? line.x : value < 0 ? line.x + room * (1 - share) : line.x + room;
  if (share * room >= 1) ui.canvas.fill({start, line.y, share * room, line.h}, color, theme.px(3));
  if (centred) {
    ui.canvas.line({line.x + room, line.y - theme.px(3)},
                   {line.x + room, line.bottom() + theme.px(3)}, theme.faint_ink, theme.px(1));
  }
}

// A number that explains itself: touched it lights up, clicked the inspector opens on it.
void link_cell(Ui& ui, Session& session, const std::string& path, int row, int col, Rect rect,
               std::uint64_t salt) {
  const Target cell{Target::Kind::cell, path, row, col, 0, 0};
  const Touch touch = ui.touch(Ui::id(path, salt), rect);
  if (touch.hovered) session.next_hover = cell;
  if (touch.clicked) session.chosen = cell;
  if (session.hover == cell || (session.chosen && *session.chosen == cell)) {
    ui.canvas.frame(rect, ui.theme.lit, ui.theme.px(1.5F), ui.theme.px(5));
  }
}

}  // namespace

std::string answer_of(const Session& session, const char* scope, bool exclude) {
  const RunPtr run = session.run();
  const Var top = run->tape.find(std::string(scope) + ".top");
  if (!top) return {};
  for (const std::string& word : run->tape.node(top).label.rows.labels) {
    if (!exclude || !is_asked(*run, word)) return word;
  }
  return {};
}

void draw_answer_column(Ui& ui, Session& session, const AnswerColumn& column, AnswerCount count,
                        std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  Rect title = area.take_top(theme.px(24));
  const Rect formula = area.take_top(theme.px(26));
  draw_formula(ui, column.formula, formula.origin(), {theme.px(16), theme.soft_ink, {}, {}});
  const Var top = run->tape.find(std::string(column.scope) + ".top");
  if (!top) {
    ui.canvas.text_in(title, column.title, theme.strong(), theme.ink);
    ui.canvas.text_in(area.take_top(theme.px(28)),
                      std::string_view(column.scope) == "direction" ? "asks for b − a + c"
                                                                    : "asks for whole factors",
                      theme.small(), theme.faint_ink);
    return;
  }
  const std::string path = std::string(column.scope) + ".score";
  const Axis& all = run->tape.node(run->tape.find(path)).label.rows;
  const Axis& words = run->tape.node(top).label.rows;
  const Mat& score = run->tape.value(top);
  const float line = theme.px(area.h < theme.px(200) ? 22 : 28);
  const int fits = std::max(1, static_cast<int>(area.h / line));
  double largest = 0;
  float names = 0;
  for (int r = 0; r < score.rows(); ++r) {
    largest = std::max(largest, std::abs(static_cast<double>(score(r, 0))));
    names = std::max(names, ui.canvas.width(axis_label(words, r), theme.body()));
  }
  names = std::min(names + theme.px(14), area.w * 0.44F);
  // What does not fit is said beside the title.
  int answers = 0, seen = 0;
  for (int r = 0; r < score.rows() && answers < count.most; ++r) {
    if (count.exclude && is_asked(*run, axis_label(words, r))) continue;
    ++answers;
    if (r < fits) ++seen;
  }
  if (seen < answers) {
    const std::string note = fmt::format("{} of {}", seen, answers);
    ui.canvas.text_in(title.take_right(ui.canvas.width(note, theme.small()) + theme.px(6)), note,
                      theme.small(), theme.faint_ink, Align::right);
  }
  ui.canvas.text_in(title, column.title, theme.strong(), theme.ink);
  int place = 0;
  for (int r = 0; r < std::min(score.rows(), fits) && place < count.most; ++r) {
    Rect row = area.take_top(line);
    const std::string word = axis_label(words, r);
    const bool out = count.exclude && is_asked(*run, word);
    if (!out) ++place;
    const Rect whole = row;
    if (word == chosen) ui.canvas.fill(whole, theme.pressed, theme.px(5));
    link_cell(ui, session, path, place_of(all, word), 0, whole, static_cast<std::uint64_t>(r));
    if (session.chosen && session.chosen->path == path &&
        session.chosen->row == place_of(all, word)) {
      chosen = word;
    }
    const Color ink = out ? theme.faint_ink : place == 1 ? theme.ink : theme.soft_ink;
    ui.canvas.text_in(row.take_left(theme.px(26)), out ? "–" : std::to_string(place),
                      theme.number(), theme.faint_ink, Align::center);
    const Rect name = row.take_left(names);
    ui.canvas.text_in(name, word, place == 1 && !out ? theme.strong() : theme.body(), ink);
    if (out) {
      const float width = std::min(name.w, ui.canvas.width(word, theme.body()));
      ui.canvas.line({name.x, name.center().y}, {name.x + width, name.center().y}, theme.faint_ink,
                     theme.px(1));
    }
    ui.canvas.text_in(row.take_right(theme.px(60)).inset(theme.px(6), 0),
                      three_decimals(score(r, 0)), theme.number(), ink, Align::right);
    if (row.w > theme.px(20)) {
      draw_bar(ui, row, std::max(0.0, static_cast<double>(score(r, 0))), largest, false,
               out ? theme.rule : theme.tensor(Role::key));
    }
  }
}

void draw_answer_terms(Ui& ui, Session& session, const std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Tape& tape = run->tape;
  const Var terms = tape.find("add.terms"), cosines = tape.find("cosines");
  if (!terms || !cosines) return;
  const Axis& rows = tape.node(terms).label.rows;
  const int row = place_of(rows, chosen);
  if (row < 0) return;
  const Mat& part = tape.value(terms);
  const Mat& factor = tape.value(tape.find("factors"));
  const Mat& cosine = tape.value(cosines);
  const Var shifted = tape.find("multiply.shifted");
  const Axis& words = tape.node(terms).label.cols;
  ui.canvas.text_in(area.take_top(theme.px(26)), "How " + chosen + " comes by its score",
                    theme.strong(), theme.ink);
  const float line = std::min(theme.px(28), area.h / static_cast<float>(part.cols() + 4));
  float names = ui.canvas.width(shifted ? kBothDivided : kDivided, theme.small());
  double largest = 0;
  for (int c = 0; c < part.cols(); ++c) {
    largest = std::max(largest, std::abs(static_cast<double>(part(row, c))));
    names = std::max(names, ui.canvas.width(axis_label(words, c), theme.body()) + theme.px(44));
  }
  names = std::min(names + theme.px(12), area.w * 0.38F);
  const float number = theme.px(76);
  Rect head = area.take_top(line);
  head.take_left(names);
  const auto title = [&](const char* text) {
    ui.canvas.text_in(head.take_left(number), text, theme.small(), theme.faint_ink, Align::right);
  };
  title("cosine");
  title("× factor");
  if (shifted) title("(cos + 1)/2");
  // 3CosMul: the product of what is added, divided by that of what is taken away.
  double product = 1, divisor = 1;
  const std::uint64_t base = 1000;
  for (int c = 0; c < part.cols(); ++c) {
    Rect rest = area.take_top(line);
    const double f = factor(0, c);
    const std::string sign = f == 1 ? "+ "
                             : f == -1
                                 ? "− "
                                 : (f < 0 ? "− " : "+ ") + fmt::format("{:g} × ", std::abs(f));
    ui.canvas.text_in(rest.take_left(names), sign + axis_label(words, c), theme.body(), theme.ink);
    const auto cell = [&](Rect place, const char* path, double value) {
      ui.canvas.text_in(place.inset(theme.px(4), 0), three_decimals(value), theme.number(),
                        theme.ink, Align::right);
      link_cell(ui, session, path, row, c, place, base + static_cast<std::uint64_t>(c));
    };
    cell(rest.take_left(number), "cosines", cosine(row, c));
    cell(rest.take_left(number), "add.terms", part(row, c));
    if (shifted) {
      const double s = tape.value(shifted)(row, c);
      cell(rest.take_left(number), "multiply.shifted", s);
      (f < 0 ? divisor : product) *= std::pow(f < 0 ? s + kNeverZero : s, std::abs(f));
    }
    rest.take_left(theme.px(10));
    if (rest.w > theme.px(30)) {
      draw_bar(ui, rest, part(row, c), largest, true,
               part(row, c) < 0 ? theme.signed_value(-1, 1) : theme.signed_value(1, 1));
    }
  }
  const auto value_of = [&](const char* path, int r) {
    return static_cast<double>(tape.value(tape.find(path))(r, 0));
  };
  const auto line_of = [&](const char* label, const char* path, double other) {
    Rect rest = area.take_top(line);
    ui.canvas.text_in(rest.take_left(names), label, theme.small(), theme.soft_ink);
    rest.take_left(number);
    const auto print = [&](Rect place, double value) {
      ui.canvas.text_in(place.inset(theme.px(4), 0), three_decimals(value), theme.number(),
                        theme.ink, Align::right);
    };
    const int r = std::string_view(path) == "add.length" ? 0 : row;
    const Rect place = rest.take_left(number);
    print(place, value_of(path, r));
    link_cell(ui, session, path, r, 0, place, base * 2);
    if (!shifted) return Rect{};
    const Rect beside = rest.take_left(number);
    print(beside, other);
    return beside;
  };
  line_of(shifted ? "sum, product" : "sum", "add.sum", product);
  line_of(divisor != 1 ? kBothDivided : kDivided, "add.length", divisor);
  const double score = shifted ? value_of("multiply.score", row) : 0;
  const Rect end = line_of(shifted ? "3CosAdd, 3CosMul" : "3CosAdd", "add.score", score);
  if (shifted) link_cell(ui, session, "multiply.score", row, 0, end, base * 2);
}

}  // namespace glassformer
