#pragma once

#include <optional>
#include <string>

#include "core/formats/json.h"

namespace glassformer {

// Which part of a model's folder a JSON text is, whatever its file is called (config.json,
// tokenizer.json, vocab.json, …), and that the folder is what opens: "is the config.json of a
// model, …". Nothing for any other.
std::optional<std::string> known_json(Json::Value root);

}  // namespace glassformer
