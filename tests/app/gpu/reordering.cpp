#include "tests/app/gpu/reordering.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace glassformer::testing_gpu {

namespace {

// A function of OpenGL or EGL: where epoxy keeps it, and the driver's own.
template <auto* Slot>
struct Real {
  using Function = std::remove_pointer_t<decltype(Slot)>;
  static inline Function call = nullptr;
  static inline Function before = nullptr;

  static void replace(const char* name, Function by) {
    call = reinterpret_cast<Function>(eglGetProcAddress(name));
    if (call == nullptr) throw std::runtime_error(std::string("the driver has no ") + name);
    before = std::exchange(*Slot, by);
  }
  static void put_back() { *Slot = before; }
};
#define GLASSFORMER_REAL(name) Real<&epoxy_##name>::call

// What a dispatch sees.
struct Bound {
  GLuint program = 0;
  struct Range {
    GLuint buffer = 0;
    GLintptr offset = 0;
    GLsizeiptr bytes = 0;
  };
  std::array<Range, 16> ranges;
  std::function<void()> image;
};
using Uniforms = std::map<GLint, std::function<void()>>;

struct Dispatch {
  Bound bound;
  Uniforms uniforms;
  GLuint x = 0, y = 0, z = 0;
};

// Of one context.
struct Queue {
  Bound bound;
  std::map<GLuint, Uniforms> uniforms;           // by program
  std::optional<Dispatch> dispatch;              // that a transfer may still overtake
  std::vector<std::function<void()>> transfers;  // that wait for the next dispatch
};

struct Driver {
  std::mutex mutex;
  std::map<EGLContext, Queue> queues;
  std::mt19937_64 random;
  bool heeds_fences = true;
  int late = 0, early = 0;

  Queue& queue() {
    const std::lock_guard lock(mutex);
    return queues[eglGetCurrentContext()];
  }
  bool toss() {
    const std::lock_guard lock(mutex);
    const bool heads = random() % 2 == 0;
    ++(heads ? late : early);
    return heads;
  }
};
Driver* driver = nullptr;

void bind(const Bound& bound) {
  GLASSFORMER_REAL(glUseProgram)(bound.program);
  for (std::size_t i = 0; i < bound.ranges.size(); ++i) {
    const Bound::Range& range = bound.ranges[i];
    if (range.buffer == 0) continue;
    GLASSFORMER_REAL(glBindBufferRange)
    (GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(i), range.buffer, range.offset, range.bytes);
  }
  if (bound.image) bound.image();
}

void set(const Uniforms& uniforms) {
  for (const auto& [location, put] : uniforms) put();
}

void run_dispatch(Queue& queue) {
  if (!queue.dispatch) return;
  const Dispatch held = std::move(*queue.dispatch);
  queue.dispatch.reset();
  bind(held.bound);
  set(held.uniforms);
  GLASSFORMER_REAL(glDispatchCompute)(held.x, held.y, held.z);
  GLASSFORMER_REAL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
  set(queue.uniforms[held.bound.program]);
  bind(queue.bound);
}

void run_transfers(Queue& queue) {
  const std::vector<std::function<void()>> held = std::exchange(queue.transfers, {});
  for (const auto& transfer : held) transfer();
}

void run_all() {
  Queue& queue = driver->queue();
  run_dispatch(queue);
  run_transfers(queue);
}

void transfer(std::function<void()> act) {
  Queue& queue = driver->queue();
  if (driver->toss()) {
    run_dispatch(queue);
    queue.transfers.push_back(std::move(act));
    return;
  }
  run_transfers(queue);  // in order among themselves
  act();                 // before the dispatch that was asked for last
}

bool is_shared(GLenum target) {
  return target == GL_COPY_READ_BUFFER || target == GL_COPY_WRITE_BUFFER ||
         target == GL_SHADER_STORAGE_BUFFER;
}

GLuint bound_to(GLenum target) {
  GLint name = 0;
  const GLenum asked =
      target == GL_SHADER_STORAGE_BUFFER ? GLenum{GL_SHADER_STORAGE_BUFFER_BINDING} : target;
  glGetIntegerv(asked, &name);
  return static_cast<GLuint>(name);
}

// With the buffer bound to the target, whatever is bound there meanwhile.
template <class Act>
void with_bound(GLenum target, GLuint buffer, const Act& act) {
  const GLuint now = bound_to(target);
  glBindBuffer(target, buffer);
  act();
  glBindBuffer(target, now);
}

void dispatch(GLuint x, GLuint y, GLuint z) {
  Queue& queue = driver->queue();
  run_dispatch(queue);
  queue.dispatch = {queue.bound, queue.uniforms[queue.bound.program], x, y, z};
  if (queue.transfers.empty()) return;
  run_dispatch(queue);
  run_transfers(queue);
}

void sub_data(GLenum target, GLintptr offset, GLsizeiptr bytes, const void* from) {
  if (!is_shared(target)) return GLASSFORMER_REAL(glBufferSubData)(target, offset, bytes, from);
  const auto* data = static_cast<const std::byte*>(from);
  transfer([=, buffer = bound_to(target), copy = std::vector<std::byte>(data, data + bytes)] {
    with_bound(target, buffer, [&] {
      GLASSFORMER_REAL(glBufferSubData)(target, offset, bytes, copy.data());
    });
  });
}

void data(GLenum target, GLsizeiptr bytes, const void* from, GLenum usage) {
  if (!is_shared(target)) return GLASSFORMER_REAL(glBufferData)(target, bytes, from, usage);
  run_all();
  GLASSFORMER_REAL(glBufferData)(target, bytes, nullptr, usage);
  if (from != nullptr) sub_data(target, 0, bytes, from);
}

void clear_data(GLenum target, GLenum form, GLenum format, GLenum type, const void* from) {
  std::array<std::byte, 16> cell{};
  if (from != nullptr) {
    const auto* first = static_cast<const std::byte*>(from);
    std::copy(first, first + (type == GL_FLOAT ? 4 : 1), cell.begin());
  }
  transfer([=, buffer = bound_to(target)] {
    with_bound(target, buffer, [&] {
      GLASSFORMER_REAL(glClearBufferData)(target, form, format, type, cell.data());
    });
  });
}

void copy(GLenum from, GLenum to, GLintptr from_offset, GLintptr to_offset, GLsizeiptr bytes) {
  transfer([=, source = bound_to(from), goal = bound_to(to)] {
    with_bound(from, source, [&] {
      with_bound(to, goal, [&] {
        GLASSFORMER_REAL(glCopyBufferSubData)(from, to, from_offset, to_offset, bytes);
      });
    });
  });
}

void get_data(GLenum target, GLintptr offset, GLsizeiptr bytes, void* into) {
  run_all();
  GLASSFORMER_REAL(glGetBufferSubData)(target, offset, bytes, into);
}

GLsync fence(GLenum condition, GLbitfield flags) {
  if (driver->heeds_fences) run_all();
  return GLASSFORMER_REAL(glFenceSync)(condition, flags);
}

void use_program(GLuint program) {
  driver->queue().bound.program = program;
  GLASSFORMER_REAL(glUseProgram)(program);
}

void bind_range(GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr bytes) {
  Queue& queue = driver->queue();
  if (target == GL_SHADER_STORAGE_BUFFER && index < queue.bound.ranges.size()) {
    queue.bound.ranges[index] = {buffer, offset, bytes};
  }
  GLASSFORMER_REAL(glBindBufferRange)(target, index, buffer, offset, bytes);
}

void bind_image(GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                GLenum access, GLenum format) {
  const auto put = [=] {
    GLASSFORMER_REAL(glBindImageTexture)(unit, texture, level, layered, layer, access, format);
  };
  driver->queue().bound.image = put;
  put();
}

// Uniforms: kept by program and location, and set at once too.
template <auto* Slot>
struct Uniform {
  template <class... A>
  static void put(GLint location, A... values) {
    Queue& queue = driver->queue();
    const auto set = [=] { Real<Slot>::call(location, values...); };
    queue.uniforms[queue.bound.program][location] = set;
    set();
  }
  template <class... A>
  static auto like(void (*)(GLint, A...)) -> void (*)(GLint, A...) {
    return &put<A...>;
  }
};

// Whatever draws, reads, waits for all, or takes away what a dispatch may have bound.
template <auto* Slot>
struct AfterAll {
  template <class R, class... A>
  static R act(A... a) {
    run_all();
    return Real<Slot>::call(a...);
  }
  template <class R, class... A>
  static auto like(R (*)(A...)) -> R (*)(A...) {
    return &act<R, A...>;
  }
};

// What is gone is bound no more: binding it again would be an error that nobody made.
void delete_buffers(GLsizei count, const GLuint* names) {
  run_all();
  for (Bound::Range& range : driver->queue().bound.ranges) {
    if (std::find(names, names + count, range.buffer) != names + count) range = {};
  }
  GLASSFORMER_REAL(glDeleteBuffers)(count, names);
}

void delete_textures(GLsizei count, const GLuint* names) {
  run_all();
  driver->queue().bound.image = {};
  GLASSFORMER_REAL(glDeleteTextures)(count, names);
}

EGLBoolean destroy(EGLDisplay display, EGLContext context) {
  {
    const std::lock_guard lock(driver->mutex);
    driver->queues.erase(context);
  }
  return GLASSFORMER_REAL(eglDestroyContext)(display, context);
}

// clang-format off
#define GLASSFORMER_UNIFORMS(DO) \
  DO(glUniform1i) DO(glUniform1f) DO(glUniform1ui) DO(glUniform1d) DO(glUniform2i) \
  DO(glUniform2f) DO(glUniform2d)
#define GLASSFORMER_AFTER_ALL(DO) \
  DO(glFinish) DO(glDeleteProgram) DO(glReadPixels) \
  DO(glGetTexImage) DO(glGenerateMipmap) DO(glDrawElementsBaseVertex) DO(glBlitFramebuffer) \
  DO(glTexImage2D) DO(glTexSubImage2D) DO(glTexStorage2D)
#define GLASSFORMER_OTHERS(DO) \
  DO(glDispatchCompute, dispatch) DO(glBufferSubData, sub_data) DO(glBufferData, data) \
  DO(glClearBufferData, clear_data) DO(glCopyBufferSubData, copy) \
  DO(glGetBufferSubData, get_data) DO(glFenceSync, fence) DO(glUseProgram, use_program) \
  DO(glBindBufferRange, bind_range) DO(glBindImageTexture, bind_image) \
  DO(glDeleteBuffers, delete_buffers) DO(glDeleteTextures, delete_textures) \
  DO(eglDestroyContext, destroy)
// clang-format on

}  // namespace

Reordering::Reordering(std::uint64_t seed, bool heeds_fences) {
  driver = new Driver;
  driver->random.seed(seed);
  driver->heeds_fences = heeds_fences;
#define GLASSFORMER_REPLACE(name) \
  Real<&epoxy_##name>::replace(#name, Uniform<&epoxy_##name>::like(epoxy_##name));
  GLASSFORMER_UNIFORMS(GLASSFORMER_REPLACE)
#undef GLASSFORMER_REPLACE
#define GLASSFORMER_REPLACE(name) \
  Real<&epoxy_##name>::replace(#name, AfterAll<&epoxy_##name>::like(epoxy_##name));
  GLASSFORMER_AFTER_ALL(GLASSFORMER_REPLACE)
#undef GLASSFORMER_REPLACE
#define GLASSFORMER_REPLACE(name, by) Real<&epoxy_##name>::replace(#name, by);
  GLASSFORMER_OTHERS(GLASSFORMER_REPLACE)
#undef GLASSFORMER_REPLACE
  GLASSFORMER_REAL(glMemoryBarrier) =
      reinterpret_cast<PFNGLMEMORYBARRIERPROC>(eglGetProcAddress("glMemoryBarrier"));
}

Reordering::~Reordering() {
  if (eglGetCurrentContext() != EGL_NO_CONTEXT) run_all();
#define GLASSFORMER_PUT_BACK(name, ...) Real<&epoxy_##name>::put_back();
  GLASSFORMER_UNIFORMS(GLASSFORMER_PUT_BACK)
  GLASSFORMER_AFTER_ALL(GLASSFORMER_PUT_BACK)
  GLASSFORMER_OTHERS(GLASSFORMER_PUT_BACK)
#undef GLASSFORMER_PUT_BACK
  delete std::exchange(driver, nullptr);
}

int Reordering::late() const {
  return driver->late;
}

int Reordering::early() const {
  return driver->early;
}

namespace {

// Each shader that is compiled, into a file named by what it holds.
std::filesystem::path shader_folder;
void keep_source(GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
  GLASSFORMER_REAL(glShaderSource)(shader, count, texts, lengths);
  GLint kind = 0;
  glGetShaderiv(shader, GL_SHADER_TYPE, &kind);
  std::string source;
  for (GLsizei i = 0; i < count; ++i) {
    source.append(texts[i], static_cast<std::size_t>(lengths[i]));
  }
  const char* const ending = kind == GL_COMPUTE_SHADER  ? "comp"
                             : kind == GL_VERTEX_SHADER ? "vert"
                                                        : "frag";
  const std::string name = std::to_string(std::hash<std::string>()(source)) + "." + ending;
  std::ofstream(shader_folder / name) << source;
}

// All tests of a process run over such a driver if GLASSFORMER_TEST_REORDERING names a seed; their
// shaders are kept in the folder GLASSFORMER_TEST_SHADERS.
class OverReordering : public ::testing::Environment {
 public:
  void SetUp() override {
    const char* const seed = std::getenv("GLASSFORMER_TEST_REORDERING");
    const char* const folder = std::getenv("GLASSFORMER_TEST_SHADERS");
    if (seed != nullptr) layer_ = std::make_unique<Reordering>(std::strtoull(seed, nullptr, 10));
    if (folder == nullptr) return;
    shader_folder = folder;
    Real<&epoxy_glShaderSource>::replace("glShaderSource", keep_source);
  }

 private:
  std::unique_ptr<Reordering> layer_;  // to the end of the process: contexts outlive the tests
};
const ::testing::Environment* const over_reordering =
    ::testing::AddGlobalTestEnvironment(new OverReordering);

}  // namespace

}  // namespace glassformer::testing_gpu
