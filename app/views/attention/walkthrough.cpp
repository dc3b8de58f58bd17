#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/attention/finite_difference.h"
#include "app/views/attention/rail.h"
#include "app/views/attention/route.h"
#include "app/views/attention/stream_chart.h"
#include "app/views/attention/tiles.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_choice.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/top_words.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/plain_formula.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

namespace {

constexpr float kWideForBoth = 760;    // px at scale 1, of what lies beside the heads
constexpr float kHeading = 28;         // px at scale 1
constexpr float kLow = 220;            // px at scale 1: room for one line of matrices
constexpr float kHighForStream = 620;  // px at scale 1, of what lies below the route

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
                 "cell: below, the loss is computed twice more, with the cell a little larger and "
                 "a little smaller, and held against its gradient."
               : "The boxes on the left are the sub-layers, read from below: click one to see what "
                 "it makes. The row above chooses among its matrices, and 1 to 9 among its heads. "
                 "Where a step speaks of the residual stream, it stands below: how long the vector "
                 "of each word is after every sub-layer. Touch a cell to see what made it; "
                 "double-click to type another number, and watch the translation.";
  }

  float built() const override { return panel_.built(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const std::vector<SubLayer>& all = record_of(session).sub_layers;
    if (all.empty()) return;
    follow(session, all);
    const int clicked = draw_route(ui, all, here_, area.take_top(route_height(ui)));
    if (clicked >= 0) {
      here_ = clicked;
      ui.request_frame();
    }
    area.take_top(theme.px(14));
    const SubLayer& stop = all[static_cast<std::size_t>(here_)];
    // In a low window the stream is drawn beside the sums that it is made of alone.
    const bool sums = stop.kind == SubLayer::Kind::add_and_norm;
    const bool shows_stream = sums || area.h >= theme.px(kHighForStream);
    Rect bottom;
    if (gradient_ || shows_stream) {
      bottom = area.take_bottom(std::min(theme.px(gradient_ ? 96 : 170), area.h * 0.3F));
      area.take_bottom(theme.px(12));
    }
    Rect title = area.take_top(theme.px(30));
    ui.canvas.text_in(title,
                      stop.layer < 0
                          ? title_of(stop)
                          : fmt::format("{} layer {}: {}", stop.decoder ? "Decoder" : "Encoder",
                                        stop.layer + 1, title_of(stop)),
                      theme.heading(), theme.ink);
    panel_.begin(ui, session);
    draw_stop(ui, session, stop, area);
    panel_.end(ui, session);
    if (gradient_) {
      check_.draw(ui, session, bottom);
    } else if (shows_stream) {
      draw_stream(ui, session, {stop.decoder, stream_place(all)}, bottom);
    }
  }

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
      if (clicked >= 0) go_to(ui, clicked, all[static_cast<std::size_t>(clicked)]);
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
      const std::string after = axis_label(tape.node(record.logits).label.rows, row_);
      // In the row of the list's own headings, which stand at its right.
      ui.canvas.text_in({area.x, area.y, 0.6F * area.w, ui.theme.px(kHeading)},
                        fmt::format("what follows “{}”", after), ui.theme.strong(),
                        ui.theme.soft_ink);
      draw_top_words(ui, session, words_, record.logits, record.now.probabilities, row_, gradient_,
                     area);
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
  static constexpr std::string_view kRail = "rail", kStream = "stream";

  // What of an attention is laid out: scores of queries and keys, the weights, or what they make of
  // the values.
  enum class Part { scores, weights, output };

  struct Shown {
    int here = 0;
    Part part = Part::weights;
    int matrix = 0;
    bool operator==(const Shown&) const = default;
  };

  void follow(Session& session, const std::vector<SubLayer>& all) {
    if (entered_.entered(session)) {
      const Shown now{here_, part_, matrix_};
      const Var focus = step_focus(session);
      here_ = std::max(0, stop_of(all, session.run()->tape, focus_path(session, session.step)));
      row_ = 0;
      part_ = part_of(all, focus);
      matrix_ = usual_matrix(all[static_cast<std::size_t>(here_)]);
      const auto matrices = matrices_of(session, all[static_cast<std::size_t>(here_)]);
      const auto found = std::ranges::find(matrices, focus);
      if (found != matrices.end()) matrix_ = static_cast<int>(found - matrices.begin());
      const Shown next = choice_.follow(session, now, {here_, part_, matrix_});
      here_ = next.here;
      part_ = next.part;
      matrix_ = next.matrix;
    }
    here_ = std::min(here_, static_cast<int>(all.size()) - 1);
  }

  void go_to(Ui& ui, int stop, const SubLayer& there) {
    here_ = stop;
    matrix_ = usual_matrix(there);
    ui.request_frame();
  }

  // The matrices that are made at a stop, as they are made; of an attention those of one head.
  static std::vector<Var> matrices_of(const Session& session, const SubLayer& stop) {
    std::vector<Var> all{stop.scaled, stop.positions, stop.input,      stop.sum,
                         stop.norm,   stop.hidden,    stop.activation, stop.output};
    if (!stop.heads.empty()) {
      const std::size_t last = stop.heads.size() - 1;
      const auto head = std::min(static_cast<std::size_t>(std::max(0, session.head)), last);
      const SubLayer::Head& one = stop.heads[head];
      all = {one.q, one.k, one.masked, one.weights, one.v, one.output};
    }
    std::erase_if(all, [](Var var) { return !var; });
    return all;
  }

  // Where a stop is gone to by hand: the weights of an attention, else what it hands on.
  static int usual_matrix(const SubLayer& stop) { return stop.heads.empty() ? 7 : 3; }

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
    for (int i = 0; i < here_; ++i) {
      const SubLayer& stop = all[static_cast<std::size_t>(i)];
      const bool adds = stop.kind == SubLayer::Kind::add_and_norm;
      if (adds && stop.decoder == all[static_cast<std::size_t>(here_)].decoder) ++place;
    }
    return place;
  }

  void line(Ui& ui, Session& session, std::initializer_list<Tile> tiles, Rect area) {
    draw_tiles(ui, session, panel_, {tiles.begin(), tiles.size()}, area, gradient_);
  }

  void draw_stop(Ui& ui, Session& session, const SubLayer& stop, Rect area) {
    using Kind = SubLayer::Kind;
    switch (stop.kind) {
      case Kind::embedding:
        return line(ui, session, {{stop.scaled, ""}, {stop.positions, "+"}, {stop.input, "="}},
                    area);
      case Kind::self_attention:
      case Kind::cross_attention:
        return draw_attention(ui, session, stop, area);
      case Kind::add_and_norm:
        return draw_sum(ui, session, stop, area);
      case Kind::feed_forward:
        return draw_feed_forward(ui, session, stop, area);
      case Kind::words:
        return draw_words(ui, session, area);
    }
  }

  void draw_sum(Ui& ui, Session& session, const SubLayer& stop, Rect area) {
    const Tape& tape = session.run()->tape;
    const std::vector<Var>& summands = tape.node(stop.sum).inputs;
    const float gap = ui.theme.px(10);
    if (area.h < ui.theme.px(kLow))
      return line(ui, session, {{stop.sum, ""}, {stop.norm, "\\to"}}, area);
    Rect upper = area.take_top((area.h - gap) / 2);
    area.take_top(gap);
    line(ui, session, {{summands[0], ""}, {summands[1], "+"}}, upper);
    line(ui, session, {{stop.sum, "="}, {stop.norm, "\\to"}}, area);
  }

  void draw_feed_forward(Ui& ui, Session& session, const SubLayer& stop, Rect area) {
    const float gap = ui.theme.px(8), room = area.h - 2 * gap;
    if (area.h < ui.theme.px(kLow)) {  // for one: the one that is spoken of
      const Tape& tape = session.run()->tape;
      const bool inner = session.chosen && is_of(*session.chosen, tape, stop.activation);
      return line(ui, session, {{inner ? stop.activation : stop.output, ""}}, area);
    }
    if (area.h < ui.theme.px(330)) {  // room for two lines: what comes out, and of what
      line(ui, session, {{stop.activation, ""}}, area.take_top(room * 0.42F));
      area.take_top(gap);
      return line(ui, session, {{stop.output, "\\to"}}, area);
    }
    // Alike: the inner matrices are so wide that only their height lets the rows be named.
    line(ui, session, {{stop.hidden, ""}}, area.take_top(room / 3));
    area.take_top(gap);
    line(ui, session, {{stop.activation, "\\to"}}, area.take_top(room / 3));
    area.take_top(gap);
    line(ui, session, {{stop.output, "\\to"}}, area);
  }

  void draw_attention(Ui& ui, Session& session, const SubLayer& stop, Rect area) {
    const int heads = static_cast<int>(stop.heads.size());
    if (heads == 0) return;
    session.head = std::clamp(session.head, 0, heads - 1);
    const float gap = ui.theme.px(10);
    draw_heads(ui, session, stop, area.take_left(std::min(ui.theme.px(120), area.w * 0.16F)));
    area.take_left(gap);
    const SubLayer::Head& head = stop.heads[static_cast<std::size_t>(session.head)];
    if (area.h >= ui.theme.px(kLow)) {
      draw_strip(ui, session, head, area.take_bottom(std::min(ui.theme.px(110), area.h * 0.28F)));
      area.take_bottom(gap);
    }
    switch (part_) {
      case Part::scores:
        return line(ui, session, {{head.q, ""}, {head.k, "\\times", true}, {head.masked, "\\to"}},
                    area);
      case Part::weights:
        // Where both would be small, the weights alone.
        if (area.w < ui.theme.px(kWideForBoth))
          return line(ui, session, {{head.weights, ""}}, area);
        return line(ui, session, {{head.masked, ""}, {head.weights, "\\to"}}, area);
      case Part::output:
        return line(ui, session, {{head.weights, ""}, {head.v, "\\times"}, {head.output, "="}},
                    area);
    }
  }

  // All matrices of the head, small; a click lays out the equation that makes it.
  void draw_strip(Ui& ui, Session& session, const SubLayer::Head& head, Rect area) {
    struct Small {
      Var var;
      bool transposed;
      Part part;
    };
    const std::array<Small, 6> all{{{head.q, false, Part::scores},
                                    {head.k, true, Part::scores},
                                    {head.masked, false, Part::scores},
                                    {head.weights, false, Part::weights},
                                    {head.v, false, Part::output},
                                    {head.output, false, Part::output}}};
    const float gap = ui.theme.px(10), width = (area.w - 5 * gap) / 6;
    for (const Small& small : all) {
      const Rect box = area.take_left(width);
      area.take_left(gap);
      if (!small.var) continue;
      MatrixPanel::Options options;
      options.transposed = small.transposed;
      options.gradient = gradient_;
      const bool on = small.part == part_ || (part_ == Part::output && small.part == Part::weights);
      if (!panel_.draw_small(ui, session, small.var, box, on, options).clicked) continue;
      part_ = small.part;
      ui.request_frame();
    }
  }

  // The equation of an attention that this matrix belongs to.
  static Part part_of(const std::vector<SubLayer>& all, Var var) {
    for (const SubLayer& stop : all) {
      for (const SubLayer::Head& head : stop.heads) {
        if (var == head.v || var == head.output) return Part::output;
        if (var == head.q || var == head.k || var == head.masked) return Part::scores;
      }
    }
    return Part::weights;
  }

  // The weights of every head, small; a click lays that head out.
  void draw_heads(Ui& ui, Session& session, const SubLayer& stop, Rect area) {
    const int heads = static_cast<int>(stop.heads.size());
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const float gap = theme.px(8);
    const int columns = heads > 6 ? 2 : 1;
    const int rows = (heads + columns - 1) / columns;
    const float height =
        std::min((area.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows),
                 area.w / static_cast<float>(columns) + theme.px(20));
    const float width =
        (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    for (int h = 0; h < heads; ++h) {
      const Rect box{area.x + (width + gap) * static_cast<float>(h % columns),
                     area.y + (height + gap) * static_cast<float>(h / columns), width, height};
      const bool on = h == session.head;
      const Var var = stop.heads[static_cast<std::size_t>(h)].weights;
      const Touch touch = ui.touch(Ui::id(run->tape.node(var).path), box);
      if (touch.clicked) session.head = h;
      Rect inner = box;
      ui.canvas.text_in(inner.take_top(theme.px(20)), fmt::format("head {}", h + 1), theme.small(),
                        on ? theme.ink : theme.soft_ink);
      const Shape shape = run->tape.shape(var);
      const float cell = std::min(inner.w / static_cast<float>(shape.cols),
                                  inner.h / static_cast<float>(shape.rows));
      const Rect map{inner.x, inner.y, cell * static_cast<float>(shape.cols),
                     cell * static_cast<float>(shape.rows)};
      draw_heat_map(ui, map, matrix_spec(session, *run, nullptr, var, false, {}, 0));
      ui.canvas.frame(map.inset(-theme.px(1.5F)), on ? theme.accent : theme.rule,
                      theme.px(on ? 2.0F : 1.0F));
    }
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

  void draw_words(Ui& ui, Session& session, Rect area) {
    const Tape& tape = session.run()->tape;
    const Var logits = record_of(session).logits;
    const Var probabilities = record_of(session).now.probabilities;
    const Theme& theme = ui.theme;
    const Label& label = tape.node(logits).label;
    const int rows = tape.shape(logits).rows;
    follow_row(session);
    Rect names = area.take_left(std::min(theme.px(180), area.w * 0.25F));
    area.take_left(theme.px(20));
    ui.canvas.text_in(names.take_top(theme.px(26)), "after the word", theme.small(),
                      theme.faint_ink);
    // Of more words than have room a few are shown; the wheel moves them, and the chosen one is
    // among them.
    const float height = std::clamp(names.h / static_cast<float>(rows), theme.px(22), theme.px(28));
    const int shown = std::min(rows, std::max(1, static_cast<int>(names.h / height)));
    float& first = ui.remembered(Ui::id("first word"));
    const bool over = ui.hovering(names);
    if (over) first -= 2 * ui.input.wheel;
    const auto row = static_cast<float>(row_), room = static_cast<float>(shown);
    if (!over && (row < first || row >= first + room)) first = row - room / 2;
    first = std::clamp(first, 0.0F, static_cast<float>(rows - shown));
    const int begin = static_cast<int>(first);
    for (int r = begin; r < begin + shown; ++r) {
      const Rect box = names.take_top(height);
      const Touch touch = touch_target(ui, session, Ui::id("after", static_cast<std::uint64_t>(r)),
                                       token_of(label.rows.sequence, r), box);
      if (touch.clicked) {
        row_ = r;
        session.chosen.reset();
      }
      if (r == row_) ui.canvas.fill(box, theme.raised, theme.px(5));
      ui.canvas.text_in(box.inset(theme.px(8), 0), axis_label(label.rows, r),
                        r == row_ ? theme.strong() : theme.body(),
                        r == row_ ? theme.ink : theme.soft_ink);
    }
    draw_top_words(ui, session, words_, logits, probabilities, row_, gradient_, area);
  }

  bool gradient_;
  Part part_ = Part::weights;
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
const RegisterView backwards{"gradients",
                             [] { return std::unique_ptr<View>(new Walkthrough(true)); }};

}  // namespace

}  // namespace glassformer
