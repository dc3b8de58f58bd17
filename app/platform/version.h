#pragma once

#include <string>

namespace glassformer {

std::string program_version();  // "0.4.0"

}  // namespace glassformer
