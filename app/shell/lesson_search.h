#pragma once

#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

// A lesson in which the wanted words were found.
struct LessonHit {
  int lesson = 0;  // its index in the list that was searched
  int step = -1;   // the first step that has the words; −1: the whole lesson is about them
  bool operator==(const LessonHit&) const = default;
};

// The lessons that have every word of `wanted`, in upper or lower case: in the title, in what the
// field calls its subject, in the title of a step, or in its text. Letters and digits make words,
// and the beginning of a word is enough: "soft" finds "softmax". They come in that order, each in
// the order of the list. Without a word to look for, all lessons.
std::vector<LessonHit> search_lessons(const std::vector<Lesson>& lessons, std::string_view wanted);

}  // namespace glassformer
