#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/formats/byte_source.h"

// For core/formats/byte_source.cpp alone.
namespace glassformer {

// The entry of a zip file; the only one if `entry` is empty. Its length and checksum are held
// against what the archive claims when the end is reached. Throws UserError.
std::unique_ptr<ByteSource> zip_entry(const std::filesystem::path& file, const std::string& entry);

}  // namespace glassformer
