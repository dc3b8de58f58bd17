#include <algorithm>
#include <array>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/state_plane.h"
#include "app/views/view.h"
#include "core/scenes/records/luong.h"

namespace glassformer {

namespace {

struct Choice {
  LuongRecord::Way LuongRecord::*way;
  const char* title;
};
constexpr std::array<Choice, 5> kChoices{{{&LuongRecord::dot, "dot"},
                                          {&LuongRecord::general, "general"},
                                          {&LuongRecord::concat, "concat"},
                                          {&LuongRecord::local_m, "local-m"},
                                          {&LuongRecord::local_p, "local-p"}}};

// The same state under Luong's choices side by side, and the plane of the choice that the step is
// about.
class Luong : public View {
 public:
  std::string_view name() const override { return "luong"; }
  std::string_view help() const override {
    return "Each column is one of Luong's choices: the weight of every source word and the context "
           "that follows. In the plane below, drag the state: the lines are the weights of the "
           "choice that the step speaks of. Beside it are the matrices of the step.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<LuongRecord>();
    if (!record.query) return;
    const int last = come(session, record);
    std::vector<WeightColumn> columns;
    for (int i = 0; i <= last; ++i) {
      const Choice& choice = kChoices[static_cast<std::size_t>(i)];
      const LuongRecord::Way& way = record.*choice.way;
      columns.push_back({choice.title, way.weights, way.context});
    }
    if (!columns.empty()) {
      const float height = std::min(weight_columns_height(ui, session, columns), area.h * 0.42F);
      draw_weight_columns(ui, session, columns, area.take_top(height));
      area.take_top(theme.px(14));
    }
    // A low window has room for one of both: then for the matrices of the step.
    if (area.h >= theme.px(210)) draw_plane(ui, session, record, last, area);
    panel_.draw(ui, session, area);
  }

 private:
  void draw_plane(Ui& ui, Session& session, const LuongRecord& record, int last, Rect& area) {
    const Rect left = area.take_left(area.w * 0.46F);
    area.take_left(ui.theme.px(20));
    const auto& way = record.*kChoices[static_cast<std::size_t>(spoken_of(session, record))].way;
    StatePlane::Spec spec{record.states, record.query, 0, "new state", way.weights, last >= 0, {}};
    if (last >= 0) spec.marks.push_back({way.context, "context"});
    plane_.draw(ui, session, spec, left);
  }

  // The last choice that a step has spoken of; −1: none yet.
  static int come(const Session& session, const LuongRecord& record) {
    const Tape& tape = session.run()->tape;
    const auto& steps = session.lesson().steps;
    int last = -1;
    for (int k = 0; k <= session.step && k < static_cast<int>(steps.size()); ++k) {
      const Var focus = tape.find(steps[static_cast<std::size_t>(k)].focus);
      if (focus) last = std::max(last, choice_of(record, focus));
    }
    return steps.empty() || !record.dot.weights ? static_cast<int>(kChoices.size()) - 1 : last;
  }

  // The choice that the node was computed for; −1: none.
  static int choice_of(const LuongRecord& record, Var var) {
    for (std::size_t i = 0; i < kChoices.size(); ++i) {
      const auto& way = record.*kChoices[i].way;
      if (way.first.index <= var.index && var.index <= way.context.index)
        return static_cast<int>(i);
    }
    return -1;
  }

  static int spoken_of(const Session& session, const LuongRecord& record) {
    const Var focus = stage_focus(session);
    return std::max(0, focus ? choice_of(record, focus) : -1);
  }

  EquationPanel panel_;
  StatePlane plane_;
};

const RegisterView registered{"luong", [] { return std::unique_ptr<View>(new Luong); }};

}  // namespace

}  // namespace glassformer
