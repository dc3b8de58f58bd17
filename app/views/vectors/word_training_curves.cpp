#include "app/views/vectors/word_training_curves.h"

#include <cmath>
#include <utility>

#include "app/widgets/curve.h"

namespace glassformer {

void draw_loss_curve(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark,
                     Rect area) {
  if (now.losses.size() < 2) {
    const bool over = now.state == VectorTrainingSnapshot::State::finished;
    return draw_empty_place(ui, over ? "No loss to show" : "The loss, while it trains", area);
  }
  CurveSpec spec{
      .id = "word losses", .x_name = "% of the training", .y_name = "mean loss", .marker_x = mark};
  Curve curve{.color = ui.theme.tensor(Role::key)};
  for (const VectorTrainingSnapshot::Loss& loss : now.losses) {
    if (!std::isfinite(loss.loss)) continue;
    curve.x.push_back(100 * loss.done);
    curve.y.push_back(loss.loss);
  }
  spec.curves.push_back(std::move(curve));
  draw_curve(ui, spec, area);
}

void draw_analogy_curve(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark,
                        Rect area) {
  if (now.scores.size() < 2) return draw_empty_place(ui, "Right analogies", area);
  if (!std::isfinite(now.scores.back().accuracy)) {
    return draw_empty_place(ui, "The text lacks the words of the lesson's analogies", area);
  }
  CurveSpec spec{.id = "word scores",
                 .x_name = "% of the training",
                 .y_name = "% of the analogies",
                 .marker_x = mark};
  spec.zero_y = true;
  Curve curve{"", ui.theme.tensor(Role::output), {}, {}, true};
  for (const VectorTrainingSnapshot::Score& score : now.scores) {
    curve.x.push_back(100 * score.done);
    curve.y.push_back(100 * score.accuracy);
  }
  spec.curves.push_back(std::move(curve));
  draw_curve(ui, spec, area);
}

}  // namespace glassformer
