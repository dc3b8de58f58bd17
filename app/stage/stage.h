#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/stage/layout.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/view.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What was drawn of a part in the last frame: its commands of the canvas, `first` … `last` − 1.
struct DrawnPart {
  Standing standing;
  std::vector<std::string> shows;  // paths of the matrices that it shows
  std::size_t first = 0;
  std::size_t last = 0;
};

// The pictures of a lesson: each is drawn into its own place, by the stage or by the lesson's view.
// Where a new scene begins, the places glide to where they are to be.
class Stage {
 public:
  // The hero's letters are `hero_scale` times as large as those of the rest.
  void draw(Ui& ui, Session& session, View& view, Rect area, float hero_scale = 1);
  const std::vector<DrawnPart>& parts() const { return parts_; }
  float built() const { return built_; }  // how much of the step is drawn, 0 … 1
  void skip();

 private:
  Rect gliding(Ui& ui, const Standing& standing);
  void follow_scene(Ui& ui, const Session& session, Rect area);
  std::vector<std::string> draw_part(Ui& ui, Session& session, View& view,
                                     const Standing& standing);
  std::vector<std::string> draw_matrix_part(Ui& ui, Session& session, Var var,
                                            const Standing& standing);

  std::vector<Standing> standing_;  // where they are to be
  std::vector<Standing> before_;    // where they were when this scene began
  Places places_;
  std::string lesson_;
  Rect area_;
  double begun_ = -1e9;  // of the glide; seconds of Input::time
  std::vector<DrawnPart> parts_;
  EquationPanel equation_;
  MatrixPanel matrices_;
  float built_ = 1;
};

}  // namespace glassformer
