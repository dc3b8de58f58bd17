#pragma once

#include "app/session.h"
#include "core/lesson/living_text.h"

namespace glassformer {

class View;

// A view that shows more than the session's run, such as a training, says itself what of it is the
// lesson's own.
class JudgesOurs {
 public:
  virtual ~JudgesOurs() = default;
  virtual Ours ours(const Session& session) const = 0;
};

// What of that which the session shows is the lesson's own: beside its inputs at this step. What a
// view puts into a slot by itself is for the view to judge.
Ours ours_of(const Session& session);
// The same as the view has it.
Ours ours_of(const Session& session, const View& view);

}  // namespace glassformer
