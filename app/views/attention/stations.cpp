#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/view.h"
#include "app/views/attention/weight_columns.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/plan.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/scatter_map.h"
#include "core/scenes/records/weather_stations.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kWeightingKey = "weighting";
constexpr std::array<std::string_view, 3> kWeightingNames{"inverse", "softmax", "gaussian"};
constexpr std::string_view kColumnsKey = "columns";
constexpr std::array<std::string_view, 2> kColumnsNames{"compared", "alone"};

constexpr float kLow = 560;        // px at scale 1
constexpr float kLowBeside = 380;  // the same, where the matrices have a side of their own

struct Weighting {
  WeatherStationsRecord::Way WeatherStationsRecord::*way;
  const char* title;
};
constexpr std::array<Weighting, 3> kWeightings{{{&WeatherStationsRecord::inverse, "1 / distance"},
                                                {&WeatherStationsRecord::softmax, "softmax"},
                                                {&WeatherStationsRecord::gaussian, "Gaussian"}}};

// "temperature °C" → " °C"; a name without a unit gives none.
std::string unit(const std::string& name) {
  const std::size_t space = name.rfind(' ');
  return space == std::string::npos ? std::string{} : name.substr(space);
}

// Keys are places, values the weather there, the query a place that asks: attention on a map.
class Stations : public View {
 public:
  std::string_view name() const override { return "stations"; }
  std::string_view help() const override {
    return "Each disc is a station: its place is the key, its weather the value. Drag the query; "
           "the thickness of a line is the weight of that station. The columns compare the ways to "
           "turn distances into weights, up to the one that is chosen. Stations can be dragged as "
           "well.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<WeatherStationsRecord>();
    if (entered_.entered(session)) {
      way_ = state_choice(session, kWeightingKey, kWeightingNames).value_or(0);
      alone_ = state_choice(session, kColumnsKey, kColumnsNames).value_or(0) == 1;
    }
    std::vector<WeightColumn> columns;
    for (int i = alone_ ? way_ : 0; i <= way_; ++i) {
      const Weighting& one = kWeightings[static_cast<std::size_t>(i)];
      const auto& [weights, output] = record.*one.way;
      columns.push_back({one.title, weights, output});
    }
    const bool weighed = is_weighed(session, record);
    // The map and its numbers stand together; the matrices beside them where there is room.
    const bool wide = area.w > theme.px(900);
    if (wide) {
      Rect side = area.take_right(area.w * 0.42F);
      side.take_left(theme.px(28));
      panel_.draw(ui, session, side);
    }
    if (!wide && area.h < theme.px(kLow)) {
      // In a low window they stand beside the map: one above the other both would be small.
      Rect side = area.take_right(area.w * (weighed && columns.size() > 2 ? 0.58F : 0.42F));
      side.take_left(theme.px(20));
      if (weighed) {
        draw_weight_columns(ui, session, columns, side);
      } else {
        panel_.draw(ui, session, side);
      }
      return draw_picture(ui, session, area, weighed);
    }
    const float foot = std::min(weight_columns_height(ui, session, columns), area.h * 0.43F);
    if (weighed && area.h < theme.px(kLowBeside)) {
      draw_ways(ui, area.take_top(theme.px(44)));
      Rect side = area.take_right(area.w * (columns.size() > 2 ? 0.64F : 0.52F));
      side.take_left(theme.px(20));
      draw_weight_columns(ui, session, columns, side);
      return draw_map_of(ui, session, area, weighed);
    }
    if (weighed) {
      draw_weight_columns(ui, session, columns, area.take_bottom(foot));
    } else if (!wide) {
      panel_.draw(ui, session, area.take_bottom(foot));
    }
    area.take_bottom(theme.px(12));
    draw_picture(ui, session, area, weighed);
  }

 private:
  // Whether the step speaks of weights, or of what follows from them, rather than of what they are
  // made from. Then they are drawn; before, they would give the answer away.
  static bool is_weighed(const Session& session, const WeatherStationsRecord& record) {
    const Var focus = step_focus(session);
    return !focus || std::ranges::any_of(kWeightings, [&](const Weighting& one) {
      const auto& [weights, output] = record.*one.way;
      return focus == weights || focus == output;
    });
  }

  // What the step says of the station: where it is, how far or how it scores; else its weather.
  static std::string label_of(const Session& session, const WeatherStationsRecord& record,
                              const std::string& reading, int station) {
    const Tape& tape = session.run()->tape;
    const Var focus = step_focus(session);
    if (!focus || focus == record.values) return reading;
    if (focus == record.query) return {};
    const Mat& value = tape.value(focus);
    if (focus == record.keys) return point_text(value, station);
    return value.rows() == 1 && value.cols() == tape.shape(record.keys).rows
               ? format_cell(value(0, station))
               : reading;
  }

  static std::string point_text(const Mat& places, int row) {
    return fmt::format("({}, {})", format_cell(places(row, 0)), format_cell(places(row, 1)));
  }

  void draw_picture(Ui& ui, Session& session, Rect area, bool weighed) {
    draw_ways(ui, area.take_top(ui.theme.px(44)));
    draw_map_of(ui, session, area, weighed);
  }

  // The switch between the ways to weigh; under it some air.
  void draw_ways(Ui& ui, Rect area) {
    const Theme& theme = ui.theme;
    const Rect row{area.x, area.y, std::min(area.w, theme.px(340)), theme.px(36)};
    way_ = ui.segments(
        "weighting", {kWeightings[0].title, kWeightings[1].title, kWeightings[2].title}, way_, row);
  }

  void draw_map_of(Ui& ui, Session& session, Rect area, bool weighed) {
    const RunPtr run = session.run();
    const Tape& tape = run->tape;
    const auto& record = run->records.get<WeatherStationsRecord>();
    const Var keys = record.keys, query = record.query, values = record.values;
    const auto& [weights, output] = record.*kWeightings[static_cast<std::size_t>(way_)].way;
    if (!keys || !query || !values || !weights || !output) return;
    const Mat &places = tape.value(keys), &weather = tape.value(values),
              &weight = tape.value(weights);
    const Label &where = tape.node(keys).label, &what = tape.node(values).label;

    MapSpec map;
    map.id = "stations";
    map.x_name = axis_label(where.cols, 0);
    map.y_name = axis_label(where.cols, 1);
    set_window(map, places, session.lesson().id);
    const auto reading = [&](const Mat& m, int row) {
      return format_cell(m(row, 0)) + unit(axis_label(what.cols, 0));
    };
    bool hidden = false;
    for (int i = 0; i < places.rows(); ++i) {
      hidden = hidden || hides(session, tape.node(weights).path, 0, i);
      map.points.push_back(
          {places(i, 0), places(i, 1), axis_label(where.rows, i),
           weighed ? reading(weather, i) : label_of(session, record, reading(weather, i), i),
           weight(0, i)});
    }
    map.weighed = weighed && !hidden;
    map.query_x = tape.value(query)(0, 0);
    map.query_y = tape.value(query)(0, 1);
    map.query_name = "query";
    map.query_value = !weighed ? point_text(tape.value(query), 0)
                      : hides(session, tape.node(output).path, 0, 0) || hidden
                          ? "?"
                          : reading(tape.value(output), 0);
    if (session.hover.kind == Target::Kind::token && session.hover.sequence == where.rows.sequence)
      map.touched = session.hover.token;

    const MapTouch touch = draw_map(ui, map, area);
    if (ui.input.down && gesture_ % 2 == 0) ++gesture_;
    if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;
    if (touch.hovered >= 0) point_at(session, token_of(where.rows.sequence, touch.hovered));
    const auto move = [&](Var var, int row, std::pair<double, double> to) {
      const std::string& path = tape.node(var).path;
      session.post(SetCell{path, {row, 0, to.first}, gesture_});
      session.post(SetCell{path, {row, 1, to.second}, gesture_});
    };
    if (touch.query) move(query, 0, *touch.query);
    if (touch.moved) move(keys, touch.moved->first, touch.moved->second);
  }

  // The plane's window is taken once, so that it does not run away from a point that is dragged.
  void set_window(MapSpec& map, const Mat& places, const std::string& lesson) {
    if (lesson != window_of_ && places.rows() > 0) {
      window_of_ = lesson;
      window_ = {places(0, 0), places(0, 0), places(0, 1), places(0, 1)};
      for (int i = 0; i < places.rows(); ++i) {
        window_[0] = std::min<double>(window_[0], places(i, 0));
        window_[1] = std::max<double>(window_[1], places(i, 0));
        window_[2] = std::min<double>(window_[2], places(i, 1));
        window_[3] = std::max<double>(window_[3], places(i, 1));
      }
      const double margin =
          0.18 * std::max({window_[1] - window_[0], window_[3] - window_[2], 1e-6});
      window_[0] -= margin;
      window_[1] += margin;
      window_[2] -= margin;
      window_[3] += margin;
    }
    map.min_x = window_[0];
    map.max_x = window_[1];
    map.min_y = window_[2];
    map.max_y = window_[3];
  }

  EquationPanel panel_;
  StepState entered_;
  int way_ = 0;
  bool alone_ = false;  // only the column of the weights that the map draws
  int gesture_ = 0;
  std::string window_of_;
  std::array<double, 4> window_{0, 1, 0, 1};
};

const RegisterView registered{
    "stations",
    [] { return std::unique_ptr<View>(new Stations); },
    {.state = {state_spec(kWeightingKey, kWeightingNames, "The weights that the map draws"),
               state_spec(kColumnsKey, kColumnsNames,
                          "Beside them the ways of the steps before, or these weights alone")}}};

}  // namespace

}  // namespace glassformer
