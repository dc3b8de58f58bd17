#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/recording.h"
#include "app/jobs/recordings.h"
#include "app/jobs/training.h"
#include "app/session/ours.h"
#include "app/views/parts/aside_button.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/training_panel.h"
#include "app/views/transformer/training_charts.h"
#include "app/views/transformer/training_maps.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/scenes/chosen.h"

namespace glassformer {

namespace {

using State = TrainingSnapshot::State;

constexpr std::string_view kMap = "map", kHeads = "heads", kLosses = "losses", kRate = "rate",
                           kScores = "scores";

// A Transformer that learns while one watches: the loss of every step, how many held-out sentences
// come out right, and the attention of the sentence above as it takes shape. The slider goes back
// to any snapshot; what is shown then is that model, with every number of it.
class Training : public View {
 public:
  std::string_view name() const override { return "training"; }
  std::string_view help() const override {
    return "Train starts, Pause holds, Step makes a single one. Below, choose what it learns from: "
           "the small world of the program, or a file of yours with source, tab and target on "
           "each line, dropped on the window or named in the field. The curves are the loss of "
           "every step and the share of held-out sentences that come out word for word. The "
           "slider goes back in time: the maps are the cross-attention of the sentence above at "
           "that moment. Type another sentence, and see how well it is translated by now.";
  }

  // The recording is the lesson's own, a training of the user's is not.
  Ours ours(const Session& session) const override {
    Ours own = ours_of(session);
    const auto& job = session.jobs().training();
    own.model = job == nullptr || is_replay(session, *job->latest());
    own.all = own.all && own.model;
    return own;
  }

  void begin_parts(Ui& ui, Session& session) override {
    prepare(ui, session);
    const TrainingSnapshotPtr now = session.jobs().training()->latest();
    if (is_replay(session, *now) || !learns(*now)) return;
    // A lesson that is put back brings its sentence, which this model may not read.
    if (!is_of_lesson(what_) && session.inputs().text[0] == session.lesson().inputs.text[0]) {
      awaits_sentence_ = now->example != session.inputs().text[0];
    }
    take_sentence(session, *now);
    follow_snapshot(session, session.jobs().training()->timeline());
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const TrainingSnapshotPtr now = session.jobs().training()->latest();
    const bool replay = is_replay(session, *now);
    if (!replay && !learns(*now)) {
      if (part != kHeads) tell_state(ui, *now, area);
      return {};
    }
    const TrainingSnapshotPtr shown = replay ? recorded(session) : now;
    const std::optional<double> mark = replay ? std::nullopt : mark_;
    if (part == kScores) draw_scores(ui, *shown, area, mark);
    if (part == kLosses) {
      const double floor = smallest_loss(*chosen_model(session.shown()), words_of(session));
      draw_losses(ui, *shown, area, mark, answered(session) ? floor : 0);
    }
    if (part == kRate) draw_rate(ui, *shown, *chosen_model(session.shown()), area);
    const TrainingSnapshot* recorded_moment = replay ? shown.get() : nullptr;
    if (part == kHeads) maps_.draw_heads(ui, session, recorded_moment, area);
    if (part == kMap) {
      const std::string notes = replay ? std::string() : notes_of(*now->model);
      return maps_.draw_map(ui, session, recorded_moment, notes, area);
    }
    return {};
  }

  // What steers the training, what it learns from, and the way back in time.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    prepare(ui, session);
    const float top = area.y;
    const TrainingSnapshotPtr now = session.jobs().training()->latest();
    const float shared = TrainingPanel::row_shared(ui, area, !is_replay(session, *now));
    Rect row = area.take_top(theme.px(36));
    const Rect controls = shared > 0 ? row.take_left(shared) : row;
    // Where another one begins, this one and its job are gone.
    if (draw_steering(ui, session, *now, controls)) return area.y - top;
    if (shared == 0) {
      area.take_top(theme.px(8));
      row = area.take_top(theme.px(36));
    }
    if (draw_sources(ui, session, row)) return area.y - top;
    const bool replay = is_replay(session, *now);
    if (!replay && !learns(*now)) return area.y - top;
    area.take_top(theme.px(4));
    const Rect slider = area.take_top(theme.px(44));
    if (replay) {
      const TrainingRecording& all = session.jobs().recordings().training();
      panel_.choose_snapshot(
          ui, all.size(), 210,
          [&](std::size_t i) { return fmt::format("recorded, after step {}", all[i]->step); },
          slider);
    } else if (const auto all = session.jobs().training()->timeline(); !all.empty()) {
      const auto told = [&](std::size_t i) {
        return fmt::format("after step {}{}", all[i]->step,
                           panel_.at_newest() ? ", the newest" : "");
      };
      panel_.choose_snapshot(ui, all.size(), 210, told, slider);
    }
    return area.y - top;
  }

 private:
  // Once a frame would do: what is drawn first calls it.
  void prepare(Ui& ui, Session& session) {
    take_files(ui, session);
    if (!session.jobs().training()) start(session, first_direction());
    follow_job(session);
    TrainingJob& job = *session.jobs().training();
    if (ui.input.still && !is_replay(session, *job.latest())) job.wait();
    const TrainingSnapshotPtr now = job.latest();
    const bool replay = is_replay(session, *now);
    panel_.watch(ui, now, replay);
    if (now->model && what_.empty()) what_ = trained_on(*now->model);
    if (replay && entered_.entered(session)) panel_.show(moment_of(session));
  }

  static bool learns(const TrainingSnapshot& now) {
    return now.state != State::failed && now.state != State::preparing;
  }

  static int words_of(const Session& session) {
    const RunPtr run = session.run();
    return run->output ? run->tape.shape(run->output).cols : 1;
  }

  static bool answered(const Session& session) {
    return session.question() != nullptr && !session.asking();
  }

  void tell_state(Ui& ui, const TrainingSnapshot& now, Rect area) const {
    if (now.state == State::failed) {
      tell(ui, now.error, ui.theme.error, area);
      return;
    }
    const std::string words =
        is_world(what_) ? fmt::format("Making {} pairs of sentences …", kTrainingSentences)
                        : fmt::format("Reading {} …", what_);
    tell(ui, words, ui.theme.soft_ink, area);
  }

  // The moment of the recording that the slider is at.
  TrainingSnapshotPtr recorded(const Session& session) const {
    const TrainingRecording& all = session.jobs().recordings().training();
    return all[panel_.chosen(all.size())];
  }

  static std::string first_direction() { return std::string(world_directions().front().name); }

  // Whether the sentence of the lesson can be translated by what learns from it.
  static bool is_of_lesson(const std::string& what) {
    const WorldDirection* const direction = find_world_direction(what);
    return direction != nullptr && direction->from_english;
  }

  void start(Session& session, const std::string& what) {
    // The sentence of the lesson is one of the world's, in English.
    const std::string& own = session.lesson().inputs.text[0];
    if (is_of_lesson(what) && !what_.empty() && !is_of_lesson(what_) &&
        session.inputs().text[0] != own) {
      session.post(SetText{0, own, Session::with_training});
    }
    session.post(StartTraining{what});
    job_ = session.jobs().training().get();
    looks_back_from_.reset();
    awaits_sentence_ = !is_of_lesson(what);
    what_ = what;
    panel_.begin();
  }

  // Undo has brought another back.
  void follow_job(const Session& session) {
    const TrainingJob* job = session.jobs().training().get();
    const bool other = job_ != nullptr && job_ != job;
    job_ = job;
    if (!other) return;
    const TrainingSnapshotPtr now = job->latest();
    if (now->model) what_ = trained_on(*now->model);
    own_ = true;
    looks_back_from_.reset();
    awaits_sentence_ = false;
    panel_.begin();
  }

  // A mistyped name takes the place of nothing.
  static bool is_there(Session& session, const std::string& file) {
    std::error_code none;
    if (is_world(file) || std::filesystem::exists(file, none)) return true;
    session.message = "There is no file " + file +
                      ". Type its whole path, or drop it on the window; what learns goes on.";
    session.message_is_error = true;
    return false;
  }

  // What is dropped here and nobody else took holds pairs of sentences.
  void take_files(const Ui& ui, Session& session) {
    if (std::exchange(taken_at_, ui.input.time) == ui.input.time) return;
    for (const std::string& file : ui.input.dropped_files) {
      start(session, file);
      own_ = true;
    }
  }

  // Nobody has trained anything yet: the recording is shown.
  bool is_replay(const Session& session, const TrainingSnapshot& now) const {
    const bool untouched = now.state == State::preparing || now.state == State::paused;
    const bool first = what_.empty() || what_ == first_direction();
    const bool none = !own_ && first && now.step == 0 && untouched;
    return (none || looks_back_from_ == now.step) &&
           !session.jobs().recordings().training().empty();
  }

  // Between the recording and a training of the user's, which stands still meanwhile. Its next step
  // leads back to it by itself.
  void draw_look_back(Ui& ui, Session& session, const TrainingSnapshot& now, Rect& row) {
    const bool looks_back = looks_back_from_ == now.step;
    if (!looks_back && std::exchange(looks_back_from_, std::nullopt)) {
      awaits_sentence_ = !is_of_lesson(what_);
    }
    const bool can = !is_replay(session, now) && now.state == State::paused &&
                     !session.jobs().recordings().training().empty();
    if (!looks_back && !can) return;
    const std::string_view label = looks_back ? "Back to your training" : "The recording";
    const Rect place = row.take_right(ui.canvas.width(label, ui.theme.small()) + ui.theme.px(24));
    row.take_right(ui.theme.px(12));
    const std::string tip = looks_back ? fmt::format("It waits at step {}", now.step)
                                       : "What the steps speak of; your training is kept";
    if (!ui.button(label, place, false, tip)) return;
    if (looks_back) {
      looks_back_from_.reset();
      awaits_sentence_ = !is_of_lesson(what_);
      panel_.begin();
    } else {
      looks_back_from_ = now.step;
      session.use(slots::model, nullptr);
      if (!is_of_lesson(what_)) {
        session.post(SetText{0, session.lesson().inputs.text[0], Session::with_training});
      }
      panel_.show(moment_of(session));
    }
    ui.request_frame();
  }

  // Of a file or another language, a sentence that it can translate takes the place of the
  // lesson's.
  void take_sentence(Session& session, const TrainingSnapshot& now) {
    if (std::exchange(awaits_sentence_, false))
      session.post(SetText{0, now.example, Session::with_training});
  }

  static float tell(Ui& ui, const std::string& words, Color ink, Rect area) {
    FormulaStyle style;
    style.size = ui.theme.px(16);
    style.ink = ink;
    return draw_prose(ui, words, area.origin(), area.w, ui.theme.body(), style).height;
  }

  // What it learns from. True if that was changed.
  bool draw_sources(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    std::vector<std::string> names;
    int now = -1;
    for (const WorldDirection& direction : world_directions()) {
      if (what_ == direction.name) now = static_cast<int>(names.size());
      names.push_back(training_name(std::string(direction.name)));
    }
    if (draw_aside_button(ui, session, waiting_model(session), row)) return true;
    draw_look_back(ui, session, *session.jobs().training()->latest(), row);
    const int chosen = ui.segments("pair", names, now, row.take_left(theme.px(340)));
    row.take_left(theme.px(12));
    if (!ui.text_active() && !session.message_is_error) typed_ = is_world(what_) ? "" : what_;
    const Rect field = row.take_left(std::min(row.w, theme.px(520)));
    const bool narrow = field.w < theme.px(160);
    const bool named = ui.text_field(
        "pairs", typed_, field, narrow ? "Your own pairs" : "Your own pairs: drop or name a file");
    std::string wanted = what_;
    if (chosen != now) wanted = world_directions()[static_cast<std::size_t>(chosen)].name;
    if (named && !typed_.empty() && is_there(session, typed_)) wanted = typed_;
    if (wanted == what_) return false;
    start(session, wanted);
    own_ = true;
    ui.request_frame();
    return true;
  }

  // True if it was started over.
  bool draw_steering(Ui& ui, Session& session, const TrainingSnapshot& now, Rect row) {
    // A recording that is shown says its own.
    std::string words;
    if (!is_replay(session, now)) words = fmt::format("step {}", now.step);
    if (!words.empty() && !now.losses.empty()) {
      words +=
          fmt::format("   loss {:.3f}   {:.0f} tokens/s", now.losses.back(), now.tokens_per_second);
    }
    const bool over = panel_.draw_controls(ui, *session.jobs().training(), words, row);
    if (over) {
      start(session, what_.empty() ? first_direction() : what_);
      own_ = true;
    }
    return over;
  }

  // The session shows the model of the snapshot that the slider is at.
  void follow_snapshot(Session& session, const std::vector<TrainingSnapshotPtr>& all) {
    if (all.empty()) return;
    const TrainingSnapshot& shown = *all[panel_.chosen(all.size())];
    mark_.reset();
    if (!panel_.at_newest()) mark_ = static_cast<double>(shown.step);
    if (!session.busy()) session.use(slots::model, shown.model);
  }

  std::optional<double> mark_;        // the step that is shown, where it is not the newest
  const TrainingJob* job_ = nullptr;  // that was shown last
  std::string what_;                  // it learns from: a pair of languages, or a file
  std::string typed_;
  double taken_at_ = -1;          // when dropped files were looked for
  bool awaits_sentence_ = false;  // one that what is learned from now on can translate
  bool own_ = false;              // the user has chosen what is learned
  // The step of the user's training at which the recording is looked at instead.
  std::optional<std::int64_t> looks_back_from_;
  StepState entered_;
  TrainingMaps maps_;
  TrainingPanel panel_;
};

const RegisterView registered{"training",
                              [] { return std::unique_ptr<View>(new Training); },
                              {.files = ViewTraits::Files::all,
                               .home = ViewTraits::Home::sentences,
                               .fills = slots::model.name,
                               .parts = {{.name = kMap},
                                         {.name = kHeads, .share = 0.26F},
                                         {.name = kLosses},
                                         {.name = kRate},
                                         {.name = kScores}}}};

}  // namespace

}  // namespace glassformer
