#pragma once

#include <string>

namespace glassformer {

// Who stands where on the stage: the names of parts, each one picture. "focus" is the matrix of the
// step's focus, "equation" that matrix with its operands; a part of the lesson's view has a name of
// its own ("rail", "lines"); anything else is the path of a matrix. Empty: nobody stands there.
struct Places {
  std::string hero;   // what the step is about: fills the stage
  std::string side;   // beside it, small
  std::string under;  // below it, low
  bool empty() const { return hero.empty(); }
  bool operator==(const Places&) const = default;
};

}  // namespace glassformer
