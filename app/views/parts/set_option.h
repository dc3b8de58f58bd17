#pragma once

#include <string>
#include <utility>

#include "app/session/intent.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

inline SetOption set_option(const NumberKey& key, double value, int gesture = 0) {
  return {std::string(key.name), value, gesture};
}
inline SetOption set_option(const TextKey& key, std::string value, int gesture = 0) {
  return {std::string(key.name), std::move(value), gesture};
}

}  // namespace glassformer
