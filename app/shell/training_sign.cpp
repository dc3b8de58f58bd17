#include "app/shell/training_sign.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/jobs/jobs.h"
#include "app/jobs/pretraining_job.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"

namespace glassformer {

namespace {

constexpr std::string_view kModels = "training", kWords = "word-training", kText = "pre-training";

bool runs(const JobSnapshot& now) {
  return now.state == JobSnapshot::State::running;
}

std::string percent(const JobSnapshot& now) {
  return fmt::format("{:.0f} %", 100 * now.progress);
}

}  // namespace

TrainingSign training_sign(const Session& session) {
  const std::string& open = session.lesson().view;
  if (const auto& job = session.jobs().training(); job && open != kModels) {
    const TrainingSnapshotPtr now = job->latest();
    if (runs(*now) && now->model)
      return {training_name(trained_on(*now->model)) + "  " + percent(*now), kModels};
  }
  if (const auto& job = session.jobs().vector_training(); job && open != kWords) {
    const VectorTrainingSnapshotPtr now = job->latest();
    if (runs(*now)) return {"words  " + percent(*now), kWords};
  }
  if (const auto& job = session.jobs().pretraining(); job && open != kText) {
    const PretrainingSnapshotPtr now = job->latest();
    if (runs(*now)) return {"pre-training  " + percent(*now), kText};
  }
  return {};
}

float training_sign_width(const Ui& ui, const TrainingSign& sign) {
  if (sign.words.empty()) return 0;
  return std::min(ui.canvas.width(sign.words, ui.theme.small()), ui.theme.px(150)) +
         ui.theme.px(36);
}

bool draw_training_sign(Ui& ui, const TrainingSign& sign, Rect area) {
  const Theme& theme = ui.theme;
  const Ui::Id id = Ui::id("training that goes on");
  const Touch touch = ui.touch(id, area);
  const Ui::Pressed keyed = ui.stop(id, area);
  if (touch.hovered) ui.canvas.fill(area, theme.raised, theme.px(7));
  Rect inner = area.inset(theme.px(8), 0);
  ui.canvas.circle(inner.take_left(theme.px(10)).center(), theme.px(4), theme.accent);
  inner.take_left(theme.px(6));
  ui.canvas.text_in(inner, sign.words, theme.small(), touch.hovered ? theme.ink : theme.soft_ink);
  if (touch.hovered) ui.tip("It is being trained. Click to go there");
  return touch.clicked || keyed.pressed;
}

}  // namespace glassformer
