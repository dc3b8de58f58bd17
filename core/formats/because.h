#pragma once

#include <string>

namespace glassformer {

// Why the system refuses a file, and what to do: "No space left on device; make room there, or
// choose another place". `error` is what errno holds.
std::string because(int error);

}  // namespace glassformer
