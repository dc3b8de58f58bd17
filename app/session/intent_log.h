#pragma once

#include <functional>
#include <string>

#include "app/session/intent.h"

namespace glassformer {

// In a few words: "set scores[0,2] to 3.5".
std::string described(const Intent& intent);

// What is done in the program, in a few words each, for the report of a crash. On the thread of the
// window.
void tell_done(const std::string& what);
// Who hears it from now on; the program has one.
void hear_what_is_done(std::function<void(const std::string&)> listener);

}  // namespace glassformer
