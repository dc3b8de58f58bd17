#include "app/views/vectors/word_training_curves.h"

#include <cmath>
#include <utility>

#include "app/widgets/curve.h"
#include "core/lesson/spoken.h"

namespace glassformer {

namespace {

using State = VectorTrainingSnapshot::State;

void draw_losses(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark, Rect area) {
  if (now.losses.size() < 2) {
    const bool over = now.state == State::finished;
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

void draw_scores(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark, Rect area) {
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

}  // namespace

// A low window has room for one.
void draw_training_curves(Ui& ui, const VectorTrainingSnapshot& now, const std::string& spoken,
                          std::optional<double> mark, Rect area) {
  const Theme& theme = ui.theme;
  const bool scored = !now.scores.empty() && std::isfinite(now.scores.back().accuracy);
  const bool about_loss = speaks_of(spoken, "loss") && !speaks_of(spoken, "analogies");
  if (area.h < theme.px(230)) {
    return scored && !about_loss ? draw_scores(ui, now, mark, area)
                                 : draw_losses(ui, now, mark, area);
  }
  draw_losses(ui, now, mark, area.take_top(area.h / 2 - theme.px(8)));
  area.take_top(theme.px(16));
  draw_scores(ui, now, mark, area);
}

}  // namespace glassformer
