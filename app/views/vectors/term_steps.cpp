#include "app/views/vectors/term_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/bars.h"
#include "app/views/vectors/answer_list.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

using Nodes = WordArithmeticRecord::Way;

// A line of the account: what is done, with which number, and where the total goes by it.
struct Line {
  std::string name, number;
  double from = 0, to = 0;
  Var var;  // the number's cell
  int row = 0, col = 0;
  bool total = false;  // a bar from 0
  bool score = false;
};

// "²"; nothing for a factor of 1.
std::string power_of(double factor) {
  constexpr std::array<const char*, 5> signs{"", "", "²", "³", "⁴"};
  return signs.at(static_cast<std::size_t>(std::abs(factor)));
}

std::string times(double factor) {
  return std::abs(factor) == 1 ? "" : fmt::format("{:g} × ", std::abs(factor));
}

class Account {
 public:
  Account(const Run& run, Nodes WordArithmeticRecord::*way, const std::string& answer)
      : run_(run),
        record_(run.records.get<WordArithmeticRecord>()),
        nodes_(record_.*way),
        words_(run.tape.node(record_.cosines).label.cols),
        row_(place_of(run.tape.node(record_.cosines).label.rows, answer)),
        direction_(way == &WordArithmeticRecord::direction) {}

  std::vector<Line> lines(bool products) {
    if (row_ < 0 || !nodes_.score) return {};
    products ? multiply() : add();
    return std::move(lines_);
  }

 private:
  double value(Var var, int row, int col) const { return run_.tape.value(var)(row, col); }
  double factor(int i) const { return value(record_.factors, 0, i); }
  int row_in(Var var) const { return run_.tape.shape(var).rows == 1 ? 0 : row_; }
  const std::string& word(int i) const { return words_.labels[static_cast<std::size_t>(i)]; }
  int count() const { return static_cast<int>(words_.labels.size()); }

  void add() {
    double sum = 0;
    for (int i = 0; i < count(); ++i) {
      const double term = value(nodes_.terms, row_, i);
      // The direction's last term is of c alone: it takes away what c has of the step.
      const bool less = direction_ ? i != 0 && term < 0 : factor(i) < 0;
      lines_.push_back({(less ? "− " : "+ ") + times(factor(i)) + word(i), three_decimals(term),
                        sum, sum + term, nodes_.terms, row_, i});
      sum += term;
    }
    lines_.push_back({"sum", three_decimals(value(nodes_.whole, row_, 0)), 0,
                      value(nodes_.whole, row_, 0), nodes_.whole, row_, 0, true});
    finish("÷ " + three_decimals(value(nodes_.divisor, row_in(nodes_.divisor), 0)));
  }

  void multiply() {
    double product = 1;
    const auto take = [&](bool divides) {
      for (int i = 0; i < count(); ++i) {
        if ((factor(i) < 0) != divides) continue;
        const double s = value(nodes_.terms, row_, i);
        const double power = std::abs(factor(i));
        const double next =
            divides ? product / std::pow(s + 0.001, power) : product * std::pow(s, power);
        const bool first = lines_.empty() && !divides;
        lines_.push_back({(divides ? "÷ "
                           : first ? ""
                                   : "× ") +
                              word(i) + power_of(factor(i)),
                          three_decimals(s), first ? 0 : product, next, nodes_.terms, row_, i,
                          first});
        product = next;
      }
    };
    take(false);
    take(true);
    finish("score");
  }

  void finish(std::string name) {
    const double score = value(nodes_.score, row_, 0);
    lines_.push_back(
        {std::move(name), three_decimals(score), 0, score, nodes_.score, row_, 0, true, true});
  }

  const Run& run_;
  const WordArithmeticRecord& record_;
  const Nodes& nodes_;
  const Axis& words_;
  int row_;
  bool direction_;
  std::vector<Line> lines_;
};

struct Block {
  std::string answer;
  std::vector<Line> lines;
};

class Steps {
 public:
  Steps(Ui& ui, Session& session, std::vector<Block> blocks)
      : ui_(ui), session_(session), blocks_(std::move(blocks)) {
    for (const Block& block : blocks_) {
      for (const Line& line : block.lines) {
        for (const double end : {line.from, line.to}) {
          if (!std::isfinite(end)) continue;
          least_ = std::min(least_, end);
          most_ = std::max(most_, end);
        }
        names_ = std::max(names_, ui.canvas.width(line.name, ui.theme.strong()));
      }
    }
    numbers_ = ui.canvas.width("−0.000", ui.theme.number()) + ui.theme.px(12);
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const float gap = theme.px(14), count = static_cast<float>(blocks_.size());
    const float each = (area.h - gap * (count - 1)) / count;
    names_ = std::min(names_ + theme.px(14), area.w * 0.36F);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      draw_block(blocks_[i], i == 0, area.take_top(each));
      area.take_top(gap);
    }
  }

 private:
  float place(double value, const Rect& track) const {
    const double share = (value - least_) / std::max(1e-9, most_ - least_);
    return track.x + track.w * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }

  void draw_block(const Block& block, bool first, Rect area) {
    const Theme& theme = ui_.theme;
    text_fitted(ui_, area.take_top(theme.px(26)), block.answer, theme.heading(),
                first ? theme.tensor(Role::key) : theme.ink);
    const float least = ui_.canvas.line_height(theme.body());
    const auto count = static_cast<float>(block.lines.size());
    const float pitch = std::max(least, area.h / std::max(1.0F, count));
    Rect track = area;
    track.take_left(names_);
    track.take_right(numbers_);
    const float zero = place(0, track);
    ui_.canvas.line({zero, area.y}, {zero, std::min(area.bottom(), area.y + pitch * count)},
                    theme.faint_ink, theme.px(1));
    float before = zero;
    for (const Line& line : block.lines) {
      if (area.h < least - 1) return;
      const Rect row = area.take_top(std::min(pitch, area.h));
      before = draw_line(line, before, track, row);
    }
  }

  // Returns where its bar ends.
  float draw_line(const Line& line, float before, const Rect& track, Rect row) {
    const Theme& theme = ui_.theme;
    const float thick = std::min(row.h * 0.66F, theme.px(54));
    const float top = row.center().y - thick / 2;
    const float from = place(line.from, track), to = place(line.to, track);
    const Color color = line.score   ? theme.tensor(Role::key)
                        : line.total ? mix(theme.page, theme.ink, 0.45F)
                                     : theme.signed_value(line.to < line.from ? -1 : 1, 1);
    const bool finite = std::isfinite(line.from) && std::isfinite(line.to);
    if (finite) {
      ui_.canvas.fill({std::min(from, to), top, std::max(theme.px(2), std::abs(to - from)), thick},
                      color, theme.px(3));
    }
    // Down from where the line above has ended.
    if (!line.total)
      ui_.canvas.line({before, row.y - row.h * 0.17F}, {before, top}, theme.soft_ink, theme.px(1));
    const Type type = line.score ? theme.strong() : theme.body();
    text_fitted(ui_, row.take_left(names_), line.name, type, theme.ink);
    const Rect number = row.take_right(numbers_);
    const CellTouch touch = link_cell(
        ui_, session_, line.var, line.row, line.col,
        {number.x, number.center().y - theme.px(14), number.w + theme.px(4), theme.px(28)});
    ui_.canvas.text_in(number, touch.shown(line.number), theme.number(), theme.ink, Align::right);
    return finite ? to : before;
  }

  Ui& ui_;
  Session& session_;
  std::vector<Block> blocks_;
  double least_ = 0, most_ = 1e-9;
  float names_ = 0, numbers_ = 0;
};

}  // namespace

void draw_term_steps(Ui& ui, Session& session, Nodes WordArithmeticRecord::*way,
                     const std::vector<std::string>& answers, Rect area) {
  const RunPtr run = session.run();
  std::vector<Block> blocks;
  for (const std::string& answer : answers) {
    Block block{answer, Account(*run, way, answer).lines(way == &WordArithmeticRecord::multiply)};
    if (!block.lines.empty()) blocks.push_back(std::move(block));
  }
  if (blocks.empty()) return;
  Steps(ui, session, std::move(blocks)).draw(area);
}

}  // namespace glassformer
