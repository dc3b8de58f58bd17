#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/plan.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
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
    if (focus == record.keys) return place_text(session, focus, station);
    if (value.rows() != 1 || value.cols() != tape.shape(record.keys).rows) return reading;
    return hides(session, cell_of(tape, focus, 0, station)) ? "?" : format_cell(value(0, station));
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
    const Label &where = tape.node(keys).label, &what = tape.node(values).label;
    const auto reading = [&](Var var, int row) {
      if (hides(session, cell_of(tape, var, row, 0))) return std::string("?");
      return format_cell(tape.value(var)(row, 0)) + unit(axis_label(what.cols, 0));
    };
    StatePlane::Spec plane{keys, query, 0, "query", weights, weighed};
    plane.axes = {axis_label(where.cols, 0), axis_label(where.cols, 1)};
    plane.bounded = false;
    plane.point_text = [&](int i) {
      return weighed ? reading(values, i) : label_of(session, record, reading(values, i), i);
    };
    // The weights would be told by what is made with them.
    const bool hidden =
        !hidden_cells(session, tape.node(weights).path, tape.shape(weights)).empty();
    if (weighed) plane.state_text = hidden ? "?" : reading(output, 0);
    plane_.draw(ui, session, plane, area);
  }

  EquationPanel panel_;
  StepState entered_;
  int way_ = 0;
  bool alone_ = false;  // only the column of the weights that the map draws
  StatePlane plane_;
};

const RegisterView registered{
    "stations",
    [] { return std::unique_ptr<View>(new Stations); },
    {.state = {state_spec(kWeightingKey, kWeightingNames, "The weights that the map draws"),
               state_spec(kColumnsKey, kColumnsNames,
                          "Beside them the ways of the steps before, or these weights alone")}}};

}  // namespace

}  // namespace glassformer
