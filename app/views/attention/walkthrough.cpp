#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/attention/finite_difference.h"
#include "app/views/attention/rail.h"
#include "app/views/attention/route.h"
#include "app/views/attention/stream_chart.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_choice.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/top_words.h"
#include "app/views/view.h"
#include "app/widgets/plain_formula.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

namespace {

constexpr float kHeading = 28;  // px at scale 1

// The whole Transformer, sub-layer by sub-layer: where we are on the way of the data, the matrices
// of that sub-layer, and what became of the residual stream so far. Or the same with the gradients
// in place of the numbers, and a check of the cell that is chosen.
class Walkthrough : public View {
 public:
  explicit Walkthrough(bool gradient) : gradient_(gradient) {}
  std::string_view name() const override { return gradient_ ? "gradients" : "walkthrough"; }
  bool shows_gradients() const override { return gradient_; }
  std::string_view help() const override {
    return gradient_
               ? "The same Transformer, backwards: every matrix holds the derivative of the loss "
                 "for each of its cells. Blue cells would lower the loss if they grew. Choose a "
                 "cell: where a step checks it, the loss is computed twice more, with the cell a "
                 "little larger and "
                 "a little smaller, and held against its gradient."
               : "The boxes on the left are the sub-layers, read from below: click one to see what "
                 "it makes. The row above chooses among its matrices, and 1 to 9 among its heads. "
                 "Where a step speaks of the residual stream, it stands below: how long the vector "
                 "of each word is after every sub-layer. Touch a cell to see what made it; "
                 "double-click to type another number, and watch what follows.";
  }

  float built() const override { return panel_.built(); }

  void begin_parts(Ui& ui, Session& session) override {
    const std::vector<SubLayer>& all = record_of(session).sub_layers;
    if (!all.empty()) follow(session, all);
    panel_.begin(ui, session);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const std::vector<SubLayer>& all = record_of(session).sub_layers;
    if (all.empty()) return {};
    const SubLayer& stop = all[static_cast<std::size_t>(here_)];
    if (part == kRail) {
      const int clicked = draw_rail(ui, all, here_, area);
      if (clicked >= 0) go_to(ui, session, clicked, all[static_cast<std::size_t>(clicked)]);
      return {};
    }
    if (part == kCheck) {
      check_.draw(ui, session, area);
      return {};
    }
    if (part == kStream) {
      draw_stream_length(ui, session, {stop.decoder, stream_place(all)}, area);
      return {};
    }
    const Tape& tape = session.run()->tape;
    if (stop.kind == SubLayer::Kind::words) {
      const TransformerRecord& record = record_of(session);
      follow_row(session);
      if (gradient_) {
        draw_logit_gradients(ui, session, record, area);
      } else {
        const std::string after = axis_label(tape.node(record.logits).label.rows, row_);
        // In the row of the list's own headings, which stand at its right.
        ui.canvas.text_in({area.x, area.y, 0.6F * area.w, ui.theme.px(kHeading)},
                          fmt::format("what follows “{}”", after), ui.theme.strong(),
                          ui.theme.soft_ink);
        draw_top_words(ui, session, words_, record.logits, record.now.probabilities, row_, area);
      }
      return {tape.node(record.now.probabilities).path};
    }
    const Var var = shown_matrix(session, stop);
    if (!var) return {};
    MatrixPanel::Options options;
    options.fills = true;
    options.gradient = gradient_;
    panel_.draw(ui, session, var, area, options);
    return {tape.node(var).path};
  }

  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }

  // Which matrix of the stop, and of which head.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const std::vector<SubLayer>& all = record_of(session).sub_layers;
    if (all.empty()) return 0;
    follow(session, all);
    const SubLayer& stop = all[static_cast<std::size_t>(here_)];
    const Tape& tape = session.run()->tape;
    const std::vector<Var> matrices = matrices_of(session, stop);
    const float high = ui.theme.px(34);
    if (matrices.size() < 2 && stop.heads.size() < 2) return 0;
    Rect row{area.x, area.y, area.w, high};
    if (matrices.size() > 1) {
      std::vector<std::string> names;
      float width = 0;
      for (const Var var : matrices) {
        names.push_back(plain_formula(tape.node(var).label.symbol));
        width = std::max(width, ui.canvas.width(names.back(), ui.theme.small()));
      }
      width = (width + ui.theme.px(20)) * static_cast<float>(names.size());
      matrix_ = ui.segments("matrix of the stop", names,
                            std::min(matrix_, static_cast<int>(names.size()) - 1),
                            row.take_left(std::min(width, row.w)));
      row.take_left(ui.theme.px(16));
    }
    const auto heads = stop.heads.size();
    if (heads < 2) return high;
    std::vector<std::string> names;
    for (std::size_t h = 0; h < heads; ++h) names.push_back(std::to_string(h + 1));
    const float word = ui.canvas.width("head", ui.theme.small()) + ui.theme.px(8);
    const float width = ui.theme.px(38) * static_cast<float>(heads);
    if (word + width > row.w) return high;
    ui.canvas.text_in(row.take_left(word), "head", ui.theme.small(), ui.theme.soft_ink);
    session.head = ui.segments("head of the stop", names, session.head, row.take_left(width));
    return high;
  }

 private:
  static constexpr std::string_view kRail = "rail", kStream = "stream", kCheck = "check";

  struct Shown {
    int here = 0;
    int matrix = 0;
    bool operator==(const Shown&) const = default;
  };

  void follow(Session& session, const std::vector<SubLayer>& all) {
    if (entered_.entered(session)) {
      const Shown now{here_, matrix_};
      const Var focus = step_focus(session);
      here_ = std::max(0, stop_of(all, session.run()->tape, focus_path(session, session.step)));
      row_ = 0;
      matrix_ = usual_matrix(session, all[static_cast<std::size_t>(here_)]);
      const auto matrices = matrices_of(session, all[static_cast<std::size_t>(here_)]);
      const auto found = std::ranges::find(matrices, focus);
      if (found != matrices.end()) matrix_ = static_cast<int>(found - matrices.begin());
      const Shown next = choice_.follow(session, now, {here_, matrix_});
      here_ = next.here;
      matrix_ = next.matrix;
    }
    here_ = std::min(here_, static_cast<int>(all.size()) - 1);
  }

  void go_to(Ui& ui, const Session& session, int stop, const SubLayer& there) {
    here_ = stop;
    matrix_ = usual_matrix(session, there);
    ui.request_frame();
  }

  // The matrices that are made at a stop, as they are made; of an attention those of one head.
  static std::vector<Var> matrices_of(const Session& session, const SubLayer& stop) {
    std::vector<Var> all{stop.scaled, stop.positions,  stop.input, stop.sum,   stop.norm,
                         stop.hidden, stop.activation, stop.gated, stop.output};
    if (!stop.heads.empty()) {
      const std::size_t last = stop.heads.size() - 1;
      const auto head = std::min(static_cast<std::size_t>(std::max(0, session.head)), last);
      const SubLayer::Head& one = stop.heads[head];
      all = {stop.norm,  one.q,       one.turned_q, one.k,     one.turned_k,
             one.masked, one.weights, one.v,        one.output};
    }
    std::erase_if(all, [](Var var) { return !var; });
    return all;
  }

  // Where a stop is gone to by hand: the weights of an attention, else what it hands on.
  static int usual_matrix(const Session& session, const SubLayer& stop) {
    const std::vector<Var> all = matrices_of(session, stop);
    int place = static_cast<int>(all.size()) - 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const SubLayer::Head& head : stop.heads) {
        if (all[i] == head.weights) place = static_cast<int>(i);
      }
    }
    return std::max(0, place);
  }

  Var shown_matrix(const Session& session, const SubLayer& stop) const {
    const std::vector<Var> matrices = matrices_of(session, stop);
    if (matrices.empty()) return {};
    const auto last = static_cast<int>(matrices.size()) - 1;
    return matrices[static_cast<std::size_t>(std::clamp(matrix_, 0, last))];
  }

  static const TransformerRecord& record_of(const Session& session) {
    return session.run()->records.get<TransformerRecord>();
  }

  // How many sub-layers of this side are behind us, itself included.
  int stream_place(const std::vector<SubLayer>& all) const {
    int place = 0;
    for (int i = 0; i <= here_; ++i) {
      const SubLayer& stop = all[static_cast<std::size_t>(i)];
      const bool adds = static_cast<bool>(stop.sum);
      if (adds && stop.decoder == all[static_cast<std::size_t>(here_)].decoder) ++place;
    }
    return place;
  }

  // How the most probable words of a row should change.
  void draw_logit_gradients(Ui& ui, Session& session, const TransformerRecord& record, Rect area) {
    constexpr std::size_t most = 6;
    const RunPtr run = session.run();
    const Mat& slopes = run->tape.grad(record.logits);
    if (slopes.empty()) return;
    const Label& label = run->tape.node(record.logits).label;
    LargeBars list{.id = "gradients of logits",
                   .title = "gradient of the logits after “" + axis_label(label.rows, row_) + "”",
                   .bars = {}};
    for (const int word : words_.of(run, record.now.probabilities, row_)) {
      if (list.bars.bars.size() == most) break;
      const double slope = slopes(row_, word);
      list.bars.bars.push_back({.name = axis_label(label.cols, word),
                                .cell = cell_of(run->tape, record.logits, row_, word),
                                .value = slope,
                                .color = ui.theme.signed_value(slope < 0 ? -0.8 : 0.8, 1)});
    }
    list.bars.both_ways = true;  // in the colours of the matrices that follow
    write_evenly(list);
    draw_large_bars(ui, session, list, area);
  }

  // The row of the output whose cell is chosen.
  void follow_row(const Session& session) {
    const Tape& tape = session.run()->tape;
    const Var logits = record_of(session).logits;
    const Var probabilities = record_of(session).now.probabilities;
    const auto& chosen = session.chosen;
    if (chosen && (is_of(*chosen, tape, logits) || is_of(*chosen, tape, probabilities)))
      row_ = chosen->row;
    row_ = std::clamp(row_, 0, tape.shape(logits).rows - 1);
  }

  bool gradient_;
  MatrixPanel panel_;
  FiniteDifferencePanel check_;
  TopWords words_;
  int here_ = 0;
  int row_ = 0;
  int matrix_ = 0;  // of those of the stop, where one stands alone
  StepState entered_;
  StepChoice<Shown> choice_;
};

const RegisterView forwards{
    "walkthrough",
    [] { return std::unique_ptr<View>(new Walkthrough(false)); },
    {.home = ViewTraits::Home::model,
     .parts = {{.name = "rail", .side = PartSpec::Side::left, .share = 0.19F},
               {.name = "matrix"},
               {.name = "stream", .share = 0.3F}}}};
const RegisterView backwards{
    "gradients",
    [] { return std::unique_ptr<View>(new Walkthrough(true)); },
    {.parts = {{.name = "rail", .side = PartSpec::Side::left, .share = 0.19F},
               {.name = "matrix"},
               {.name = "check", .share = 0.26F}}}};

}  // namespace

}  // namespace glassformer
