#include "app/platform/egl.h"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include <array>
#include <string>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

constexpr const char* remedy =
    "On Debian and Ubuntu `apt install libegl1 libgl1-mesa-dri` brings a driver that needs no "
    "graphics card.";

[[noreturn]] void missing(const std::string& what) {
  throw UserError(fmt::format("No picture can be drawn: {}. {}", what, remedy));
}

bool started(EGLDisplay display) {
  EGLint major = 0, minor = 0;
  return display != EGL_NO_DISPLAY && eglInitialize(display, &major, &minor) == EGL_TRUE;
}

// Mesa without any window system, else the first graphics card that is there, else whatever the
// driver offers.
EGLDisplay open_display() {
  if (!epoxy_has_egl()) missing("the library libEGL.so.1 is not there");
  const bool platforms = epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base");
  if (platforms && epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (started(display)) return display;
  }
  if (platforms && epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count) ==
        EGL_TRUE) {
      for (EGLint i = 0; i < count; ++i) {
        EGLDisplay display = eglGetPlatformDisplayEXT(
            EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr);
        if (started(display)) return display;
      }
    }
  }
  if (EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY); started(display)) return display;
  missing("EGL finds no driver");
}

// One for the program and never closed: closing it would take the contexts of others with it.
EGLDisplay shared_display() {
  static const EGLDisplay display = open_display();
  return display;
}

EGLContext create(EGLDisplay display, EGLConfig config, EGLContext share, int major, int minor) {
  const std::array<EGLint, 7> wanted{EGL_CONTEXT_MAJOR_VERSION,
                                     major,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     minor,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_NONE};
  return eglCreateContext(display, config, share, wanted.data());
}

}  // namespace

EglContext::EglContext(const EglContext* share) : display_(shared_display()) {
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) missing("the EGL driver offers no OpenGL");
  constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                         EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display_, wanted.data(), &config, 1, &count) != EGL_TRUE || count < 1) {
    missing("the EGL driver has no configuration for OpenGL off-screen");
  }
  const EGLContext with = share == nullptr ? EGL_NO_CONTEXT : share->context_;
  context_ = create(display_, config, with, 4, 3);
  if (context_ == EGL_NO_CONTEXT) context_ = create(display_, config, with, 3, 3);
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
  if (eglMakeCurrent(display_, surface_, surface_, context_) != EGL_TRUE) {
    missing(fmt::format("the OpenGL context cannot be used (EGL error 0x{:x})", eglGetError()));
  }
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
  bool any_current() const override {
    const EGLContext now = eglGetCurrentContext();
    return now != EGL_NO_CONTEXT && (now == context_.handle() || now == share_);
  }

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
