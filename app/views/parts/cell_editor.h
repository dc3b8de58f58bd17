#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/widgets/matrix.h"

namespace glassformer {

// What the pointer does with the cells of a matrix, wherever it is drawn: touch, choose, guess,
// drag, and type another number. Posts intents; computes nothing.
class CellEditor {
 public:
  // Before the matrices of a frame: a drag that has ended is over.
  void begin(const Ui& ui);
  void take(Ui& ui, Session& session, const MatrixSpec& spec, const MatrixTouch& touch,
            const MatrixLayout& layout);
  // After them: the field in which a number is typed lies over everything.
  void draw_field(Ui& ui, Session& session);

 private:
  struct Editing {
    Target cell;
    Rect rect;
    std::string text;
    bool fresh = true;
  };
  std::optional<Editing> editing_;
  int gesture_ = 0;
};

}  // namespace glassformer
