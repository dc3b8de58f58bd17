#pragma once

#include <filesystem>

namespace glassformer {

// Whether the file system of this folder, which need not be there yet, can be written and has room
// for a driver's cache of shaders.
bool has_room_for_shaders(const std::filesystem::path& folder);

// Before a driver is started: Mesa maps the file of its cache into memory, and on a full disk the
// program would end by SIGBUS when it is written. There the cache is turned off, in the environment
// of this process.
void avoid_a_full_shader_cache();

}  // namespace glassformer
