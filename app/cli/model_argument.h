#pragma once

#include <memory>
#include <string>

#include "core/models/checkpoint.h"

namespace glassformer {

// A checkpoint by the name of a shipped one (en-fr), or a file if the text has a slash or ends with
// .safetensors. Throws UserError.
CheckpointPtr open_model(const std::string& name_or_file);
// The same; throws UserError if it has no encoder.
CheckpointPtr open_translator(const std::string& name_or_file);
bool names_a_model_file(const std::string& text);

}  // namespace glassformer
