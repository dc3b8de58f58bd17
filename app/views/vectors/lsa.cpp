#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/large_bars.h"
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

constexpr std::string_view kText = "sentences", kNear = "near", kProduct = "product",
                           kCheck = "check", kPlane = "plane", kSigma = "singular values",
                           kErrors = "errors";
constexpr float kBeside = 0.38F;
constexpr float kMargin = 22;  // px at scale 1 around the arrows
const std::vector<PartSpec> kParts{{.name = kText, .share = 0.35F},
                                   {.name = kNear, .share = kBeside},
                                   {.name = kProduct},
                                   {.name = kCheck},
                                   {.name = kPlane, .share = kBeside, .keeps_shape = true},
                                   {.name = kSigma},
                                   {.name = kErrors}};

// The sentences of a text, the decomposition of its counts as an equation, what the directions are
// worth, the error for every k, the words as arrows, and how near each is to one of them.
class Lsa : public View {
 public:
  std::string_view name() const override { return "lsa"; }
  std::string_view help() const override {
    return "First the text, sentence by sentence, and how often each word stands in each. Then the "
           "decomposition; every cell can be touched and changed, and a changed count is "
           "decomposed again. Move k to keep more or fewer directions, and click the bar of a "
           "word to see what it is near to, as counted and with the k numbers that are kept.";
  }

  void begin_parts(Ui& ui, Session& session) override { matrix_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { matrix_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<LsaRecord>();
    if (!record.matrix) return {};
    const auto path = [&](Var var) { return run->tape.node(var).path; };
    if (part == kText) {
      draw_text(ui, session, record, area);
      return {};
    }
    if (part == kNear) {
      const bool kept = is_within(focus_path(session, session.step), "after");
      draw_near(ui, session, *run, record, kept, area);
      return {path(kept ? record.after : record.before)};
    }
    if (part == kProduct) {
      draw_row(ui, session, {record.matrix, record.u, record.s, record.vt}, {"=", "·", "·"}, area);
      return {path(record.matrix), path(record.u), path(record.s), path(record.vt)};
    }
    if (part == kCheck) {
      draw_row(ui, session, {record.left, record.right}, {"="}, area);
      return {path(record.left), path(record.right)};
    }
    if (part == kPlane) {
      draw_plane(ui, session, *run, record, area);
      return {path(record.vectors)};
    }
    if (part == kSigma) {
      draw_sigma(ui, session, record, area);
      return {path(record.sigma)};
    }
    draw_errors(ui, *run, record, area);
    return {path(record.errors)};
  }

  // How many directions are kept.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<LsaRecord>();
    if (!record.matrix) return 0;
    const Theme& theme = ui.theme;
    const int kept = run->tape.shape(record.vectors).cols, all = run->tape.shape(record.vt).rows;
    Rect row = area.take_top(theme.px(36));
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
    return row.h;
  }

 private:
  static void title(Ui& ui, Rect& area, const std::string& text) {
    text_fitted(ui, area.take_top(ui.theme.px(30)), text, ui.theme.strong(), ui.theme.soft_ink);
  }

  // Matrices side by side, with cells of one size, so that it is seen which sides are equally long.
  void draw_row(Ui& ui, Session& session, const std::vector<Var>& parts,
                const std::vector<std::string>& signs, Rect area) {
    const Theme& theme = ui.theme;
    const Run& run = *session.run();
    const float sign = theme.px(26), brackets = theme.px(18);
    const float names = names_width(ui, run, parts.front(), area.w);
    float columns = 0, rows = 1;
    for (const Var part : parts) {
      columns += static_cast<float>(run.tape.shape(part).cols);
      rows = std::max(rows, static_cast<float>(run.tape.shape(part).rows));
    }
    const float fixed = names + sign * static_cast<float>(signs.size()) +
                        brackets * static_cast<float>(parts.size());
    const float cell = (area.w - fixed) / columns;
    const float tall = std::max(cell, (area.h - theme.px(96)) / rows);  // under heads, over names
    const float middle = area.y + std::min(area.h, theme.px(60) + tall * rows) / 2;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) {
        const Rect at = area.take_left(sign);
        ui.canvas.text_in({at.x, middle - theme.px(16), at.w, theme.px(32)}, signs[i - 1],
                          theme.title(), theme.soft_ink, Align::center);
      }
      const auto wide = static_cast<float>(run.tape.shape(parts[i]).cols) * cell + brackets;
      matrix_.draw(ui, session, parts[i], area.take_left(i == 0 ? wide + names : wide),
                   {.row_labels = i == 0,
                    .largest = cell / theme.scale,
                    .tallest = tall / theme.scale,
                    .top = true});
    }
  }

  static float names_width(const Ui& ui, const Run& run, Var var, float room) {
    const Axis& words = run.tape.node(var).label.rows;
    float names = 0;
    for (int i = 0; i < run.tape.shape(var).rows; ++i) {
      names = std::max(names, name_width(ui, axis_label(words, i), ui.theme.small()));
    }
    return std::min(names + ui.theme.px(16), room * 0.2F);
  }

  // The sentences with their numbers.
  static void draw_text(Ui& ui, Session& session, const LsaRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    if (record.sentences.empty()) return;
    const std::size_t count = record.sentences.size();
    const float line = std::clamp(area.h / static_cast<float>(count), theme.px(30), theme.px(62));
    const auto fitting = static_cast<std::size_t>(std::max(1.0F, area.h / line + 0.01F));
    const std::size_t shown = count <= fitting ? count : fitting - 1;
    const float before = theme.px(24), gap = theme.px(10);
    const bool wide = std::ranges::any_of(record.sentences, [&](const std::string& sentence) {
      return ui.canvas.width(sentence, theme.body()) > area.w - before - gap;
    });
    const Type type = wide ? theme.small() : theme.body();  // one size for all
    for (std::size_t i = 0; i < shown; ++i) {
      Rect row = area.take_top(line);
      const std::string number = std::to_string(i + 1);
      touch_target(ui, session, Ui::id("sentence", i), token_of(0, static_cast<int>(i), number),
                   row);
      if (is_under_pointer(session, number)) ui.canvas.fill(row, theme.pressed, theme.px(5));
      ui.canvas.text_in(row.take_left(before), number, theme.number(), theme.tensor(Role::key),
                        Align::right);
      row.take_left(gap);
      text_fitted(ui, row, record.sentences[i], type, theme.ink);
    }
    if (shown < count) draw_more(ui, count - shown, area.take_top(line));
  }

  // How much of the counts each direction holds.
  static void draw_sigma(Ui& ui, Session& session, const LsaRecord& record, Rect area) {
    LargeBars list;
    list.id = "singular values";
    list.title = "singular value of each direction";
    list.bars = bars_of(session, {.values = record.sigma, .by_row = true, .decimals = 2});
    list.bars.by_value = false;
    draw_large_bars(ui, session, list, area);
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
    draw_arrow_plane(ui, session, arrows, {}, area, kMargin);
  }

  // The words' cosines with one of them: as counted, or with the numbers that are kept.
  static void draw_near(Ui& ui, Session& session, const Run& run, const LsaRecord& record,
                        bool kept, Rect area) {
    const std::string word = axis_label(run.tape.node(record.after).label.cols, 0);
    title(ui, area,
          fmt::format("cosine with “{}”, {}", word, kept ? "kept (and as counted)" : "as counted"));
    WordBars bars;
    bars.values = kept ? record.after : record.before;
    bars.by_row = true;
    bars.to_one = true;
    bars.around_zero = kept;  // of counts no cosine is negative
    if (kept) bars.beside = record.before;
    const int clicked = draw_word_bars(ui, session, bars, area).clicked;
    if (clicked >= 0) {
      const std::string chosen = axis_label(run.tape.node(record.after).label.rows, clicked);
      session.post(set_option(lsa_options::word, chosen));
    }
  }

  MatrixPanel matrix_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{
    "lsa", [] { return std::unique_ptr<View>(new Lsa); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
