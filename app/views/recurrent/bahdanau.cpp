#include <algorithm>
#include <array>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/state_plane.h"
#include "app/views/parts/step_choice.h"
#include "app/views/parts/step_state.h"
#include "app/views/recurrent/step_boxes.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/bahdanau.h"

namespace glassformer {

namespace {

constexpr std::string_view kPictureKey = "picture";
constexpr std::array<std::string_view, 3> kPictureNames{"plane", "words", "count"};
constexpr std::string_view kSameKey = "same";
constexpr std::string_view kWordKey = "word";

// One word of a decoder in four boxes, and what the encoder hands to them: the plane of the states,
// the weights of all words, or what the scores cost.
class Bahdanau : public View {
 public:
  std::string_view name() const override { return "bahdanau"; }
  std::string_view help() const override {
    return "Above: what makes one word, from the encoder's states to the word; a click goes to the "
           "step that speaks of it. In the plane, drag the decoder's state, or a state of the "
           "encoder: the thickness of a line is the weight. With several words the table shows the "
           "weights of each; a click on a word above it opens that word's boxes. Every cell of the "
           "matrices can be touched and changed.";
  }
  float built() const override { return words_.built(); }

  void begin_parts(Ui& ui, Session& session) override {
    const auto& record = session.run()->records.get<BahdanauRecord>();
    if (!record.steps.empty()) follow(session, record);
    words_.begin(ui, session);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<BahdanauRecord>();
    if (record.steps.empty()) return {};
    const Tape& tape = session.run()->tape;
    if (part == kPlanePart) {
      draw_plane(ui, session, record, area);
      return {tape.node(record.states).path};
    }
    if (part == kCostPart) {
      draw_curve(ui, cost(session, record, ui.theme), area);
      return {tape.node(record.curve.each_time).path};
    }
    MatrixPanel::Options options;
    options.transposed = true;
    options.fills = true;
    const Var var = part == kWordsPart ? record.alignment : at(record).weights;
    // While they are asked for they stand there hidden.
    if (part == kWeightsPart && !has_come(session, var) && !session.asking()) return {};
    words_.draw(ui, session, var, area, options);
    return {tape.node(var).path};
  }

  void end_parts(Ui& ui, Session& session) override { words_.end(ui, session); }

  // What makes a word, and which word is open.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const auto& record = session.run()->records.get<BahdanauRecord>();
    if (record.steps.empty()) return 0;
    follow(session, record);
    const bool same = state_switch(session, kSameKey, false);
    const float top = area.y, height = step_boxes_height(ui, same);
    draw_step_boxes(ui, session, boxes(record, same), area.take_top(height));
    if (record.steps.size() < 2) return height;
    area.take_top(ui.theme.px(10));
    const Rect row{area.x, area.y, std::min(area.w, ui.theme.px(420)), ui.theme.px(34)};
    word_ = ui.segments("decoded word", said(session, record), word_, row);
    return row.bottom() - top;
  }

 private:
  static constexpr std::string_view kPlanePart = "plane", kCostPart = "cost", kWordsPart = "words",
                                    kWeightsPart = "weights";

  void follow(Session& session, const BahdanauRecord& record) {
    if (entered_.entered(session)) {
      picture_ = state_choice(session, kPictureKey, kPictureNames).value_or(0);
      word_ = choice_.follow(session, word_, state_number(session, kWordKey).value_or(1) - 1);
    }
    word_ = std::clamp(word_, 0, static_cast<int>(record.steps.size()) - 1);
  }

  const BahdanauRecord::Step& at(const BahdanauRecord& record) const {
    return record.steps[static_cast<std::size_t>(word_)];
  }

  std::vector<StepBox> boxes(const BahdanauRecord& record, bool same) const {
    const BahdanauRecord::Step& step = at(record);
    const std::string i = std::to_string(word_ + 1);
    const auto tag = [&](const char* words) { return same ? std::string(words) : std::string(); };
    const bool told = picture_ != 0 || word_ > 0;
    return {{"Encoder", "H", record.states, tag("stays"), false, told},
            {"Alignment", "\\alpha_{" + i + "}", step.weights, tag("changes"), true, told},
            {"Context", "c_{" + i + "}", step.context, tag("changes"), true, told},
            {"State", "s_{" + i + "}", step.state, tag("changes"), true, told},
            {"Output", "p_{" + i + "}", step.probabilities, tag("changes"), true, told}};
  }

  static std::vector<std::string> said(const Session& session, const BahdanauRecord& record) {
    return axis_labels(session.run()->tape.node(record.alignment).label.rows,
                       static_cast<int>(record.steps.size()));
  }

  void draw_plane(Ui& ui, Session& session, const BahdanauRecord& record, Rect area) {
    const BahdanauRecord::Step& step = at(record);
    const bool weighed = has_come(session, step.weights) || word_ > 0;
    StatePlane::Spec spec{record.states, step.before, 0, "state", step.weights, weighed, {}};
    // That the decoder gets all of them is what the first step asks about.
    spec.last_alone = session.asking() && !has_come(session, step.scores);
    if (has_come(session, step.context)) spec.marks.push_back({step.context, "context"});
    if (has_come(session, step.state)) spec.marks.push_back({step.state, "new state", Role::query});
    plane_.draw(ui, session, spec, area);
  }

  static CurveSpec cost(const Session& session, const BahdanauRecord& record, const Theme& theme) {
    CurveSpec spec;
    spec.id = "cost of the scores";
    spec.x_name = "words in each sentence";
    spec.y_name = "multiplications";
    spec.log_x = spec.log_y = true;
    const Tape& tape = session.run()->tape;
    const Mat& lengths = tape.value(record.curve.lengths);
    Curve each{"for every pair", theme.tensor(Role::output), {}, {}, false};
    Curve once{"HV and sW once", theme.tensor(Role::value), {}, {}, false};
    for (int row = 0; row < lengths.rows(); ++row) {
      each.x.push_back(lengths(row, 0));
      each.y.push_back(tape.value(record.curve.each_time)(row, 0));
      once.x.push_back(lengths(row, 0));
      once.y.push_back(tape.value(record.curve.once)(row, 0));
    }
    spec.curves = {std::move(each), std::move(once)};
    spec.marker_x = tape.value(record.chosen.lengths)(0, 0);
    return spec;
  }

  MatrixPanel words_;
  StatePlane plane_;
  StepState entered_;
  int picture_ = 0;
  StepChoice<int> choice_;
  int word_ = 0;  // which word's boxes are shown, from 0
};

const RegisterView registered{
    "bahdanau",
    [] { return std::unique_ptr<View>(new Bahdanau); },
    {.state = {state_spec(kPictureKey, kPictureNames,
                          "The plane of the states, the weights of all words, or what the scores "
                          "cost"),
               state_spec(kWordKey, 1, 4, "The word whose boxes are shown"),
               state_switch_spec(kSameKey, "The boxes say what stays and what changes")},
     .parts = {{.name = "plane", .keeps_shape = true},
               {.name = "weights", .share = 0.4F},
               {.name = "words"},
               {.name = "cost"}}}};

}  // namespace

}  // namespace glassformer
