#include "app/views/recurrent/race_chart.h"

#include <fmt/format.h>

#include <array>
#include <optional>

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

}  // namespace

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
  CurveSpec spec;
  spec.id = "race lengths";
  spec.x_name = "digits of the input";
  spec.y_name = "all digits right, %";
  spec.zero_y = true;
  spec.top_y = 100;
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
