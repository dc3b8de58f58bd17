#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

// Some lessons have a second form, for a kind of model that their own steps do not fit: what is
// said of a translator's encoder is nothing to a decoder alone. It is a lesson file of its own,
// with the id of the first, in assets/forms; it is not in the list of lessons, and takes the place
// of the first as soon as such a model is opened there.
namespace glassformer {

// All second forms that are shipped, by id. Throws UserError if one cannot be read.
const std::vector<Lesson>& second_forms();

// The form of the lesson that can show this resource in the slot: another than this one. Nothing:
// this one can, or none.
std::optional<Lesson> other_form(const Lesson& lesson, std::string_view slot,
                                 const Resource& resource);
// Whether it is the very object that the lesson takes where its slot is empty.
bool brings(const Lesson& lesson, std::string_view slot, const Resource& resource);
// Whether the lesson can show it, in whichever form.
bool takes_in_some_form(const Lesson& lesson, std::string_view slot, const Resource& resource);

}  // namespace glassformer
