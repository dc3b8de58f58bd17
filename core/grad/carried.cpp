#include "core/grad/carried.h"

#include <utility>

namespace glassformer {

DeviceMatPtr carried_from(const Tape& tape, Var var) {
  if (!tape.on_device()) throw DeviceError(tape.device_failure());
  return tape.device_value(var);
}

Var carry_to(Tape& tape, DeviceMatPtr value) {
  const Var var = tape.input(Mat());
  Computed& computed = *tape.node(var).computed;
  computed.device = std::move(value);
  computed.on_host = false;
  return var;
}

}  // namespace glassformer
