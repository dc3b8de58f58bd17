#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/language/assistant_pictures.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/assistant.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string signed_number(double value, bool plus, int decimals = 2) {
  const std::string text = format_decimals(value, decimals);
  return plus && value > 0 ? "+" + text : text;
}

constexpr std::array kSizesOfTokens{30.0F, 26.0F, 22.0F, 19.0F, 16.0F, 14.0F};
constexpr float kRoomForBars = 0.25F;  // of the height, at least
constexpr double kLeast = 0.1;         // what is smaller would read as nothing

class TwoAnswers {
 public:
  TwoAnswers(Ui& ui, Session& session, bool gains)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<AssistantRecord>()),
        gains_(gains) {
    for (const AssistantRecord::Answer& answer : record_.answers) {
      for (const Real cell : run_->tape.value(shown(answer)).row(0)) {
        if (std::isfinite(cell)) most_ = std::max(most_, std::abs(double{cell}));
      }
    }
    if (most_ <= 0) most_ = 1;
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    Rect foot = gains_ ? area.take_bottom(theme.px(44)) : Rect{};
    const float head = theme.px(34), gap = theme.px(12);
    const float room = area.h - 2 * head - gap;
    float left = room;  // for bars
    for (const float size : kSizesOfTokens) {
      type_ = {Face::bold, theme.px(size)};
      break_lines(area.w);
      left = room;
      for (const Line& line : lines_) left -= without_bars(line);
      if (left > kRoomForBars * room) break;
    }
    double all = 0;
    for (const Line& line : lines_) all += line.up + line.down;
    unit_ = all > 0 ? std::max(0.0F, left) / static_cast<float>(all) : 0;
    for (int which = 0; which < 2; ++which) {
      if (which == 1) {
        area.take_top(gap / 2);
        ui_.canvas.line(area.origin(), {area.right(), area.y}, theme.rule, theme.px(1));
        area.take_top(gap / 2);
      }
      draw_head(which, area.take_top(head));
      for (const Line& line : lines_) {
        if (line.answer == which) draw_line(line, area.take_top(high(line)));
      }
    }
    if (gains_) draw_margin(foot);
  }

 private:
  // Some tokens of an answer, from one to before another, and their largest cells both ways.
  struct Line {
    int answer = 0;
    std::size_t from = 0, to = 0;
    double up = 0, down = 0;
  };

  Var shown(const AssistantRecord::Answer& answer) const {
    return gains_ ? answer.gain : answer.reference;
  }
  const AssistantRecord::Answer& answer_of(int which) const {
    return record_.answers[static_cast<std::size_t>(which)];
  }
  float number() const { return ui_.canvas.line_height(ui_.theme.number()); }
  float above(const Line& line) const { return line.up > 0 ? number() : 0; }  // for a number, px
  float below(const Line& line) const { return line.down > 0 ? number() : 0; }
  float without_bars(const Line& line) const {
    return chip() + above(line) + below(line) + 2 * gap();
  }
  float high(const Line& line) const {
    return without_bars(line) + unit_ * static_cast<float>(line.up + line.down);
  }
  float chip() const { return 1.5F * type_.size; }
  float width(const std::string& token) const {
    return ui_.canvas.width(on_chip(token), type_) + 0.7F * type_.size;
  }
  float gap() const { return ui_.theme.px(6); }

  void break_lines(float room) {
    lines_.clear();
    for (int which = 0; which < 2; ++which) {
      const std::vector<std::string>& tokens = answer_of(which).tokens;
      float x = 0;
      lines_.push_back({which, 0, tokens.size()});
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        const float wide = width(tokens[i]);
        if (x > 0 && x + wide > room) {
          lines_.back().to = i;
          lines_.push_back({which, i, tokens.size()});
          x = 0;
        }
        x += wide + gap();
      }
    }
    for (Line& line : lines_) measure(line);
  }

  void measure(Line& line) const {
    const Mat& cells = run_->tape.value(shown(answer_of(line.answer)));
    for (std::size_t i = line.from; i < line.to; ++i) {
      const double value = cells(0, static_cast<int>(i));
      if (!std::isfinite(value) || std::abs(value) < kLeast) continue;
      line.up = std::max(line.up, value);
      line.down = std::max(line.down, -value);
    }
  }

  void draw_head(int which, Rect head) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const Var sums = gains_ ? record_.gains : record_.sums;
    const Rect right = head.take_right(std::min(theme.px(250), 0.4F * head.w));
    const CellTouch touch = touch_cell(ui_, session_, cell_of(tape, sums, which, 0), right);
    const double total = tape.value(sums)(which, 0);
    ui_.canvas.text_in(right, touch.shown("in all " + signed_number(total, gains_)),
                       theme.heading(), touch.lit ? theme.accent : theme.ink, Align::right);
    ui_.canvas.text_in(head, which == 0 ? "the better answer" : "the worse answer", theme.heading(),
                       theme.soft_ink);
  }

  // Tokens, and at each a bar as wide as it is: up where the number is positive, else down.
  void draw_line(const Line& line, Rect area) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const AssistantRecord::Answer& answer = answer_of(line.answer);
    const Mat& cells = tape.value(shown(answer));
    const float top = area.y + above(line) + unit_ * static_cast<float>(line.up);
    float x = area.x;
    for (std::size_t i = line.from; i < line.to; ++i) {
      const float wide = std::min(width(answer.tokens[i]), area.right() - x);
      const double value = cells(0, static_cast<int>(i));
      const Rect token{x, top, wide, chip()};
      x += wide + gap();
      const CellTouch touch =
          touch_cell(ui_, session_, cell_of(tape, shown(answer), 0, static_cast<int>(i)),
                     {token.x, area.y, wide, area.h});
      const Color color = theme.tensor(value > 0 ? Role::input : Role::key);
      const auto share = static_cast<float>(std::min(1.0, std::abs(value) / most_));
      const Color fill = touch.hidden || !std::isfinite(value)
                             ? mix(theme.page, theme.ink, 0.09F)
                             : mix(mix(theme.page, theme.ink, 0.07F), color, 0.7F * share);
      ui_.canvas.fill(token, fill, theme.px(6));
      ui_.canvas.text_in(token, on_chip(answer.tokens[i]), type_, ink_on(fill), Align::center);
      if (touch.hidden) {
        draw_hidden(ui_, {token.x, token.bottom(), wide, area.bottom() - token.bottom() - gap()},
                    theme.px(4));
        continue;
      }
      if (std::abs(value) < kLeast && !touch.lit) continue;
      const double long_as = std::isfinite(value) ? std::abs(value) : line.down;
      const float high = std::max(unit_ * static_cast<float>(long_as), theme.px(1));
      const Rect bar{token.x, value > 0 ? top - high : token.bottom(), wide, high};
      ui_.canvas.fill(bar, color, std::min(theme.px(3), bar.h / 2));
      if (touch.lit) ui_.canvas.frame(bar.inset(-theme.px(2)), theme.lit, theme.px(2));
      const std::string text = signed_number(value, gains_, 1);
      const float needs = ui_.canvas.width(text, theme.number()) + theme.px(2);
      const Rect told{std::clamp(token.center().x - needs / 2, area.x, area.right() - needs),
                      value > 0 ? bar.y - number() : bar.bottom(), needs, number()};
      ui_.canvas.text_in(told, text, theme.number(), touch.lit ? theme.accent : theme.ink,
                         Align::center);
    }
  }

  // β times the difference of both sums, and the probability that it stands for.
  void draw_margin(Rect row) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const double better = tape.value(record_.gains)(0, 0), worse = tape.value(record_.gains)(1, 0),
                 margin = tape.value(record_.margin)(0, 0);
    const CellTouch touch = touch_cell(ui_, session_, cell_of(tape, record_.margin, 0, 0), row);
    const std::string text = fmt::format(
        "margin = {:g} × ({} − {}) = {}", record_.beta, signed_number(better, false),
        worse < 0 ? "(" + signed_number(worse, false) + ")" : signed_number(worse, false),
        signed_number(margin, false));
    ui_.canvas.text_in(row, touch.shown(text), theme.title(), touch.lit ? theme.accent : theme.ink,
                       Align::center);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const AssistantRecord& record_;
  bool gains_;
  std::vector<Line> lines_;
  Type type_;
  float unit_ = 0;   // px of a bar for 1
  double most_ = 0;  // in size, of all cells
};

}  // namespace

void draw_two_answers(Ui& ui, Session& session, bool gains, Rect area) {
  TwoAnswers(ui, session, gains).draw(area);
}

}  // namespace glassformer
