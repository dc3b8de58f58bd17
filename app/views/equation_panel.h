#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "app/views/camera.h"
#include "app/views/flow.h"
#include "app/views/highlight.h"
#include "app/views/reveal.h"

namespace glassformer {

// The matrices of a whole computation as the equation reads, with zoom and pan, step by step. Other
// views put it beside a picture of their own.
class EquationPanel {
 public:
  void draw(Ui& ui, Session& session, Rect area);
  float built() const { return reveal_.built(); }
  void skip() { reveal_.skip(); }
  Rect used() const { return used_; }  // what the picture covers of the area when it all fits

 private:
  void refresh(const Ui& ui, const Session& session, Rect area);
  Camera target(const Ui& ui, const Session& session, Rect area) const;
  void move_camera(Ui& ui, const Session& session, Rect area);
  void pan_and_zoom(Ui& ui, Rect area, Vec origin);
  void take_touch(Ui& ui, Session& session, std::size_t segment, const MatrixTouch& touch,
                  const MatrixLayout& layout);
  void edit_field(Ui& ui, Session& session);

  struct Editing {
    Target cell;
    Rect rect;
    std::string text;
    bool fresh = true;
  };

  std::vector<Equation> equations_;
  std::vector<Segment> segments_;
  std::vector<bool> breaks_;
  Flow overview_;
  std::uint64_t laid_out_for_ = 0;  // what segments_ and overview_ were made from
  Camera camera_;
  bool free_ = false;  // the user has moved the camera; the next step takes it back
  int step_ = -1;
  Reveal reveal_;
  std::optional<Editing> editing_;
  int gesture_ = 0;
  Rect used_;
};

}  // namespace glassformer
