#include "app/views/recurrent/race_chart.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "app/widgets/curve.h"

namespace glassformer {

namespace {

// The one with attention comes last in a race of four, and has the colour of what attention gives.
Color color_of(const Ui& ui, std::size_t racer) {
  constexpr std::array kRoles{Role::query, Role::key, Role::value, Role::output, Role::input};
  return ui.theme.tensor(kRoles.at(racer % kRoles.size()));
}

std::optional<double> measured(const RaceStanding& standing, RaceMeasure measure) {
  switch (measure) {
    case RaceMeasure::aligned:
      return standing.aligned ? std::optional(100 * *standing.aligned) : std::nullopt;
    case RaceMeasure::noise:
      return standing.noise;
    case RaceMeasure::exact:
      break;
  }
  return 100 * standing.exact_match;
}

const char* title_of(RaceMeasure measure) {
  switch (measure) {
    case RaceMeasure::aligned:
      return "links right, %";
    case RaceMeasure::noise:
      return "spread of the gradient";
    case RaceMeasure::exact:
      break;
  }
  return "all right, %";
}

CurveSpec shares_of(std::string id, const char* x_name, const char* y_name) {
  CurveSpec spec;
  spec.id = std::move(id);
  spec.x_name = x_name;
  spec.y_name = y_name;
  spec.zero_y = true;
  spec.top_y = 100;
  return spec;
}

// One curve for each name, in the order of the names; a race of sizes names each network once a
// size.
Curve& curve_named(Ui& ui, CurveSpec& spec, const std::string& name) {
  for (Curve& curve : spec.curves) {
    if (curve.name == name) return curve;
  }
  const Color color = ui.theme.tensor(spec.curves.empty() ? Role::query : Role::output);
  spec.curves.push_back({name, color, {}, {}, true});
  return spec.curves.back();
}

}  // namespace

void draw_race_sizes(Ui& ui, const RaceSnapshot& moment, int most, Rect area) {
  CurveSpec spec = shares_of("race sizes", "pairs", "sentences right, %");
  spec.log_x = true;
  spec.marker_x = most;
  for (std::size_t i = 0; i < moment.names.size(); ++i) {
    if (moment.pairs[i] > most) continue;
    Curve& curve = curve_named(ui, spec, moment.names[i]);
    curve.x.push_back(moment.pairs[i]);
    curve.y.push_back(100 * moment.standings[i].exact_match);
  }
  draw_curve(ui, spec, area);
}

void draw_race_steps(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                     int pairs, Rect area) {
  CurveSpec spec = shares_of("race steps", "steps", "sentences right, %");
  for (std::size_t k = 0; k <= now; ++k) {
    const RaceSnapshot& moment = *moments[k];
    for (std::size_t i = 0; i < moment.names.size(); ++i) {
      if (moment.pairs[i] != pairs) continue;
      Curve& curve = curve_named(ui, spec, moment.names[i]);
      curve.x.push_back(static_cast<double>(moment.standings[i].steps));
      curve.y.push_back(100 * moment.standings[i].exact_match);
    }
  }
  draw_curve(ui, spec, area);
}

void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        RaceMeasure measure, Rect area) {
  CurveSpec spec;
  spec.id = fmt::format("race progress {}", static_cast<int>(measure));
  const bool by_steps = moments[now]->by_steps;
  spec.x_name = by_steps ? "steps" : "seconds each";
  spec.y_name = title_of(measure);
  spec.zero_y = true;
  if (measure != RaceMeasure::noise) spec.top_y = 100;
  const std::vector<std::string>& names = moments[now]->names;
  for (std::size_t racer = 0; racer < names.size(); ++racer) {
    Curve curve{names[racer], color_of(ui, racer), {}, {}, true};
    for (std::size_t k = 0; k <= now; ++k) {
      const RaceStanding& standing = moments[k]->standings[racer];
      const auto value = measured(standing, measure);
      if (!value) continue;
      curve.x.push_back(by_steps ? static_cast<double>(standing.steps) : standing.seconds);
      curve.y.push_back(*value);
    }
    if (!curve.x.empty()) spec.curves.push_back(std::move(curve));
  }
  draw_curve(ui, spec, area);
}

void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, Rect area) {
  CurveSpec spec = shares_of("race lengths", "digits of the input", "all digits right, %");
  for (std::size_t racer = 0; racer < moment.names.size(); ++racer) {
    Curve curve{moment.names[racer], color_of(ui, racer), {}, {}, true};
    int first = 1;
    for (std::size_t b = 0; b < moment.bins.size(); ++b) {
      curve.x.push_back((first + moment.bins[b]) / 2.0);
      curve.y.push_back(100 * moment.standings[racer].by_length[b]);
      first = moment.bins[b] + 1;
    }
    spec.curves.push_back(std::move(curve));
  }
  draw_curve(ui, spec, area);
}

}  // namespace glassformer
