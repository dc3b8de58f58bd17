#pragma once

#include <functional>

#include "core/tensor/error.h"

namespace glassformer {

// Asked now and then by what takes long before there is anything to show: false stops it. Empty: it
// is never stopped.
using KeepGoing = std::function<bool()>;

// Throws UserError if it is to stop.
inline void throw_if_stopped(const KeepGoing& keep_going) {
  if (keep_going && !keep_going()) throw UserError("stopped before anything was learned");
}

}  // namespace glassformer
