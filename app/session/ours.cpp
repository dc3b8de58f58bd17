#include "app/session/ours.h"

#include <algorithm>

#include "app/jobs/jobs.h"
#include "app/jobs/recordings.h"
#include "app/session/filled_slots.h"
#include "core/lesson/stage.h"

namespace glassformer {

namespace {

// At a step that shows it, where the lesson has several.
bool plays_ones_own(const Session& session) {
  return std::ranges::any_of(session.jobs().recordings().opened(), [&](const auto& home) {
    if (home.lesson != session.lesson().id) return false;
    const auto shown = session.view_state.find(home.key);
    return home.key.empty() ||
           (shown != session.view_state.end() && shown->second == Option(home.value));
  });
}

}  // namespace

Ours ours_of(const Session& session) {
  const Lesson& lesson = session.lesson();
  Inputs of_lesson = stage_inputs(lesson, session.step);
  const std::string_view filled = filled_slot(lesson);
  for (const auto& [slot, resource] : lesson.inputs.resources.all()) {
    if (slot != filled) of_lesson.resources.set(slot, {});  // no lesson brings any
  }
  Ours own = ours(session.shown(), of_lesson);
  own.recording = !plays_ones_own(session);
  own.all = own.all && own.recording;
  return own;
}

}  // namespace glassformer
