#include "app/gl/facts.h"

#include <epoxy/gl.h>

#include <string_view>

namespace glassformer {

GlFacts gl_facts() {
  const auto text = [](GLenum name) {
    const GLubyte* words = glGetString(name);
    return std::string(words != nullptr ? reinterpret_cast<const char*>(words) : "");
  };
  GlFacts facts{text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION), false, false};
  facts.compute = epoxy_gl_version() >= 43;
  for (const std::string_view known : {"llvmpipe", "softpipe", "swrast", "SwiftShader"}) {
    facts.software = facts.software || facts.renderer.find(known) != std::string::npos;
  }
  return facts;
}

}  // namespace glassformer
