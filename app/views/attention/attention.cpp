#include <algorithm>
#include <vector>

#include "app/views/attention/head_strip.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

// Attention as the equation reads, or as lines between the tokens; several heads have a strip of
// small maps to choose from.
class Attention : public View {
 public:
  std::string_view name() const override { return "attention"; }
  std::string_view help() const override {
    return "Every matrix of the computation, in the order of the equation. Touch a cell to see "
           "what made it; click to keep it; double-click to type another number; drag the chosen "
           "cell up or down; click a cell of the mask to hide or show a key. Wheel: zoom. Drag: "
           "move.";
  }

  void begin_parts(Ui& ui, Session& session) override {
    if (ui.pressed(Key::m)) session.lines = !session.lines;
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view,
                                     Rect area) override {
    const std::vector<AttentionSite>& sites = session.run()->sites;
    if (sites.empty()) return {};
    draw_lines(ui, session, on_, area, true);
    const auto head = static_cast<std::size_t>(std::max(0, session.head));
    return {session.run()->tape.node(sites[std::min(head, sites.size() - 1)].weights).path};
  }

 private:
  std::vector<bool> on_;
};

const RegisterView registered{
    "attention",
    [] { return std::unique_ptr<View>(new Attention); },
    {.state = {state_switch_spec(lines_key, "Lines between the tokens instead of matrices")},
     .parts = {{.name = lines_key}},
     .draws_lines = true}};

}  // namespace

}  // namespace glassformer
