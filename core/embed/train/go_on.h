#pragma once

#include <functional>

#include "core/tensor/error.h"

namespace glassformer {

// Asked now and then by what takes long before there is anything to show: false stops it. Empty: it
// is never stopped.
using GoOn = std::function<bool()>;

// Throws UserError if it is to stop.
inline void check_wanted(const GoOn& go_on) {
  if (go_on && !go_on()) throw UserError("stopped before anything was learned");
}

}  // namespace glassformer
