#pragma once

#include <epoxy/gl.h>

namespace glassformer::testing_gpu {

// While it lives, the OpenGL function is another one.
template <class Function>
class Instead {
 public:
  Instead(Function& slot, Function fake) : slot_(slot), real_(slot) { slot = fake; }
  ~Instead() { slot_ = real_; }
  Instead(const Instead&) = delete;
  Instead& operator=(const Instead&) = delete;

  Function real() const { return real_; }

 private:
  Function& slot_;
  Function real_;
};

// Whether the program in use only writes what the host sends, or zeros (shaders/write.comp): no op.
inline bool only_writes() {
  GLint program = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  return glGetProgramResourceIndex(static_cast<GLuint>(program), GL_SHADER_STORAGE_BLOCK,
                                   "Written") != GL_INVALID_INDEX;
}

// While it lives, the driver says that the card was reset: by the query of OpenGL 4.5 and by that
// of the extension before it, of which a program asks the one that its context has.
class ResetCard {
 private:
  static GLenum status() { return GL_UNKNOWN_CONTEXT_RESET; }
  Instead<PFNGLGETGRAPHICSRESETSTATUSPROC> core_{epoxy_glGetGraphicsResetStatus, status};
  Instead<PFNGLGETGRAPHICSRESETSTATUSARBPROC> arb_{epoxy_glGetGraphicsResetStatusARB, status};
};

}  // namespace glassformer::testing_gpu
