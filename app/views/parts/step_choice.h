#pragma once

#include <optional>

#include "app/session/session.h"

namespace glassformer {

// Says that a step shows something else than the user chose by hand; gone with the next step.
void say_overruled(Session& session);
void forget_overruled(Session& session);

// What a view shows of several, as steps want it and the user may choose it. What the user chose
// stays until a step wants something else than the steps before, and that says so.
template <class T>
class StepChoice {
 public:
  // Once for each step that is entered. What is to be shown, which is `now` and may be the user's.
  T follow(Session& session, const T& now, const T& wanted) {
    forget_overruled(session);
    if (wanted_ && *wanted_ == wanted) return now;
    const bool chosen = wanted_ && !(now == *wanted_) && !(now == wanted);
    wanted_ = wanted;
    if (chosen) say_overruled(session);
    return wanted;
  }

 private:
  std::optional<T> wanted_;
};

}  // namespace glassformer
