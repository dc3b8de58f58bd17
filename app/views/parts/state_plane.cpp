#include "app/views/parts/state_plane.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/scatter_map.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

double second(const Mat& m, int row) {
  return m.cols() > 1 ? m(row, 1) : 0;
}

}  // namespace

std::string place_text(const Session& session, Var var, int row) {
  const Tape& tape = session.run()->tape;
  const Mat& m = tape.value(var);
  const auto number = [&](int col) {
    if (hides(session, cell_of(tape, var, row, col))) return std::string("?");
    return format_cell(col < m.cols() ? m(row, col) : 0);
  };
  return fmt::format("({}, {})", number(0), number(1));
}

// Taken once, so that it does not run away from what is dragged.
void StatePlane::set_window(const Session& session, const Spec& spec) {
  const std::string& lesson = session.lesson().id;
  if (lesson == window_of_) return;
  window_of_ = lesson;
  const Mat& first = session.run()->tape.value(spec.states);
  window_ = {-1, 1, -1, 1};
  if (!spec.bounded) window_ = {first(0, 0), first(0, 0), second(first, 0), second(first, 0)};
  for (const Var var : {spec.states, spec.state}) {
    const Mat& m = session.run()->tape.value(var);
    for (int i = 0; i < m.rows(); ++i) {
      window_[0] = std::min<double>(window_[0], m(i, 0));
      window_[1] = std::max<double>(window_[1], m(i, 0));
      window_[2] = std::min<double>(window_[2], second(m, i));
      window_[3] = std::max<double>(window_[3], second(m, i));
    }
  }
  const double size = std::max({window_[1] - window_[0], window_[3] - window_[2], 1e-6});
  const double margin = (spec.bounded ? 0.22 : 0.18) * size;
  window_ = {window_[0] - margin, window_[1] + margin, window_[2] - margin, window_[3] + margin};
}

void StatePlane::draw(Ui& ui, Session& session, const Spec& spec, Rect area) {
  const RunPtr run = session.run();
  const Tape& tape = run->tape;
  if (!spec.states || !spec.state || !spec.weights) return;
  const Mat &states = tape.value(spec.states), &state = tape.value(spec.state),
            &weights = tape.value(spec.weights);
  const std::string& weights_path = tape.node(spec.weights).path;
  const Axis& words = tape.node(spec.states).label.rows;
  set_window(session, spec);

  MapSpec map;
  map.id = "state plane";
  map.x_name = spec.axes[0];
  map.y_name = spec.axes[1];
  map.min_x = window_[0];
  map.max_x = window_[1];
  map.min_y = window_[2];
  map.max_y = window_[3];
  bool hidden = false;
  const int first = spec.last_alone ? states.rows() - 1 : 0;
  for (int i = first; i < states.rows(); ++i) {
    hidden = hidden || hides(session, weights_path, spec.row, i);
    const std::string text = spec.point_text ? spec.point_text(i)
                             : spec.weighed  ? std::string()
                                             : place_text(session, spec.states, i);
    map.points.push_back(
        {states(i, 0), second(states, i), axis_label(words, i), text, weights(spec.row, i)});
  }
  map.weighed = spec.weighed && !hidden;
  map.query_x = state(spec.row, 0);
  map.query_y = second(state, spec.row);
  map.query_name = spec.name;
  map.query_value =
      spec.state_text.empty() ? place_text(session, spec.state, spec.row) : spec.state_text;
  for (const Mark& mark : spec.marks) {
    if (!mark.var || hides(session, tape.node(mark.var).path, 0, 0)) continue;
    const Mat& at = tape.value(mark.var);
    map.marks.push_back({at(0, 0), second(at, 0), mark.name, ui.theme.tensor(mark.role)});
  }
  if (session.hover.kind == Target::Kind::token && session.hover.sequence == words.sequence)
    map.touched = session.hover.token - first;

  const MapTouch touch = draw_map(ui, map, area);
  if (ui.input.down != (gesture_ % 2 == 1)) ++gesture_;
  if (touch.hovered >= 0) point_at(session, token_of(words.sequence, first + touch.hovered));
  if (touch.clicked >= 0) {
    const Target cell = spec.weighed ? cell_of(tape, spec.weights, spec.row, first + touch.clicked)
                                     : cell_of(tape, spec.states, first + touch.clicked, 0);
    touch_cell(session, cell, found_by_widget(false, true));
  }
  const auto move = [&](Var var, int row, std::pair<double, double> to) {
    const std::string& path = tape.node(var).path;
    session.post(SetCell{path, {row, 0, to.first}, gesture_});
    if (tape.shape(var).cols > 1) session.post(SetCell{path, {row, 1, to.second}, gesture_});
  };
  if (touch.query) move(spec.state, spec.row, *touch.query);
  if (touch.moved) move(spec.states, first + touch.moved->first, touch.moved->second);
}

}  // namespace glassformer
