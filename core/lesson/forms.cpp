#include "core/lesson/forms.h"

#include <algorithm>
#include <filesystem>

#include "core/formats/folder.h"
#include "core/scenes/chosen.h"
#include "core/scenes/takes.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::vector<Lesson> read_forms() {
  const std::filesystem::path folder = assets_folder() / "forms";
  std::vector<Lesson> forms;
  std::error_code none;
  if (!std::filesystem::is_directory(folder, none)) return forms;
  for (const std::filesystem::path& name : names_in(folder)) {
    if (name.extension() == ".json") forms.push_back(read_lesson(folder / name));
  }
  std::ranges::sort(forms, {}, &Lesson::id);
  return forms;
}

const Lesson* second_form(const Lesson& lesson) {
  const auto& all = second_forms();
  const auto found = std::ranges::find(all, lesson.id, &Lesson::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<Lesson>& second_forms() {
  static const std::vector<Lesson> forms = read_forms();
  return forms;
}

std::optional<Lesson> other_form(const Lesson& lesson, std::string_view slot,
                                 const Resource& resource) {
  const Lesson* const second = second_form(lesson);
  if (second == nullptr || resource.object() == nullptr || takes(lesson.inputs, slot, resource)) {
    return {};
  }
  if (second->inputs.scene != lesson.inputs.scene) {
    if (takes(second->inputs, slot, resource)) return *second;
    return {};
  }
  // The lesson is the second form: is it one for the first?
  const Lesson first = find_lesson(lesson.id);
  if (takes(first.inputs, slot, resource)) return first;
  return {};
}

bool brings(const Lesson& lesson, std::string_view slot, const Resource& resource) {
  if (slot != slots::model.name || !uses(lesson.inputs, slots::model)) return false;
  Inputs as_it_begins = lesson.inputs;
  as_it_begins.resources.set(slot, {});
  try {
    return Resource(chosen_model(as_it_begins)) == resource;
  } catch (const UserError&) {
    return false;  // what it would take is not there
  }
}

bool takes_in_some_form(const Lesson& lesson, std::string_view slot, const Resource& resource) {
  return takes(lesson.inputs, slot, resource) || other_form(lesson, slot, resource).has_value();
}

}  // namespace glassformer
