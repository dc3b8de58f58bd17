#include "app/views/recurrent/state_plane.h"

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

std::string place_text(const Mat& m, int row) {
  return fmt::format("({}, {})", format_cell(m(row, 0)), format_cell(second(m, row)));
}

}  // namespace

// Taken once, so that it does not run away from what is dragged. A state lies between −1 and 1.
void StatePlane::set_window(const Session& session, const Spec& spec) {
  const std::string& lesson = session.lesson().id;
  if (lesson == window_of_) return;
  window_of_ = lesson;
  window_ = {-1, 1, -1, 1};
  for (const Var var : {spec.states, spec.state}) {
    const Mat& m = session.run()->tape.value(var);
    for (int i = 0; i < m.rows(); ++i) {
      window_[0] = std::min<double>(window_[0], m(i, 0));
      window_[1] = std::max<double>(window_[1], m(i, 0));
      window_[2] = std::min<double>(window_[2], second(m, i));
      window_[3] = std::max<double>(window_[3], second(m, i));
    }
  }
  const double margin = 0.22 * std::max(window_[1] - window_[0], window_[3] - window_[2]);
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
  map.min_x = window_[0];
  map.max_x = window_[1];
  map.min_y = window_[2];
  map.max_y = window_[3];
  bool hidden = false;
  for (int i = 0; i < states.rows(); ++i) {
    hidden = hidden || hides(session, weights_path, spec.row, i);
    map.points.push_back({states(i, 0), second(states, i), axis_label(words, i),
                          spec.weighed ? "" : place_text(states, i), weights(spec.row, i)});
  }
  map.weighed = spec.weighed && !hidden;
  map.query_x = state(spec.row, 0);
  map.query_y = second(state, spec.row);
  map.query_name = spec.name;
  map.query_value = place_text(state, spec.row);
  for (const Mark& mark : spec.marks) {
    if (!mark.var || hides(session, tape.node(mark.var).path, 0, 0)) continue;
    const Mat& at = tape.value(mark.var);
    map.marks.push_back({at(0, 0), second(at, 0), mark.name, ui.theme.tensor(mark.role)});
  }
  if (session.hover.kind == Target::Kind::token && session.hover.sequence == words.sequence)
    map.touched = session.hover.token;

  const MapTouch touch = draw_map(ui, map, area);
  if (ui.input.down != (gesture_ % 2 == 1)) ++gesture_;
  if (touch.hovered >= 0) point_at(session, token_of(words.sequence, touch.hovered));
  const auto move = [&](Var var, int row, std::pair<double, double> to) {
    const std::string& path = tape.node(var).path;
    session.post(SetCell{path, {row, 0, to.first}, gesture_});
    if (tape.shape(var).cols > 1) session.post(SetCell{path, {row, 1, to.second}, gesture_});
  };
  if (touch.query) move(spec.state, spec.row, *touch.query);
  if (touch.moved) move(spec.states, touch.moved->first, touch.moved->second);
}

}  // namespace glassformer
