#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/whole_text.h"

namespace glassformer {

namespace {

// A text and its window, every pair's probability, and what comes of them as one reads on: their
// product, the sum of the logarithms, and the mean.
class WholeText : public View {
 public:
  std::string_view name() const override { return "whole-text"; }
  std::string_view help() const override {
    return "Click a word of the text to make it the centre; the words in colour around it are its "
           "context, one pair each. The curve follows product, sum or mean from position to "
           "position. Type a text of your own.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<WholeTextRecord>();
    if (!record.p) return;
    draw_text(ui, session, *run, record, area.take_top(theme.px(34)));
    area.take_top(theme.px(14));
    const Var focus = stage_focus(session);
    if (focus && focus == record.p) {
      table_.begin(ui, session);
      table_.draw(ui, session, focus, area, {.top = true});
      table_.end(ui, session);
      return;
    }
    if (focus && focus == record.pairs) {
      draw_pairs(ui, session, *run, record, area);
      return;
    }
    const bool runs = focus && (focus == record.product || focus == record.sum ||
                                focus == record.mean || focus == record.descent);
    if (runs) {
      draw_course(ui, *run, record, focus, area.take_left(area.w * 0.52F));
      area.take_left(theme.px(24));
    }
    // Beside the curve one matrix is enough: two would be too thin for their numbers.
    const bool alone = focus && (focus == record.product || focus == record.mean);
    if (alone || (focus && focus == record.descent)) {
      table_.begin(ui, session);
      table_.draw(ui, session, alone ? focus : record.p, area, {.top = true});
      table_.end(ui, session);
    } else {
      panel_.draw(ui, session, area);
    }
  }

 private:
  // Every pair; of a long text those around the centre, as many as can be named in whole.
  static void draw_pairs(Ui& ui, Session& session, const Run& run, const WholeTextRecord& record,
                         Rect area) {
    const int all = run.tape.shape(record.pairs).rows;
    const Rect title = area.take_top(ui.theme.px(28));
    WordBars bars{.values = record.pairs, .by_row = true};
    bars.most = bars_in_whole(ui, bars_of(session, bars), area);
    std::string words = "Every pair, and its probability";
    if (bars.most < all) {
      const int window = static_cast<int>(value_of(session.inputs(), whole_text_options::window));
      const int last = static_cast<int>(run.tokens[0].size()) - 1;
      int before = 0;
      for (int t = 0; t < record.centre; ++t)
        before += std::min(window, t) + std::min(window, last - t);
      bars.first = std::clamp(before + window - bars.most / 2, 0, all - bars.most);
      words = fmt::format("Pairs {} to {} of {}, and their probabilities", bars.first + 1,
                          bars.first + bars.most, all);
    }
    text_fitted(ui, title, words, ui.theme.strong(), ui.theme.ink);
    draw_word_bars(ui, session, bars, area);
  }

  static void draw_text(Ui& ui, Session& session, const Run& run, const WholeTextRecord& record,
                        Rect row) {
    const int window = static_cast<int>(value_of(session.inputs(), whole_text_options::window));
    const auto fill = [&](int i) -> std::optional<Color> {
      if (i == record.centre) return ui.theme.tensor(Role::key);
      const bool context = std::abs(i - record.centre) <= window;
      return context ? std::optional(ui.theme.tensor(Role::query)) : std::nullopt;
    };
    const auto ring = [](int) -> std::optional<Color> { return std::nullopt; };
    const int clicked = draw_word_chips(
        ui, session, {run.tokens[0], record.centre, record.centre + window + 1, fill, ring}, row);
    if (clicked >= 0) session.post(set_option(whole_text_options::centre, clicked + 1));
  }

  // From position to position, or from turn to turn.
  static void draw_course(Ui& ui, const Run& run, const WholeTextRecord& record, Var shown,
                          Rect area) {
    const bool product = shown == record.product;
    const char* const what = product                ? "Product of all p so far"
                             : shown == record.sum  ? "Sum of all ln p so far"
                             : shown == record.mean ? "Mean loss so far"
                                                    : "Loss, turn by turn";
    text_fitted(ui, area.take_top(ui.theme.px(28)), what, ui.theme.strong(), ui.theme.ink);
    Curve curve{"", ui.theme.tensor(Role::output), {}, {}, run.tape.shape(shown).rows < 40};
    const bool turns = shown == record.descent;
    for (int i = 0; i < run.tape.shape(shown).rows; ++i) {
      const double y = run.tape.value(shown)(i, 0);
      if (!std::isfinite(y) || (product && y <= 0)) continue;
      curve.x.push_back(turns ? i : i + 1);
      curve.y.push_back(y);
    }
    CurveSpec spec;
    spec.id = what;
    spec.x_name = turns ? "turn" : "position t";
    spec.y_name = product ? "product" : shown == record.sum ? "sum" : "J";
    spec.log_y = product;
    spec.zero_y = !product && shown != record.sum;
    if (!turns) spec.marker_x = record.centre + 1;
    spec.curves = {std::move(curve)};
    draw_curve(ui, spec, area);
  }

  EquationPanel panel_;
  MatrixPanel table_;
};

const RegisterView registered{"whole-text", [] { return std::unique_ptr<View>(new WholeText); }};

}  // namespace

}  // namespace glassformer
