#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/app/interaction/driver.h"

// Where the tests of the map of words look.
namespace glassformer::testing {

inline std::string word(Driver& driver) {
  return driver.session().run()->tokens[0].front();
}

// Types it into the field that finds words, where the keyboard stays.
inline void look_for(Driver& driver, const char* words) {
  driver.click(driver.where("Search: queen, *ing"));
  driver.type(words);
}

inline Rect place_of(Driver& driver, std::string_view part) {
  for (const DrawnPart& drawn : driver.app().parts()) {
    if (drawn.standing.part == part) return drawn.standing.rect;
  }
  ADD_FAILURE() << "no " << part << " stands on the stage";
  return {};
}

}  // namespace glassformer::testing
