#pragma once

#include <string_view>

#include "core/models/checkpoint.h"

namespace glassformer {

// Which models a scene shows in its slot: `const RegisterTakes r{"transformer", takes};` beside the
// scene. What is not taken is never offered.
struct RegisterTakes {
  RegisterTakes(std::string_view scene, bool (*takes)(const Checkpoint&));
};
// Of a scene that says nothing, any.
bool takes_model(std::string_view scene, const Checkpoint& checkpoint);

bool is_transformer(const Checkpoint& checkpoint);

}  // namespace glassformer
