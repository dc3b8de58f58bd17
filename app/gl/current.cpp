#include "app/gl/current.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <epoxy/egl.h>

namespace glassformer {

bool has_current_context() {
  if (glfwGetCurrentContext() != nullptr) return true;
  return epoxy_has_egl() && eglGetCurrentContext() != EGL_NO_CONTEXT;
}

}  // namespace glassformer
