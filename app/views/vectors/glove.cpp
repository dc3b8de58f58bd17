#include <algorithm>
#include <optional>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/vectors/arrow_plane.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/glove.h"

namespace glassformer {

namespace {

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
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<GloveRecord>();
    if (!record.counts) return;
    const Var focus = stage_focus(session);
    const std::string path = focus_path(session, session.step);
    if (is_within(path, "probe")) {
      panel_.draw(ui, session, area);
      return;
    }
    const bool curve = is_within(path, "examples") || is_within(path, "curve");
    if (!curve) draw_choice(ui, session, *run, record, area);
    if (std::find(record.tables.begin(), record.tables.end(), focus) != record.tables.end()) {
      draw_table(ui, session, *run, focus, area);
      return;
    }
    Rect left = area.take_left(area.w * 0.5F);
    area.take_left(ui.theme.px(24));
    if (curve) {
      draw_weight(ui, *run, record, left);
    } else if (focus && focus == record.descent) {
      draw_descent(ui, *run, record, left);
      draw_plane(ui, session, *run, record, area);
      return;
    } else {
      draw_plane(ui, session, *run, record, left);
    }
    panel_.draw(ui, session, area);
  }

 private:
  static void title(Ui& ui, Rect& area, std::string_view text) {
    text_fitted(ui, area.take_top(ui.theme.px(28)), text, ui.theme.strong(), ui.theme.ink);
  }

  // Which count is looked at.
  void draw_choice(Ui& ui, Session& session, const Run& run, const GloveRecord& record,
                   Rect& area) {
    const Theme& theme = ui.theme;
    const Label& counts = run.tape.node(record.counts).label;
    Rect row = area.take_top(theme.px(36));
    area.take_top(theme.px(10));
    word_.draw(ui, session, glove_options::word, "word", std::string(glove_options::word.initial),
               row.take_left(std::min(row.w * 0.45F, theme.px(260))),
               axis_label(counts.rows, record.word));
    row.take_left(theme.px(16));
    context_.draw(
        ui, session, glove_options::context, "context", std::string(glove_options::context.initial),
        row.take_left(std::min(row.w, theme.px(260))), axis_label(counts.cols, record.context));
  }

  // A click on a cell chooses its count.
  void draw_table(Ui& ui, Session& session, const Run& run, Var table, Rect area) {
    const std::optional<Target> before = session.chosen;
    table_.begin(ui, session);
    table_.draw(ui, session, table, area, {.largest = 110, .top = true});
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
    title(ui, area, "Loss, turn by turn");
    Curve curve{"", ui.theme.tensor(Role::output), {}, column(run, record.descent), false};
    for (std::size_t i = 0; i < curve.y.size(); ++i) curve.x.push_back(static_cast<double>(i));
    CurveSpec spec;
    spec.id = "descent";
    spec.x_name = "turn";
    spec.y_name = "J";
    spec.log_y = true;
    spec.curves = {std::move(curve)};
    draw_curve(ui, spec, area);
  }

  // Words and contexts by their first two numbers, and the step of the chosen two.
  static void draw_plane(Ui& ui, Session& session, const Run& run, const GloveRecord& record,
                         Rect area) {
    const Theme& theme = ui.theme;
    title(ui, area, "Vectors of words and contexts");
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

  EquationPanel panel_;
  MatrixPanel table_;
  OptionLine word_, context_;
};

const RegisterView registered{"glove", [] { return std::unique_ptr<View>(new Glove); }};

}  // namespace

}  // namespace glassformer
