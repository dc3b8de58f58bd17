#include <fmt/format.h>

#include <algorithm>

#include "app/view.h"
#include "app/views/matrix_panel.h"
#include "app/widgets/curve.h"
#include "core/text/world.h"

namespace glassformer {

namespace {

using State = TrainingSnapshot::State;

constexpr int kSentences = 30000;
constexpr std::uint64_t kSeed = 1;

// The same model as the one that is shipped: d_model 64, 2 + 2 layers, 4 heads.
std::unique_ptr<TranslationTraining> make_training() {
  TranslationPlan plan;
  plan.config.d_model = 64;
  plan.config.heads = 4;
  plan.config.encoder_layers = plan.config.decoder_layers = 2;
  plan.config.d_ff = 256;
  plan.config.dropout = 0;
  plan.config.longest = 0;
  plan.settings.batch = 128;
  plan.settings.seed = kSeed;
  plan.data = fmt::format("world en-fr {}", kSentences);
  plan.made_by = "trained in the window";
  Split parts = split(world_pairs(world_pair("en-fr"), kSentences, kSeed));
  return std::make_unique<TranslationTraining>(std::move(plan), parts.train,
                                               std::move(parts.held_out));
}

// A Transformer that learns while one watches: the loss of every step, how many held-out sentences
// come out right, and the attention of the sentence above as it takes shape. The slider goes back
// to any snapshot; what is shown then is that model, with every number of it.
class Training : public View {
 public:
  std::string_view name() const override { return "training"; }
  std::string_view help() const override {
    return "Train starts, Pause holds, Step makes a single one. The curves are the loss of every "
           "step and the share of held-out sentences that come out word for word. The slider goes "
           "back in time: the maps are the cross-attention of the sentence above at that moment. "
           "Type another sentence, and see how well it is translated by now.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    if (!session.training) start(session);
    TrainingJob& job = *session.training;
    if (ui.input.still) job.wait();
    const TrainingSnapshotPtr now = job.latest();
    const bool moves = now->state == State::running || now->state == State::preparing;
    if (moves) ui.request_frame();
    draw_controls(ui, session, *now, area.take_top(theme.px(36)));
    area.take_top(theme.px(12));
    if (now->state == State::failed) {
      ui.canvas.text_in(area.take_top(theme.px(30)), now->message, theme.body(), theme.error);
      return;
    }
    if (now->state == State::preparing) {
      ui.canvas.text_in(area.take_top(theme.px(30)),
                        fmt::format("Making {} pairs of sentences …", kSentences), theme.body(),
                        theme.soft_ink);
      return;
    }
    const Rect slider = area.take_bottom(theme.px(44));
    area.take_bottom(theme.px(8));
    choose_snapshot(ui, session, job.timeline(), slider);
    Rect left = area.take_left(area.w * 0.44F);
    area.take_left(theme.px(24));
    const Rect upper = left.take_top(left.h / 2 - theme.px(8));
    left.take_top(theme.px(16));
    draw_losses(ui, *now, upper);
    draw_scores(ui, *now, left);
    draw_translation(ui, session, area.take_top(theme.px(64)));
    draw_attention(ui, session, area);
  }

 private:
  static void start(Session& session) {
    session.training = std::make_unique<TrainingJob>(
        make_training, TrainingPace{.snapshot_every = 20, .score_every = 20, .scored = 50});
  }

  void draw_controls(Ui& ui, Session& session, const TrainingSnapshot& now, Rect row) {
    const Theme& theme = ui.theme;
    TrainingJob& job = *session.training;
    const float gap = theme.px(8);
    const bool running = now.state == State::running;
    if (ui.button(running ? "Pause" : "Train", row.take_left(theme.px(90)), running)) {
      if (running) {
        job.pause();
      } else {
        job.start();
        follow_ = true;
      }
      ui.request_frame();
    }
    row.take_left(gap);
    if (ui.button("Step", row.take_left(theme.px(70)))) {
      job.single_step();
      follow_ = true;
      ui.request_frame();
    }
    row.take_left(gap);
    if (ui.button("Start over", row.take_left(theme.px(110)))) {
      start(session);
      follow_ = true;
      ui.request_frame();
    }
    row.take_left(theme.px(20));
    std::string words = fmt::format("step {}", now.step);
    if (!now.losses.empty()) {
      words +=
          fmt::format("   loss {:.3f}   {:.0f} tokens/s", now.losses.back(), now.tokens_per_second);
    }
    ui.canvas.text_in(row, words, theme.body(), theme.ink);
  }

  // The slider; then the session shows the model of the chosen snapshot.
  void choose_snapshot(Ui& ui, Session& session, const std::vector<TrainingSnapshotPtr>& all,
                       Rect area) {
    const Theme& theme = ui.theme;
    const auto last = static_cast<double>(all.size()) - 1;
    if (last < 0) return;
    if (follow_) at_ = last;
    at_ = std::min(at_, last);
    const TrainingSnapshot& shown = *all[static_cast<std::size_t>(at_)];
    Rect row = area;
    const std::string words = follow_ ? fmt::format("after step {}, the newest", shown.step)
                                      : fmt::format("after step {}", shown.step);
    ui.canvas.text_in(row.take_left(theme.px(210)), words, theme.body(), theme.soft_ink);
    if (ui.button("Newest", row.take_right(theme.px(90)).inset(0, theme.px(4)), follow_)) {
      follow_ = true;
    }
    row.take_right(theme.px(12));
    if (last > 0 && ui.slider("snapshot", at_, 0, last, true, row.inset(0, theme.px(4)))) {
      follow_ = at_ >= last;
    }
    if (!session.busy()) {
      session.use(shown.model);
    }
  }

  static void draw_losses(Ui& ui, const TrainingSnapshot& now, Rect area) {
    CurveSpec spec;
    spec.id = "losses";
    spec.x_name = "step";
    spec.y_name = "loss of each step";
    Curve curve;
    curve.color = ui.theme.tensor(Role::key);
    for (std::size_t i = 0; i < now.losses.size(); ++i) {
      curve.x.push_back(static_cast<double>(i + 1));
      curve.y.push_back(now.losses[i]);
    }
    if (curve.x.empty()) return empty(ui, "The loss of every step is drawn here.", area);
    spec.curves.push_back(std::move(curve));
    draw_curve(ui, spec, area);
  }

  static void draw_scores(Ui& ui, const TrainingSnapshot& now, Rect area) {
    if (now.scores.size() < 2) {
      return empty(ui, "And here the score on held-out sentences.", area);
    }
    CurveSpec spec;
    spec.id = "scores";
    spec.x_name = "step";
    spec.y_name = fmt::format("of {} held-out sentences", now.scores.front().sentences);
    Curve exact{"exact %", ui.theme.tensor(Role::output), {}, {}, true};
    Curve bleu{"BLEU", ui.theme.tensor(Role::value), {}, {}, true};
    for (const TranslationScore& score : now.scores) {
      for (Curve* curve : {&exact, &bleu}) curve->x.push_back(static_cast<double>(score.step));
      exact.y.push_back(100 * score.exact_match);
      bleu.y.push_back(score.bleu);
    }
    spec.curves = {std::move(exact), std::move(bleu)};
    draw_curve(ui, spec, area);
  }

  static void empty(Ui& ui, std::string_view words, Rect area) {
    ui.canvas.fill(area, ui.theme.panel, ui.theme.px(8));
    ui.canvas.text_in(area.inset(ui.theme.px(12), 0), words, ui.theme.body(), ui.theme.faint_ink,
                      Align::center);
  }

  static void draw_translation(Ui& ui, const Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    std::string words;
    for (std::size_t i = 1; i < run->tokens[1].size(); ++i) {
      words += (words.empty() ? "" : " ") + run->tokens[1][i];
    }
    ui.canvas.text_in(area.take_top(theme.px(24)), "translates this as", theme.small(),
                      theme.faint_ink);
    ui.canvas.text_in(area.take_top(theme.px(32)), words.empty() ? "…" : words, theme.heading(),
                      theme.ink);
  }

  // Cross-attention: a line for each layer, in it a map for each head.
  void draw_attention(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    std::vector<std::vector<Var>> layers;
    std::string last;
    for (const AttentionSite& site : run->sites) {
      if (!site.name.starts_with("cross.")) continue;
      const std::string layer = site.name.substr(0, site.name.rfind('.'));
      if (layer != last) layers.emplace_back();
      last = layer;
      layers.back().push_back(site.weights);
    }
    if (layers.empty()) return;
    ui.canvas.text_in(area.take_top(theme.px(26)),
                      "cross-attention: a row for each French word, a column for each English one",
                      theme.small(), theme.faint_ink);
    const float gap = theme.px(10);
    const auto lines = static_cast<float>(layers.size());
    const float height = (area.h - gap * (lines - 1)) / lines;
    panel_.begin(ui, session);
    for (std::size_t l = 0; l < layers.size(); ++l) {
      Rect line = area.take_top(height);
      area.take_top(gap);
      ui.canvas.text_in(line.take_top(theme.px(22)), fmt::format("layer {}", l + 1), theme.strong(),
                        theme.soft_ink);
      // The first map also carries the words.
      const float words = theme.px(56);
      const float width = (line.w - words) / static_cast<float>(layers[l].size());
      for (std::size_t h = 0; h < layers[l].size(); ++h) {
        MatrixPanel::Options options;
        options.row_labels = h == 0;
        options.col_labels = false;
        options.top = true;
        panel_.draw(ui, session, layers[l][h], line.take_left(width + (h == 0 ? words : 0.0F)),
                    options);
      }
    }
    panel_.end(ui, session);
  }

  MatrixPanel panel_;
  bool follow_ = true;
  double at_ = 0;
};

const RegisterView registered{"training", [] { return std::unique_ptr<View>(new Training); }};

}  // namespace

}  // namespace glassformer
