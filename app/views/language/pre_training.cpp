#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/pretraining_job.h"
#include "app/jobs/recordings.h"
#include "app/session/ours.h"
#include "app/views/language/close_ahead.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/language/pretraining_pictures.h"
#include "app/views/language/pretraining_settings.h"
#include "app/views/parts/aside_button.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/training_panel.h"
#include "app/views/view.h"
#include "core/scenes/records/pre_training.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// A language model that learns while one watches: its loss, what it writes at each moment, what it
// expects next and where it looks. The lesson's is recorded, one's own learns here.
class PreTraining : public View {
 public:
  static constexpr std::string_view tasks = "tasks", next = "next", losses = "losses",
                                    written = "written", kinds = "kinds", map = "map",
                                    doubt = "doubt", few = "few";

  std::string_view name() const override { return "pre-training"; }
  std::string_view help() const override {
    return "The slider goes through the moments of the training, and all pictures show the model "
           "as it was then; a click on a line of what it wrote goes there too. Type how a text "
           "begins, and each moment goes on with it. Train starts a training of your own, Pause "
           "holds it, Step makes a single one. Drop a text on the window (.txt, .gz), and Train "
           "learns it instead; choose what a token is, GPT or Llama, and how large.";
  }

  Ours ours(const Session& session) const override {
    Ours own = ours_of(session);
    const bool recorded = session.shown().resources.get(slots::pretraining) ==
                          session.jobs().recordings().pretraining();
    own.model = recorded;
    own.all = own.all && recorded;
    return own;
  }

  void begin_parts(Ui& ui, Session& session) override {
    prepare(ui, session);
    panel_.begin(ui, session);
  }
  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }
  float built() const override { return panel_.built(); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<PreTrainingRecord>();
    const auto shown = [&](Var var) {
      return var ? std::vector{run->tape.node(var).path} : std::vector<std::string>{};
    };
    if (part == tasks) {
      draw_next_tasks(ui, session, area);
      return shown(record.right);
    }
    if (part == next) {
      draw_next(ui, session, record, area);
      return shown(record.p);
    }
    if (part == losses) {
      draw_pretraining_losses(ui, session, area);
      return shown(record.held_out);
    }
    if (part == written) {
      if (const auto step = draw_written(ui, session, area)) go_to(session, *step);
      return shown(record.chances);
    }
    if (part == kinds) {
      draw_token_kinds(ui, session, area);
      return shown(record.one_before);
    }
    if (part == doubt) {
      draw_doubt(ui, session, area);
      return shown(record.perplexity);
    }
    if (part == few) {
      draw_few(ui, session, area);
      return shown(record.few_read ? record.few_read : record.held_out);
    }
    close_ahead(ui, panel_.draw(ui, session, record.map, area, {.largest = 140, .fills = true}),
                run->tape.shape(record.map).rows);
    return shown(record.map);
  }

  // What steers the training, what learns what, and the way through its moments.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const float top = area.y;
    prepare(ui, session);
    Rect row = area.take_top(theme.px(36));
    draw_aside_button(ui, session, waiting_pretraining(session), row);
    draw_look_back(ui, session, row);
    const auto job = [&]() -> JobControl& {
      looks_back_ = false;
      const bool failed = latest(session)->state == JobSnapshot::State::failed;
      if (failed || !session.jobs().pretraining()) start(session);
      return *session.jobs().pretraining();
    };
    if (steering_.draw_controls(ui, job, state_of(session), row)) {
      start(session);
      ui.request_frame();
    }
    area.take_top(theme.px(6));
    if (settings_.draw(ui, area)) {
      start(session);
      ui.request_frame();
    }
    if (std::string refused = settings_.refused(); !refused.empty()) {
      session.message = std::move(refused);
      session.message_is_error = true;
    }
    area.take_top(theme.px(6));
    draw_slider(ui, session, area.take_top(theme.px(36)));
    return area.y - top;
  }

 private:
  static const PretrainingSnapshotPtr& nothing() {
    static const auto none = std::make_shared<const PretrainingSnapshot>();
    return none;
  }
  static PretrainingSnapshotPtr latest(const Session& session) {
    const auto& job = session.jobs().pretraining();
    return job ? job->latest() : nothing();
  }

  // Once a frame would do: what is drawn first calls it.
  void prepare(Ui& ui, Session& session) {
    if (std::exchange(prepared_at_, ui.input.time) != ui.input.time) {
      for (const std::string& file : ui.input.dropped_files) {
        settings_.learn_from(file);
        start(session);
        ui.request_frame();
      }
    }
    follow_job(session);
    const auto& job = session.jobs().pretraining();
    if (job && ui.input.still && latest(session)->state != JobSnapshot::State::paused) job->wait();
    const PretrainingSnapshotPtr now = latest(session);
    if (job) steering_.watch(ui, now, looks_back_);
    const bool runs = now->state == JobSnapshot::State::running;
    if ((runs && !runs_) || (now->step > 0 && !std::exchange(followed_, true))) {
      looks_back_ = false;
      go_to(session, static_cast<std::int64_t>(pre_training_options::after.initial));
    }
    runs_ = runs;
    tell_failure(session, *now);
    show_course(session, *now);
  }

  // A training goes on while other lessons are open: then it is shown with its settings again.
  // So is one that was brought back.
  void follow_job(Session& session) {
    const PretrainingJob* job = session.jobs().pretraining().get();
    if (job_ == job) return;
    job_ = job;
    looks_back_ = runs_ = false;
    if (session.jobs().pretraining_plan()) {
      settings_.show(*session.jobs().pretraining_plan());
      const std::string& file = settings_.plan().file;
      // What stands in the field goes with another text.
      if (file.empty() && !prompted_for_.empty()) {
        say(session, session.lesson().inputs.text[0]);
      }
      prompted_for_ = file;
      // Back from another lesson, which has put its own sentence there.
      awaits_prompt_ = !file.empty();
    }
    steering_.begin();
  }

  // An undo that brings a training back has brought its words back, too.
  static void say(Session& session, const std::string& words) {
    if (session.inputs().text[0] == words) return;
    session.post(SetText{0, words, Session::with_training});
  }

  void start(Session& session) {
    session.post(StartPretraining{std::make_shared<const PretrainingPlan>(settings_.plan())});
    job_ = session.jobs().pretraining().get();
    looks_back_ = runs_ = followed_ = false;
    // A text of one's own is gone on with by its own words, the small world by the lesson's; what
    // was typed meanwhile stays.
    const std::string& file = settings_.plan().file;
    if (file != std::exchange(prompted_for_, file)) {
      awaits_prompt_ = !file.empty();
      if (file.empty()) say(session, session.lesson().inputs.text[0]);
    }
    told_.clear();
    steering_.begin();
  }

  // The session shows the user's training, or with an empty slot the recording.
  void show_course(Session& session, const PretrainingSnapshot& now) {
    const PretrainingPtr& recording = session.jobs().recordings().pretraining();
    if (recording != std::exchange(recording_, recording)) looks_back_ = true;  // just opened
    const bool own = now.course && !looks_back_;
    const PretrainingPtr wanted = own ? now.course : recording;
    if (own && std::exchange(awaits_prompt_, false)) say(session, wanted->prompt);
    if (session.busy() || session.inputs().resources.get(slots::pretraining) == wanted) return;
    session.use(slots::pretraining, wanted, Session::Reach::this_lesson);
  }

  void tell_failure(Session& session, const PretrainingSnapshot& now) {
    if (now.state != JobSnapshot::State::failed || now.error == told_) return;
    told_ = now.error;
    session.message = told_;
    session.message_is_error = true;
    if (!now.course) settings_.learn_from_world();
  }

  static void go_to(Session& session, std::int64_t step) {
    const auto now = value_of(session.inputs(), pre_training_options::after);
    if (now == static_cast<double>(step)) return;
    session.post(set_option(pre_training_options::after, static_cast<double>(step)));
  }

  // Between the recording and a training of the user's, which is kept meanwhile.
  void draw_look_back(Ui& ui, Session& session, Rect& row) {
    const PretrainingSnapshotPtr now = latest(session);
    if (!now->course || now->state == JobSnapshot::State::running) return;
    const std::string_view label = looks_back_ ? "Back to your training" : "The recording";
    const Rect place = row.take_right(ui.canvas.width(label, ui.theme.small()) + ui.theme.px(24));
    row.take_right(ui.theme.px(12));
    const std::string tip = looks_back_ ? fmt::format("It waits at step {}", now->step)
                                        : "What the steps speak of; your training is kept";
    if (!ui.button(label, place, looks_back_, tip)) return;
    looks_back_ = !looks_back_;
    if (!settings_.plan().file.empty()) {
      const std::string& words =
          looks_back_ ? session.lesson().inputs.text[0] : now->course->prompt;
      session.post(SetText{0, words, Session::with_training});
    }
    ui.request_frame();
  }

  std::string state_of(const Session& session) const {
    if (!session.jobs().pretraining()) return "recorded";
    const PretrainingSnapshotPtr now = latest(session);
    using State = JobSnapshot::State;
    if (now->state == State::failed) return "failed";
    if (!now->course) {
      return settings_.plan().file.empty() ? "Making 145 000 sentences …"
                                           : "Reading and counting the text …";
    }
    const std::vector<double>& all = now->course->losses;
    std::string words = fmt::format("step {} of {}", now->step, settings_.plan().steps);
    if (!all.empty()) words += fmt::format("   loss {:.2f}", all.back());
    if (now->tokens_per_second > 0) {
      words += fmt::format("   {} tokens/s", format_quantity(now->tokens_per_second, ""));
    }
    return words;
  }

  void draw_slider(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<PreTrainingRecord>();
    const auto last = static_cast<double>(record.steps.size()) - 1;
    const std::string told =
        fmt::format("{}after step {}", record.recorded ? "recorded, " : "",
                    typeset_numbers(std::to_string(record.steps[record.moment])));
    ui.canvas.text_in(row.take_left(theme.px(210)), told, theme.body(), theme.soft_ink);
    const bool newest = record.moment + 1 == record.steps.size();
    if (ui.button("Newest", row.take_right(theme.px(90)), newest)) {
      go_to(session, static_cast<std::int64_t>(pre_training_options::after.initial));
    }
    row.take_right(theme.px(12));
    auto at = static_cast<double>(record.moment);
    if (last <= 0 || !ui.slider("moment of the pre-training", at, 0, last, true, row)) return;
    session.post(set_option(pre_training_options::after,
                            static_cast<double>(record.steps[static_cast<std::size_t>(at)]),
                            1 << 21));
  }

  // What follows the prompt, the most probable first.
  static void draw_next(Ui& ui, Session& session, const PreTrainingRecord& record, Rect area) {
    constexpr int most = 14;
    const RunPtr run = session.run();
    const Mat& p = run->tape.value(record.p);
    const Axis& names = run->tape.node(record.p).label.cols;
    LargeBars list{.id = "pre-trained next",
                   .title = fmt::format("after step {}", record.steps[record.moment]),
                   .bars = {}};
    list.bars.by_value = true;
    list.bars.full = 1;
    for (const double round : {0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005}) {
      if (double{p(0, 0)} <= round) list.bars.full = round;
    }
    for (int i = 0; i < std::min(most, p.cols()); ++i) {
      const double share = p(0, i);
      list.bars.bars.push_back({.name = on_chip(axis_label(names, i)),
                                .cell = cell_of(run->tape, record.p, 0, i),
                                .value = share,
                                .number = fmt::format("{:.1f} %", 100 * share),
                                .color = ui.theme.tensor(Role::output)});
    }
    draw_large_bars(ui, session, list, area);
  }

  PretrainingSettings settings_;
  TrainingPanel steering_;
  MatrixPanel panel_;
  const PretrainingJob* job_ = nullptr;  // that was shown last
  PretrainingPtr recording_;             // that was opened from a file
  double prepared_at_ = -1;
  bool runs_ = false;           // in the frame before
  bool followed_ = true;        // its newest moment was gone to when it began to learn
  bool looks_back_ = false;     // the recording is shown while a training waits
  std::string prompted_for_;    // the file whose words stand in the field; empty: the lesson's
  bool awaits_prompt_ = false;  // one that the text being learned could go on with
  std::string told_;            // the failure that was told last
};

const RegisterView registered{"pre-training",
                              [] { return std::unique_ptr<View>(new PreTraining); },
                              {.files = ViewTraits::Files::texts,
                               .fills = slots::pretraining.name,
                               .parts = {{.name = PreTraining::tasks},
                                         {.name = PreTraining::next, .share = 0.36F},
                                         {.name = PreTraining::losses, .share = 0.44F},
                                         {.name = PreTraining::written, .share = 0.5F},
                                         {.name = PreTraining::kinds, .share = 0.4F},
                                         {.name = PreTraining::map},
                                         {.name = PreTraining::doubt, .share = 0.36F},
                                         {.name = PreTraining::few}}}};

}  // namespace

}  // namespace glassformer
