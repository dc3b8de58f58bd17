#include <vector>

#include "app/view.h"
#include "app/views/equation_panel.h"
#include "app/views/head_strip.h"

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
  float built() const override { return lines_ ? 1 : panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const float strip = draw_head_strip(ui, session, area);
    if (strip > 0) area.take_top(strip + theme.px(14));
    if (ui.pressed(Key::m)) lines_ = !lines_;
    if (session.run()->sites.empty()) lines_ = false;
    if (lines_) {
      const float width = std::min(area.w, theme.px(760));
      draw_lines(ui, session, on_,
                 {area.center().x - width / 2, area.y, width, area.h - theme.px(44)});
    } else {
      draw_matrices(ui, session, area);
    }
    if (!session.run()->sites.empty()) {
      const Rect corner{area.right() - theme.px(170), area.bottom() - theme.px(34), theme.px(170),
                        theme.px(34)};
      lines_ = ui.segments("picture", {"Matrices", "Lines"}, lines_ ? 1 : 0, corner) == 1;
    }
  }

 private:
  // Where the matrices leave room below, the lines stand there too.
  void draw_matrices(Ui& ui, Session& session, Rect area) {
    const float foot = ui.theme.px(44);
    panel_.draw(ui, session, {area.x, area.y, area.w, area.h - foot});
  }

  EquationPanel panel_;
  std::vector<bool> on_;
  bool lines_ = false;
};

const RegisterView registered{"attention", [] { return std::unique_ptr<View>(new Attention); }};

}  // namespace

}  // namespace glassformer
