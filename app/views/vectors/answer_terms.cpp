#include "app/views/vectors/answer_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/views/parts/bars.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/answer_bars.h"

namespace glassformer {

namespace {

using Nodes = WordArithmeticRecord::Way;

// A way to answer, and what its numbers are called over and below the terms.
struct Way {
  Nodes WordArithmeticRecord::*nodes;
  const char* head;
  const char* short_head;  // in a narrow table
  const char* whole;
  const char* divisor;
  const char* score;
  const char* any_divisor;  // of a question without a, b and c
  bool powers;              // the terms are taken to the power of the factor
};
constexpr std::array<Way, 3> kWays{
    {{&WordArithmeticRecord::add, "× factor", "× factor", "sum", "|t|", "3CosAdd", "|t|", false},
     {&WordArithmeticRecord::multiply, "s = (cos + 1)/2", "s", "product", "s(x, a) + 0.001",
      "3CosMul", "Π (s + 0.001)", true},
     {&WordArithmeticRecord::direction, "· (b − a)", "· (b − a)", "sum", "|x − c| |b − a|",
      "pair direction", "|x − c| |b − a|", false}}};

// What stands below the terms: the same for each way, under names of its own.
struct Line {
  Var Nodes::*node;
  const char* Way::*name;
  const char* sign;
  const char* otherwise;  // where the names have no room
};
constexpr std::array<Line, 3> kLines{{{&Nodes::whole, &Way::whole, "", "together"},
                                      {&Nodes::divisor, &Way::divisor, "÷ ", "divided by"},
                                      {&Nodes::score, &Way::score, "", "score"}}};

// "²"; nothing for a factor of 1.
std::string power_of(double factor) {
  constexpr std::array<const char*, 5> signs{"", "", "²", "³", "⁴"};
  return signs.at(static_cast<std::size_t>(std::abs(factor)));
}

std::string signed_word(double factor, const std::string& word) {
  const std::string sign = factor < 0 ? "− " : "+ ";
  return std::abs(factor) == 1 ? sign + word
                               : sign + fmt::format("{:g} × {}", std::abs(factor), word);
}

// The letter that a word of the question has in the formulas of b − a + c; empty: none.
std::string letter_of(const Tape& tape, Var corners, const std::string& word) {
  const int at = corners ? place_of(tape.node(corners).label.rows, word) : -1;
  constexpr std::array<const char*, 3> letters{"a", "b", "c"};
  return at < 0 || at > 2 ? "" : letters[static_cast<std::size_t>(at)];
}

class TermTable {
 public:
  TermTable(Ui& ui, Session& session, int row, Rect area)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<WordArithmeticRecord>()),
        row_(row),
        area_(area) {
    for (Way way : kWays) {
      if (!record_.plane.points) way.divisor = way.any_divisor;
      if ((record_.*way.nodes).score && is_reached(way)) ways_.push_back(way);
    }
    const Axis& words = run_->tape.node(record_.cosines).label.cols;
    const float lines = static_cast<float>(words.labels.size() + kLines.size() + 1);
    // Lines that have no room are left out: closer together none could be read.
    line_ = std::clamp(area.h / lines, ui.canvas.line_height(ui.theme.body()), ui.theme.px(28));
    cosine_ = column_width("cosine");
    const auto all_numbers = [&] {
      float width = cosine_;
      for (const Way& way : ways_) width += column_width(way.head);
      return width;
    };
    for (std::size_t i = 0; i < words.labels.size(); ++i) {
      names_ = std::max(names_,
                        ui.canvas.width(signed_word(factor(static_cast<int>(i)), words.labels[i]),
                                        ui.theme.body()) +
                            ui.theme.px(kLetter));
    }
    const float word_names = names_ + ui.theme.px(8);  // the lines below have shorter ones
    for (const Line& line : kLines) {
      names_ = std::max(names_, ui.canvas.width(told(line), ui.theme.small()));
    }
    names_ += ui.theme.px(8);
    if (all_numbers() + word_names > area.w) {
      for (Way& way : ways_) way.head = way.short_head;
    }
    names_ = std::min(names_, std::max(area.w - all_numbers(), ui.theme.px(60)));
  }

  void draw() {
    Rect head = area_.take_top(line_);
    head.take_left(names_);
    const auto title = [&](const char* text) {
      ui_.canvas.text_in(head.take_left(column_width(text)).inset(ui_.theme.px(2), 0), text,
                         ui_.theme.small(), ui_.theme.faint_ink, Align::right);
    };
    title("cosine");
    for (const Way& way : ways_) title(way.head);
    const Axis& words = run_->tape.node(record_.cosines).label.cols;
    for (std::size_t i = 0; i < words.labels.size(); ++i) {
      draw_term(static_cast<int>(i), words.labels[i]);
    }
    for (const Line& line : kLines) draw_line(line);
  }

 private:
  static constexpr float kLetter = 16;  // px at scale 1

  // The products and the directions come with the steps that speak of them.
  bool is_reached(const Way& way) const {
    const Var focus = step_focus(session_);
    return !focus || way.nodes == &WordArithmeticRecord::add ||
           focus.index >= (record_.*way.nodes).terms.index;
  }

  float column_width(const char* head) const {
    return std::max(ui_.canvas.width("−0.000", ui_.theme.number()),
                    ui_.canvas.width(head, ui_.theme.small())) +
           ui_.theme.px(12);
  }
  double factor(int term) const { return run_->tape.value(record_.factors)(0, term); }

  std::string told(const Line& line) const {
    std::string names;
    for (const Way& way : ways_)
      names += (names.empty() ? line.sign : ", ") + std::string(way.*line.name);
    return names;
  }

  void draw_number(Rect place, Var var, int row, int col, const std::string& power = "") {
    const double value = run_->tape.value(var)(row, col);
    const Rect inside{place.x, place.y, place.w - ui_.theme.px(8), place.h};
    const CellTouch touch = link_cell(ui_, session_, var, row, col, place);
    ui_.canvas.text_in(inside, touch.shown(three_decimals(value)), ui_.theme.number(),
                       ui_.theme.ink, Align::right);
    ui_.canvas.text_in({inside.right(), place.y, ui_.theme.px(12), place.h}, power,
                       ui_.theme.number(), ui_.theme.ink);
  }

  void draw_term(int term, const std::string& word) {
    if (area_.h < line_ - 1) return;
    const Theme& theme = ui_.theme;
    Rect rest = area_.take_top(line_);
    Rect name = rest.take_left(names_);
    const std::string letter = letter_of(run_->tape, record_.plane.points, word);
    if (!letter.empty()) {
      ui_.canvas.text_in(name.take_left(theme.px(kLetter)), letter, theme.small(), theme.soft_ink);
    }
    ui_.canvas.text_in(name, signed_word(factor(term), word), theme.body(), theme.ink);
    draw_number(rest.take_left(cosine_), record_.cosines, row_, term);
    for (const Way& way : ways_) {
      draw_number(rest.take_left(column_width(way.head)), (record_.*way.nodes).terms, row_, term,
                  way.powers ? power_of(factor(term)) : "");
    }
    rest.take_left(theme.px(10));
    if (rest.w > theme.px(30)) draw_bar(rest, term);
  }

  // What the word adds to 3CosAdd, both ways from the middle; a cosine of 1 would be a whole bar.
  void draw_bar(Rect track, int term) {
    const Mat& factors = run_->tape.value(record_.factors);
    double full = 0;
    for (int c = 0; c < factors.cols(); ++c) full = std::max(full, std::abs(factor(c)));
    const double value = run_->tape.value(record_.add.terms)(row_, term);
    const Bar bar{.name = {},
                  .cell = cell_of(run_->tape, record_.add.terms, row_, term),
                  .value = value,
                  .color = ui_.theme.signed_value(value < 0 ? -1 : 1, 1)};
    BarParts parts;
    parts.full = full;
    parts.both_ways = true;
    draw_bar_track(ui_, bar, parts, hides(session_, bar.cell), track);
  }

  void draw_line(const Line& line) {
    if (area_.h < line_ - 1) return;
    const Theme& theme = ui_.theme;
    Rect rest = area_.take_top(line_);
    const Rect name = rest.take_left(names_);
    const std::string names = told(line);
    const bool fits = ui_.canvas.width(names, theme.small()) <= name.w;
    ui_.canvas.text_in(name, fits ? names : line.otherwise, theme.small(), theme.soft_ink);
    rest.take_left(cosine_);
    for (const Way& way : ways_) {
      const Var var = (record_.*way.nodes).*line.node;
      const bool of_all = run_->tape.shape(var).rows == 1;  // of every answer
      draw_number(rest.take_left(column_width(way.head)), var, of_all ? 0 : row_, 0);
    }
  }

  Ui& ui_;
  Session& session_;
  RunPtr run_;
  const WordArithmeticRecord& record_;
  int row_;
  Rect area_;
  std::vector<Way> ways_;
  float line_ = 0, names_ = 0, cosine_ = 0;
};

}  // namespace

void draw_answer_terms(Ui& ui, Session& session, const std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Var cosines = session.run()->records.get<WordArithmeticRecord>().cosines;
  const int row = cosines ? place_of(tape.node(cosines).label.rows, chosen) : -1;
  if (row < 0) return;
  ui.canvas.text_in(area.take_top(theme.px(26)), "How " + chosen + " gets its score",
                    theme.strong(), theme.ink);
  TermTable(ui, session, row, area).draw();
}

}  // namespace glassformer
