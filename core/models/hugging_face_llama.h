#pragma once

#include <string>

#include "core/formats/json_object.h"
#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face_tensors.h"

// The Llama family in Hugging Face's files: for core/models/hugging_face.cpp alone.
namespace glassformer {

// Throws UserError for what cannot be or is not computed here, naming line and setting.
GptConfig llama_config(const JsonObject& settings);
Checkpoint import_llama(const JsonObject& settings, const std::string& config_name,
                        HuggingFaceTensors tensors);

}  // namespace glassformer
