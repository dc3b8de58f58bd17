#pragma once

#include <string>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer::testing {

// The shipped lessons, read once: every test begins with a list of all tests, many of which have
// the name of a lesson.
inline const std::vector<Lesson>& shipped() {
  static const std::vector<Lesson> lessons = shipped_lessons();
  return lessons;
}

inline std::vector<std::string> shipped_ids() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : shipped()) ids.push_back(lesson.id);
  return ids;
}

}  // namespace glassformer::testing
