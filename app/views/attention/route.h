#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

// A sub-layer of a Transformer as the walkthrough stops at it: "Self-attention".
const char* title_of(const SubLayer& stop);
const char* short_name(const SubLayer& stop);              // "self"
std::string full_name(const SubLayer& stop);               // "Layer 2: Self-attention"
Color color_of(const Theme& theme, const SubLayer& stop);  // of its box
// The stop at which the matrix of this path is seen; −1: none.
int stop_of(const std::vector<SubLayer>& stops, const Tape& tape, std::string_view path);

}  // namespace glassformer
