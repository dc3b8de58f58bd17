#include "app/views/vectors/answer_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/views/vectors/answer_bars.h"
#include "app/views/vectors/near_list.h"

namespace glassformer {

namespace {

// A way to answer: the paths of its numbers, and what they are called below the terms.
struct Way {
  const char* head;
  const char* terms;  // a number for each word of the question
  const char *whole, *whole_name;
  const char *divisor, *divisor_name;
  const char *score, *score_name;
};
constexpr const char* kPowers = "multiply.shifted";  // these are taken to the power of the factor
constexpr std::array<Way, 3> kWays{
    {{"× factor", "add.terms", "add.sum", "sum", "add.length", "|t|", "add.score", "3CosAdd"},
     {"s = (cos + 1)/2", kPowers, "multiply.product", "product", "multiply.divisor",
      "s(x, a) + 0.001", "multiply.score", "3CosMul"},
     {"· (b − a)", "direction.terms", "direction.sum", "sum", "direction.lengths",
      "|x − c| |b − a|", "direction.score", "pair direction"}}};

// What stands below the terms: the same for each way, under names of its own.
struct Line {
  const char* Way::*path;
  const char* Way::*name;
  const char* sign;
  const char* otherwise;  // where the names have no room
};
constexpr std::array<Line, 3> kLines{{{&Way::whole, &Way::whole_name, "", "together"},
                                      {&Way::divisor, &Way::divisor_name, "÷ ", "divided by"},
                                      {&Way::score, &Way::score_name, "", "score"}}};

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
std::string letter_of(const Tape& tape, const std::string& word) {
  const Var corners = tape.find("plane.points");
  const int at = corners ? place_of(tape.node(corners).label.rows, word) : -1;
  constexpr std::array<const char*, 3> letters{"a", "b", "c"};
  return at < 0 || at > 2 ? "" : letters[static_cast<std::size_t>(at)];
}

class TermTable {
 public:
  TermTable(Ui& ui, Session& session, int row, Rect area)
      : ui_(ui), session_(session), run_(session.run()), row_(row), area_(area) {
    for (const Way& way : kWays) {
      if (run_->tape.find(way.score)) ways_.push_back(way);
    }
    if (!run_->tape.find("plane.points")) {  // no a, b and c
      for (Way& way : ways_) {
        if (way.terms == kPowers) way.divisor_name = "Π (s + 0.001)";
      }
    }
    const Axis& words = run_->tape.node(run_->tape.find("cosines")).label.cols;
    const float lines = static_cast<float>(words.labels.size() + kLines.size() + 1);
    line_ = std::min(ui.theme.px(28), area.h / lines);
    cosine_ = column_width("cosine");
    float numbers = cosine_;
    for (const Way& way : ways_) numbers += column_width(way.head);
    for (std::size_t i = 0; i < words.labels.size(); ++i) {
      names_ = std::max(names_,
                        ui.canvas.width(signed_word(factor(static_cast<int>(i)), words.labels[i]),
                                        ui.theme.body()) +
                            ui.theme.px(kLetter));
    }
    for (const Line& line : kLines) {
      names_ = std::max(names_, ui.canvas.width(told(line), ui.theme.small()));
    }
    names_ = std::min(names_ + ui.theme.px(8), std::max(area.w - numbers, ui.theme.px(60)));
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
    const Axis& words = run_->tape.node(run_->tape.find("cosines")).label.cols;
    for (std::size_t i = 0; i < words.labels.size(); ++i) {
      draw_term(static_cast<int>(i), words.labels[i]);
    }
    for (const Line& line : kLines) draw_line(line);
  }

 private:
  static constexpr float kLetter = 16;  // px at scale 1

  float column_width(const char* head) const {
    return std::max(ui_.canvas.width("−0.000", ui_.theme.number()),
                    ui_.canvas.width(head, ui_.theme.small())) +
           ui_.theme.px(12);
  }
  double factor(int term) const { return run_->tape.value(run_->tape.find("factors"))(0, term); }

  std::string told(const Line& line) const {
    std::string names;
    for (const Way& way : ways_)
      names += (names.empty() ? line.sign : ", ") + std::string(way.*line.name);
    return names;
  }

  void draw_number(Rect place, const char* path, int row, int col, const std::string& power = "") {
    const double value = run_->tape.value(run_->tape.find(path))(row, col);
    const Rect inside{place.x, place.y, place.w - ui_.theme.px(8), place.h};
    ui_.canvas.text_in(inside, three_decimals(value), ui_.theme.number(), ui_.theme.ink,
                       Align::right);
    ui_.canvas.text_in({inside.right(), place.y, ui_.theme.px(12), place.h}, power,
                       ui_.theme.number(), ui_.theme.ink);
    link_cell(ui_, session_, path, row, col, place, 1000 + static_cast<std::uint64_t>(col));
  }

  void draw_term(int term, const std::string& word) {
    const Theme& theme = ui_.theme;
    Rect rest = area_.take_top(line_);
    Rect name = rest.take_left(names_);
    const std::string letter = letter_of(run_->tape, word);
    if (!letter.empty()) {
      ui_.canvas.text_in(name.take_left(theme.px(kLetter)), letter, theme.small(), theme.soft_ink);
    }
    ui_.canvas.text_in(name, signed_word(factor(term), word), theme.body(), theme.ink);
    draw_number(rest.take_left(cosine_), "cosines", row_, term);
    for (const Way& way : ways_) {
      draw_number(rest.take_left(column_width(way.head)), way.terms, row_, term,
                  way.terms == kPowers ? power_of(factor(term)) : "");
    }
    rest.take_left(theme.px(10));
    if (rest.w > theme.px(30)) draw_bar(rest, term);
  }

  // What the word adds to 3CosAdd, both ways from the middle; a cosine of 1 would be a whole bar.
  void draw_bar(Rect track, int term) {
    const Theme& theme = ui_.theme;
    const Mat& factors = run_->tape.value(run_->tape.find("factors"));
    double full = 0;
    for (int c = 0; c < factors.cols(); ++c) full = std::max(full, std::abs(factor(c)));
    const double value = run_->tape.value(run_->tape.find("add.terms"))(row_, term);
    const float thick = std::min(theme.px(12), track.h * 0.5F), middle = track.center().x;
    const Rect line{track.x, track.center().y - thick / 2, track.w, thick};
    ui_.canvas.fill(line, theme.panel, theme.px(3));
    if (full > 0 && std::isfinite(value)) {
      const float width =
          line.w / 2 * static_cast<float>(std::clamp(std::abs(value) / full, 0.0, 1.0));
      ui_.canvas.fill({value < 0 ? middle - width : middle, line.y, width, line.h},
                      theme.signed_value(value < 0 ? -1 : 1, 1), theme.px(3));
    }
    ui_.canvas.line({middle, line.y - theme.px(3)}, {middle, line.bottom() + theme.px(3)},
                    theme.faint_ink, theme.px(1));
  }

  void draw_line(const Line& line) {
    const Theme& theme = ui_.theme;
    Rect rest = area_.take_top(line_);
    const Rect name = rest.take_left(names_);
    const std::string names = told(line);
    const bool fits = ui_.canvas.width(names, theme.small()) <= name.w;
    ui_.canvas.text_in(name, fits ? names : line.otherwise, theme.small(), theme.soft_ink);
    rest.take_left(cosine_);
    for (const Way& way : ways_) {
      const char* const path = way.*line.path;
      const bool of_all = run_->tape.shape(run_->tape.find(path)).rows == 1;  // of every answer
      draw_number(rest.take_left(column_width(way.head)), path, of_all ? 0 : row_, 0);
    }
  }

  Ui& ui_;
  Session& session_;
  RunPtr run_;
  int row_;
  Rect area_;
  std::vector<Way> ways_;
  float line_ = 0, names_ = 0, cosine_ = 0;
};

}  // namespace

void draw_answer_terms(Ui& ui, Session& session, const std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Var cosines = tape.find("cosines");
  const int row = cosines ? place_of(tape.node(cosines).label.rows, chosen) : -1;
  if (row < 0) return;
  ui.canvas.text_in(area.take_top(theme.px(26)), "How " + chosen + " comes by its score",
                    theme.strong(), theme.ink);
  TermTable(ui, session, row, area).draw();
}

}  // namespace glassformer
