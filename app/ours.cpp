#include "app/ours.h"

#include "app/view.h"
#include "core/lesson/stage.h"

namespace glassformer {

Ours ours_of(const Session& session) {
  const Lesson& lesson = session.lesson();
  Inputs of_lesson = stage_inputs(lesson, session.step);
  const std::string_view filled = view_traits(lesson.view).fills;
  for (const auto& [slot, resource] : lesson.inputs.resources.all()) {
    if (slot != filled) of_lesson.resources.set(slot, {});  // no lesson brings any
  }
  return ours(session.shown(), of_lesson);
}

Ours ours_of(const Session& session, const View& view) {
  const auto* const judge = dynamic_cast<const JudgesOurs*>(&view);
  return judge == nullptr ? ours_of(session) : judge->ours(session);
}

}  // namespace glassformer
