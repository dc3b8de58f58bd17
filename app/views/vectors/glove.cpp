#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/arrow_plane.h"
#include "app/views/vectors/leaning_bars.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/glove.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kTable = "table", kPlane = "plane", kRatio = "ratio", kBars = "bars",
                           kWeight = "weight", kDescent = "descent", kCount = "count";

// Counts, and vectors whose products are to be their logarithms: one count at a time beside the
// vectors as arrows, all counts as a matrix, what a count weighs as a curve, and the loss of a
// descent over all of them.
class Glove : public View {
 public:
  std::string_view name() const override { return "glove"; }
  std::string_view help() const override {
    return "Every word has a vector and so has every context; their product should be the "
           "logarithm "
           "of how often the two have met. Click a cell of the counts, or name a word and a "
           "context, to look at one count; the arrows at the tips show how it pulls at both "
           "vectors. Type a text of your own to count that.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<GloveRecord>();
    if (!record.counts) return {};
    const Var focus = stage_focus(session);
    const auto shown = [&](Var var) { return std::vector{run->tape.node(var).path}; };
    if (part == kPlane) {
      draw_plane(ui, session, *run, record, area);
      return {};
    }
    if (part == kDescent && record.descent) {
      draw_descent(ui, *run, record, area);
      return shown(record.descent);
    }
    if (part == kWeight) {
      // What is asked of some counts the curve would answer for all.
      if (session.asking()) {
        draw_hidden(ui, area, ui.theme.px(8));
      } else {
        draw_weight(ui, *run, record, area);
      }
      return shown(record.curve_f);
    }
    if (part == kRatio && record.ratio) {
      draw_ratio(ui, session, *run, area);
      return shown(record.ratio);
    }
    if (part == kCount) {
      draw_count(ui, session, *run, focus, area);
      return {};
    }
    if (part == kBars && focus) {
      draw_focus_bars(ui, session, *run, focus, area);
      return shown(focus);
    }
    const bool is_table = std::ranges::find(record.tables, focus) != record.tables.end();
    draw_table(ui, session, *run, is_table ? focus : record.counts, area);
    return shown(is_table ? focus : record.counts);
  }

  // Which count is looked at.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<GloveRecord>();
    if (!record.counts) return 0;
    const Theme& theme = ui.theme;
    const Label& counts = run->tape.node(record.counts).label;
    Rect row = area.take_top(theme.px(36));
    word_.draw(ui, session, glove_options::word, "word", std::string(glove_options::word.initial),
               row.take_left(std::min(row.w * 0.45F, theme.px(260))),
               axis_label(counts.rows, record.word));
    row.take_left(theme.px(16));
    context_.draw(
        ui, session, glove_options::context, "context", std::string(glove_options::context.initial),
        row.take_left(std::min(row.w, theme.px(260))), axis_label(counts.cols, record.context));
    return theme.px(36);
  }

 private:
  // How many times as often a word stands beside the one as beside the other, on a scale of
  // logarithms: to the right of the middle more often, to the left less.
  static void draw_ratio(Ui& ui, Session& session, const Run& run, Rect area) {
    const auto& record = run.records.get<GloveRecord>();
    const Mat& ratio = run.tape.value(record.ratio);
    const Axis& of = run.tape.node(record.shares).label.rows;
    LeaningBars leaning;
    leaning.bars.ends = {axis_label(of, 1), axis_label(of, 0)};
    const Axis& words = run.tape.node(record.ratio).label.cols;
    for (int k = 0; k < ratio.cols(); ++k) {
      const double times = ratio(0, k);
      Bar bar{axis_label(words, k), cell_of(run.tape, record.ratio, 0, k)};
      bar.value = times > 0 ? std::log(times) : 0;
      bar.number = format_cell(times);
      leaning.bars.bars.push_back(std::move(bar));
    }
    draw_leaning_bars(ui, session, leaning, area);
  }

  // One count: what its two vectors make of it, and what they should, as far as the steps have
  // come.
  static void draw_count(Ui& ui, Session& session, const Run& run, Var focus, Rect area) {
    const auto& record = run.records.get<GloveRecord>();
    const auto reached = [&](Var var) { return !focus || focus.index >= var.index; };
    const bool stepped = reached(record.after.residual);
    const GloveRecord::Judged& now = stepped ? record.after : record.before;
    LargeBars list{"count", {}, {}};
    list.title = fmt::format("“{}” and “{}”{}",
                             axis_label(run.tape.node(record.counts).label.rows, record.word),
                             axis_label(run.tape.node(record.counts).label.cols, record.context),
                             stepped ? ", after the step" : "");
    const auto add = [&](const char* name, Var var, int col, Role role) {
      if (!var) return;
      Bar bar{name, cell_of(run.tape, var, 0, col), run.tape.value(var)(0, col)};
      bar.number = format_cell(bar.value);
      bar.color = ui.theme.tensor(role);
      bar.strong = var == focus;
      list.bars.bars.push_back(std::move(bar));
    };
    if (now.parts) {
      constexpr std::array names{"product", "bias of the word", "bias of the context"};
      for (int i = 0; i < 3; ++i) {
        add(names[static_cast<std::size_t>(i)], now.parts, i, Role::value);
      }
    }
    add(now.parts ? "together" : "product", now.fit, 0, Role::query);
    add("should be", record.log, 0, Role::key);
    if (reached(now.residual)) add("residual", now.residual, 0, Role::output);
    if (reached(now.loss) || stepped) {
      add("weight", record.f, 0, Role::value);
      add("share of the loss", now.loss, 0, Role::output);
    }
    const auto below_0 = [](const Bar& bar) { return bar.value < 0; };
    list.bars.both_ways = std::ranges::any_of(list.bars.bars, below_0);
    draw_large_bars(ui, session, list, area);
  }

  // The matrix of the step, a row or a column, as bars.
  static void draw_focus_bars(Ui& ui, Session& session, const Run& run, Var focus, Rect area) {
    WordBars words{focus};
    words.by_row = run.tape.shape(focus).cols == 1;
    LargeBars list{"glove", {}, bars_of(session, words)};
    list.title = words.by_row ? "What a count weighs" : "The bias of each context";
    list.bars.by_value = false;
    draw_large_bars(ui, session, list, area);
  }

  // A click on a cell chooses its count.
  void draw_table(Ui& ui, Session& session, const Run& run, Var table, Rect area) {
    const std::optional<Target> before = session.chosen;
    table_.begin(ui, session);
    table_.draw(ui, session, table, area, {.largest = 1000, .fills = true});
    table_.end(ui, session);
    if (!session.chosen || session.chosen == before) return;
    if (!is_of(*session.chosen, run.tape, table)) return;
    const Label& label = run.tape.node(table).label;
    session.post(set_option(glove_options::word, axis_label(label.rows, session.chosen->row)));
    session.post(set_option(glove_options::context, axis_label(label.cols, session.chosen->col)));
  }

  static std::vector<double> column(const Run& run, Var var) {
    std::vector<double> values;
    for (const Real cell : run.tape.value(var).cells()) values.push_back(cell);
    return values;
  }

  static void draw_weight(Ui& ui, const Run& run, const GloveRecord& record, Rect area) {
    CurveSpec spec;
    spec.id = "weight";
    spec.x_name = "count x";
    spec.y_name = "weight f(x)";
    spec.zero_y = true;
    spec.curves = {{"", ui.theme.tensor(Role::output), column(run, record.curve_x),
                    column(run, record.curve_f), false}};
    draw_curve(ui, spec, area);
  }

  static void draw_descent(Ui& ui, const Run& run, const GloveRecord& record, Rect area) {
    Curve curve{"", ui.theme.tensor(Role::output), {}, column(run, record.descent), false};
    for (std::size_t i = 0; i < curve.y.size(); ++i) curve.x.push_back(static_cast<double>(i));
    CurveSpec spec;
    spec.id = "descent";
    spec.x_name = "turn";
    spec.y_name = "J";
    spec.log_y = true;
    // How far it has come down from where it began.
    const std::vector<double> first(curve.x.size(), curve.y.empty() ? 0.0 : curve.y.front());
    spec.curves = {{"at first", ui.theme.soft_ink, curve.x, first, false}, std::move(curve)};
    draw_curve(ui, spec, area);
  }

  // Words and contexts by their first two numbers, and the step of the chosen two.
  static void draw_plane(Ui& ui, Session& session, const Run& run, const GloveRecord& record,
                         Rect area) {
    const Theme& theme = ui.theme;
    const bool moves = has_come(session, record.step_w);
    std::vector<PlaneArrow> arrows;
    const auto add = [&](Var rows, Var step, int chosen, Color color) {
      const Mat& at = run.tape.value(rows);
      const auto point = [](const Mat& m, int r) {
        return Vec{static_cast<float>(m(r, 0)), static_cast<float>(m.cols() > 1 ? m(r, 1) : 0)};
      };
      for (int i = 0; i < at.rows(); ++i) {
        const bool is_chosen = i == chosen;
        arrows.push_back({point(at, i), is_chosen && moves ? point(run.tape.value(step), 0) : Vec{},
                          axis_label(run.tape.node(rows).label.rows, i), color, is_chosen,
                          is_chosen, cell_of(run.tape, rows, i, 0)});
      }
    };
    const Color word = theme.tensor(Role::key), context = theme.tensor(Role::query);
    add(record.w, record.step_w, record.word, word);
    add(record.c, record.step_c, record.context, context);
    draw_arrow_plane(ui, session, arrows,
                     {{"word", word}, {"context", context}, {"step", theme.accent}}, area);
  }

  MatrixPanel table_;
  OptionLine word_, context_;
};

const RegisterView registered{"glove",
                              [] { return std::unique_ptr<View>(new Glove); },
                              {.parts = {{.name = kTable},
                                         {.name = kPlane, .share = 0.36F, .keeps_shape = true},
                                         {.name = kRatio},
                                         {.name = kBars},
                                         {.name = kWeight, .share = 0.42F},
                                         {.name = kDescent},
                                         {.name = kCount}}}};

}  // namespace

}  // namespace glassformer
