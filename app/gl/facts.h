#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glassformer {

// What this machine's OpenGL says of itself, for `doctor`.
struct GlFacts {
  std::string vendor, renderer, version;
  bool compute = false;        // OpenGL 4.3 compute shaders
  bool software = false;       // llvmpipe or the like
  std::int64_t kilobytes = 0;  // of memory that only the card has, where the driver tells
};
GlFacts gl_facts();  // of the current context
// Whether GL_RENDERER names a software renderer, which draws on the CPU: llvmpipe, SwiftShader, …
bool is_software(std::string_view renderer);

}  // namespace glassformer
