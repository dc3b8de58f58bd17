#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/weather_stations.h"

// Attention as a weather map (lecture 001, "an analogy"): keys are the places of stations, values
// their weather, the query a place without a station. Three ways from distance to weight stand side
// by side, each with its own scores, weights and output:
//   inverse   1 / distance, divided by its sum: exact at a station
//   softmax   the softmax of 1 / distance, as the lecture writes it: exact at a station too
//   gaussian  the softmax of −distance² / 2σ²: smooth, and never quite exact
// At a station 1 / distance is ∞; its weight is the limit, 1.
namespace glassformer {

namespace {

struct Map {
  Var query;   // [1, 2]
  Var keys;    // [n, 2]
  Var values;  // [n, d]
  Axis queries;
  Axis stations;
  Axis weather;
};

// With two columns the weather is what the shipped lesson tells: other maps number theirs.
Axis weather_axis(int columns) {
  if (columns != 2) return numbered("d_v");
  return {"weather", {"temp. °C", "humidity %"}, -1};
}

Map lay_out(const Inputs& inputs, Material& material, Run& run) {
  Tape& tape = run.tape;
  constexpr int drawn_stations = 6;
  const LeafPtr keys =
      material.take("keys", {0, drawn_stations}, {2, 2}, 3, "a place has an x and a y");
  const int n = keys->value.rows();
  const LeafPtr values =
      material.take("values", {n, n}, {0, 2}, 10, fmt::format("there are {} stations in keys", n));
  const LeafPtr query = material.take("query", {1, 1}, {2, 2}, 3, "it is one place, x and y");
  check_memory(inputs, 10.0 * n, fmt::format("{} stations", n));
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  check_labels(inputs, run.tokens[0], n, "stations");
  check_labels(inputs, run.tokens[1], 1, "queries");

  Map map;
  map.queries = {"query", run.tokens[1], 1};
  map.stations = {"station", run.tokens[0], 0};
  map.weather = weather_axis(values->value.cols());
  const Axis place{"place", {"x", "y"}, -1};
  map.query = tape.name(tape.input(query), {"query", "q", Role::query, map.queries, place});
  map.keys = tape.name(tape.input(keys), {"keys", "K", Role::key, map.stations, place});
  map.values =
      tape.name(tape.input(values), {"values", "V", Role::value, map.stations, map.weather});
  return map;
}

// The weighted sum of the stations' weather, with the scores and weights that were named before.
WeatherStationsRecord::Way finish(Run& run, const Map& map, const std::string& name, Var scores,
                                  Var weights) {
  AttentionSite site{name, {}, map.query, map.keys, map.values, scores, {}, weights, {}};
  site.context = run.tape.name(matmul(run.tape, weights, map.values),
                               {"output", "o", Role::output, map.queries, map.weather});
  run.sites.push_back(site);
  return {weights, site.context};
}

Var name_row(Run& run, const Map& map, Var var, const std::string& name, const std::string& symbol,
             Role role) {
  return run.tape.name(var, {name, symbol, role, map.queries, map.stations});
}

Run run_weather_stations(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  const double sigma = number(inputs, "sigma");
  const Map map = lay_out(inputs, material, run);
  const Var gap = name_row(run, map, distance(tape, map.query, map.keys), "distance",
                           "\\| q - k_{j} \\|", Role::plain);
  WeatherStationsRecord record;
  record.query = map.query;
  record.keys = map.keys;
  record.values = map.values;
  const std::string inverse_symbol = "\\frac{1}{\\| q - k_{j} \\|}";
  {
    const Tape::Scope scope(tape, "inverse");
    const Var scores =
        name_row(run, map, reciprocal(tape, gap), "scores", inverse_symbol, Role::score);
    const Var weights =
        name_row(run, map, share(tape, scores), "weights", "\\alpha", Role::probability);
    record.inverse = finish(run, map, "inverse", scores, weights);
  }
  {
    const Tape::Scope scope(tape, "softmax");
    const Var scores =
        name_row(run, map, reciprocal(tape, gap), "scores", inverse_symbol, Role::score);
    const Var weights =
        name_row(run, map, softmax(tape, scores), "weights", "\\alpha", Role::probability);
    record.softmax = finish(run, map, "softmax", scores, weights);
  }
  {
    const Tape::Scope scope(tape, "gaussian");
    const Var squared = name_row(run, map, multiply(tape, gap, gap), "squared",
                                 "\\| q - k_{j} \\|^{2}", Role::plain);
    const Var scores = name_row(run, map, scale(tape, squared, -1 / (2 * sigma * sigma)), "scores",
                                "-\\frac{\\| q - k_{j} \\|^{2}}{2 \\sigma^{2}}", Role::score);
    const Var weights =
        name_row(run, map, softmax(tape, scores), "weights", "\\alpha", Role::probability);
    record.gaussian = finish(run, map, "gaussian", scores, weights);
  }
  run.output = run.sites[0].context;
  run.records.add(record);
  material.tell(run);
  return run;
}

const RegisterScene registered{
    {.name = "weather-stations",
     .what =
         "Weather at a place without a station: stations are keys, their weather the values, and "
         "the weights come from the distance in three ways.",
     .subject = Subject::attention,
     .options = {number_option(
                     "sigma", "\\sigma",
                     "Width of the Gaussian: how far a station is heard, in the units of the map.",
                     1.5, 0.05, 100),
                 seed_option()},
     .givens = {"query", "keys", "values"},
     .run = run_weather_stations}};

}  // namespace

}  // namespace glassformer
