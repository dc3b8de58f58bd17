#include <algorithm>

#include "app/views/parts/bar_columns.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
#include "core/scenes/records/tanh_is_crucial.h"

namespace glassformer {

namespace {

constexpr std::string_view kStateKey = "state";

// The weights of a decoder's states side by side, and one of the states in the plane of the
// encoder's.
class TanhIsCrucial : public View {
 public:
  std::string_view name() const override { return "tanh-is-crucial"; }
  std::string_view help() const override {
    return "Each column holds the weights of one state of the decoder; the last is the softmax of "
           "the words' own term. The points of the plane are the encoder's states; the diamond is "
           "a state of the decoder, and the buttons above say which. Drag it and watch its "
           "weights.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<TanhIsCrucialRecord>();
    if (!record.weights) return {};
    follow(session, record);
    if (part == kPlanePart) {
      plane_.draw(ui, session,
                  {record.states, record.decoder_states, state_, "state", record.weights, true, {}},
                  area);
      return {tape.node(record.states).path};
    }
    draw_bar_columns(ui, session, columns(session, record), area);
    return {tape.node(record.weights).path};
  }

  // Which state stands in the plane.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const auto& record = session.run()->records.get<TanhIsCrucialRecord>();
    if (!record.weights) return 0;
    follow(session, record);
    const Rect row{area.x, area.y, std::min(area.w, ui.theme.px(320)), ui.theme.px(34)};
    state_ = ui.segments("state", names(session, record), state_, row);
    return row.h;
  }

 private:
  static constexpr std::string_view kPlanePart = "plane";

  void follow(const Session& session, const TanhIsCrucialRecord& record) {
    if (entered_.entered(session)) state_ = state_number(session, kStateKey).value_or(1) - 1;
    const int last = session.run()->tape.shape(record.weights).rows - 1;
    state_ = std::clamp(state_, 0, last);
  }

  static std::vector<std::string> names(const Session& session, const TanhIsCrucialRecord& record) {
    const Tape& tape = session.run()->tape;
    return axis_labels(tape.node(record.weights).label.rows, tape.shape(record.weights).rows);
  }

  // One for each state, and from the step on that splits the score, that of the words alone.
  std::vector<BarColumn> columns(const Session& session, const TanhIsCrucialRecord& record) const {
    std::vector<BarColumn> all;
    for (const std::string& name : names(session, record)) {
      const int row = static_cast<int>(all.size());
      all.push_back({name, record.weights, row, row == state_});
    }
    if (has_come(session, record.of_words)) all.push_back({"words alone", record.of_words, 0});
    return all;
  }

  StatePlane plane_;
  StepState entered_;
  int state_ = 0;  // which one stands in the plane
};

const RegisterView registered{
    "tanh-is-crucial",
    [] { return std::unique_ptr<View>(new TanhIsCrucial); },
    {.state = {state_spec(kStateKey, 1, 4, "The state in the plane")},
     .parts = {{.name = "plane", .share = 0.34F, .keeps_shape = true}, {.name = "weights"}}}};

}  // namespace

}  // namespace glassformer
