#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// A line to type an option in that is a text; what stands there is computed as it is typed.
class OptionLine {
 public:
  // While nobody types, `instead` stands there in the option's place, unless it is empty.
  void draw(Ui& ui, Session& session, const TextKey& option, const std::string& title,
            const std::string& hint, Rect row, const std::string& instead = {});

 private:
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

}  // namespace glassformer
