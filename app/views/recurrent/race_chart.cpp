#include "app/views/recurrent/race_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/views/parts/lanes.h"
#include "app/widgets/plot_axes.h"

namespace glassformer {

namespace {

// The one with attention comes last in a race of four, and has the colour of what attention gives.
Color color_of(const Ui& ui, std::size_t racer) {
  constexpr std::array kRoles{Role::query, Role::key, Role::value, Role::output, Role::input};
  return ui.theme.tensor(kRoles.at(racer % kRoles.size()));
}

// A network that draws nothing has the same gradient each time: what the sums of floats leave of
// the difference is none.
constexpr double kRounding = 1e-5;

std::optional<double> measured(const RaceStanding& standing, RaceMeasure measure) {
  switch (measure) {
    case RaceMeasure::aligned:
      return standing.aligned;
    case RaceMeasure::noise:
      return standing.noise && *standing.noise < kRounding ? 0.0 : standing.noise;
    case RaceMeasure::exact:
      break;
  }
  return standing.exact_match;
}

const char* title_of(RaceMeasure measure) {
  switch (measure) {
    case RaceMeasure::aligned:
      return "looks at the right place";
    case RaceMeasure::noise:
      return "spread of the gradient";
    case RaceMeasure::exact:
      break;
  }
  return "answers without a mistake";
}

double when(const RaceSnapshot& moment, std::size_t racer) {
  const RaceStanding& standing = moment.standings[racer];
  return moment.by_steps ? static_cast<double>(standing.steps) : standing.seconds;
}

}  // namespace

void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        std::size_t axis, RaceMeasure measure, Rect area) {
  Lanes lanes;
  lanes.title = title_of(measure);
  lanes.percent = measure != RaceMeasure::noise;
  lanes.max_x = 0;
  if (!lanes.percent) lanes.full = 0;
  const std::vector<std::string>& names = moments[now]->names;
  for (std::size_t racer = 0; racer < names.size(); ++racer) {
    Lane lane{names[racer], color_of(ui, racer), {}, {}};
    for (std::size_t k = 0; k <= axis; ++k) {
      const auto value = measured(moments[k]->standings[racer], measure);
      lanes.max_x = std::max(lanes.max_x, when(*moments[k], racer));
      if (!value) continue;
      if (!lanes.percent) lanes.full = std::max(lanes.full, *value);
      if (k > now) continue;
      lane.x.push_back(when(*moments[k], racer));
      lane.y.push_back(*value);
    }
    if (!lane.x.empty()) lanes.lanes.push_back(std::move(lane));
  }
  // The name says where the axis ends: beside it there may be room for no tick but the first.
  if (moments[now]->by_steps) {
    lanes.x_name = fmt::format("{} steps", tick_text(lanes.max_x));
    for (std::size_t racer = 0; racer < names.size(); ++racer) {
      lanes.now = std::max(lanes.now.value_or(0), when(*moments[now], racer));
    }
  } else {
    lanes.x_name = "seconds each";
  }
  draw_lanes(ui, lanes, area);
}

void draw_race_lengths(Ui& ui, const RaceSnapshot& moment, bool short_ones, Rect area) {
  Lanes lanes;
  lanes.title = "the same at each length";
  lanes.x_name = "digits";
  lanes.percent = true;
  const std::size_t all = moment.bins.size(), bins = short_ones ? (all + 1) / 2 : all;
  lanes.min_x = 1;
  lanes.max_x = moment.bins.empty() ? 1 : moment.bins.back();
  for (std::size_t racer = 0; racer < moment.names.size(); ++racer) {
    Lane lane{moment.names[racer], color_of(ui, racer), {}, {}};
    int first = 1;
    for (std::size_t b = 0; b < bins; ++b) {
      // As wide as the lengths that were counted together.
      for (const int x : {first, moment.bins[b]}) {
        lane.x.push_back(x);
        lane.y.push_back(moment.standings[racer].by_length[b]);
      }
      first = moment.bins[b];
    }
    lanes.lanes.push_back(std::move(lane));
  }
  draw_lanes(ui, lanes, area);
}

}  // namespace glassformer
