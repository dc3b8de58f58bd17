#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/vector_training.h"
#include "app/view.h"
#include "app/views/map_legend.h"
#include "app/views/map_panels.h"
#include "app/views/map_scene.h"
#include "app/views/near_list.h"
#include "app/views/news.h"
#include "app/views/word_training_settings.h"
#include "app/widgets/curve.h"

namespace glassformer {

namespace {

using State = VectorTrainingSnapshot::State;
constexpr int kTrainedStep = 2;  // from which on the lesson speaks of what was learned

// Word vectors that learn while one watches: words start anywhere, and find their places on the
// map; the loss falls, and the analogies come out. The slider goes back to any snapshot.
class WordTraining : public View {
 public:
  std::string_view name() const override { return "word-training"; }
  std::string_view help() const override {
    return "Train starts, Pause holds, Step goes through some thousand words. Choose how the "
           "words are learned, and point at a setting to read what it does; a changed one starts "
           "over. Drop a text on the window (.txt, .gz) and the words of it are learned. Left: the "
           "loss, and the share of analogies that come out right. Right: all "
           "words along their two principal components, and the neighbours of the word that you "
           "click. The slider goes back in time.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    for (const std::string& file : ui.input.dropped_files) {
      settings_.learn_from(file);
      start(session);
    }
    if (!session.vector_training) start(session);
    VectorTrainingJob& job = *session.vector_training;
    if (ui.input.still) {  // a picture waits until there is something to see
      if (session.step >= kTrainedStep) job.start();
      job.wait();
    }
    const VectorTrainingSnapshotPtr now = job.latest();
    if (news_.wants_frame(now)) ui.request_frame();
    if (now->fallback != told_) {
      told_ = now->fallback;
      if (!told_.empty()) session.message = told_;
    }
    // Where another one begins, this one and its job are gone.
    if (draw_controls(ui, session, *now, area.take_top(theme.px(36)))) return;
    area.take_top(theme.px(8));
    if (settings_.draw(ui, area)) {
      start(session);
      ui.request_frame();
      return;
    }
    if (std::string refused = settings_.refused(); !refused.empty()) {
      session.message = std::move(refused);
      session.message_is_error = true;
    }
    if (!now->notes.empty()) draw_notes(ui, *now, area);
    area.take_top(theme.px(12));
    if (now->state == State::failed) {
      ui.canvas.text_in(area.take_top(theme.px(30)), now->message, theme.body(), theme.error);
      return;
    }
    if (!now->vectors) {
      const std::filesystem::path& text = settings_.plan().text;
      ui.canvas.text_in(area.take_top(theme.px(30)),
                        text.empty() ? "Writing the corpus from its facts …"
                                     : "Reading " + text.filename().string() + " …",
                        theme.body(), theme.soft_ink);
      return;
    }
    Rect slider = area.take_bottom(theme.px(44));
    area.take_bottom(theme.px(8));
    choose_snapshot(ui, session, job.timeline(), slider);
    Rect left = area.take_left(area.w * 0.4F);
    area.take_left(theme.px(20));
    draw_curves(ui, *now, left);
    draw_words(ui, session, area);
  }

 private:
  // Where a training on that text was left before, it goes on, unless it is to be anew.
  void start(Session& session, bool anew = false) {
    WordTrainingPlan plan = settings_.plan();
    plan.checkpoint = session.training_kept_in;
    plan.anew = anew;
    auto begun = word_training(plan, session.backend());
    session.ending.take(std::exchange(session.vector_training, std::move(begun)));
    news_ = {};
    follow_ = true;
  }

  // True if it was started over.
  bool draw_controls(Ui& ui, Session& session, const VectorTrainingSnapshot& now, Rect row) {
    const Theme& theme = ui.theme;
    VectorTrainingJob& job = *session.vector_training;
    const float gap = theme.px(8);
    const bool running = now.state == State::running;
    if (ui.button(running ? "Pause" : "Train", row.take_left(theme.px(90)), running)) {
      if (running) {
        job.pause();
      } else {
        job.start();
        news_.ask();
        follow_ = true;
      }
      ui.request_frame();
    }
    row.take_left(gap);
    if (ui.button("Step", row.take_left(theme.px(70)))) {
      job.single_step();
      news_.ask();
      follow_ = true;
      ui.request_frame();
    }
    row.take_left(gap);
    if (ui.button("Start over", row.take_left(theme.px(110)))) {
      start(session, true);
      ui.request_frame();
      return true;
    }
    row.take_left(theme.px(20));
    std::string words = fmt::format("{:.0f} %", 100 * now.done);
    if (now.state == State::finished) words = "finished";
    if (!now.losses.empty()) {
      words += fmt::format("   loss {:.3f}   {:.2f} million words/s", now.losses.back().loss,
                           now.words_per_second / 1e6);
    }
    if (running) words += fmt::format("   {:.0f} s left", now.seconds_left);
    ui.canvas.text_in(row, words, theme.body(), theme.ink);
    return false;
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

  void choose_snapshot(Ui& ui, Session& session, const std::vector<VectorTrainingSnapshotPtr>& all,
                       Rect row) {
    const Theme& theme = ui.theme;
    const auto last = static_cast<double>(all.size()) - 1;
    if (last < 0) return;
    if (follow_) at_ = last;
    at_ = std::min(at_, last);
    const VectorTrainingSnapshot& shown = *all[static_cast<std::size_t>(at_)];
    const std::string words = fmt::format("after {:.1f} % of the training", 100 * shown.done);
    ui.canvas.text_in(row.take_left(theme.px(230)), words, theme.body(), theme.soft_ink);
    if (ui.button("Newest", row.take_right(theme.px(90)).inset(0, theme.px(4)), follow_)) {
      follow_ = true;
    }
    row.take_right(theme.px(12));
    if (last > 0 && ui.slider("snapshot", at_, 0, last, true, row.inset(0, theme.px(4)))) {
      follow_ = at_ >= last;
    }
    if (!session.busy() && shown.vectors) session.use(shown.vectors);
  }

  // A low window has room for one, and the loss also stands above.
  static void draw_curves(Ui& ui, const VectorTrainingSnapshot& now, Rect area) {
    const Theme& theme = ui.theme;
    const bool scored = !now.scores.empty() && std::isfinite(now.scores.back().accuracy);
    if (area.h < theme.px(230)) {
      return scored ? draw_scores(ui, now, area) : draw_losses(ui, now, area);
    }
    draw_losses(ui, now, area.take_top(area.h / 2 - theme.px(8)));
    area.take_top(theme.px(16));
    draw_scores(ui, now, area);
  }

  static void draw_losses(Ui& ui, const VectorTrainingSnapshot& now, Rect area) {
    if (now.losses.size() < 2) {
      const bool over = now.state == State::finished;
      return empty(ui, over ? "No loss to show" : "The loss, while it trains", area);
    }
    CurveSpec spec;
    spec.id = "word losses";
    spec.x_name = "% of the training";
    spec.y_name = "mean loss";
    Curve curve;
    curve.color = ui.theme.tensor(Role::key);
    for (const VectorTrainingSnapshot::Loss& loss : now.losses) {
      if (!std::isfinite(loss.loss)) continue;
      curve.x.push_back(100 * loss.done);
      curve.y.push_back(loss.loss);
    }
    spec.curves.push_back(std::move(curve));
    draw_curve(ui, spec, area);
  }

  static void draw_scores(Ui& ui, const VectorTrainingSnapshot& now, Rect area) {
    if (now.scores.size() < 2) return empty(ui, "Analogies that come out right", area);
    if (!std::isfinite(now.scores.back().accuracy)) {
      return empty(ui, "The text lacks the words of our analogies", area);
    }
    CurveSpec spec;
    spec.id = "word scores";
    spec.x_name = "seconds of training";
    spec.y_name = "% of the analogies";
    spec.zero_y = true;
    Curve curve{"3CosAdd", ui.theme.tensor(Role::output), {}, {}, true};
    for (const VectorTrainingSnapshot::Score& score : now.scores) {
      curve.x.push_back(score.seconds);
      curve.y.push_back(100 * score.accuracy);
    }
    spec.curves.push_back(std::move(curve));
    draw_curve(ui, spec, area);
  }

  static void empty(Ui& ui, std::string_view words, Rect area) {
    ui.canvas.fill(area, ui.theme.panel, ui.theme.px(8));
    ui.canvas.text_in(area.inset(ui.theme.px(12), 0), words, ui.theme.body(), ui.theme.faint_ink,
                      Align::center);
  }

  // The map, and the neighbours of the clicked word below.
  void draw_words(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var map = run->tape.find("pca.map");
    const WordVectorsPtr vectors = session.inputs().vectors[0];
    // Of a large vocabulary the map has the first words.
    if (!map || !vectors || run->tape.shape(map).rows > static_cast<int>(vectors->words.size())) {
      return;
    }
    // A low window has room for the map alone.
    const bool listed = area.h > theme.px(400);
    Rect list = listed ? area.take_bottom(std::min(area.h * 0.38F, theme.px(236))) : Rect{};
    if (listed) area.take_bottom(theme.px(10));
    const Rect legend = area.take_bottom(theme.px(24));
    place(run->tape.value(map), run->tape.node(map).stamp);
    scene_.color(theme, vectors, {});
    PointCloud cloud = scene_.cloud("training map");
    light(ui, session, *vectors, cloud);
    const CloudTouch touch = draw_point_cloud(ui, cloud, camera_, area);
    draw_map_legend(ui, scene_.legend(), legend);
    if (touch.clicked_nothing) asked_ = false;
    if (touch.clicked >= 0) {
      asked_ = true;
      session.post(SetOption{"map_word",
                             std::string(vectors->words[static_cast<std::size_t>(touch.clicked)])});
    }
    const bool cosine = map_text(session, "near", "cosine") == "cosine";
    if (!listed) return;
    const std::string path = cosine ? "cosine" : "distance";
    if (const Var near = run->tape.find(path)) {
      ui.canvas.text_in(list.take_top(theme.px(26)),
                        "Neighbours of " + axis_label(run->tape.node(near).label.rows, 0),
                        theme.strong(), theme.ink);
    }
    draw_near_list(ui, session, {"training neighbours", path, cosine}, list);
  }

  // Once a word was clicked: it and its neighbours, and the rest grey. Before that all words in the
  // colours of their groups.
  void light(const Ui& ui, const Session& session, const WordVectors& vectors,
             PointCloud& cloud) const {
    const Var cosine = session.run()->tape.find("cosine");
    if (!cosine) return;
    const Label& label = session.run()->tape.node(cosine).label;
    if (!asked_) {
      // The word whose neighbours are listed says where it is, all others keep their colours.
      const int id = vectors.words.find(axis_label(label.rows, 0));
      if (static_cast<std::size_t>(id) < scene_.words()) cloud.touched = id;
      return;
    }
    const auto add = [&](const std::string& word, Color color) {
      const int id = vectors.words.find(word);
      if (id >= 0 && static_cast<std::size_t>(id) < scene_.words())
        cloud.lit.push_back({id, color});
    };
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
  MapScene scene_;
  CloudCamera camera_;
  Mat last_;
  std::uint64_t placed_ = 0;
  bool asked_ = false;  // a word was clicked
  bool follow_ = true;
  News<VectorTrainingSnapshot> news_;
  double at_ = 0;
  std::string told_;  // why the CPU took over
};

const RegisterView registered{"word-training",
                              [] { return std::unique_ptr<View>(new WordTraining); }};

}  // namespace

}  // namespace glassformer
