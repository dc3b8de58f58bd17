#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/views/parts/camera.h"
#include "app/views/parts/cell_editor.h"
#include "app/views/parts/equation_sheet.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/reveal.h"

namespace glassformer {

// The matrices of a computation as the equation reads, with zoom and pan, step by step: the step's
// own alone, and few cells as large as the area allows.
class EquationPanel {
 public:
  void fill(Ui& ui, Session& session, Rect area);
  float built() const { return reveal_.built(); }
  void skip() { reveal_.skip(); }

 private:
  void refresh(const Ui& ui, const Session& session, Rect area);
  bool refresh_stage(const Ui& ui, const Session& session, Rect area);
  void move_camera(Ui& ui, const EquationSheet& sheet);
  void draw_sheet(Ui& ui, Session& session, EquationSheet& sheet, const Highlight& highlight,
                  Rect area);
  void zoom(Ui& ui, const EquationSheet& sheet, Rect area, Vec origin);
  void pan_and_zoom(Ui& ui, const EquationSheet& sheet, Rect area, Vec origin);
  Target target(Session& session) const;

  EquationSheet whole_;
  EquationSheet stage_;
  bool all_ = false;   // the user asked for the whole picture (F)
  bool free_ = false;  // the user has moved the camera; the next step takes it back
  std::uint64_t camera_for_ = 0;
  Camera camera_;
  int step_ = -1;
  Reveal reveal_;
  CellEditor editor_;
};

}  // namespace glassformer
