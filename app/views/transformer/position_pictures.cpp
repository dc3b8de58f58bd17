#include "app/views/transformer/position_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "app/widgets/plot_axes.h"
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

// The cell of the node that is touched or chosen by hand, or that the answer of the step lights; or
// else its first.
std::pair<int, int> touched_cell(const Session& session, Var var) {
  const Tape& tape = session.run()->tape;
  const auto on = [&](const Target& target) {
    return target.kind == Target::Kind::cell && is_of(target, tape, var) &&
           tape.shape(var).contains(target.row, target.col);
  };
  if (on(session.hover)) return {session.hover.row, session.hover.col};
  const std::optional<Target> own = session.step_cell();
  const bool by_hand = session.chosen && !(own && *session.chosen == *own);
  if (!by_hand && session.question() != nullptr) {
    for (const Spot& spot : session.touch().spots) {
      const bool here = spot.path == tape.node(var).path && spot.row && spot.col;
      if (here && tape.shape(var).contains(*spot.row, *spot.col)) return {*spot.row, *spot.col};
    }
  }
  if (session.chosen && on(*session.chosen)) return {session.chosen->row, session.chosen->col};
  return {0, 0};
}

}  // namespace

void draw_waves(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = run->records.get<PositionsRecord>().curves;
  if (!var) return;
  const Mat& values = run->tape.value(var);
  const Label& label = run->tape.node(var).label;
  const auto [row, col] = touched_cell(session, var);
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
  touch_position(session, var, draw_curve(ui, spec, area), values.rows(), true, col);
}

void draw_columns(Ui& ui, Session& session, const PositionColumns& columns, Rect area) {
  if (!columns.var) return;
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Mat& values = tape.value(columns.var);
  const bool down = values.rows() >= values.cols();
  const int count = down ? values.rows() : values.cols();
  const auto value = [&](int i) -> double { return down ? values(i, 0) : values(0, i); };
  std::vector<double> ys;
  for (int i = 0; i < count; ++i) ys.push_back(value(i));
  const std::vector<double> foot{columns.log ? 1.0 : 0.0}, xs{0.0, static_cast<double>(count)};
  const std::vector<std::string> labels = axis_labels(
      down ? tape.node(columns.var).label.rows : tape.node(columns.var).label.cols, count);
  PlotAxis x = axis_over({&xs}, false, false);
  PlotAxis y = axis_over({&ys, &foot}, columns.log, true);
  const float line = ui.canvas.line_height(theme.small());
  Rect plot = area;
  plot.take_top(line + theme.px(12));
  plot.take_bottom(2 * line + x_numbers_below(ui));
  plot.take_left(tick_width(ui, y, plot.h) + theme.px(6));
  plot.take_right(theme.px(8));
  if (plot.w < theme.px(40) || plot.h < theme.px(40)) return;
  x.min = -0.5, x.max = count - 0.5;
  x.from = plot.x, x.to = plot.right();
  y.from = plot.bottom(), y.to = plot.y;
  const float wide = plot.w / static_cast<float>(std::max(1, count));
  // Over each column stands its number where all have room.
  const bool all = wide > ui.canvas.width("−0.0000", theme.number());
  if (all && !columns.log) y.max += (y.max - y.min) * 1.3 * static_cast<double>(line / plot.h);
  const auto [row, col] = touched_cell(session, columns.var);
  const int lit = down ? row : col;
  x.named = all;
  draw_axes(ui, x, y, plot, columns.x_name, columns.y_name);
  if (all) {  // and under it its name
    for (int i = 0; i < count; ++i) {
      ui.canvas.text_in(
          {plot.x + wide * static_cast<float>(i), plot.bottom() + x_numbers_below(ui), wide, line},
          labels[static_cast<std::size_t>(i)], theme.small(), theme.soft_ink, Align::center);
    }
  }
  for (int i = 0; i < count; ++i) {
    const Rect box{plot.x + wide * static_cast<float>(i), plot.y, wide, plot.h};
    const CellTouch touch =
        touch_cell(ui, session, cell_of(tape, columns.var, down ? i : 0, down ? 0 : i), box);
    const float gap = wide > theme.px(4) ? 0.12F * wide : 0;
    const Rect inner = box.inset(gap, 0);
    if (touch.hidden) {
      draw_hidden(ui, inner, theme.px(2));
      continue;
    }
    if (columns.log && value(i) <= 0) continue;
    const float top = std::clamp(y.at(value(i)), plot.y, plot.bottom());
    ui.canvas.fill({inner.x, top, inner.w, plot.bottom() - top},
                   i == lit ? theme.accent : theme.tensor(Role::value).alpha(0.75F));
  }
  const auto write = [&](int i, Type type, Color ink, bool ground) {
    if (hides(session, cell_of(tape, columns.var, down ? i : 0, down ? 0 : i))) return;
    const std::string text = format_cell(value(i));
    const float w = ui.canvas.width(text, type);
    const float middle = plot.x + wide * (static_cast<float>(i) + 0.5F);
    const Rect box{std::clamp(middle - w / 2, plot.x, std::max(plot.x, plot.right() - w)),
                   std::max(area.y + line, y.at(value(i)) - line - theme.px(2)), w, line};
    if (ground) ui.canvas.fill(box.inset(-theme.px(4), 0), theme.page.alpha(0.85F), theme.px(3));
    ui.canvas.text_in(box.inset(-theme.px(2), 0), text, type, ink, Align::center);
  };
  const Type bold{Face::bold, theme.small().size};
  for (int i = 0; all && i < count; ++i)
    write(i, theme.number(), i == lit ? theme.accent : theme.ink, false);
  if (!all && lit < count) write(lit, bold, theme.accent, true);
}

void draw_row_curve(Ui& ui, Session& session, Var var, Rect area) {
  const RunPtr run = session.run();
  if (!var) return;
  const Mat& values = run->tape.value(var);
  const auto [row, col] = touched_cell(session, var);
  CurveSpec spec;
  spec.id = "row of " + run->tape.node(var).path;
  spec.x_name = "other position";
  spec.y_name = "from position " + axis_label(run->tape.node(var).label.rows, row);
  Curve curve{"", ui.theme.accent, counting(values.cols()), {}, values.cols() <= 24};
  for (int c = 0; c < values.cols(); ++c) {
    const bool hidden = hides(session, run->tape.node(var).path, row, c);
    curve.y.push_back(hidden ? std::nan("") : static_cast<double>(values(row, c)));
  }
  spec.curves.push_back(std::move(curve));
  spec.marker_x = col;
  touch_position(session, var, draw_curve(ui, spec, area), values.cols(), false, row);
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
  const int pairs = std::min(tape.shape(turn).cols, 10);
  const int row = touched_cell(session, to).first;
  const Mat &start = tape.value(from), &end = tape.value(to), &angle = tape.value(turn);
  const Rect foot = area.take_bottom(theme.px(30));
  const float line_high = ui.canvas.line_height(theme.small());
  const float words = 2 * line_high + theme.px(4);
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
        {box.x, box.y, box.w, line_high},
        fmt::format("dims {}, {}", axis_label(dims, 2 * p), axis_label(dims, 2 * p + 1)),
        theme.small(), theme.ink, Align::center);
    ui.canvas.text_in({box.x, box.y + line_high, box.w, line_high},
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
