#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/even_numbers.h"
#include "core/scenes/records/weather_stations.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kWeightingKey = "weighting";
constexpr std::array<std::string_view, 3> kWeightingNames{"inverse", "softmax", "gaussian"};
constexpr std::string_view kColumnsKey = "columns";
constexpr std::array<std::string_view, 2> kColumnsNames{"compared", "alone"};

constexpr std::string_view kMap = "map", kColumnsPart = "columns", kBars = "bars";

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

  void begin_parts(Ui&, Session& session) override { follow(session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<WeatherStationsRecord>();
    const Tape& tape = session.run()->tape;
    if (part == kMap) {
      draw_map_of(ui, session, area, is_weighed(session, record));
      return {tape.node(record.keys).path};
    }
    if (part == kBars) return draw_station_bars(ui, session, area);
    std::vector<WeightColumn> columns;
    for (int i = alone_ ? way_ : 0; i <= way_; ++i) {
      const Weighting& one = kWeightings[static_cast<std::size_t>(i)];
      const auto& [weights, output] = record.*one.way;
      columns.push_back({std::string("weights by ") + one.title, weights, output});
    }
    // Where they have no room side by side: the chosen one, and the one before it.
    const auto room = static_cast<std::size_t>(std::max(1.0F, area.w / ui.theme.px(130)) - 0.5F);
    if (columns.size() > std::max<std::size_t>(1, room))
      columns.erase(columns.begin(),
                    columns.end() - std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(room)));
    draw_weight_columns(ui, session, columns, area);
    return {tape.node(columns.back().weights).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(session);
    const Rect row = area.take_top(ui.theme.px(36));
    draw_ways(ui, row);
    return row.h;
  }

 private:
  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    way_ = state_choice(session, kWeightingKey, kWeightingNames).value_or(0);
    alone_ = state_choice(session, kColumnsKey, kColumnsNames).value_or(0) == 1;
  }

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
    if (hides(session, cell_of(tape, focus, 0, station))) return "?";
    const auto row = value.row(0);
    return EvenNumbers({row.begin(), row.end()}).of(value(0, station));
  }

  // What the step is about, a number for each station: what it has measured, how far it is, how it
  // scores.
  static std::vector<std::string> draw_station_bars(Ui& ui, Session& session, Rect area) {
    const Var focus = step_focus(session);
    if (!focus) return {};
    const Tape& tape = session.run()->tape;
    const Node& node = tape.node(focus);
    const Mat& values = tape.value(focus);
    const bool down = values.rows() > 1;
    const int count = down ? values.rows() : values.cols();
    LargeBars list{.id = "stations " + node.path, .title = {}, .bars = {}};
    const std::string name = node.path.substr(node.path.rfind('.') + 1);
    list.title = down ? axis_label(node.label.cols, 0) : name == "scores" ? "score" : name;
    for (int i = 0; i < count; ++i) {
      const double value = down ? values(i, 0) : values(0, i);
      list.bars.bars.push_back({.name = axis_label(down ? node.label.rows : node.label.cols, i),
                                .cell = cell_of(tape, focus, down ? i : 0, down ? 0 : i),
                                .value = value,
                                .color = ui.theme.tensor(down ? Role::value : Role::output)});
    }
    write_evenly(list);
    draw_large_bars(ui, session, list, area);
    return {node.path};
  }

  // The switch between the ways to weigh.
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
    if (weighed) plane.state_text = reading(output, 0);
    plane_.draw(ui, session, plane, area);
  }

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
                          "Beside them the ways of the steps before, or these weights alone")},
     .parts = {{.name = kMap, .keeps_shape = true},
               {.name = kColumnsPart, .share = 0.4F},
               {.name = kBars, .share = 0.36F}}}};

}  // namespace

}  // namespace glassformer
