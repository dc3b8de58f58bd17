#pragma once

#include <cstddef>

#include "core/grad/tape.h"

namespace glassformer {

// What a tape keeps in memory, in bytes: values and gradients, but no shared input.
std::size_t bytes_held(const Tape& tape);

}  // namespace glassformer
