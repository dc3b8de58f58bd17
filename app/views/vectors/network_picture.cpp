#include "app/views/vectors/network_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"

namespace glassformer {

namespace {

// A row of numbers as circles beneath each other.
struct Column {
  Var var;
  std::vector<Vec> at;
  float radius = 0;
};

class Picture {
 public:
  Picture(Ui& ui, Session& session, const BengioRecord& record)
      : ui_(ui), session_(session), run_(session.run()), record_(record) {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const bool hidden_there = has_come(session_, record_.before.hidden);
    const bool asked = asks(record_.before.p);
    const bool output_there = asked || has_come(session_, record_.before.p);
    const float names = names_width(tape.node(record_.before.rows).label.rows, area.w * 0.26F);
    Rect left = area.take_left(names + theme.px(36));
    const float whole_words = names_width(tape.node(record_.before.p).label.cols, area.w * 0.4F) +
                              ui_.canvas.width("100.0 %", theme.number()) + theme.px(14);
    // Until the words come the network has their room.
    const float wide = std::clamp(whole_words, area.w * 0.5F, area.w * 0.68F);
    const Rect bars = area.take_right(output_there ? wide : 0);
    const Column rows = place_rows(left, names);
    const Column hidden = place_hidden(area);
    if (hidden_there) draw_lines(rows, hidden, record_.into_hidden);
    if (hidden_there && output_there) draw_fan(hidden, bars);
    draw_column(rows);
    if (hidden_there) draw_column(hidden);
    if (output_there) draw_bars(bars);
  }

 private:
  // The class is still guessing some of it.
  bool asks(Var var) const {
    const Node& node = run_->tape.node(var);
    return !hidden_cells(session_, node.path, run_->tape.shape(var)).empty();
  }

  float names_width(const Axis& words, float most) const {
    float width = 0;
    for (std::size_t i = 0; i < words.labels.size(); ++i) {
      const std::string word = axis_label(words, static_cast<int>(i));
      width = std::max(width, ui_.canvas.width(word, ui_.theme.strong()));
    }
    return std::min(width, most);
  }

  // The rows of the words before, with their names in front of them.
  Column place_rows(Rect area, float names) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const auto [n, d] = tape.shape(record_.before.rows);
    const float group = area.h / static_cast<float>(n);
    const float each = std::min(group * 0.86F / static_cast<float>(d), theme.px(44));
    Column column{record_.before.x, {}, std::min(each * 0.4F, theme.px(20))};
    for (int i = 0; i < n; ++i) {
      const float middle = area.y + group * (static_cast<float>(i) + 0.5F);
      const float top = middle - each * static_cast<float>(d) / 2;
      const float x = area.x + names + theme.px(8) + column.radius;
      const std::string word = axis_label(tape.node(record_.before.rows).label.rows, i);
      ui_.canvas.text_in({area.x, middle - theme.px(14), names, theme.px(28)}, word, theme.strong(),
                         theme.tensor(Role::key), Align::right);
      for (int k = 0; k < d; ++k)
        column.at.push_back({x, top + each * (static_cast<float>(k) + 0.5F)});
    }
    return column;
  }

  Column place_hidden(Rect area) const {
    const int count = run_->tape.shape(record_.before.hidden).cols;
    const float each = std::min(area.h * 0.8F / static_cast<float>(count), ui_.theme.px(90));
    Column column{record_.before.hidden, {}, std::min(each * 0.36F, ui_.theme.px(22))};
    const float top = area.center().y - each * static_cast<float>(count) / 2;
    const float x = has_come(session_, record_.before.p) || asks(record_.before.p)
                        ? area.center().x
                        : area.right() - 2 * column.radius;
    for (int k = 0; k < count; ++k)
      column.at.push_back({x, top + each * (static_cast<float>(k) + 0.5F)});
    return column;
  }

  // A line for each weight [from, to]; those of a cell that is touched alone, where one is.
  void draw_lines(const Column& from, const Column& to, Var weights) {
    const Theme& theme = ui_.theme;
    const Mat& w = run_->tape.value(weights);
    double largest = 1e-9;
    for (const Real cell : w.cells())
      if (std::isfinite(cell)) largest = std::max(largest, std::abs(static_cast<double>(cell)));
    const int at_from = touched(from), at_to = touched(to);
    for (int i = 0; i < w.rows(); ++i) {
      for (int j = 0; j < w.cols(); ++j) {
        const bool aside = (at_from >= 0 && at_from != i) || (at_to >= 0 && at_to != j);
        const auto share = static_cast<float>(
            std::clamp(std::abs(static_cast<double>(w(i, j))) / largest, 0.0, 1.0));
        const Color color = theme.tensor(w(i, j) < 0 ? Role::value : Role::key);
        ui_.canvas.line(from.at[static_cast<std::size_t>(i)], to.at[static_cast<std::size_t>(j)],
                        color.alpha(aside ? 0.08F : 0.65F), theme.px(0.4F + 2.2F * share));
      }
    }
  }

  // From every hidden cell to every word: too many to be told apart, so they say only that each
  // speaks to each.
  void draw_fan(const Column& hidden, Rect bars) {
    const int words = run_->tape.shape(record_.before.p).cols;
    for (const Vec from : hidden.at) {
      for (int j = 0; j < words; ++j)
        ui_.canvas.line(from, {bars.x, row_of(bars, j).center().y}, ui_.theme.rule,
                        ui_.theme.px(0.7F));
    }
  }

  void draw_column(const Column& column) {
    const Theme& theme = ui_.theme;
    const Mat& values = run_->tape.value(column.var);
    double largest = 1e-9;
    for (const Real cell : values.cells())
      if (std::isfinite(cell)) largest = std::max(largest, std::abs(static_cast<double>(cell)));
    for (std::size_t k = 0; k < column.at.size(); ++k) {
      const Vec at = column.at[k];
      const Target cell = cell_of(run_->tape, column.var, 0, static_cast<int>(k));
      const float r = column.radius;
      const CellTouch touch = touch_cell(ui_, session_, cell, square_around(at, r));
      ui_.canvas.circle(
          at, r, touch.hidden ? theme.raised : theme.signed_value(values(0, cell.col), largest));
      ui_.canvas.ring(at, r, touch.lit ? theme.lit : theme.soft_ink,
                      theme.px(touch.lit ? 2.5F : 1));
    }
  }

  Rect row_of(Rect bars, int j) const {
    const auto words = static_cast<float>(run_->tape.shape(record_.before.p).cols);
    const float each = std::min(bars.h / words, ui_.theme.px(44));
    const float top = bars.center().y - each * words / 2;
    return {bars.x, top + each * static_cast<float>(j), bars.w, each};
  }

  // Each word with its probability, and behind the step the one that it has then.
  void draw_bars(Rect area) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const Mat &p = tape.value(record_.before.p), &right = tape.value(record_.label);
    const Axis& words = tape.node(record_.before.p).label.cols;
    const bool step_there = has_come(session_, record_.after.p);
    float names = 0;
    double largest = 1e-9;
    for (int j = 0; j < p.cols(); ++j) {
      names = std::max(names, ui_.canvas.width(axis_label(words, j), theme.strong()));
      largest = std::max<double>(largest, p(0, j));
      if (step_there) largest = std::max<double>(largest, tape.value(record_.after.p)(0, j));
    }
    names = std::min(names + theme.px(12), area.w * 0.5F);
    const float number = ui_.canvas.width("100.0 %", theme.number());
    for (int j = 0; j < p.cols(); ++j) {
      Rect row = row_of(area, j);
      const Target cell = cell_of(tape, record_.before.p, 0, j);
      const CellTouch touch = touch_cell(ui_, session_, cell, row);
      const bool is_right = right(0, j) > 0;
      const Color color = is_right ? theme.tensor(Role::query) : theme.soft_ink;
      const Color ink = touch.lit ? theme.ink : color;
      const Type type = is_right ? Type{Face::bold, theme.small().size} : theme.small();
      const std::string told =
          touch.shown(fmt::format("{:.1f} %", 100 * static_cast<double>(p(0, j))));
      row.take_left(theme.px(6));
      // A high row has its bar below the name, with more room for both.
      const bool high = row.h >= theme.px(34);
      Rect line = high ? row.take_top(row.h * 0.55F) : row;
      if (step_there && !touch.hidden && line.w > names + 2 * number + theme.px(70)) {
        const Target after = cell_of(tape, record_.after.p, 0, j);
        const bool asked = hides(session_, after);
        const auto then = static_cast<double>(tape.value(record_.after.p)(0, j));
        ui_.canvas.text_in(line.take_right(number),
                           asked ? "?" : fmt::format("{:.1f} %", 100 * then), theme.number(),
                           theme.accent, Align::right);
        ui_.canvas.text_in(line.take_right(theme.px(24)), "→", theme.number(), theme.soft_ink,
                           Align::center);
      }
      ui_.canvas.text_in(line.take_right(number), told, theme.number(), theme.ink, Align::right);
      ui_.canvas.text_in(high ? line : line.take_left(names), axis_label(words, j), type, ink);
      if (!high) row = line.inset(theme.px(6), line.h * 0.2F);
      if (touch.hidden) {
        draw_hidden(ui_, row.inset(0, row.h * 0.12F), theme.px(2));
        continue;
      }
      const auto bar = [&](double value, float from, float thick, Color with) {
        const auto share = static_cast<float>(std::clamp(value / largest, 0.0, 1.0));
        ui_.canvas.fill({row.x, row.y + row.h * from, row.w * share, row.h * thick}, with,
                        theme.px(2));
      };
      bar(p(0, j), 0.05F, step_there ? 0.4F : 0.55F, color);
      if (step_there) bar(tape.value(record_.after.p)(0, j), 0.5F, 0.4F, theme.accent);
    }
  }

  int touched(const Column& column) const {
    const Target& target = session_.hover;
    return is_of(target, run_->tape, column.var) ? target.col : -1;
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const BengioRecord& record_;
};

}  // namespace

void draw_network_picture(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
  Picture(ui, session, record).draw(area);
}

}  // namespace glassformer
