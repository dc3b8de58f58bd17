#include "app/platform/shader_cache.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

#include "app/platform/folders.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
constexpr double room = 32e6;  // bytes: its index has 1.3 MB, and our shaders some

fs::path shader_folder() {
  for (const char* const variable : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"}) {
    if (const char* const named = std::getenv(variable); named != nullptr) return named;
  }
  return cache_folder().parent_path();
}

}  // namespace

bool has_room_for_shaders(const fs::path& folder) {
  fs::path there = folder;
  std::error_code none;
  while (!there.empty() && !fs::exists(there, none)) {
    const fs::path above = there.parent_path();
    if (above == there) break;
    there = above;
  }
  struct statvfs facts {};
  if (there.empty() || ::statvfs(there.c_str(), &facts) != 0) return false;
  const double left = static_cast<double>(facts.f_bavail) * static_cast<double>(facts.f_frsize);
  return left >= room && ::access(there.c_str(), W_OK) == 0;
}

void avoid_a_full_shader_cache() {
  static std::once_flag done;
  std::call_once(done, [] {
    if (has_room_for_shaders(shader_folder())) return;
    ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
    ::setenv("MESA_GLSL_CACHE_DISABLE", "true", 0);  // before Mesa 22.1
  });
}

}  // namespace glassformer
