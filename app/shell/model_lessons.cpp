#include "app/shell/model_lessons.h"

#include <algorithm>
#include <tuple>

#include "app/views/view.h"
#include "core/lesson/forms.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool can_show(const Lesson& lesson, const CheckpointPtr& model) {
  return view_traits(lesson.view).fills != slots::model.name &&
         takes_in_some_form(lesson, slots::model.name, Resource(model));
}

bool brings_one_of_its_kind(const Lesson& lesson, const Checkpoint& model) {
  try {
    const CheckpointPtr own =
        load_shipped(text(lesson.inputs, slot_use(lesson.inputs, slots::model.name)->stand_in));
    return own->network->architecture() == model.network->architecture();
  } catch (const UserError&) {
    return false;  // it shows several, or its own is not there
  }
}

}  // namespace

std::vector<const Lesson*> lessons_for(const std::vector<Lesson>& lessons,
                                       const CheckpointPtr& model) {
  struct Found {
    const Lesson* lesson;
    bool of_its_kind, home;
  };
  std::vector<Found> found;
  for (const Lesson& lesson : lessons) {
    if (!can_show(lesson, model)) continue;
    found.push_back({&lesson, brings_one_of_its_kind(lesson, *model),
                     view_traits(lesson.view).home == ViewTraits::Home::model});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::tie(b.of_its_kind, b.home) < std::tie(a.of_its_kind, a.home);
  });
  std::vector<const Lesson*> ordered;
  ordered.reserve(found.size());
  for (const Found& one : found) ordered.push_back(one.lesson);
  return ordered;
}

}  // namespace glassformer
