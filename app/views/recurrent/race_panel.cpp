#include "app/views/recurrent/race_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/recordings.h"
#include "app/views/parts/aside_button.h"
#include "core/lesson/stage.h"

namespace glassformer {

namespace {

std::string how_far(const RaceSnapshot& moment) {
  const RaceStanding& first = moment.standings.front();
  return moment.by_steps ? fmt::format("{} steps each", first.steps)
                         : fmt::format("{:.0f} s each", first.seconds);
}

}  // namespace

bool RacePanel::replays(const Session& session) const {
  const std::shared_ptr<RaceJob> job = session.jobs().race(kind_);
  const bool recorded = !session.jobs().recordings().race(kind_).empty();
  if (!job) return recorded;
  const RaceSnapshotPtr now = job->latest();
  return recorded && now->rounds == 0 && !now->ended() && now->state != JobSnapshot::State::running;
}

Ours RacePanel::ours(const Session& session) const {
  Ours own = ours_of(session);
  own.recording = own.recording && replays(session);
  own.all = own.all && own.recording;
  return own;
}

void RacePanel::follow(Ui& ui, Session& session, bool entered) {
  if (!session.jobs().race(kind_)) {
    session.post(StartRace{kind_});
    panel_.begin();
  }
  const std::shared_ptr<RaceJob> job = session.jobs().race(kind_);
  if (std::exchange(job_, job.get()) != job.get()) panel_.begin();  // another was brought back
  const RaceRecording& recorded = session.jobs().recordings().race(kind_);
  const RaceSnapshotPtr now = job->latest();
  replay_ = replays(session);
  if (ui.input.still && !replay_) job->wait();
  panel_.watch(ui, now, replay_);
  error_ = now->error;
  live_ = replay_ ? RaceRecording{} : job->timeline();
  std::erase_if(live_, [](const RaceSnapshotPtr& moment) { return moment->names.empty(); });
  moments_ = replay_ ? &recorded : &live_;
  if (entered && replay_) panel_.show(moment_of(session));
}

float RacePanel::draw_controls(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const float top = area.y;
  Rect row = area.take_top(theme.px(36));
  const std::shared_ptr<RaceJob> job = session.jobs().race(kind_);
  if (!job) return theme.px(36);
  const RaceSnapshotPtr now = job->latest();
  const std::string words = replay_ || now->standings.empty() ? std::string() : how_far(*now);
  if (draw_aside_button(ui, session, waiting_race(session, kind_), row)) return row.h;
  if (panel_.draw_controls(ui, *job, words, row)) {
    session.post(StartRace{kind_});
    panel_.begin();
    ui.request_frame();
    return row.h;
  }
  if (moments_ == nullptr || moments_->empty()) return row.h;
  const auto told = [&](std::size_t i) {
    if (replay_ && session.asking()) i = shown(session).now;  // the answer shows the rest
    return fmt::format("{}after {}", replay_ ? "recorded, " : "", how_far(*(*moments_)[i]));
  };
  row = area.take_top(theme.px(44));
  panel_.choose_snapshot(ui, moments_->size(), 260, told, row);
  return row.bottom() - top;
}

RacePanel::Shown RacePanel::shown(const Session& session) const {
  if (moments_ == nullptr || moments_->empty()) return {};
  const std::size_t until = panel_.chosen(moments_->size());
  std::size_t now = until;
  if (replay_ && session.asking()) {
    const auto before = static_cast<std::size_t>(
        session.step > 0 ? stage_changes(session.lesson(), session.step - 1).moment.value_or(0)
                         : 0);
    now = before < until ? before + (until - before) / 2 : until / 2;
  }
  return {moments_, now, until};
}

void RacePanel::draw_waiting(Ui& ui, Rect area) const {
  ui.canvas.text_in(area, error_.empty() ? "Making the task …" : error_, ui.theme.body(),
                    ui.theme.soft_ink, Align::center);
}

}  // namespace glassformer
