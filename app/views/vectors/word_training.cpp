#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/recording.h"
#include "app/jobs/vector_training.h"
#include "app/view.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/training_panel.h"
#include "app/views/vectors/map_legend.h"
#include "app/views/vectors/map_panels.h"
#include "app/views/vectors/map_scene.h"
#include "app/views/vectors/near_list.h"
#include "app/views/vectors/word_training_curves.h"
#include "app/views/vectors/word_training_settings.h"
#include "app/widgets/fitting.h"
#include "core/lesson/spoken.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

namespace {

using State = VectorTrainingSnapshot::State;
constexpr std::string_view kModelKey = "model";
constexpr int kTrainedStep = 1;  // from which on the lesson speaks of what was learned

// Word vectors that learn while one watches: words start anywhere, and find their places on the
// map; the loss falls, and the analogies come out. The slider goes back to any snapshot.
class WordTraining : public View {
 public:
  std::string_view name() const override { return "word-training"; }
  std::string_view help() const override {
    return "Train starts, Pause holds, Step goes through some thousand words. Choose how the "
           "words are learned, by which model and with which settings, and point at one to read "
           "what it does; a change starts over. Drop a text on the window (.txt, .gz) and the "
           "words of it are learned. Left: the loss, and the share of analogies that come out "
           "right. Right: all words along their two principal components, and the neighbours of "
           "the word that you click; in a low window these take the place of the curves. The "
           "slider goes back in time.";
  }

  // The words speak of what is trained here.
  std::optional<std::string> notice(const Session& session) const override {
    if (!session.jobs().vector_training()) return "";
    const VectorTrainingSnapshotPtr now = session.jobs().vector_training()->latest();
    if (!now->notes.empty()) {
      return "A text of your own is learned; the lesson is about the program's text.";
    }
    const WordTrainingPlan& plan = *session.jobs().vector_plan();
    const bool skip_gram = plan.model == WordTrainingPlan::Model::word2vec &&
                           plan.word2vec.input == InputRows::skip_gram;
    const bool other = now->vectors && !skip_gram;
    return other ? "Another model is trained; the lesson is about skip-gram." : "";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    // A training goes on while other lessons are open: then it is shown with its settings again.
    if (!std::exchange(met_, true) && session.jobs().vector_plan()) {
      settings_.show(*session.jobs().vector_plan());
    }
    for (const std::string& file : ui.input.dropped_files) {
      settings_.learn_from(file);
      start(session);
      own_ = true;
    }
    just_entered_ = entered_.entered(session);
    if (just_entered_) follow(session);
    if (own_) session.view_state[std::string(kModelKey)] = model_name();
    if (!session.jobs().vector_training()) start(session);
    VectorTrainingJob& job = *session.jobs().vector_training();
    if (ui.input.still &&
        !is_replay(*job.latest())) {  // a picture waits until there is something to see
      if (session.step >= kTrainedStep) job.start();
      job.wait();
    }
    const VectorTrainingSnapshotPtr now = job.latest();
    panel_.watch(ui, now, is_replay(*now));
    if (now->fallback != told_) {
      told_ = now->fallback;
      if (!told_.empty()) session.message = told_;
    }
    // Where another one begins, this one and its job are gone.
    if (draw_controls(ui, session, *now, area.take_top(theme.px(36)))) return;
    area.take_top(theme.px(8));
    const auto& steps = session.lesson().steps;
    const auto step = static_cast<std::size_t>(session.step);
    if (settings_.draw(ui, area, step < steps.size() ? spoken_by(steps[step]) : "")) {
      start(session);
      own_ = true;
      ui.request_frame();
      return;
    }
    if (std::string refused = settings_.refused(); !refused.empty()) {
      session.message = std::move(refused);
      session.message_is_error = true;
    }
    if (!now->notes.empty()) draw_notes(ui, *now, area);
    area.take_top(theme.px(12));
    if (is_replay(*now)) return draw_replay(ui, session, area);
    if (now->state == State::failed) {
      ui.canvas.text_in(area.take_top(theme.px(30)), now->error, theme.body(), theme.error);
      return;
    }
    if (!now->vectors) {
      ui.canvas.text_in(area.take_top(theme.px(30)), preparing(), theme.body(), theme.soft_ink);
      return;
    }
    Rect slider = area.take_bottom(theme.px(44));
    area.take_bottom(theme.px(8));
    if (!choose_snapshot(ui, session, job.timeline(), slider)) {
      return draw_empty_place(ui, "LSA is computed in one go: before that it has no vectors", area);
    }
    draw_learned(ui, session, *now, area);
  }

 private:
  std::string model_name() const {
    return std::string(word_training_models.at(static_cast<std::size_t>(settings_.model())));
  }

  // A step may say which model it is; one that does not leaves what the user chose.
  void follow(Session& session) {
    const auto model = state_choice(session, kModelKey, word_training_models);
    const bool back = !model && of_step_;
    of_step_ = model.has_value();
    if (settings_.choose_model(model.value_or(back ? 0 : settings_.model()))) {
      own_ = !back;
      start(session);
    }
  }

  // Nobody has trained anything yet: the recording is shown.
  bool is_replay(const VectorTrainingSnapshot& now) const {
    const bool untouched = now.state == State::preparing || now.state == State::paused;
    return !own_ && now.words_done == 0 && untouched && !shipped_vector_training().empty();
  }

  void draw_replay(Ui& ui, Session& session, Rect area) {
    const VectorRecording& all = shipped_vector_training();
    if (just_entered_) {
      panel_.show(moment_of(session));
      last_ = Mat();  // the axes do not follow the moments that were seen before
      placed_ = 0;
    }
    const Rect slider = area.take_bottom(ui.theme.px(44));
    area.take_bottom(ui.theme.px(8));
    const auto told = [&](std::size_t i) {
      return fmt::format("recorded, after {:.0f} % of the training", 100 * all[i]->progress);
    };
    const VectorTrainingSnapshot& shown =
        *all[panel_.choose_snapshot(ui, all.size(), 300, told, slider)];
    if (!session.busy()) session.use(slots::vectors, shown.vectors, Session::Reach::this_lesson);
    draw_learned(ui, session, shown, area);
  }

  // Where a training on that text was left before, it goes on, unless it is to start over.
  void start(Session& session, bool restart = false) {
    session.post(
        StartVectorTraining{std::make_shared<const WordTrainingPlan>(settings_.plan()), restart});
    panel_.begin();
  }

  // What is done before there is anything to learn from.
  std::string preparing() const {
    const WordTrainingPlan& plan = settings_.plan();
    std::string words = plan.text.empty() ? "Writing the corpus from its facts"
                                          : "Reading " + plan.text.filename().string();
    if (plan.model == WordTrainingPlan::Model::glove) words += ", and counting who is near whom";
    return words + " …";
  }

  // True if it was started over.
  bool draw_controls(Ui& ui, Session& session, const VectorTrainingSnapshot& now, Rect row) {
    const bool over = panel_.draw_controls(ui, *session.jobs().vector_training(),
                                           is_replay(now) ? std::string() : state_of(now), row);
    if (over) {
      start(session, true);
      own_ = true;
    }
    return over;
  }

  // How far it is. What is computed in one go has no curves: it says its score here.
  std::string state_of(const VectorTrainingSnapshot& now) const {
    const bool running = now.state == State::running;
    std::string words = fmt::format("{:.0f} %", 100 * now.progress);
    if (now.state == State::finished) words = "finished";
    if (!settings_.plan().in_rounds()) {
      if (running) return "counts, and decomposes the counts …";
      if (!now.scores.empty() && std::isfinite(now.scores.back().accuracy)) {
        words += fmt::format("   {:.1f} % of the analogies   {:.1f} s",
                             100 * now.scores.back().accuracy, now.seconds);
      }
      return words;
    }
    if (!now.losses.empty()) {
      const double speed = now.words_per_second;
      words += fmt::format("   loss {:.3f}   {:.2f} {} {}/s", now.losses.back().loss,
                           speed < 1e5 ? speed / 1e3 : speed / 1e6,
                           speed < 1e5 ? "thousand" : "million", now.counted);
      if (running) words += fmt::format("   {:.0f} s left", now.seconds_left);
    }
    return words;
  }

  // What there is to say of a text of one's own.
  static void draw_notes(Ui& ui, const VectorTrainingSnapshot& now, Rect& area) {
    const Theme& theme = ui.theme;
    area.take_top(theme.px(8));
    // In a low window they share a line.
    const bool low = area.h < theme.px(400);
    const std::string joined = fmt::format("{}", fmt::join(now.notes, " "));
    for (const std::string& note : low ? std::vector{joined} : now.notes) {
      const Rect row = area.take_top(theme.px(20));
      ui.canvas.text_in(row, note, theme.small(), theme.soft_ink);
      if (ui.hovering(row)) ui.tip(note);  // where it is cut
    }
  }

  // False if there are no vectors yet where the slider stands.
  bool choose_snapshot(Ui& ui, Session& session, const std::vector<VectorTrainingSnapshotPtr>& all,
                       Rect row) {
    if (all.empty()) return false;
    const auto told = [&](std::size_t i) {
      return fmt::format("after {:.1f} % of the training", 100 * all[i]->progress);
    };
    const VectorTrainingSnapshot& shown =
        *all[panel_.choose_snapshot(ui, all.size(), 230, told, row)];
    const bool there = settings_.plan().in_rounds() || shown.progress > 0;
    if (there && !session.busy() && shown.vectors) session.use(slots::vectors, shown.vectors);
    return there;
  }

  // Curves and map beside each other, and the neighbours of the clicked word below the map. In a
  // low window they take the place of the curves as long as a word is chosen.
  void draw_learned(Ui& ui, Session& session, const VectorTrainingSnapshot& now, Rect area) {
    const Theme& theme = ui.theme;
    const bool curves = settings_.plan().in_rounds(), low = area.h <= theme.px(400);
    if (low || curves) {
      const Rect left = area.take_left(area.w * 0.4F);
      area.take_left(theme.px(20));
      if (low && (asked_ || !curves)) {
        draw_neighbours(ui, session, left, curves);
      } else {
        draw_training_curves(ui, now, left);
      }
    }
    if (!low) {
      const Rect list = area.take_bottom(std::min(area.h * 0.38F, theme.px(236)));
      area.take_bottom(theme.px(10));
      draw_neighbours(ui, session, list, false);
    }
    draw_words(ui, session, area);
  }

  // Of a large vocabulary the map has the first words.
  static bool maps(const Session& session) {
    const RunPtr run = session.run();
    const Var map = run->records.get<WordMapRecord>().pca.map;
    const WordVectorsPtr vectors = session.inputs().resources.get(slots::vectors);
    return map && vectors && run->tape.shape(map).rows <= static_cast<int>(vectors->words.size());
  }

  void draw_words(Ui& ui, Session& session, Rect area) {
    if (!maps(session)) return;
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var map = run->records.get<WordMapRecord>().pca.map;
    const WordVectorsPtr vectors = session.inputs().resources.get(slots::vectors);
    const Rect legend = area.take_bottom(theme.px(24));
    place(run->tape.value(map), run->tape.node(map).stamp);
    scene_.color(theme, vectors, {});
    PointCloud cloud = scene_.cloud("training map");
    light(ui, session, *vectors, cloud);
    const CloudTouch touch = draw_point_cloud(ui, cloud, camera_, area);
    draw_map_legend(ui, scene_.legend(), legend);
    if (touch.clicked_nothing) asked_ = false;
    if (touch.clicked < 0) return;
    asked_ = true;
    ui.request_frame();
    session.post(set_option(word_map_options::word,
                            std::string(vectors->words[static_cast<std::size_t>(touch.clicked)])));
  }

  // Of the chosen word; where they stand in the place of the curves, with a way back to these.
  void draw_neighbours(Ui& ui, Session& session, Rect area, bool instead) {
    if (!maps(session)) return;
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const bool cosine =
        value_of(session.inputs(), word_map_options::measure) == word_map_options::measure.initial;
    const auto& record = run->records.get<WordMapRecord>();
    const Var near = cosine ? record.cosine : record.distance;
    if (near) {
      Rect head = area.take_top(theme.px(26));
      if (instead && ui.button("Curves", head.take_right(theme.px(76)), false,
                               "The loss and the analogies again, here")) {
        asked_ = false;
        ui.request_frame();
      }
      const std::string word = axis_label(run->tape.node(near).label.rows, 0);
      text_fitted(ui, head, (instead ? "Near " : "Neighbours of ") + word, theme.strong(),
                  theme.ink);
    }
    if (instead) area.take_top(theme.px(6));
    draw_near_list(ui, session, {"training neighbours", near, cosine}, area);
  }

  // Once a word was clicked: it and its neighbours, and the rest grey. Before that all words in the
  // colours of their groups.
  void light(const Ui& ui, const Session& session, const WordVectors& vectors,
             PointCloud& cloud) const {
    const Var cosine = session.run()->records.get<WordMapRecord>().cosine;
    if (!cosine) return;
    const Label& label = session.run()->tape.node(cosine).label;
    const auto add = [&](const std::string& word, Color color) {
      const int id = vectors.words.find(word);
      if (id >= 0 && static_cast<std::size_t>(id) < scene_.words())
        cloud.lit.push_back({id, color});
    };
    if (const auto& named = session.touch().words; !named.empty()) {
      for (const std::string& word : named) add(word, ui.theme.accent);
      return;
    }
    if (!asked_) {
      // The word whose neighbours are listed says where it is, all others keep their colours.
      const int id = vectors.words.find(axis_label(label.rows, 0));
      if (static_cast<std::size_t>(id) < scene_.words()) cloud.touched = id;
      return;
    }
    add(axis_label(label.rows, 0), ui.theme.accent);
    for (const std::string& word : label.cols.labels) add(word, ui.theme.tensor(Role::key));
  }

  // A principal component has no sign of its own: it takes the one that keeps the words where they
  // were a snapshot ago.
  void place(const Mat& map, std::uint64_t stamp) {
    if (stamp != placed_) {
      Mat upright = map;
      for (int c = 0; c < map.cols(); ++c) {
        double alike = 0;
        for (int r = 0; r < map.rows() && map.shape() == last_.shape(); ++r) {
          alike += static_cast<double>(map(r, c)) * last_(r, c);
        }
        if (alike >= 0) continue;
        for (int r = 0; r < map.rows(); ++r) upright(r, c) = -map(r, c);
      }
      last_ = std::move(upright);
      placed_ = stamp;
    }
    scene_.place(last_, 0, 0, stamp);
  }

  WordTrainingSettings settings_;
  bool met_ = false;  // what the session trains already
  MapScene scene_;
  CloudCamera camera_;
  Mat last_;
  std::uint64_t placed_ = 0;
  bool asked_ = false;    // a word was clicked
  bool own_ = false;      // the user has chosen what is learned, and how
  bool of_step_ = false;  // a step has chosen the model
  StepState entered_;
  bool just_entered_ = false;
  TrainingPanel panel_;
  std::string told_;  // why the CPU took over
};

const RegisterView registered{"word-training",
                              [] { return std::unique_ptr<View>(new WordTraining); },
                              {.files = ViewTraits::Files::texts,
                               .home = ViewTraits::Home::text,
                               .state = {state_spec(kModelKey, word_training_models,
                                                    "Which model learns; set, it is trained")}}};

}  // namespace

}  // namespace glassformer
