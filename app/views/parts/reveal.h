#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/widgets/matrix.h"

namespace glassformer {

// How far the walk has come: which matrices are made, and which cell is being made now. The first
// row of a step's matrix is built cell by cell, the rest at once.
class Reveal {
 public:
  // Starts the build when the step has changed by one forwards; any other jump shows it finished.
  void follow(const Session& session, double now, bool at_once);
  void skip() { begun_ = -1e9; }

  // Cells to draw of the node: −1 all, 0 none, else row by row.
  int cells(const Session& session, Var var) const;
  std::optional<Place> making() const { return making_; }
  Var focus() const { return focus_; }
  float built() const { return built_; }

 private:
  std::string lesson_id_;
  int step_ = -1;
  int limit_ = -1;  // the last node that is made; −1: all are
  Var focus_;
  double begun_ = -1e9;
  int made_ = -1;  // cells of focus_, −1: all
  std::optional<Place> making_;
  float built_ = 1;
};

}  // namespace glassformer
