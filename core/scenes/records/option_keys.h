#pragma once

#include <string>
#include <string_view>

#include "core/scenes/scene.h"

namespace glassformer {

// An option as views read and set it, declared beside its scene: its name, and its value where
// nothing sets it.
struct NumberKey {
  std::string_view name;
  double initial = 0;
};
struct TextKey {
  std::string_view name;
  std::string_view initial = {};
};

inline double value_of(const Inputs& inputs, const NumberKey& key) {
  const auto found = inputs.options.find(std::string(key.name));
  return found == inputs.options.end() ? key.initial : std::get<double>(found->second);
}
// What is set, or nothing.
inline std::string typed_in(const Inputs& inputs, const TextKey& key) {
  const auto found = inputs.options.find(std::string(key.name));
  return found == inputs.options.end() ? std::string() : std::get<std::string>(found->second);
}
inline std::string value_of(const Inputs& inputs, const TextKey& key) {
  const bool set = inputs.options.contains(std::string(key.name));
  return set ? typed_in(inputs, key) : std::string(key.initial);
}

}  // namespace glassformer
