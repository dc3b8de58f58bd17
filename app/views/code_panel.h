#pragma once

#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace glassformer {

// A source file as it stands in the tree, to be read: the wheel scrolls. It begins after its list
// of includes.
class CodePanel {
 public:
  void draw(Ui& ui, const std::string& file, std::string_view code, Rect area);

 private:
  std::string file_;
  float scroll_ = 0;  // lines
};

}  // namespace glassformer
