#include "app/views/recurrent/race_panel.h"

#include <fmt/format.h>

#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/recordings.h"
#include "app/views/parts/aside_button.h"

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

RacePanel::Shown RacePanel::draw(Ui& ui, Session& session, bool entered, Rect controls, Rect area) {
  const Theme& theme = ui.theme;
  if (!session.jobs().race(kind_)) {
    session.post(StartRace{kind_});
    panel_.begin();
  }
  const std::shared_ptr<RaceJob> job = session.jobs().race(kind_);
  if (std::exchange(job_, job.get()) != job.get()) panel_.begin();  // another was brought back
  const RaceRecording& recorded = session.jobs().recordings().race(kind_);
  const RaceSnapshotPtr now = job->latest();
  const bool replay = replays(session);
  if (ui.input.still && !replay) job->wait();
  panel_.watch(ui, now, replay);
  const std::string words = replay || now->standings.empty() ? std::string() : how_far(*now);
  if (draw_aside_button(ui, session, waiting_race(session, kind_), controls)) return {};
  if (panel_.draw_controls(ui, *job, words, controls)) {
    session.post(StartRace{kind_});
    panel_.begin();
    return {};
  }
  area.take_top(theme.px(12));
  live_ = replay ? RaceRecording{} : job->timeline();
  std::erase_if(live_, [](const RaceSnapshotPtr& moment) { return moment->names.empty(); });
  const std::vector<RaceSnapshotPtr>& moments = replay ? recorded : live_;
  if (moments.empty()) {
    ui.canvas.text_in(area, now->error.empty() ? "Making the task …" : now->error, theme.body(),
                      theme.soft_ink, Align::center);
    return {};
  }
  if (entered && replay) panel_.show(moment_of(session));
  const Rect slider = area.take_bottom(theme.px(44));
  area.take_bottom(theme.px(8));
  const auto told = [&](std::size_t i) {
    return fmt::format("{}after {}", replay ? "recorded, " : "", how_far(*moments[i]));
  };
  const std::size_t shown = panel_.choose_snapshot(ui, moments.size(), 260, told, slider);
  return {&moments, shown, area};
}

}  // namespace glassformer
