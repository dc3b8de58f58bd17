#pragma once

#include <memory>
#include <string>

#include "core/models/checkpoint.h"

namespace glassformer {

// A checkpoint by the name of a shipped one (en-fr), or where is_model_file() by its file or
// folder. Throws UserError.
CheckpointPtr open_model(const std::string& name_or_file);
// The same; throws UserError if it has no encoder.
CheckpointPtr open_translator(const std::string& name_or_file);
bool names_a_model_file(const std::string& text);
// Whether that is a file or a folder, and no shipped model: by its name, or since it is there.
bool is_model_file(const std::string& name_or_file);

}  // namespace glassformer
