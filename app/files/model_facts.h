#pragma once

#include <cstdint>
#include <string>

#include "core/models/checkpoint.h"

namespace glassformer {

// What a model is, without running it: architecture, summary, config, parameters and the parts they
// lie in, how they are stored, tokenizers, origin; as JSON. For `info` and for the page of a model.
std::string model_facts(const std::string& named, const Checkpoint& model);

std::string grouped(std::int64_t number);  // 12345678 → "12,345,678"

}  // namespace glassformer
