#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/formats/byte_source.h"

namespace glassformer {

// The file, packed or not, told from time to time which share of it is read, 0 … 1; false stops,
// with a UserError. Without anyone who is told it is open_bytes().
std::unique_ptr<ByteSource> open_watched(const std::filesystem::path& file,
                                         std::function<bool(double share)> watch);

}  // namespace glassformer
