#pragma once

#include <string>

namespace glassformer {

// What this machine's OpenGL says of itself, for `doctor`.
struct GlFacts {
  std::string vendor, renderer, version;
  bool compute = false;   // OpenGL 4.3 compute shaders
  bool software = false;  // llvmpipe or the like
};
GlFacts gl_facts();  // of the current context

}  // namespace glassformer
