#pragma once

#include <string_view>

#include "core/scenes/scene.h"

namespace glassformer {

// A scene says which objects of a slot's type it can show, where not all: beside the scene stands
// `const RegisterTakes only{scene, slots::model.name, is_transformer};`.
struct RegisterTakes {
  RegisterTakes(const Scene& scene, std::string_view slot, bool (*takes)(const Resource&));
};

// Whether the scene of these inputs has the slot and can show this object in it.
bool takes(const Inputs&, std::string_view slot, const Resource&);

// Whether it is a trained model, and a Transformer.
bool is_transformer(const Resource&);

}  // namespace glassformer
