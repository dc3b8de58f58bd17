#include "app/views/vectors/map_job.h"

#include <memory>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

void MapJob::stand_at(std::optional<int> iteration) {
  wanted_ = iteration;
  asked_ = false;
  still_ = iteration.value_or(kStillIterations);
  own_ = false;
  if (iteration) running_ = false;
}

MapJob::~MapJob() {
  if (const auto job = kept_.lock()) job->pause();
}

void MapJob::keep(Ui& ui, Session& session, const WordVectorsPtr& vectors) {
  using State = ProjectionSnapshot::State;
  ProjectionPlan plan;
  plan.vectors = vectors;
  plan.words = static_cast<std::size_t>(value_of(session.inputs(), word_map_options::words));
  plan.unit_length = value_of(session.inputs(), word_map_options::unit_length) != 0;
  plan.backend = session.backend();
  plan.settings.perplexity = value_of(session.inputs(), word_map_options::perplexity);
  plan.settings.learning_rate = value_of(session.inputs(), word_map_options::rate);
  plan.settings.exaggeration = value_of(session.inputs(), word_map_options::exaggeration);
  plan.settings.seed =
      static_cast<std::uint64_t>(value_of(session.inputs(), word_map_options::seed));
  Jobs& jobs = session.jobs();
  // While a slider is held the map waits for where it is let go.
  const bool other = !jobs.projection() || !(*jobs.projection_plan() == plan);
  if (!jobs.projection() || (other && !ui.input.down)) renew(session, plan);
  // From where it stands, or from the start if that is too far, or not known because it is running.
  if (wanted_ && !asked_) {
    jobs.projection()->pause();
    const ProjectionSnapshotPtr before = jobs.projection()->latest();
    const bool restart = before->iteration > *wanted_ || before->state == State::running;
    if (restart) renew(session, plan);
    const int done = restart ? 0 : before->iteration;
    for (int i = done; i < *wanted_; ++i) jobs.projection()->single_step();
    asked_ = true;
  }
  const auto& job = jobs.projection();
  kept_ = job;
  if (ui.input.still) job->wait_for_unit(still_);
  const ProjectionSnapshotPtr now = job->latest();
  if (wanted_ && now->iteration >= *wanted_ && now->state != State::preparing) wanted_.reset();
  if (own_) session.view_state[std::string(kIterationKey)] = static_cast<double>(now->iteration);
  const State state = now->state;
  if (now->fallback != told_) {
    told_ = now->fallback;
    if (!told_.empty()) session.message = told_;
  }
  if (state == State::running || state == State::preparing) ui.request_frame();
}

void MapJob::renew(Session& session, const ProjectionPlan& plan) {
  session.post(StartProjection{std::make_shared<const ProjectionPlan>(plan)});
  if (running_) session.jobs().projection()->start(pace());
}

float MapJob::draw(Ui& ui, Session& session, MapSettings& settings, Rect area, bool& again) {
  const ProjectionSnapshotPtr now = session.jobs().projection()->latest();
  MapSettings::TsneTouch touch;
  const float high = settings.draw_tsne(ui, session, *now, fast_, area, touch);
  if (touch.fast) fast_ = !fast_;
  own_ = own_ || touch.start || touch.restart;
  if (touch.start || touch.restart) wanted_.reset();
  if (touch.start) running_ = true;
  if (touch.pause) running_ = false;
  again = touch.restart || (touch.start && now->state == ProjectionSnapshot::State::finished);
  if (again) {
    renew(session, *session.jobs().projection_plan());
  } else if (touch.pause) {
    session.jobs().projection()->pause();
  } else if (touch.start || (touch.fast && running_)) {
    session.jobs().projection()->start(pace());
  }
  if (touch.start || touch.fast || touch.restart) ui.request_frame();
  return high;
}

}  // namespace glassformer
