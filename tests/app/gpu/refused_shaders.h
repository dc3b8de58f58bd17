#pragma once

#include <epoxy/gl.h>

#include "tests/app/gpu/instead.h"

namespace glassformer::testing_gpu {

// While it lives, shaders are counted, and the driver refuses all but the first so many. OpenGL's
// functions must have been looked up before, by calling them.
class RefusedShaders {
 public:
  explicit RefusedShaders(int accepted = 0) : accepted_(accepted) { now_ = this; }
  int made() const { return made_; }

 private:
  static GLuint create(GLenum kind) {
    ++now_->made_;
    return now_->creates_.real()(kind);
  }
  static void status(GLuint shader, GLenum what, GLint* value) {
    now_->says_.real()(shader, what, value);
    if (what == GL_COMPILE_STATUS && now_->made_ > now_->accepted_) *value = GL_FALSE;
  }

  static inline RefusedShaders* now_ = nullptr;  // OpenGL's functions know no object
  int accepted_, made_ = 0;
  Instead<PFNGLCREATESHADERPROC> creates_{epoxy_glCreateShader, create};
  Instead<PFNGLGETSHADERIVPROC> says_{epoxy_glGetShaderiv, status};
};

}  // namespace glassformer::testing_gpu
