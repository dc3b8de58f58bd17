#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/parts/set_option.h"
#include "app/views/vectors/course_columns.h"
#include "app/views/vectors/pair_columns.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/whole_text.h"

namespace glassformer {

namespace {

constexpr std::string_view kPairs = "pairs", kCourse = "course";
const std::vector<PartSpec> kParts{{.name = kPairs}, {.name = kCourse}};

// The window over a text with every pair's probability, and what comes of them as one reads on:
// their product, the sum of the logarithms, and the mean.
class WholeText : public View {
 public:
  std::string_view name() const override { return "whole-text"; }
  std::string_view help() const override {
    return "Each position of the text has a column, with a cell for each word of its window. Click "
           "a word to make it the centre. The curve follows product, sum or mean from position to "
           "position. Type a text of your own.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<WholeTextRecord>();
    if (!record.p) return {};
    if (part == kCourse) {
      const Var shown = course_of(session, record);
      draw_course(ui, session, *run, record, shown, area);
      return {run->tape.node(shown).path};
    }
    const int clicked = draw_pair_columns(ui, session, record, window_of(session), area);
    if (clicked >= 0) session.post(set_option(whole_text_options::centre, clicked + 1));
    return {run->tape.node(record.pairs).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<WholeTextRecord>();
    if (!record.p) return 0;
    const float height = ui.theme.px(34);
    draw_text(ui, session, *run, record, area.take_top(height));
    return height;
  }

 private:
  static int window_of(const Session& session) {
    return static_cast<int>(value_of(session.inputs(), whole_text_options::window));
  }

  // What the step follows, or else the mean.
  static Var course_of(const Session& session, const WholeTextRecord& record) {
    const Var focus = stage_focus(session);
    for (const Var one : {record.product, record.sum, record.descent}) {
      if (focus && focus == one) return one;
    }
    return record.mean;
  }

  static void draw_text(Ui& ui, Session& session, const Run& run, const WholeTextRecord& record,
                        Rect row) {
    const int window = window_of(session);
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
  static void draw_course(Ui& ui, Session& session, const Run& run, const WholeTextRecord& record,
                          Var shown, Rect area) {
    const bool product = shown == record.product, turns = shown == record.descent;
    const char* const what = product                ? "product of all p so far, in powers of ten"
                             : shown == record.sum  ? "sum of all ln p so far"
                             : shown == record.mean ? "mean loss so far"
                                                    : "loss, turn by turn";
    text_fitted(ui, area.take_top(ui.theme.px(30)), what, ui.theme.strong(), ui.theme.soft_ink);
    if (!turns) {
      const int clicked = draw_course_columns(ui, session, {shown, product, record.centre}, area);
      if (clicked >= 0) session.post(set_option(whole_text_options::centre, clicked + 1));
      return;
    }
    Curve curve{"", ui.theme.tensor(Role::output), {}, {}, run.tape.shape(shown).rows < 40};
    for (int i = 0; i < run.tape.shape(shown).rows; ++i) {
      const double y = run.tape.value(shown)(i, 0);
      if (!std::isfinite(y)) continue;
      curve.x.push_back(i);
      curve.y.push_back(y);
    }
    CurveSpec spec;
    spec.id = what;
    spec.x_name = "turn";
    spec.y_name = "J";
    spec.zero_y = true;
    spec.curves = {std::move(curve)};
    draw_curve(ui, spec, area);
  }
};

const RegisterView registered{
    "whole-text", [] { return std::unique_ptr<View>(new WholeText); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
