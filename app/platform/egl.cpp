#include "app/platform/egl.h"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include <array>
#include <string>

#include "app/platform/egl_cards.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

constexpr const char* remedy =
    "On Debian and Ubuntu `apt install libegl1 libgl1-mesa-dri` brings a driver that needs no "
    "graphics card.";

[[noreturn]] void missing(const std::string& what) {
  throw UserError(fmt::format("No picture can be drawn: {}. {}", what, remedy));
}

EGLDisplay open_display() {
  if (!epoxy_has_egl()) missing("the library libEGL.so.1 is not there");
  EGLDisplay display = open_egl_display();
  if (display == EGL_NO_DISPLAY) missing("EGL finds no driver");
  return display;
}

// One for the program and never closed: closing it would take the contexts of others with it.
EGLDisplay shared_display() {
  static const EGLDisplay display = open_display();
  return display;
}

EGLContext create(EGLDisplay display, EGLConfig config, EGLContext share,
                  const EglContext::Kind& kind) {
  const std::array<EGLint, 9> wanted{
      EGL_CONTEXT_MAJOR_VERSION,
      kind.major,
      EGL_CONTEXT_MINOR_VERSION,
      kind.minor,
      EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
      kind.tells_reset ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY : EGL_NONE,
      EGL_LOSE_CONTEXT_ON_RESET,
      EGL_NONE};
  return eglCreateContext(display, config, share, wanted.data());
}

bool can_tell_reset(EGLDisplay display) {
  return epoxy_egl_version(display) >= 15 ||
         epoxy_has_egl_extension(display, "EGL_KHR_create_context");
}

}  // namespace

EglContext::EglContext(const EglContext* share) : EglContext(shared_display(), share) {}

EglContext::EglContext(void* display, const EglContext* share) : display_(display) {
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) missing("the EGL driver offers no OpenGL");
  constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                         EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display_, wanted.data(), &config, 1, &count) != EGL_TRUE || count < 1) {
    missing("the EGL driver has no configuration for OpenGL off-screen");
  }
  const EGLContext with = share == nullptr ? EGL_NO_CONTEXT : share->context_;
  // Where the driver can tell of a reset, we ask it to; all that share must ask alike.
  for (const Kind& kind : {Kind{4, 3, true}, {4, 3, false}, {3, 3, false}}) {
    if (kind.tells_reset && !can_tell_reset(display_)) continue;
    if (share != nullptr && kind.tells_reset != share->kind_.tells_reset) continue;
    context_ = create(display_, config, with, kind);
    kind_ = kind;
    if (context_ != EGL_NO_CONTEXT) break;
  }
  if (context_ == EGL_NO_CONTEXT) missing("the driver offers no OpenGL 3.3");
  if (!epoxy_has_egl_extension(display_, "EGL_KHR_surfaceless_context")) {
    constexpr std::array<EGLint, 5> size{EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface_ = eglCreatePbufferSurface(display_, config, size.data());
  }
  make_current();
}

EglContext::~EglContext() {
  if (eglGetCurrentContext() == context_) release();
  if (surface_ != nullptr) eglDestroySurface(display_, surface_);
  eglDestroyContext(display_, context_);
}

void EglContext::make_current() const {
  if (eglMakeCurrent(display_, surface_, surface_, context_) == EGL_TRUE) return;
  throw UserError(
      "The graphics driver no longer gives its OpenGL context, as after a reset; what it had "
      "computed is lost.");
}

void EglContext::release() const {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

namespace {

class EglComputeContext : public ComputeContext {
 public:
  explicit EglComputeContext(const EglContext* share)
      : context_(share), share_(share == nullptr ? nullptr : share->handle()) {
    context_.release();
  }
  void make_current() override {
    eglBindAPI(EGL_OPENGL_API);  // each thread has its own
    before_ = eglGetCurrentContext();
    draw_ = eglGetCurrentSurface(EGL_DRAW);
    read_ = eglGetCurrentSurface(EGL_READ);
    context_.make_current();
  }
  // What was current before is so again.
  void release() override {
    context_.release();
    if (before_ != EGL_NO_CONTEXT) eglMakeCurrent(shared_display(), draw_, read_, before_);
  }
  At current() const override {
    const EGLContext now = eglGetCurrentContext();
    if (now == EGL_NO_CONTEXT) return At::none;
    return now == context_.handle() ? At::own : now == share_ ? At::shared : At::none;
  }
  bool shares() const override { return share_ != nullptr; }

 private:
  EglContext context_;
  void* share_;
  EGLContext before_ = EGL_NO_CONTEXT;
  EGLSurface draw_ = EGL_NO_SURFACE, read_ = EGL_NO_SURFACE;
};

}  // namespace

std::unique_ptr<ComputeContext> make_egl_compute_context(const EglContext* share) {
  auto context = std::make_unique<EglComputeContext>(share);
  if (share != nullptr) share->make_current();
  return context;
}

}  // namespace glassformer
