#include "tests/faults/app/failing_gl.h"

#include <epoxy/gl.h>

#include <mutex>
#include <utility>

namespace glassformer::testing {

namespace {

std::mutex mutex;  // a training and a pass may compute on different threads
std::map<std::string, int> counts;
std::string failing;
int left = 0;  // calls of it until the one that fails
GLenum pending = GL_NO_ERROR;

bool goes_wrong(const char* name) {
  const std::lock_guard lock(mutex);
  ++counts[name];
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
    if (pending != GL_NO_ERROR) return std::exchange(pending, GLenum{GL_NO_ERROR});
  }
  return real_error();
}

PFNGLGETGRAPHICSRESETSTATUSPROC real_status = nullptr;
GLenum status() {
  if (!goes_wrong("glGetGraphicsResetStatus")) return real_status();
  const std::lock_guard lock(mutex);
  pending = GL_NO_ERROR;
  return GL_UNKNOWN_CONTEXT_RESET;
}

// What app/gpu and the parts of app/gl that it uses call.
// clang-format lays such a list out differently each time.
// clang-format off
#define GLASSFORMER_EACH_GL(DO) \
  DO(AttachShader) DO(BindBuffer) DO(BindBufferRange) DO(BufferData) DO(BufferSubData) \
  DO(ClearBufferData) DO(CompileShader) DO(CopyBufferSubData) DO(CreateProgram) DO(CreateShader) \
  DO(DeleteBuffers) DO(DeleteProgram) DO(DeleteShader) DO(DeleteSync) DO(DispatchCompute) \
  DO(FenceSync) DO(Finish) DO(Flush) DO(GenBuffers) DO(GetBufferSubData) DO(GetInteger64v) \
  DO(GetIntegeri_v) DO(GetIntegerv) DO(GetProgramInfoLog) DO(GetProgramiv) DO(GetShaderInfoLog) \
  DO(GetShaderiv) DO(GetString) DO(LinkProgram) DO(MemoryBarrier) DO(ShaderSource) DO(Uniform1f) \
  DO(Uniform1i) DO(UseProgram) DO(WaitSync)
// clang-format on

void put_all() {
#define GLASSFORMER_PUT(name) Wrapped<&epoxy_gl##name>::put("gl" #name);
  GLASSFORMER_EACH_GL(GLASSFORMER_PUT)
#undef GLASSFORMER_PUT
  real_error = std::exchange(epoxy_glGetError, error);
  real_status = std::exchange(epoxy_glGetGraphicsResetStatus, status);
}

void take_all_out() {
#define GLASSFORMER_TAKE_OUT(name) Wrapped<&epoxy_gl##name>::take_out();
  GLASSFORMER_EACH_GL(GLASSFORMER_TAKE_OUT)
#undef GLASSFORMER_TAKE_OUT
  epoxy_glGetError = real_error;
  epoxy_glGetGraphicsResetStatus = real_status;
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

}  // namespace glassformer::testing
