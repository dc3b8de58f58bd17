#pragma once

#include <string>

#include "core/tensor/error.h"

namespace glassformer::testing {

// What the user is told by what `act` throws; "" if it throws nothing.
template <class Act>
std::string message_of(const Act& act) {
  try {
    act();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace glassformer::testing
