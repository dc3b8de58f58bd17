#pragma once

#include "app/session/difference.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The gradient of the cell under the pointer, or of the chosen one, beside a finite difference.
class FiniteDifferencePanel {
 public:
  void draw(Ui& ui, Session& session, Rect area);

 private:
  DifferenceCheck check_;
};

}  // namespace glassformer
