#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The arithmetic of the touched cell, in words and numbers, from the op itself: each product, the
// running sum, what was done to it, the result to six digits. For a token or a tensor: what it is.
class Inspector {
 public:
  // With `gradients` the large number is the gradient of the cell. Returns the height that it
  // needs, which may be more than there is.
  float draw(Ui& ui, Session& session, Rect area, bool gradients);

 private:
  float draw_cell(Ui& ui, Session& session, const Target& target, bool gradients, Rect area);
  float draw_tensor(Ui& ui, const Session& session, const Target& target, Rect area);
  float draw_token(Ui& ui, const Session& session, const Target& target, Rect area);
  void draw_guess(Ui& ui, Session& session, const Target& target, double value, Rect& rest);

  std::string guess_;
  std::string verdict_;
  std::string unread_;  // what is wrong with the guess that was typed
  Target verdict_for_;
  Target asked_for_;  // the hidden cell whose number is being guessed
  Target scrolled_for_;
  float scroll_ = 0;
};

}  // namespace glassformer
