#include "app/views/parts/training_panel.h"

#include <algorithm>

namespace glassformer {

using State = JobSnapshot::State;

std::size_t moment_of(const Session& session) {
  const auto moment = stage_changes(session.lesson(), session.step).moment;
  return static_cast<std::size_t>(moment.value_or(0));
}

void TrainingPanel::begin() {
  seen_.reset();
  asked_.reset();
  follow_ = true;
}

void TrainingPanel::watch(Ui& ui, const std::shared_ptr<const JobSnapshot>& now, bool quiet) {
  const bool ended = now->state == State::finished || now->state == State::failed;
  const bool moves = now->state == State::running || now->state == State::preparing;
  const bool fresh = now != seen_;
  if (fresh || ended) asked_.reset();
  seen_ = now;
  if (((moves || fresh) && !quiet) || asked_) ui.request_frame();
}

void TrainingPanel::show(std::size_t snapshot) {
  at_ = static_cast<double>(snapshot);
  follow_ = false;
}

void TrainingPanel::ask(Ui& ui) {
  asked_ = seen_;
  follow_ = true;
  ui.request_frame();
}

float TrainingPanel::row_shared(const Ui& ui, Rect area, bool begun) {
  const Theme& theme = ui.theme;
  const bool low = area.h < theme.px(470) && area.w > theme.px(900);
  return low && !begun ? theme.px(310) : 0;
}

bool TrainingPanel::draw_controls(Ui& ui, JobControl& job, const std::string& progress, Rect row) {
  return draw_controls(
      ui, [&job]() -> JobControl& { return job; }, progress, row);
}

bool TrainingPanel::draw_controls(Ui& ui, const std::function<JobControl&()>& job,
                                  const std::string& progress, Rect row) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(8);
  const bool running = seen_ && seen_->state == State::running;
  if (ui.button(running ? "Pause" : "Train", row.take_left(theme.px(90)), running)) {
    if (running) {
      job().pause();
      ui.request_frame();
    } else {
      job().start();
      ask(ui);
    }
  }
  row.take_left(gap);
  if (ui.button("Step", row.take_left(theme.px(70)))) {
    job().single_step();
    ask(ui);
  }
  row.take_left(gap);
  if (ui.button("Start over", row.take_left(theme.px(110)))) {
    ui.request_frame();
    return true;
  }
  row.take_left(theme.px(20));
  ui.canvas.text_in(row, progress, theme.body(), theme.ink);
  return false;
}

std::size_t TrainingPanel::chosen(std::size_t count) const {
  const auto last = static_cast<double>(count) - 1;
  return static_cast<std::size_t>(follow_ ? last : std::min(at_, last));
}

std::size_t TrainingPanel::choose_snapshot(Ui& ui, std::size_t count, float words,
                                           const std::function<std::string(std::size_t)>& told,
                                           Rect row) {
  const Theme& theme = ui.theme;
  const auto last = static_cast<double>(count) - 1;
  const std::size_t now = chosen(count);
  at_ = static_cast<double>(now);
  ui.canvas.text_in(row.take_left(theme.px(words)), told(now), theme.body(), theme.soft_ink);
  if (ui.button("Newest", row.take_right(theme.px(90)).inset(0, theme.px(4)), follow_)) {
    follow_ = true;
  }
  row.take_right(theme.px(12));
  if (last > 0 && ui.slider("snapshot", at_, 0, last, true, row.inset(0, theme.px(4)))) {
    follow_ = at_ >= last;
  }
  return now;
}

}  // namespace glassformer
