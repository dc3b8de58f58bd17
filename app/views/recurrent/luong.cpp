#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/bar_columns.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/tall_bars.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/luong.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

struct Choice {
  LuongRecord::Way LuongRecord::*way;
  const char* title;
};
constexpr std::array<Choice, 5> kChoices{{{&LuongRecord::dot, "dot"},
                                          {&LuongRecord::general, "general"},
                                          {&LuongRecord::concat, "concat"},
                                          {&LuongRecord::local_m, "local-m"},
                                          {&LuongRecord::local_p, "local-p"}}};
constexpr int kLocalM = 3, kLocalP = 4;

// A state under Luong's choices: in the plane of the encoder's states, against the positions of the
// words, and all choices side by side.
class Luong : public View {
 public:
  std::string_view name() const override { return "luong"; }
  std::string_view help() const override {
    return "In the plane, drag the state: the lines are the weights of the choice that the step "
           "speaks of. The local choices stand over the positions of the words: pale bars are the "
           "weights without the bell, full ones with it. Side by side, each column is one of "
           "Luong's choices, with the weight of every source word.";
  }

  void begin_parts(Ui& ui, Session& session) override { cells_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { cells_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<LuongRecord>();
    if (!record.query) return {};
    const Tape& tape = session.run()->tape;
    if (part == kPlanePart) {
      draw_plane(ui, session, record, area);
      return {tape.node(record.states).path};
    }
    if (part == kChoicesPart) return draw_choices(ui, session, record, area);
    const LuongRecord::Way& way = record.*at(spoken_of(session, record)).way;
    if (part == kPositionsPart) {
      draw_positions(ui, session, record, area);
      return {tape.node(way.weights).path};
    }
    if (last_come(session, record) < 0) return {};
    MatrixPanel::Options options;
    options.transposed = true;
    cells_.draw(ui, session, way.weights, area, options);
    return {tape.node(way.weights).path};
  }

 private:
  static constexpr std::string_view kPlanePart = "plane", kChoicesPart = "choices",
                                    kPositionsPart = "positions";

  static const Choice& at(int choice) { return kChoices[static_cast<std::size_t>(choice)]; }

  void draw_plane(Ui& ui, Session& session, const LuongRecord& record, Rect area) {
    const bool weighed = last_come(session, record) >= 0;
    const LuongRecord::Way& way = record.*at(spoken_of(session, record)).way;
    StatePlane::Spec spec{record.states, record.query, 0, "new state", way.weights, weighed, {}};
    if (weighed) spec.marks.push_back({way.context, "context"});
    plane_.draw(ui, session, spec, area);
  }

  static std::vector<std::string> draw_choices(Ui& ui, Session& session, const LuongRecord& record,
                                               Rect area) {
    const int spoken = spoken_of(session, record);
    std::vector<BarColumn> columns;
    std::vector<std::string> shows;
    for (int i = 0; i <= last_come(session, record); ++i) {
      const Var weights = (record.*at(i).way).weights;
      columns.push_back({at(i).title, weights, 0, i == spoken});
      shows.push_back(session.run()->tape.node(weights).path);
    }
    draw_bar_columns(ui, session, columns, area);
    return shows;
  }

  // The weights over the positions of the words, and what a local attention sees of them.
  static void draw_positions(Ui& ui, Session& session, const LuongRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const bool predicts = spoken_of(session, record) != kLocalM;
    const LuongRecord::Way& way = predicts ? record.local_p : record.local_m;
    TallBars bars;
    bars.values = way.weights;
    bars.behind = predicts ? record.before : record.dot.weights;
    bars.full = 1;  // the top of the bell
    bars.numbered = true;
    // The step that predicts the position comes before its bell.
    bars.empty = predicts && !has_come(session, way.weights);
    Rect head = area.take_top(ui.canvas.line_height(theme.strong()) + theme.px(14));
    TallBarsPlaced placed = place_tall_bars(ui, session, bars, area);
    const double place = tape.value(predicts ? record.place_p : record.place_m)(0, 0);
    const auto x = [&](double position) {
      return std::clamp(placed.x(position), placed.plot.x, placed.plot.right());
    };
    const Rect window{x(place - record.reach), placed.plot.y,
                      x(place + record.reach) - x(place - record.reach), placed.plot.h};
    const Color tone = theme.tensor(Role::position);
    ui.canvas.fill(window, mix(theme.page, tone, 0.13F), theme.px(4));
    const bool inside = placed.x(place) >= placed.plot.x && placed.x(place) <= placed.plot.right();
    draw_tall_bars(ui, session, bars, area, placed);
    if (inside) {
      // Down to the bar that it points at and the number over that, which it would cross out.
      const int at = static_cast<int>(std::lround(place));
      float to = placed.plot.bottom();
      if (!bars.empty && at >= 0 && at < tape.shape(way.weights).cols &&
          std::abs(place - at) < 0.2) {
        const auto share = static_cast<float>(tape.value(way.weights)(0, at) / bars.full);
        to -= placed.plot.h * std::clamp(share, 0.0F, 1.0F) + ui.canvas.line_height(theme.number());
      }
      const float from = placed.plot.y - theme.px(6);
      if (from < to) ui.canvas.line({x(place), from}, {x(place), to}, tone, theme.px(3));
    }
    if (predicts && !bars.empty) draw_bell(ui, tape, record, place, placed);
    if (!inside) return;
    FormulaStyle style;
    style.size = theme.px(18);
    style.ink = tone;
    const std::string said = (predicts ? "p = " : "t = ") + format_cell(place);
    const float wide = formula_size(ui.canvas, said, style.size).x;
    const float left = std::clamp(x(place) - wide / 2, head.x, head.right() - wide);
    draw_formula(ui, said, {left, head.y + theme.px(6)}, style);
  }

  static void draw_bell(Ui& ui, const Tape& tape, const LuongRecord& record, double place,
                        const TallBarsPlaced& placed) {
    const Color color = ui.theme.tensor(Role::position);
    const double sigma = record.reach / 2;
    std::vector<Vec> curve;
    const int words = tape.shape(record.bell).cols;
    for (double at = -0.5; at <= words - 0.5 + 1e-9; at += 0.05) {
      const double off = (at - place) / sigma;
      curve.push_back({placed.x(at), placed.y(std::exp(-off * off / 2))});
    }
    ui.canvas.polyline(std::move(curve), color, ui.theme.px(2.5F));
    for (int j = 0; j < words; ++j) {
      const Vec at{placed.x(j), placed.y(tape.value(record.bell)(0, j))};
      ui.canvas.circle(at, ui.theme.px(5), color);
    }
  }

  // The last choice that a step has spoken of; −1: none yet.
  static int last_come(const Session& session, const LuongRecord& record) {
    const Tape& tape = session.run()->tape;
    const auto& steps = session.lesson().steps;
    int last = -1;
    for (int k = 0; k <= session.step && k < static_cast<int>(steps.size()); ++k) {
      const Var focus = tape.find(steps[static_cast<std::size_t>(k)].focus);
      if (focus) last = std::max(last, choice_of(record, focus));
    }
    return steps.empty() || !record.dot.weights ? kLocalP : last;
  }

  // The choice that the node was computed for; −1: none.
  static int choice_of(const LuongRecord& record, Var var) {
    for (std::size_t i = 0; i < kChoices.size(); ++i) {
      const auto& way = record.*kChoices[i].way;
      if (way.first.index <= var.index && var.index <= way.context.index)
        return static_cast<int>(i);
    }
    return -1;
  }

  static int spoken_of(const Session& session, const LuongRecord& record) {
    const Var focus = stage_focus(session);
    return std::max(0, focus ? choice_of(record, focus) : -1);
  }

  MatrixPanel cells_;
  StatePlane plane_;
};

const RegisterView registered{"luong",
                              [] { return std::unique_ptr<View>(new Luong); },
                              {.parts = {{.name = "plane", .share = 0.34F, .keeps_shape = true},
                                         {.name = "weights", .share = 0.26F},
                                         {.name = "choices"},
                                         {.name = "positions"}}}};

}  // namespace

}  // namespace glassformer
