#include "app/shell/use_model.h"

#include <string>
#include <utility>

#include "core/lesson/dependent.h"
#include "core/lesson/forms.h"
#include "core/lesson/stage.h"
#include "core/models/checkpoint.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool reads(const Checkpoint& model, const std::string& sentence) {
  try {
    source_ids(model, sentence);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// Inputs of the small tasks (core/text/tasks.h).
constexpr const char* of_tasks[] = {"september 27, 1994", "17+905", "40381"};

}  // namespace

void use_model(Session& session, const CheckpointPtr& model) {
  session.use(slots::model, model);
  const Scene* const scene = find_scene(session.inputs().scene);
  if (model == nullptr || scene == nullptr || scene->sentences == 0) return;
  const std::string& now = session.inputs().text[0];
  if (now.empty() || reads(*model, now)) return;
  for (const char* const sentence : of_tasks) {
    if (reads(*model, sentence)) return session.post(SetText{0, sentence});
  }
}

Lesson with_model(Lesson lesson, const CheckpointPtr& model) {
  if (auto other = other_form(lesson, slots::model.name, Resource(model)))
    lesson = std::move(*other);
  lesson.inputs.resources.set(slots::model, model);
  leave_out_dependent(lesson, slots::model.name);
  const Scene* const scene = find_scene(lesson.inputs.scene);
  if (scene == nullptr || scene->sentences == 0) return lesson;
  const std::string now = stage_inputs(lesson, 0, lesson.changes).text[0];
  if (now.empty() || reads(*model, now)) return lesson;
  for (const char* const sentence : of_tasks) {
    if (!reads(*model, sentence)) continue;
    lesson.changes.text[0] = sentence;
    break;
  }
  return lesson;
}

}  // namespace glassformer
