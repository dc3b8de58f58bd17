#include <fmt/format.h>

#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/weather_stations.h"
#include "core/scenes/sheet.h"

// Attention as a weather map (lecture 001, "an analogy"): keys are the places of stations, values
// their weather, the query a place without a station. Three ways from distance to weight stand side
// by side, each with its own scores, weights and output:
//   inverse   1 / distance, divided by its sum: exact at a station
//   softmax   the softmax of 1 / distance, as the lecture writes it: exact at a station too
//   gaussian  the softmax of −distance² / 2σ²: smooth, and never quite exact
// At a station 1 / distance is ∞; its weight is the limit, 1.
namespace glassformer {

namespace {

// With two columns the weather is what the shipped lesson tells: other maps number theirs.
Axis weather_axis(int columns) {
  if (columns != 2) return numbered("d_v");
  return {"weather", {"temp. °C", "humidity %"}, -1};
}

class WeatherMap {
 public:
  explicit WeatherMap(const Inputs& inputs) : sheet_(inputs, run_) {
    run_.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
    const Axis stations{"station", run_.tokens[0], 0}, queries{"query", run_.tokens[1], 1};
    const Dim place = exactly(2, {"place", {"x", "y"}, -1}, "a place has an x and a y");
    query_ =
        sheet_.take("query", "q", Role::query, exactly(1, queries, "it is one place"), place, 3);
    keys_ = sheet_.take("keys", "K", Role::key, any(6, stations), place, 3);
    const int n = keys_.shape().rows;
    const LeafPtr weather = sheet_.material().take("values", {n, n}, {0, 2}, 10,
                                                   fmt::format("there are {} stations in keys", n));
    values_ = sheet_.put(
        weather, {"values", "V", Role::value, stations, weather_axis(weather->value.cols())});
    check_memory(inputs, 10.0 * n, fmt::format("{} stations", n));
    check_labels(inputs, run_.tokens[0], n, "stations");
    check_labels(inputs, run_.tokens[1], 1, "queries");
  }

  Run run(double sigma) {
    const Part gap = distance(query_, keys_).as("distance", "\\| q - k_{j} \\|");
    const std::string inverse = "\\frac{1}{\\| q - k_{j} \\|}";
    WeatherStationsRecord record;
    record.query = query_;
    record.keys = keys_;
    record.values = values_;
    record.inverse = way("inverse", [&] {
      const Part scores = reciprocal(gap).as("scores", inverse, Role::score);
      return std::pair{scores, share(scores)};
    });
    record.softmax = way("softmax", [&] {
      const Part scores = reciprocal(gap).as("scores", inverse, Role::score);
      return std::pair{scores, softmax(scores)};
    });
    record.gaussian = way("gaussian", [&] {
      const Part squared = multiply(gap, gap).as("squared", "\\| q - k_{j} \\|^{2}");
      const Part scores =
          (-1 / (2 * sigma * sigma) * squared)
              .as("scores", "-\\frac{\\| q - k_{j} \\|^{2}}{2 \\sigma^{2}}", Role::score);
      return std::pair{scores, softmax(scores)};
    });
    run_.output = run_.sites[0].context;
    run_.records.add(record);
    sheet_.tell();
    return std::move(run_);
  }

 private:
  // The weighted sum of the stations' weather, by scores and weights made in a scope of their own.
  template <class Make>
  WeatherStationsRecord::Way way(const char* name, const Make& make) {
    const Tape::Scope scope(sheet_.tape(), name);
    const auto [scores, made] = make();
    const Part weights = made.as("weights", "\\alpha", Role::probability);
    const Part output = (weights * values_).as("output", "o");
    run_.sites.push_back({name, {}, query_, keys_, values_, scores, {}, weights, output});
    return {weights, output};
  }

  Run run_;
  Sheet sheet_;
  Part query_, keys_, values_;
};

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
     .run = [](const Inputs& inputs) { return WeatherMap(inputs).run(number(inputs, "sigma")); }}};

}  // namespace

}  // namespace glassformer
