#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/step_state.h"
#include "app/views/recurrent/unrolled.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/recurrent_state.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kPictureKey = "picture";
constexpr std::array<std::string_view, 2> kPictureNames{"words", "curve"};

// The states of a sentence, a column a word, and how much the last one still knows of each.
class RecurrentState : public View {
 public:
  std::string_view name() const override { return "recurrent-state"; }
  std::string_view help() const override {
    return "A column for each word: the state after it, and below it how far the last state moves "
           "with that word. Click a word, or press 1 to 9, and its cell is laid out below with "
           "every gate. The field changes the word that is swapped in.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<RecurrentStateRecord>();
    if (record.states.empty()) return;
    if (state_choice(session, kPictureKey, kPictureNames).value_or(0) == 1) {
      const Rect left = area.take_left(area.w * 0.6F);
      area.take_left(theme.px(24));
      draw_curve(ui, curve(session, record, theme), left);
      panel_.draw(ui, session, area);
      return;
    }
    const int swap = static_cast<int>(value_of(session.inputs(), RecurrentStateRecord::swap));
    if (record.moved) {
      Rect row = area.take_top(theme.px(34));
      line_.draw(ui, session, RecurrentStateRecord::other, "swapped in",
                 std::string(RecurrentStateRecord::other.initial),
                 row.take_left(std::min(row.w, theme.px(320))));
      area.take_top(theme.px(8));
    }
    Unrolled spec;
    spec.states = record.states;
    spec.words = run->tape.node(run->output).label.rows;
    spec.chosen = std::clamp(session.head, 0, static_cast<int>(record.states.size()) - 1);
    if (record.moved) {
      spec.states = record.swapped;
      spec.bars = record.moved;
      spec.title = "how far the state moves";
      spec.role = Role::value;
      spec.other = swap - 1;
      spec.other_word = value_of(session.inputs(), RecurrentStateRecord::other);
    } else if (has_come(session, record.memory) || step_focus(session) == record.memory) {
      spec.bars = record.memory;
      spec.title = "how far the last state moves with each word";
    }
    const bool whole = step_focus(session) == record.memory || step_focus(session) == record.moved;
    const Rect above = area.take_top(area.h * (whole ? 1.0F : spec.bars ? 0.58F : 0.45F));
    const int clicked = draw_unrolled(ui, session, spec, above);
    if (clicked >= 0) session.head = clicked;
    if (whole) return;
    area.take_top(theme.px(16));
    panel_.draw(ui, session, area);
  }

 private:
  static CurveSpec curve(const Session& session, const RecurrentStateRecord& record,
                         const Theme& theme) {
    CurveSpec spec;
    spec.id = "decay";
    spec.x_name = "step n";
    const bool slope = has_come(session, record.dependence) || step_focus(session) == record.ends;
    spec.y_name = slope ? "dh/dx of the first word" : "h";
    spec.zero_y = true;
    spec.log_y = false;
    const Tape& tape = session.run()->tape;
    const Mat& values = tape.value(slope ? record.dependence : record.by_hand);
    const Mat& weights = tape.value(record.weights);
    const std::array colors{Role::value, Role::key, Role::output};
    for (int c = 0; c < values.cols(); ++c) {
      Curve one{"w = " + format_cell(weights(0, c)),
                theme.tensor(colors[static_cast<std::size_t>(c) % colors.size()]),
                {},
                {},
                false};
      for (int n = 0; n < values.rows(); ++n) {
        one.x.push_back(n + 1);
        one.y.push_back(values(n, c));
      }
      spec.curves.push_back(std::move(one));
    }
    return spec;
  }

  EquationPanel panel_;
  OptionLine line_;
};

const RegisterView registered{
    "recurrent-state",
    [] { return std::unique_ptr<View>(new RecurrentState); },
    {.state = {state_spec(kPictureKey, kPictureNames,
                          "The states of the words, or the curves of a state of one number")}}};

}  // namespace

}  // namespace glassformer
