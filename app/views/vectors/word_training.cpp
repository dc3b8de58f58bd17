#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/recording.h"
#include "app/jobs/recordings.h"
#include "app/jobs/vector_training.h"
#include "app/session/ours.h"
#include "app/views/parts/aside_button.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/training_panel.h"
#include "app/views/vectors/word_training_settings.h"
#include "app/views/vectors/word_training_stage.h"
#include "app/views/vectors/word_training_words.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/lesson/spoken.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

using State = VectorTrainingSnapshot::State;
using Source = WordTrainingPlan::Source;
constexpr std::string_view kModelKey = "model", kTextKey = "text", kPathKey = "path";
// In the order of Source; a text of one's own is dropped.
constexpr std::array<std::string_view, 2> kTexts{"small world", "wordnet"};
constexpr int kTrainedStep = 1;  // from which on the lesson speaks of what was learned

// Word vectors that learn while one watches: words start anywhere, and find their places on the
// map; the loss falls, and the analogies come out. The slider goes back to any snapshot.
class WordTraining : public View {
 public:
  std::string_view name() const override { return "word-training"; }
  std::string_view help() const override {
    return "Train starts, Pause holds, Step goes through some thousand words. Choose the text: the "
           "small world, WordNet's, or one of your own, dropped on the window (.txt, .gz). The "
           "line "
           "beside it says how words are learned; More has every setting, and a change starts "
           "over. "
           "The map shows the words along their two principal components, without function words. "
           "Click a word: its neighbours light up, and a line shows where it was before. The "
           "slider "
           "goes back in time.";
  }

  bool takes_options(const Session&) const override { return false; }  // the map has no room
  // The words may speak of a skip-gram that learns the lesson's text.
  Ours ours(const Session& session) const override {
    Ours own = ours_of(session);
    const VectorTrainingSnapshotPtr now = latest(session);
    if (!now->vectors || is_replay(session, *now)) return own;
    const WordTrainingPlan& plan = settings_.plan();
    own.text = own.text && plan.source == text_of_lesson(session);
    own.model = plan.model == WordTrainingPlan::Model::word2vec &&
                plan.word2vec.input == InputRows::skip_gram;
    own.vectors = own.text && own.model;
    own.all = false;
    return own;
  }

  void begin_parts(Ui& ui, Session& session) override {
    // A training goes on while other lessons are open: then it is shown with its settings again.
    if (!std::exchange(met_, true) && session.jobs().vector_plan()) {
      settings_.show(*session.jobs().vector_plan());
    }
    follow_job(session);
    for (const std::string& file : ui.input.dropped_files) {
      settings_.learn_from(file);
      start(session);
      own_ = true;
      ui.request_frame();
    }
    if (entered_.entered(session)) {
      follow(session);
      stage_.ask(state_switch(session, kPathKey, false));
      at_moment_ = false;
      ui.request_frame();  // the controls may stand above what has changed
    }
    if (own_) {
      session.view_state[std::string(kModelKey)] = model_name();
      // Which file was dropped a session does not say.
      const auto source = static_cast<std::size_t>(settings_.plan().source);
      if (source < kTexts.size()) {
        session.view_state[std::string(kTextKey)] = std::string(kTexts.at(source));
      }
    }
    if (!unbegun_ && !session.jobs().vector_training()) start(session);
    if (ui.input.still && !unbegun_ && !is_replay(session, *latest(session))) {
      // A picture waits until there is something to see.
      VectorTrainingJob& job = *session.jobs().vector_training();
      if (session.step >= kTrainedStep) job.start();
      job.wait();
    }
    tell(session, *latest(session));
    now_ = latest(session);
    panel_.watch(ui, now_, is_replay(session, *now_));
    choose_moment(session);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    if (moments_.empty()) {
      if (part == WordTrainingStage::map) draw_nothing_yet(ui, session, area);
      return {};
    }
    const bool in_rounds = is_replay(session, *now_) || settings_.plan().in_rounds();
    stage_.draw(ui, session, {*curves_of_, moments_, in_rounds, is_real()}, part, area);
    return {};
  }

  // How it is trained, and which moment of it is shown.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const float top = area.y;
    const VectorTrainingSnapshotPtr now = latest(session);
    const float shared = TrainingPanel::row_shared(ui, area, !is_replay(session, *now));
    Rect beside = area;
    Rect controls = shared > 0 ? beside.take_left(shared) : area.take_top(theme.px(36));
    controls.h = theme.px(36);
    // Where another one begins, this one and its job are gone.
    if (draw_aside_button(ui, session, waiting_vectors(session), controls) ||
        draw_buttons(ui, session, *now, controls)) {
      ui.request_frame();
      return controls.bottom() - top;
    }
    if (shared == 0) area.take_top(theme.px(8));
    Rect& settings = shared > 0 ? beside : area;
    const auto& steps = session.lesson().steps;
    const auto step = static_cast<std::size_t>(session.step);
    if (settings_.draw(ui, settings, step < steps.size() ? spoken_by(steps[step]) : "")) {
      start(session);
      own_ = true;
      ui.request_frame();
    }
    if (std::string refused = settings_.refused(); !refused.empty()) {
      session.message = std::move(refused);
      session.message_is_error = true;
    }
    if (shared > 0) area.take_top(std::max(controls.bottom(), settings.y) - area.y);
    if (!now->notes.empty()) draw_notes(ui, *now, area);
    area.take_top(theme.px(4));
    if (draw_slider(ui, session, *now, {area.x, area.y, area.w, theme.px(44)}))
      area.take_top(theme.px(44));
    return area.y - top;
  }

 private:
  std::string model_name() const {
    return std::string(word_training_models.at(static_cast<std::size_t>(settings_.model())));
  }

  // What the lesson speaks of: the text that its steps set so far, or else the small world.
  static Source text_of_lesson(const Session& session) {
    const ViewState set = stage_changes(session.lesson(), session.step).view;
    const auto found = set.find(kTextKey);
    const bool real = found != set.end() && found->second == Option(std::string(kTexts[1]));
    return real ? Source::wordnet : Source::world;
  }

  // As it is trained now. Nothing was yet, or only what this lesson does not speak of: empty.
  VectorTrainingSnapshotPtr latest(const Session& session) const {
    static const auto none = std::make_shared<const VectorTrainingSnapshot>();
    const auto& job = session.jobs().vector_training();
    return unbegun_ || !job ? none : job->latest();
  }

  // A step may say which model it is and which text; one that does not leaves what the user chose.
  void follow(Session& session) {
    const auto model = state_choice(session, kModelKey, word_training_models);
    const auto text = state_choice(session, kTextKey, kTexts);
    const auto source = static_cast<Source>(text.value_or(0));
    const bool other = settings_.plan().source != Source::file && settings_.choose_text(source);
    if (other || (source == Source::wordnet && !session.jobs().vector_training())) {
      own_ = false;
      unbegun_ = true;
    }
    const bool back = !model && of_step_;
    of_step_ = stage_changes(session.lesson(), session.step).view.contains(kModelKey);
    if (settings_.choose_model(model.value_or(back ? 0 : settings_.model()))) {
      own_ = !back;
      start(session);
    }
    if (unbegun_ && recording(session).empty()) start(session);
  }

  const VectorRecording& recording(const Session& session) const {
    return session.jobs().recordings().vectors(settings_.plan().source);
  }

  // WordNet is not installed, or broken.
  bool unread(const VectorTrainingSnapshot& now) const {
    return now.state == State::failed && !now.vectors && is_real();
  }

  // Nobody has trained anything yet, or nothing can be: the recording is shown.
  bool is_replay(const Session& session, const VectorTrainingSnapshot& now) const {
    const bool untouched = now.state == State::preparing || now.state == State::paused;
    const bool unasked = !own_ && now.words_done == 0 && untouched;
    return (unasked || unread(now)) && !recording(session).empty();
  }

  // The moment that is shown, and those up to it; none: nothing was learned yet.
  void choose_moment(Session& session) {
    moments_.clear();
    if (is_replay(session, *now_)) {
      const VectorRecording& all = recording(session);
      if (!std::exchange(at_moment_, true)) {
        panel_.show(moment_of(session));
        settling_ = true;
      }
      const std::size_t shown = panel_.chosen(all.size());
      if (!session.busy()) {
        session.use(slots::vectors, all[shown]->vectors, Session::Reach::this_lesson);
      }
      if (settling_) {  // the axes do not follow the moments that were seen before
        stage_.forget();
        settling_ = session.shown().resources.get(slots::vectors) != all[shown]->vectors;
      }
      moments_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown + 1));
      curves_of_ = all[shown];
      return;
    }
    curves_of_ = now_;
    if (now_->state == State::failed || !now_->vectors) return;
    const auto all = session.jobs().vector_training()->timeline();
    if (all.empty()) return;
    const std::size_t at = panel_.chosen(all.size());
    const VectorTrainingSnapshot& shown = *all[at];
    if (!settings_.plan().in_rounds() && shown.progress == 0) return;
    if (!session.busy() && shown.vectors) session.use(slots::vectors, shown.vectors);
    moments_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at + 1));
  }

  // Along the moments; false if there are none.
  bool draw_slider(Ui& ui, Session& session, const VectorTrainingSnapshot& now, Rect row) {
    if (is_replay(session, now)) {
      const VectorRecording& all = recording(session);
      panel_.choose_snapshot(
          ui, all.size(), 300,
          [&](std::size_t i) {
            return fmt::format("recorded, after {:.0f} % of the training", 100 * all[i]->progress);
          },
          row);
      return true;
    }
    if (now.state == State::failed || !now.vectors) return false;
    const auto all = session.jobs().vector_training()->timeline();
    if (all.empty()) return false;
    panel_.choose_snapshot(
        ui, all.size(), 230,
        [&](std::size_t i) {
          return fmt::format("after {:.1f} % of the training", 100 * all[i]->progress);
        },
        row);
    return true;
  }

  void draw_nothing_yet(Ui& ui, Session& session, Rect area) const {
    const Theme& theme = ui.theme;
    if (now_->state == State::failed) {
      text_fitted(ui, area.take_top(theme.px(60)), now_->error, theme.body(), theme.error);
    } else if (!now_->vectors) {
      const auto& job = session.jobs().vector_training();
      draw_preparing(ui, settings_.plan(), *now_, job ? job->seconds() : 0, area);
    } else {
      draw_empty_place(ui, "LSA has no vectors before it is computed", area);
    }
  }

  // Where a training on that text was left before, it goes on, unless it is to start over.
  void start(Session& session, bool restart = false) {
    session.post(
        StartVectorTraining{std::make_shared<const WordTrainingPlan>(settings_.plan()), restart});
    job_ = session.jobs().vector_training().get();
    unbegun_ = false;
    told_.clear();
    panel_.begin();
  }

  // Undo has brought another back.
  void follow_job(const Session& session) {
    const VectorTrainingJob* job = session.jobs().vector_training().get();
    const bool other = job_ != nullptr && job_ != job && job != nullptr;
    job_ = job;
    if (!other || !session.jobs().vector_plan()) return;
    settings_.show(*session.jobs().vector_plan());
    unbegun_ = false;
    own_ = true;
    told_.clear();
    panel_.begin();
  }

  // What a step has chosen is learned, or goes on if it was begun in another lesson.
  void begin(Session& session) {
    own_ = true;
    const auto& plan = session.jobs().vector_plan();
    if (!plan || plan->source != settings_.plan().source || plan->model != settings_.plan().model) {
      return start(session);
    }
    settings_.show(*plan);
    unbegun_ = false;
    panel_.begin();
  }

  // Why the CPU took over, and why nothing can be learned.
  void tell(Session& session, const VectorTrainingSnapshot& now) {
    const bool failed = now.state == State::failed && !now.vectors;
    const std::string& news = failed ? now.error : now.fallback;
    if (news == told_) return;
    told_ = news;
    if (told_.empty()) return;
    session.message = told_;
    session.message_is_error = failed;
    if (!failed) return;
    panel_.show(moment_of(session));
    if (settings_.plan().source == Source::file) back_to_lesson(session);
  }

  // From a text that cannot be learned.
  void back_to_lesson(Session& session) {
    settings_.choose_text(text_of_lesson(session));
    own_ = false;
    unbegun_ = true;
    if (recording(session).empty()) start(session);
  }

  // True if it was started over.
  bool draw_buttons(Ui& ui, Session& session, const VectorTrainingSnapshot& now, Rect row) {
    const auto job = [&]() -> JobControl& {
      if (unbegun_) begin(session);
      if (unread(*session.jobs().vector_training()->latest())) start(session);
      return *session.jobs().vector_training();
    };
    const bool over = panel_.draw_controls(
        ui, job, is_replay(session, now) ? std::string() : state_of(now, settings_.plan()), row);
    if (over) {
      start(session, true);
      own_ = true;
    }
    return over;
  }

  bool is_real() const { return settings_.plan().source == Source::wordnet; }

  WordTrainingSettings settings_;
  WordTrainingStage stage_;
  bool met_ = false;                        // what the session trains already
  bool unbegun_ = false;                    // what a step has chosen begins when it is asked for
  const VectorTrainingJob* job_ = nullptr;  // that was shown last
  bool own_ = false;                        // the user has chosen what is learned, and how
  bool of_step_ = false;                    // a step has chosen the model
  StepState entered_;
  bool at_moment_ = false;  // the slider stands where the step has put it, or where it was moved
  bool settling_ = false;   // the run of a step's moment is not there yet
  VectorTrainingSnapshotPtr now_;
  VectorTrainingSnapshotPtr curves_of_;
  std::vector<VectorTrainingSnapshotPtr> moments_;  // up to the one whose words are shown
  TrainingPanel panel_;
  std::string told_;  // what tell() said last
};

const RegisterView registered{"word-training",
                              [] { return std::unique_ptr<View>(new WordTraining); },
                              {.files = ViewTraits::Files::texts,
                               .home = ViewTraits::Home::text,
                               .fills = slots::vectors.name,
                               .state = {state_spec(kModelKey, word_training_models,
                                                    "Which model learns; set, it is trained"),
                                         state_spec(kTextKey, kTexts,
                                                    "Which text is learned; that of a step begins "
                                                    "when somebody presses Train"),
                                         state_switch_spec(kPathKey,
                                                           "Lights the chosen word, its path and "
                                                           "its neighbours, as a click does")},
                               .parts = {{.name = WordTrainingStage::map, .keeps_shape = true},
                                         {.name = WordTrainingStage::neighbours},
                                         {.name = WordTrainingStage::loss, .share = 0.34F},
                                         {.name = WordTrainingStage::analogies, .share = 0.34F}}}};

}  // namespace

}  // namespace glassformer
