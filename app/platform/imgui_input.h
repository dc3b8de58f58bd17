#pragma once

#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Passes our input on to ImGui, before ImGui::NewFrame(). A KeyPress is one event: the key goes
// down for one frame of ImGui, and a press in the next frame counts as a new one.
class ImGuiInput {
 public:
  void feed(const Input& input, Vec size);

 private:
  std::vector<Key> down_;
  double time_ = 0;
};

}  // namespace glassformer
