#pragma once

#include "core/grad/tape.h"

namespace glassformer {

// A value that stays on its device from one tape to the next, as the keys and values of earlier
// tokens do while a text is written: nothing is copied to the host in between.

// The value where it lies on the tape's device. Throws DeviceError, also if the tape has left it.
DeviceMatPtr carried_from(const Tape& tape, Var var);
// The same value as an input of a tape on that device. If the device fails, no host has a copy: to
// read it throws DeviceError.
Var carry_to(Tape& tape, DeviceMatPtr value);

}  // namespace glassformer
