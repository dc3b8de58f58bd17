#pragma once

#include <string_view>

#include "core/scenes/scene.h"

namespace glassformer {

// Whether the scene of these inputs has the slot and can show this object in it.
bool takes(const Inputs&, std::string_view slot, const Resource&);

// For SlotUse::takes: whether it is a trained model, and a Transformer; …
bool is_transformer(const Resource&);
// … and a decoder alone that can be given a text, as GPT-2 and Llama are.
bool is_language_model(const Resource&);

}  // namespace glassformer
