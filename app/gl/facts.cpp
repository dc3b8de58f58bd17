#include "app/gl/facts.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace glassformer {

namespace {

// There is no one question: NVIDIA's is answered by Mesa's drivers too, AMD's by older ones.
std::int64_t own_kilobytes() {
  std::array<GLint, 4> numbers{};
  if (epoxy_has_gl_extension("GL_NVX_gpu_memory_info")) {
    glGetIntegerv(GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX, numbers.data());
  } else if (epoxy_has_gl_extension("GL_ATI_meminfo")) {
    glGetIntegerv(GL_VBO_FREE_MEMORY_ATI, numbers.data());
  }
  return std::max(numbers[0], 0);
}

}  // namespace

bool is_software(std::string_view renderer) {
  std::string lower(renderer);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 6> known{"llvmpipe",
                                                  "softpipe",
                                                  "swrast",
                                                  "swiftshader",
                                                  "software rasterizer",
                                                  "microsoft basic render"};
  return std::ranges::any_of(
      known, [&](std::string_view name) { return lower.find(name) != std::string::npos; });
}

GlFacts gl_facts() {
  const auto text = [](GLenum name) {
    const GLubyte* words = glGetString(name);
    return std::string(words != nullptr ? reinterpret_cast<const char*>(words) : "");
  };
  GlFacts facts{text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION), false, false, 0};
  facts.compute = epoxy_gl_version() >= 43;
  facts.software = is_software(facts.renderer);
  if (!facts.software) facts.kilobytes = own_kilobytes();
  return facts;
}

}  // namespace glassformer
