#include "app/views/recurrent/race_chart.h"

#include <algorithm>
#include <array>

#include "app/widgets/curve.h"

namespace glassformer {

namespace {

// The one with attention comes last and has the colour of what attention gives.
Color color_of(const Ui& ui, std::size_t racer, std::size_t count) {
  constexpr std::array kOthers{Role::query, Role::key, Role::value};
  if (racer + 1 == count) return ui.theme.tensor(Role::output);
  return ui.theme.tensor(kOthers.at(racer % kOthers.size()));
}

}  // namespace

void draw_race_progress(Ui& ui, const std::vector<RaceSnapshotPtr>& moments, std::size_t now,
                        Rect area) {
  CurveSpec spec;
  spec.id = "race progress";
  spec.x_name = "seconds each";
  spec.y_name = "all digits right, %";
  spec.zero_y = true;
  spec.top_y = 100;
  const std::vector<std::string>& names = moments[now]->names;
  for (std::size_t racer = 0; racer < names.size(); ++racer) {
    Curve curve{names[racer], color_of(ui, racer, names.size()), {}, {}, true};
    for (std::size_t k = 0; k <= now; ++k) {
      const RaceStanding& standing = moments[k]->standings[racer];
      curve.x.push_back(standing.seconds);
      curve.y.push_back(100 * standing.exact_match);
    }
    spec.curves.push_back(std::move(curve));
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
    Curve curve{moment.names[racer], color_of(ui, racer, moment.names.size()), {}, {}, true};
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
