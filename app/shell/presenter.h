#pragma once

#include <string>
#include <string_view>

#include "app/session/session.h"
#include "app/shell/inspector.h"
#include "app/views/view.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What a class reads beside the stage: the title of the step, its formula, and one sentence, or the
// question that is asked. The arithmetic of a cell lies over the stage while the cell is touched.
class Presenter {
 public:
  // Draws into the top of the area and takes what it needs.
  void draw_words(Ui& ui, Session& session, const View& view, Rect& area);
  const std::string& line() const { return line_; }  // what the room read last
  // Over the side of the stage that the pointer is not on; nothing while nothing is touched.
  void draw_arithmetic(Ui& ui, Session& session, bool gradients, Rect stage);

 private:
  Inspector inspector_;
  std::string line_;
};

// A clicker turns the pages while the pointer rests somewhere: what it happens to lie on since then
// is not touched, until it moves or a button is pressed.
bool pointer_rests(Ui& ui, const Session& session);

// What a class reads of a question: all up to what is asked; of two that are too long for a line
// the second.
std::string_view question_line(std::string_view question);

}  // namespace glassformer
