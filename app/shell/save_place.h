#pragma once

#include <string>

namespace glassformer {

// What stands in the way of writing a file of this name.
struct SavePlace {
  std::string wrong;      // why it cannot be written there, and what to do; empty: nothing is known
  bool is_there = false;  // a file of that name is there, and would be lost
};
SavePlace place_of(const std::string& file);

}  // namespace glassformer
