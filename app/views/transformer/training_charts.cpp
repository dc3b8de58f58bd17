#include "app/views/transformer/training_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/jobs/training.h"
#include "app/widgets/curve.h"

namespace glassformer {

namespace {

// A recorded moment has none because it is the first one.
void draw_no_curve(Ui& ui, const TrainingSnapshot& now, std::string_view curve, Rect area) {
  const bool waits = !now.seen && now.step == 0 && now.state == TrainingSnapshot::State::paused;
  const std::string words = fmt::format("{}he {}", waits ? "Press Train to see t" : "T", curve);
  draw_empty_place(ui, words, area);
}

}  // namespace

void draw_losses(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark,
                 double floor) {
  CurveSpec spec{.id = "losses",
                 .x_name = "step",
                 .y_name = "loss of each step",
                 .zero_y = true,
                 .marker_x = mark};
  if (floor > 0) spec.floor = {floor, fmt::format("smallest possible loss: {:.3f}", floor)};
  Curve curve{"loss", ui.theme.tensor(Role::key), {}, {}, false};
  for (std::size_t i = 0; i < now.losses.size(); ++i) {
    curve.x.push_back(now.loss_steps.empty() ? static_cast<double>(i + 1) : now.loss_steps[i]);
    curve.y.push_back(now.losses[i]);
  }
  if (curve.x.empty()) return draw_no_curve(ui, now, "loss of every step", area);
  // How far it has come down.
  const std::vector<double> first(curve.x.size(), curve.y.front());
  spec.curves = {{"at first", ui.theme.soft_ink, curve.x, first, false}, std::move(curve)};
  draw_curve(ui, spec, area);
}

void draw_rate(Ui& ui, const TrainingSnapshot& now, const Checkpoint& model, Rect area) {
  constexpr std::int64_t last = 2000;  // where it has long been falling
  CurveSpec spec{.id = "rate",
                 .x_name = "step",
                 .y_name = "learning rate",
                 .zero_y = true,
                 .marker_x = static_cast<double>(std::max<std::int64_t>(1, now.step))};
  Curve rate{"", ui.theme.tensor(Role::query), {}, {}, false};
  for (std::int64_t step = 1; step <= std::max(last, now.step); step += 20) {
    rate.x.push_back(static_cast<double>(step));
    rate.y.push_back(training_rate(model, step));
  }
  // That of the highest step, to which it rises.
  const double most = training_rate(model, training_warmup());
  spec.top_y = 1.15 * most;
  spec.curves = {{"highest", ui.theme.soft_ink, rate.x, std::vector(rate.x.size(), most), false},
                 std::move(rate)};
  spec.curves.back().name = "rate";
  draw_curve(ui, spec, area);
}

void draw_scores(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark) {
  if (now.scores.size() < 2) {
    return draw_no_curve(ui, now, "score on held-out sentences", area);
  }
  CurveSpec spec{.id = "scores",
                 .x_name = "step",
                 .y_name = fmt::format("of {} held-out sentences", now.scores.front().sentences),
                 .marker_x = mark};
  Curve exact{"exact %", ui.theme.tensor(Role::output), {}, {}, true};
  Curve bleu{"BLEU", ui.theme.tensor(Role::value), {}, {}, true};
  for (const TrainingScore& score : now.scores) {
    for (Curve* curve : {&exact, &bleu}) curve->x.push_back(static_cast<double>(score.step));
    exact.y.push_back(100 * score.exact_match);
    bleu.y.push_back(score.bleu);
  }
  spec.curves = {std::move(exact), std::move(bleu)};
  draw_curve(ui, spec, area);
}

}  // namespace glassformer
