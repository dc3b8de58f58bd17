#include "app/views/transformer/training_charts.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

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

void draw_losses(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark) {
  CurveSpec spec{.id = "losses", .x_name = "step", .y_name = "loss of each step", .marker_x = mark};
  Curve curve{.color = ui.theme.tensor(Role::key)};
  for (std::size_t i = 0; i < now.losses.size(); ++i) {
    curve.x.push_back(now.loss_steps.empty() ? static_cast<double>(i + 1) : now.loss_steps[i]);
    curve.y.push_back(now.losses[i]);
  }
  if (curve.x.empty()) return draw_no_curve(ui, now, "loss of every step", area);
  spec.curves.push_back(std::move(curve));
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
