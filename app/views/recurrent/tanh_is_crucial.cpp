#include <algorithm>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
#include "core/scenes/records/tanh_is_crucial.h"

namespace glassformer {

namespace {

constexpr float kLow = 380;  // px at scale 1
constexpr std::string_view kStateKey = "state";

// States of a decoder in the plane of the encoder's, and the weights that each of them has.
class TanhIsCrucial : public View {
 public:
  std::string_view name() const override { return "tanh-is-crucial"; }
  std::string_view help() const override {
    return "The points of the plane are the encoder's states; the diamond is a state of the "
           "decoder, and the buttons above say which. Drag it and watch its weights in the columns "
           "below. The last column is the softmax of the words' own term. On the right are the "
           "matrices of the step.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<TanhIsCrucialRecord>();
    if (!record.weights) return;
    if (entered_.entered(session)) state_ = state_number(session, kStateKey).value_or(1) - 1;
    Rect left = area.take_left(area.w * 0.5F - theme.px(12));
    area.take_left(theme.px(24));
    const std::vector<WeightColumn> all = columns(session, record);
    if (left.h < theme.px(kLow)) {  // beside the plane: below it both would be small
      draw_weight_columns(ui, session, all, left.take_right(left.w * 0.52F));
      left.take_right(theme.px(20));
    } else {
      const float height = std::min(weight_columns_height(ui, session, all), left.h * 0.42F);
      draw_weight_columns(ui, session, all, left.take_bottom(height));
      left.take_bottom(theme.px(14));
    }
    std::vector<std::string> names;
    for (const WeightColumn& column : all) names.push_back(column.title);
    names.resize(static_cast<std::size_t>(session.run()->tape.shape(record.weights).rows));
    state_ = ui.segments("state", names, std::min(state_, static_cast<int>(names.size()) - 1),
                         left.take_top(theme.px(34)));
    left.take_top(theme.px(8));
    plane_.draw(ui, session,
                {record.states, record.decoder_states, state_, "state", record.weights, true, {}},
                left);
    panel_.draw(ui, session, area);
  }

 private:
  // One for each state, and from the step on that splits the score, that of the words alone.
  static std::vector<WeightColumn> columns(const Session& session,
                                           const TanhIsCrucialRecord& record) {
    const Tape& tape = session.run()->tape;
    std::vector<WeightColumn> all;
    for (int i = 0; i < tape.shape(record.weights).rows; ++i) {
      all.push_back({axis_label(tape.node(record.weights).label.rows, i), record.weights, {}, i});
    }
    if (has_come(session, record.of_words)) all.push_back({"words", record.of_words, {}});
    return all;
  }

  EquationPanel panel_;
  StatePlane plane_;
  StepState entered_;
  int state_ = 0;  // which one stands in the plane
};

const RegisterView registered{"tanh-is-crucial",
                              [] { return std::unique_ptr<View>(new TanhIsCrucial); },
                              {.state = {state_spec(kStateKey, 1, 4, "The state in the plane")}}};

}  // namespace

}  // namespace glassformer
