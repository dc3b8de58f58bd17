#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/arrow_plane.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/lsa.h"

namespace glassformer {

namespace {

// The counts of a text beside its sentences; their decomposition as an equation; the matrix of
// rank k beside the one that it is made of, with the error for every k; or the words as arrows,
// and how near each is to one of them.
class Lsa : public View {
 public:
  std::string_view name() const override { return "lsa"; }
  std::string_view help() const override {
    return "First the text, sentence by sentence, and how often each word stands in each. Then the "
           "decomposition; every cell can be touched and changed, and a changed count is "
           "decomposed again. Move k to keep more or fewer directions, and click the bar of a "
           "word to see what it is near to, as counted and with the k numbers that are kept.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<LsaRecord>();
    if (!record.matrix) return;
    const Var focus = stage_focus(session);
    const std::string path = focus_path(session, session.step);
    const bool counted = is_within(path, "before");
    const bool near = is_within(path, "after");
    const bool rank = is_within(path, "rank") || is_within(path, "rest");
    if (near || rank) draw_k(ui, session, *run, record, area);
    if (counted || near) {
      draw_near(ui, session, *run, record, near, area);
    } else if (rank) {
      draw_rank(ui, session, *run, record, focus, area);
    } else if (focus && focus == record.vectors) {
      Rect left = area.take_left(area.w * 0.56F);
      area.take_left(ui.theme.px(20));
      draw_plane(ui, session, *run, record, left);
      draw_alone(ui, session, focus, area);
    } else if ((focus == record.matrix || focus == record.gram) && !record.sentences.empty()) {
      draw_text(ui, session, record, area);
      draw_alone(ui, session, focus, area);
    } else if (focus == record.u) {
      draw_product(ui, session, *run, record, area);
    } else if (focus == record.power) {
      draw_alone(ui, session, focus, area);
    } else {
      panel_.draw(ui, session, area);
    }
  }

 private:
  static void title(Ui& ui, Rect& area, const std::string& text) {
    text_fitted(ui, area.take_top(ui.theme.px(28)), text, ui.theme.strong(), ui.theme.ink);
  }

  void draw_k(Ui& ui, Session& session, const Run& run, const LsaRecord& record, Rect& area) {
    const Theme& theme = ui.theme;
    const int kept = run.tape.shape(record.vectors).cols, all = run.tape.shape(record.vt).rows;
    Rect row = area.take_top(theme.px(36));
    area.take_top(theme.px(10));
    const std::string told = fmt::format("{} of {} directions", kept, all);
    ui.canvas.text_in(row.take_left(theme.px(22)), "k", theme.math(), theme.ink);
    Rect slider = row.take_left(std::min(row.w * 0.5F, theme.px(300)));
    row.take_left(theme.px(14));
    ui.canvas.text_in(row, told, theme.body(), theme.ink);
    double value = kept;
    if (!ui.input.down) ++gesture_;
    if (all > 1 && ui.slider("k", value, 1, all, true, slider.inset(0, theme.px(4)))) {
      session.post(set_option(lsa_options::k, value, gesture_));
    }
  }

  void draw_alone(Ui& ui, Session& session, Var var, Rect area) {
    matrix_.begin(ui, session);
    matrix_.draw(ui, session, var, area, {.top = true});
    matrix_.end(ui, session);
  }

  // A = U Σ Vᵀ, with cells of one size, so that it is seen which sides are equally long.
  void draw_product(Ui& ui, Session& session, const Run& run, const LsaRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const std::array<Var, 4> parts{record.matrix, record.u, record.s, record.vt};
    const std::array<const char*, 3> signs{"=", "·", "·"};
    const float sign = theme.px(28), names = names_width(ui, run, record, area.w);
    float columns = 0;
    for (const Var part : parts) columns += static_cast<float>(run.tape.shape(part).cols);
    const float brackets = theme.px(18);
    const float cell = (area.w - names - 3 * sign - 4 * brackets) / columns;
    const float rows = static_cast<float>(run.tape.shape(record.matrix).rows);
    // Where the window is high, cells are higher than wide.
    const float tall = std::clamp((area.h - theme.px(110)) / rows, cell, theme.px(44));
    const float middle = area.y + std::min(area.h, theme.px(60) + tall * rows) / 2;
    matrix_.begin(ui, session);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) {
        const Rect at = area.take_left(sign);
        ui.canvas.text_in({at.x, middle - theme.px(14), at.w, theme.px(28)}, signs.at(i - 1),
                          theme.title(), theme.soft_ink, Align::center);
      }
      const auto wide = static_cast<float>(run.tape.shape(parts.at(i)).cols) * cell + brackets;
      matrix_.draw(ui, session, parts.at(i), area.take_left(i == 0 ? wide + names : wide),
                   {.row_labels = i == 0,
                    .largest = cell / theme.scale,
                    .tallest = tall / theme.scale,
                    .top = true});
    }
    matrix_.end(ui, session);
  }

  static float names_width(const Ui& ui, const Run& run, const LsaRecord& record, float room) {
    const Axis& words = run.tape.node(record.matrix).label.rows;
    float names = 0;
    for (int i = 0; i < run.tape.shape(record.matrix).rows; ++i) {
      names = std::max(names, name_width(ui, axis_label(words, i), ui.theme.small()));
    }
    return std::min(names + ui.theme.px(16), room * 0.2F);
  }

  // The sentences with their numbers, at the left.
  static void draw_text(Ui& ui, Session& session, const LsaRecord& record, Rect& area) {
    const Theme& theme = ui.theme;
    Rect left = area.take_left(std::min(area.w * 0.38F, theme.px(460)));
    area.take_left(theme.px(16));
    title(ui, left, "The text");
    const std::size_t count = record.sentences.size();
    const float line = std::clamp(left.h / static_cast<float>(count), theme.px(28), theme.px(44));
    const auto fitting = static_cast<std::size_t>(std::max(1.0F, left.h / line + 0.01F));
    const std::size_t shown = count <= fitting ? count : fitting - 1;
    for (std::size_t i = 0; i < shown; ++i) {
      Rect row = left.take_top(line);
      const std::string number = std::to_string(i + 1);
      touch_target(ui, session, Ui::id("sentence", i), token_of(0, static_cast<int>(i), number),
                   row);
      if (is_under_pointer(session, number)) ui.canvas.fill(row, theme.pressed, theme.px(5));
      ui.canvas.text_in(row.take_left(theme.px(24)), number, theme.number(),
                        theme.tensor(Role::key), Align::right);
      row.take_left(theme.px(10));
      text_fitted(ui, row, record.sentences[i], theme.body(), theme.ink);
    }
    if (shown < count) draw_more(ui, count - shown, left.take_top(line));
  }

  // The matrix and the one of rank k side by side, or that and what it misses; below, or in a low
  // window at the right, the error for every k.
  void draw_rank(Ui& ui, Session& session, const Run& run, const LsaRecord& record, Var focus,
                 Rect area) {
    const Theme& theme = ui.theme;
    const bool beside = area.h < theme.px(400) && area.w > theme.px(800);
    const Rect errors = beside ? area.take_right(area.w * 0.27F)
                               : area.take_bottom(std::max(theme.px(120), area.h * 0.3F));
    if (beside) {
      area.take_right(theme.px(20));
    } else {
      area.take_bottom(theme.px(10));
    }
    const bool missed = focus != record.approximate;
    const Var first = missed ? record.approximate : record.matrix;
    const Var second = missed ? record.left_over : record.approximate;
    const float names = names_width(ui, run, record, area.w);
    const float gap = theme.px(14), width = (area.w - names - gap) / 2;
    const auto columns = static_cast<float>(run.tape.shape(record.matrix).cols);
    const float cell = (width - theme.px(26)) / columns / theme.scale;  // the same in both
    matrix_.begin(ui, session);
    matrix_.draw(ui, session, first, area.take_left(width + names), {.largest = cell, .top = true});
    area.take_left(gap);
    matrix_.draw(ui, session, second, area, {.row_labels = false, .largest = cell, .top = true});
    matrix_.end(ui, session);
    draw_errors(ui, run, record, errors);
  }

  static void draw_errors(Ui& ui, const Run& run, const LsaRecord& record, Rect area) {
    const Mat& errors = run.tape.value(record.errors);
    Curve curve{"", ui.theme.tensor(Role::query), {}, {}, true};
    for (int k = 0; k < errors.rows(); ++k) {
      curve.x.push_back(k);
      curve.y.push_back(errors(k, 0));
    }
    CurveSpec spec;
    spec.id = "error";
    spec.x_name = "k";
    spec.y_name = "error";
    spec.curves = {std::move(curve)};
    spec.zero_y = true;
    spec.marker_x = run.tape.shape(record.vectors).cols;
    draw_curve(ui, spec, area);
  }

  // Words and contexts along the first two directions that are kept.
  static void draw_plane(Ui& ui, Session& session, const Run& run, const LsaRecord& record,
                         Rect area) {
    const Theme& theme = ui.theme;
    title(ui, area, "Words along two directions");
    const Mat& at = run.tape.value(record.vectors);
    const Axis& words = run.tape.node(record.vectors).label.rows;
    std::vector<PlaneArrow> arrows;
    for (int i = 0; i < at.rows(); ++i) {
      const bool asked = i == record.word;
      const auto y = static_cast<float>(at.cols() > 1 ? at(i, 1) : 0);
      arrows.push_back({{static_cast<float>(at(i, 0)), y},
                        {},
                        axis_label(words, i),
                        theme.tensor(asked ? Role::query : Role::key),
                        asked,
                        true,
                        cell_of(run.tape, record.vectors, i, 0)});
    }
    draw_arrow_plane(ui, session, arrows, {}, area);
  }

  // The words' cosines with one of them: as counted, beside the counts; or with the numbers that
  // are kept, beside the words as arrows.
  void draw_near(Ui& ui, Session& session, const Run& run, const LsaRecord& record, bool kept,
                 Rect area) {
    const Theme& theme = ui.theme;
    Rect left = area.take_left(area.w * 0.48F);
    area.take_left(theme.px(20));
    if (kept) {
      draw_plane(ui, session, run, record, left);
    } else {
      draw_alone(ui, session, record.matrix, left);
    }
    const std::string word = axis_label(run.tape.node(record.after).label.cols, 0);
    title(ui, area,
          fmt::format("Cosine with “{}”, {}", word, kept ? "kept (and as counted)" : "as counted"));
    WordBars bars;
    bars.values = kept ? record.after : record.before;
    bars.by_row = true;
    bars.to_one = bars.around_zero = true;
    if (kept) bars.beside = record.before;
    const float height = theme.px(28) * static_cast<float>(run.tape.shape(record.after).rows);
    const int clicked =
        draw_word_bars(ui, session, bars, area.take_top(std::min(area.h, height))).clicked;
    if (clicked >= 0) {
      const std::string chosen = axis_label(run.tape.node(record.after).label.rows, clicked);
      session.post(set_option(lsa_options::word, chosen));
    }
  }

  EquationPanel panel_;
  MatrixPanel matrix_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{"lsa", [] { return std::unique_ptr<View>(new Lsa); }};

}  // namespace

}  // namespace glassformer
