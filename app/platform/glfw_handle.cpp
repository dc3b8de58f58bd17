#include "app/platform/glfw_handle.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/platform/shader_cache.h"
#include "app/widgets/geometry.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

std::string& last_error() {
  static std::string text;
  return text;
}

[[noreturn]] void no_window(std::string why) {
  if (why.ends_with("display ")) why = "DISPLAY is set, but empty";  // GLFW names it behind that
  throw UserError(
      fmt::format("No window can be opened: {}. Without a display, `glassformer tour DIR` and "
                  "`glassformer show` draw to files.",
                  why.empty() ? "the window system says no" : why));
}

}  // namespace

GlfwHandle::GlfwHandle(int width, int height, const std::string& title) {
  glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
  avoid_a_full_shader_cache();
  if (glfwInit() == GLFW_FALSE) no_window(last_error());
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "glassformer");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "glassformer");
  struct Version {
    int major, minor, robustness;
  };
  // Where the driver can tell of a reset, we ask it to.
  for (const Version& version : {Version{4, 3, GLFW_LOSE_CONTEXT_ON_RESET},
                                 {4, 3, GLFW_NO_ROBUSTNESS},
                                 {3, 3, GLFW_NO_ROBUSTNESS}}) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version.major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version.minor);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, version.robustness);
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window_ != nullptr) break;
  }
  if (window_ == nullptr) {
    glfwTerminate();
    no_window(fmt::format("the driver offers no OpenGL 3.3 ({})", last_error()));
  }
  glfwMakeContextCurrent(window_);
}

GlfwHandle::~GlfwHandle() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

float GlfwHandle::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::clamp(std::max(x, y), 0.5F, 8.0F);
}

void GlfwHandle::keep_on_screen() const {
  GLFWmonitor* primary = glfwGetPrimaryMonitor();
  if (primary == nullptr) return;
  int x = 0, y = 0, room_w = 0, room_h = 0, w = 0, h = 0;
  glfwGetMonitorWorkarea(primary, &x, &y, &room_w, &room_h);
  glfwGetWindowSize(window_, &w, &h);
  if (room_w > 0 && room_h > 0 && (w > room_w || h > room_h)) {
    glfwSetWindowSize(window_, std::min(w, room_w), std::min(h, room_h));
  }
}

GLFWmonitor* GlfwHandle::monitor() const {
  const auto rect = [](int x, int y, int w, int h) {
    return Rect{static_cast<float>(x), static_cast<float>(y), static_cast<float>(w),
                static_cast<float>(h)};
  };
  int x = 0, y = 0, w = 0, h = 0;
  glfwGetWindowPos(window_, &x, &y);
  glfwGetWindowSize(window_, &w, &h);
  const Rect own = rect(x, y, w, h);
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = nullptr;
  float largest = -1;
  for (int i = 0; i < count; ++i) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (mode == nullptr) continue;
    glfwGetMonitorPos(monitors[i], &x, &y);
    const Rect shared = intersect(own, rect(x, y, mode->width, mode->height));
    if (shared.w * shared.h <= largest) continue;
    largest = shared.w * shared.h;
    best = monitors[i];
  }
  return best;
}

namespace {

// GLFW makes no context without a window: this one is never shown.
class HiddenWindow : public ComputeContext {
 public:
  explicit HiddenWindow(GLFWwindow* share) : share_(share) {
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(16, 16, "glassformer", nullptr, share);
    glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
    glfwMakeContextCurrent(share);
    if (window_ == nullptr) {
      throw UserError(fmt::format("The driver gives no second OpenGL context to compute in: {}.",
                                  last_error()));
    }
  }
  ~HiddenWindow() override { glfwDestroyWindow(window_); }
  void make_current() override {
    before_ = glfwGetCurrentContext();
    glfwMakeContextCurrent(window_);
    // What is computed with may outlive the window, as a picture that is kept does.
    if (glfwGetCurrentContext() != window_) {
      throw UserError(fmt::format("The OpenGL context cannot be used: {}.", last_error()));
    }
  }
  void release() override { glfwMakeContextCurrent(before_); }  // as it was
  At current() const override {
    const GLFWwindow* now = glfwGetCurrentContext();
    if (now == nullptr) return At::none;
    return now == window_ ? At::own : now == share_ ? At::shared : At::none;
  }
  bool shares() const override { return true; }

 private:
  GLFWwindow* window_ = nullptr;
  GLFWwindow* share_;
  GLFWwindow* before_ = nullptr;
};

}  // namespace

std::unique_ptr<ComputeContext> GlfwHandle::make_compute_context() const {
  return std::make_unique<HiddenWindow>(window_);
}

void GlfwHandle::check() const {
  // A driver that was reset may not give the context back that a computation took over.
  if (glfwGetCurrentContext() != window_) glfwMakeContextCurrent(window_);
  const bool is_current = glfwGetCurrentContext() == window_;
  GLenum status = GL_NO_ERROR;
  if (is_current &&
      glfwGetWindowAttrib(window_, GLFW_CONTEXT_ROBUSTNESS) == GLFW_LOSE_CONTEXT_ON_RESET) {
    if (epoxy_gl_version() >= 45) {
      status = glGetGraphicsResetStatus();
    } else if (epoxy_has_gl_extension("GL_ARB_robustness")) {
      status = glGetGraphicsResetStatusARB();
    }
  }
  if (is_current && status == GL_NO_ERROR) return;
  throw UserError(
      "The graphics driver was reset and has lost what was on screen. Start the program again; "
      "LIBGL_ALWAYS_SOFTWARE=1 in the environment draws without that driver.");
}

}  // namespace glassformer
