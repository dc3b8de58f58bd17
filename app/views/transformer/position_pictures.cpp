#include "app/views/transformer/position_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/positions.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::vector<double> counting(int count) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

// The pointer on a curve touches the cell of that position.
void touch_position(Session& session, Var var, const CurveTouch& touch, int count, bool rows,
                    int other) {
  if (!touch.x) return;
  const int place = std::clamp(static_cast<int>(std::lround(*touch.x)), 0, count - 1);
  point_at(session, cell_of(session.run()->tape, var, rows ? place : other, rows ? other : place));
}

// Takes the place of a chart off the right side of the area.
Rect take_beside(const Theme& theme, Rect& area) {
  Rect chart = area.take_right(area.w * 0.46F);
  chart.take_left(theme.px(28));
  return chart.inset(0, std::max(0.0F, (chart.h - chart.w) / 2));
}

// Too low for a picture and a chart one above the other.
bool is_low(const Theme& theme, Rect area) {
  return area.h < theme.px(330) && area.w > 2 * area.h;
}

// The cell of the node that is touched or chosen, or else its first.
Place touched_cell(const Session& session, Var var) {
  const Tape& tape = session.run()->tape;
  const auto on = [&](const Target& target) {
    return target.kind == Target::Kind::cell && is_of(target, tape, var) &&
           tape.shape(var).contains(target.row, target.col);
  };
  if (on(session.hover)) return {session.hover.row, session.hover.col};
  if (session.chosen && on(*session.chosen)) return {session.chosen->row, session.chosen->col};
  return {0, 0};
}

}  // namespace

int touched_row(const Session& session, Var var) {
  return touched_cell(session, var).first;
}

void draw_waves(Ui& ui, Session& session, MatrixPanel& panel, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = run->records.get<PositionsRecord>().curves;
  if (!var) return;
  const Mat& values = run->tape.value(var);
  const Label& label = run->tape.node(var).label;
  const int row = touched_row(session, var);
  CurveSpec spec;
  spec.id = "waves";
  spec.x_name = "position";
  spec.y_name = "value of the dimension";
  const int drawn = std::min(values.cols(), 12);  // more lines than that cannot be told apart
  for (int c = 0; c < drawn; ++c) {
    Curve curve{"dim " + axis_label(label.cols, c),
                head_color(theme, c),
                counting(values.rows()),
                {},
                false};
    for (int r = 0; r < values.rows(); ++r) curve.y.push_back(values(r, c));
    spec.curves.push_back(std::move(curve));
  }
  spec.marker_x = row;
  const bool beside = is_low(theme, area);
  const Rect cells =
      beside ? area.take_right(area.w / 2)
             : area.take_bottom(std::clamp(area.h * 0.34F, theme.px(110), theme.px(260)));
  if (!beside) area.take_bottom(theme.px(16));
  touch_position(session, var, draw_curve(ui, spec, area), values.rows(), true,
                 touched_cell(session, var).second);
  MatrixPanel::Options options;
  options.transposed = true;
  panel.draw(ui, session, var, cells, options);
}

void draw_norms(Ui& ui, Session& session, Var var, Rect area) {
  const RunPtr run = session.run();
  if (!var) return;
  const Mat& norm = run->tape.value(var);
  CurveSpec spec;
  spec.id = "norms";
  spec.x_name = "position";
  spec.y_name = "length of the encoding";
  spec.zero_y = true;
  Curve curve{"‖PE‖", ui.theme.accent, counting(norm.rows()), {}, false};
  for (int r = 0; r < norm.rows(); ++r) curve.y.push_back(norm(r, 0));
  spec.curves.push_back(std::move(curve));
  spec.marker_x = touched_row(session, var);
  touch_position(session, var, draw_curve(ui, spec, area), norm.rows(), true, 0);
}

void draw_pairs(Ui& ui, Session& session, MatrixPanel& panel, Var var, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  if (!var) return;
  const bool beside = area.w > 1.25F * area.h;
  Rect chart =
      beside ? take_beside(theme, area) : area.take_bottom(std::max(area.h * 0.36F, theme.px(150)));
  if (!beside) chart.take_top(theme.px(14));
  panel.draw(ui, session, var, area, {});
  const Mat& values = run->tape.value(var);
  const int row = touched_row(session, var);
  CurveSpec spec;
  spec.id = "row of " + run->tape.node(var).path;
  spec.x_name = "other position";
  spec.y_name = "from position " + axis_label(run->tape.node(var).label.rows, row);
  Curve curve{"", theme.accent, counting(values.cols()), {}, values.cols() <= 24};
  for (int c = 0; c < values.cols(); ++c) curve.y.push_back(values(row, c));
  spec.curves.push_back(std::move(curve));
  spec.marker_x = touched_cell(session, var).second;
  touch_position(session, var, draw_curve(ui, spec, chart), values.cols(), false, row);
}

void draw_across(Ui& ui, Session& session, MatrixPanel& panel, Var var, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  if (!var) return;
  const Mat& values = run->tape.value(var);
  const int col = touched_cell(session, var).second;
  // A matrix as high as it is wide leaves room at its side.
  const bool square = area.w > 1.25F * area.h && values.rows() < 2 * values.cols();
  const bool beside = square || is_low(theme, area);
  if (area.h > theme.px(beside && !square ? 180.0F : square ? 0.0F : 240.0F)) {
    CurveSpec spec;
    spec.id = "column of " + run->tape.node(var).path;
    spec.y_name = "dimension " + axis_label(run->tape.node(var).label.cols, col);
    spec.x_name = "position";
    Curve curve{"", theme.accent, counting(values.rows()), {}, values.rows() <= 24};
    for (int r = 0; r < values.rows(); ++r) curve.y.push_back(values(r, col));
    spec.curves.push_back(std::move(curve));
    spec.marker_x = touched_row(session, var);
    const Rect chart =
        beside ? take_beside(theme, area)
               : area.take_top(std::clamp(area.h * 0.45F, theme.px(120), theme.px(420)));
    touch_position(session, var, draw_curve(ui, spec, chart), values.rows(), true, col);
    if (!beside) area.take_top(theme.px(12));
  }
  MatrixPanel::Options options;
  options.transposed = true;
  panel.draw(ui, session, var, area, options);
}

void draw_turning_pairs(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& record = session.run()->records.get<PositionsRecord>();
  const Var from = record.sinusoids.encoding, to = record.shift.turned;
  const Var turn = record.shift.turn, off = record.shift.difference;
  if (!from || !to || !turn || !off) {
    ui.canvas.text_in(area, "Not every dimension has a partner of the same frequency here.",
                      theme.body(), theme.soft_ink, Align::center);
    return;
  }
  const int pairs = std::min(tape.shape(turn).cols, 10), row = touched_row(session, to);
  const Mat &start = tape.value(from), &end = tape.value(to), &angle = tape.value(turn);
  const Rect foot = area.take_bottom(theme.px(30));
  const float words = theme.px(46);
  int cols = pairs;  // the grid with the largest circles
  float best = 0;
  for (int c = 1; c <= pairs; ++c) {
    const int rows = (pairs + c - 1) / c;
    const float side =
        std::min(area.w / static_cast<float>(c), area.h / static_cast<float>(rows) - words);
    if (side > best) best = side, cols = c;
  }
  const float cell = area.w / static_cast<float>(cols);
  const float radius = std::max(theme.px(14), best / 2 - theme.px(12));
  const float height = (best + words) * static_cast<float>((pairs + cols - 1) / cols);
  area.y += std::max(0.0F, (area.h - height) / 2);
  for (int p = 0; p < pairs; ++p) {
    const Rect box{area.x + cell * static_cast<float>(p % cols),
                   area.y + (best + words) * static_cast<float>(p / cols), cell, best + words};
    const Vec middle{box.center().x, box.y + words + best / 2 - theme.px(4)};
    const auto on_circle = [&](const Mat& m, float share) {
      return middle +
             Vec{static_cast<float>(m(row, 2 * p + 1)), -static_cast<float>(m(row, 2 * p))} *
                 (radius * share);
    };
    const CellTouch touch = touch_cell(ui, session, cell_of(tape, to, row, 2 * p), box);
    if (touch.hidden) {
      draw_hidden(ui, box.inset(theme.px(4)), theme.px(8));
      continue;
    }
    if (touch.hovered) ui.canvas.fill(box.inset(theme.px(4), 0), theme.panel, theme.px(8));
    ui.canvas.line(middle - Vec{radius, 0}, middle + Vec{radius, 0}, theme.rule, theme.px(1));
    ui.canvas.line(middle - Vec{0, radius}, middle + Vec{0, radius}, theme.rule, theme.px(1));
    ui.canvas.ring(middle, radius, theme.faint_ink, theme.px(1.5F));
    // The way it turns, as a spiral so that a second turn does not hide the first.
    const double begin = std::atan2(static_cast<double>(start(row, 2 * p)), start(row, 2 * p + 1));
    const double by = -angle(0, p);
    std::vector<Vec> way;
    const int points = std::clamp(static_cast<int>(std::abs(by) * 12), 2, 400);
    for (int i = 0; i <= points; ++i) {
      const double part = static_cast<double>(i) / points, a = begin + by * part;
      const float r = radius * static_cast<float>(0.45 + 0.3 * part);
      way.push_back(middle +
                    Vec{static_cast<float>(std::cos(a)), -static_cast<float>(std::sin(a))} * r);
    }
    ui.canvas.polyline(std::move(way), theme.tensor(Role::key), theme.px(2));
    ui.canvas.line(middle, on_circle(start, 1), theme.tensor(Role::input), theme.px(1.5F));
    ui.canvas.line(middle, on_circle(end, 1), theme.tensor(Role::output), theme.px(1.5F));
    ui.canvas.circle(on_circle(start, 1), theme.px(5), theme.tensor(Role::input));
    ui.canvas.circle(on_circle(end, 1), theme.px(5), theme.tensor(Role::output));
    const auto& dims = tape.node(from).label.cols;
    ui.canvas.text_in(
        {box.x, box.y + theme.px(2), box.w, theme.px(20)},
        fmt::format("dims {}, {}", axis_label(dims, 2 * p), axis_label(dims, 2 * p + 1)),
        theme.small(), theme.ink, Align::center);
    ui.canvas.text_in({box.x, box.y + theme.px(21), box.w, theme.px(20)},
                      fmt::format("turn {}", format_cell(by)), theme.number(),
                      theme.tensor(Role::key), Align::center);
  }
  double largest = 0;
  for (const Real cell_off : tape.value(off).cells()) {
    largest = std::max(largest, std::abs(static_cast<double>(cell_off)));
  }
  const Var places = record.position, ahead = record.shift.position;
  Rect line = foot;
  const auto key = [&](const std::string& text, Color color) {
    const float w = ui.canvas.width(text, theme.small());
    const Rect at = line.take_left(w + theme.px(36));
    if (at.right() > foot.right()) return;
    ui.canvas.circle({at.x + theme.px(7), at.center().y}, theme.px(5), color);
    ui.canvas.text_in({at.x + theme.px(18), at.y, w + theme.px(2), at.h}, text, theme.small(),
                      theme.soft_ink);
  };
  key(fmt::format("position {}", format_cell(tape.value(places)(row, 0))),
      theme.tensor(Role::input));
  key(fmt::format("turned, it is position {}", format_cell(tape.value(ahead)(row, 0))),
      theme.tensor(Role::output));
  key(fmt::format("largest difference {}", format_cell(largest)), theme.accent);
}

}  // namespace glassformer
