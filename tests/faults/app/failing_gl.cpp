#include "tests/faults/app/failing_gl.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <mutex>
#include <utility>

#include "app/gl/current.h"

namespace glassformer::testing {

namespace {

std::mutex mutex;  // a training and a pass may compute on different threads
std::map<std::string, int> counts;
std::string failing;
int left = 0;  // calls of it until the one that fails
GLenum pending = GL_NO_ERROR;
int left_until_lost = 0;  // calls of all until the context is lost; 0: it stays
bool lost = false;
std::string without_context;  // the first function that was called without one

bool goes_wrong(const char* name) {
  const std::lock_guard lock(mutex);
  ++counts[name];
  if (without_context.empty() && !has_current_context()) without_context = name;
  if (left_until_lost > 0 && --left_until_lost == 0) lost = true;
  if (lost) return true;
  if (failing != name || left == 0 || --left > 0) return false;
  pending = GL_OUT_OF_MEMORY;
  return true;
}

// What stands in the slot instead of the function.
template <auto* Slot>
struct Wrapped {
  static inline std::remove_pointer_t<decltype(Slot)> real = nullptr;
  static inline const char* name = "";

  template <class R, class... A>
  static R call(A... a) {
    if (goes_wrong(name)) return R();
    return real(a...);
  }
  template <class R, class... A>
  static R (*like(R (*)(A...)))(A...) {
    return &call<R, A...>;
  }
  static void put(const char* called) {
    name = called;
    real = *Slot;
    *Slot = like(real);
  }
  static void take_out() { *Slot = real; }
};

PFNGLGETERRORPROC real_error = nullptr;
GLenum error() {
  {
    const std::lock_guard lock(mutex);
    if (lost) return GL_CONTEXT_LOST;
    if (pending != GL_NO_ERROR) return std::exchange(pending, GLenum{GL_NO_ERROR});
  }
  return real_error();
}

// Of OpenGL 4.5 and of the extension before it: a program asks the one that its context has.
PFNGLGETGRAPHICSRESETSTATUSPROC real_status = nullptr;
PFNGLGETGRAPHICSRESETSTATUSARBPROC real_arb_status = nullptr;
template <auto* Real>
GLenum status() {
  if (!goes_wrong("glGetGraphicsResetStatus")) return (*Real)();
  const std::lock_guard lock(mutex);
  pending = GL_NO_ERROR;
  return GL_UNKNOWN_CONTEXT_RESET;
}

// A lost context cannot be made current again, and then none is.
PFNEGLMAKECURRENTPROC real_make_current = nullptr;
EGLBoolean make_current(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context) {
  bool refused = false;
  {
    const std::lock_guard lock(mutex);
    refused = lost && context != EGL_NO_CONTEXT;
  }
  if (!refused) return real_make_current(display, draw, read, context);
  real_make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  return EGL_FALSE;
}

// What app/gpu and the parts of app/gl that it uses call.
// clang-format lays such a list out differently each time.
// clang-format off
#define GLASSFORMER_EACH_GL(DO) \
  DO(AttachShader) DO(BindBuffer) DO(BindBufferRange) DO(BufferData) DO(BufferStorage) \
  DO(BufferSubData) DO(ClientWaitSync) \
  DO(ClearBufferData) DO(CompileShader) DO(CopyBufferSubData) DO(CreateProgram) DO(CreateShader) \
  DO(DeleteBuffers) DO(DeleteProgram) DO(DeleteShader) DO(DeleteSync) DO(DispatchCompute) \
  DO(FenceSync) DO(Finish) DO(Flush) DO(GenBuffers) DO(MapBufferRange) DO(GetBufferSubData) DO(GetInteger64v) \
  DO(GetIntegeri_v) DO(GetIntegerv) DO(GetProgramInfoLog) DO(GetProgramiv) DO(GetShaderInfoLog) \
  DO(GetShaderiv) DO(GetString) DO(LinkProgram) DO(MemoryBarrier) DO(ShaderSource) DO(Uniform1f) \
  DO(Uniform1i) DO(UseProgram) DO(WaitSync) DO(BindImageTexture) DO(BindTexture) DO(DeleteTextures) \
  DO(GenTextures) DO(GetTexImage) DO(TexStorage2D)
// clang-format on

void put_all() {
#define GLASSFORMER_PUT(name) Wrapped<&epoxy_gl##name>::put("gl" #name);
  GLASSFORMER_EACH_GL(GLASSFORMER_PUT)
#undef GLASSFORMER_PUT
  real_error = std::exchange(epoxy_glGetError, error);
  real_make_current = std::exchange(epoxy_eglMakeCurrent, make_current);
  real_status = std::exchange(epoxy_glGetGraphicsResetStatus, status<&real_status>);
  real_arb_status = std::exchange(epoxy_glGetGraphicsResetStatusARB, status<&real_arb_status>);
}

void take_all_out() {
#define GLASSFORMER_TAKE_OUT(name) Wrapped<&epoxy_gl##name>::take_out();
  GLASSFORMER_EACH_GL(GLASSFORMER_TAKE_OUT)
#undef GLASSFORMER_TAKE_OUT
  epoxy_glGetError = real_error;
  epoxy_eglMakeCurrent = real_make_current;
  epoxy_glGetGraphicsResetStatus = real_status;
  epoxy_glGetGraphicsResetStatusARB = real_arb_status;
}

}  // namespace

CountedGl::CountedGl() {
  counts.clear();
  put_all();
}

CountedGl::~CountedGl() {
  take_all_out();
}

const std::map<std::string, int>& CountedGl::calls() const {
  return counts;
}

FailingGl::FailingGl(const std::string& function, int nth) {
  failing = function;
  left = nth;
  pending = GL_NO_ERROR;
  put_all();
}

FailingGl::~FailingGl() {
  take_all_out();
  failing.clear();
  left = 0;
  pending = GL_NO_ERROR;
}

LostContext::LostContext(int nth) {
  left_until_lost = nth;
  lost = false;
  without_context.clear();
  put_all();
}

LostContext::~LostContext() {
  take_all_out();
  left_until_lost = 0;
  lost = false;
}

const std::string& LostContext::called_without_context() const {
  return without_context;
}

}  // namespace glassformer::testing
