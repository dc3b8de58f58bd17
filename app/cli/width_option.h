#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "core/nn/row_weights.h"

namespace glassformer {

// --width f32|bf16|int8: how the weights of a model are held while it decodes.
void declare_width(const CommandOptions& app, std::string& width, const std::string& help);
WeightWidth width_of(const std::string& word);

}  // namespace glassformer
