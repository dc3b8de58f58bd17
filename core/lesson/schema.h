#pragma once

#include <string>

namespace glassformer {

// A JSON schema of lesson files: assets/lessons/schema.json, which editors read.
std::string lesson_schema();

}  // namespace glassformer
