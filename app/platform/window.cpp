#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "app/gl/framebuffer.h"
#include "app/platform/glfw_handle.h"
#include "app/platform/icon.h"
#include "app/platform/input_queue.h"
#include "app/platform/keys.h"
#include "app/platform/surface.h"
#include "app/platform/target.h"
#include "app/widgets/min_window.h"

namespace glassformer {
namespace {

constexpr double frame_time = 1.0 / 60;

class GlfwWindow : public Window {
 public:
  GlfwWindow(int width, int height, const std::string& title);
  ~GlfwWindow() override {
    if (text_cursor_ != nullptr) glfwDestroyCursor(text_cursor_);
  }

  Vec size() const override;
  float display_scale() const override { return handle_.content_scale(); }
  const Fonts& fonts() const override { return desk_.fonts(); }
  void begin(const Input& input) override;
  void end() override;
  void present(const Canvas& canvas, Color background) override;
  void forget() override { surface_.forget(); }
  std::string take_notice() override { return surface_.take_notice(); }
  void finish() override { glFinish(); }
  std::unique_ptr<ComputeContext> make_compute_context() override {
    return handle_.make_compute_context();
  }
  Pixels read() override;
  Pixels picture(const Canvas& canvas, Color background) override {
    handle_.check();
    const Rect whole = canvas.whole();
    return {static_cast<int>(whole.w), static_cast<int>(whole.h),
            surface_.picture(canvas, background)};
  }
  Input wait(double seconds) override;
  void wake() override { glfwPostEmptyEvent(); }
  bool closed() const override { return glfwWindowShouldClose(window()) == GLFW_TRUE; }
  void set_fullscreen(bool on) override;
  void set_title(const std::string& title) override { glfwSetWindowTitle(window(), title.c_str()); }
  void set_clipboard(const std::string& text) override {
    glfwSetClipboardString(window(), text.c_str());
  }

 private:
  GLFWwindow* window() const { return handle_.get(); }
  Vec to_frame(double x, double y) const;
  void listen();
  void pace();
  static GlfwWindow& of(GLFWwindow* window) {
    return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
  }
  static const char* pasted(void* self);

  GlfwHandle handle_;
  Desk desk_;
  Surface surface_;
  std::unique_ptr<Framebuffer> memory_;  // the frame; none before the first
  InputQueue queue_;
  GLFWcursor* text_cursor_ = nullptr;
  bool software_ = false;
  double frame_begun_ = 0;
  std::array<int, 4> windowed_{};  // x, y, width, height before full screen
};

GlfwWindow::GlfwWindow(int width, int height, const std::string& title)
    : handle_(width, height, title), desk_(handle_.content_scale()), surface_(desk_) {
  software_ = gl_facts().software;
  // A software driver has no picture to wait for: we keep the pace ourselves.
  glfwSwapInterval(software_ ? 0 : 1);
  const float scale = display_scale();
  const auto scaled = [scale](float px) { return static_cast<int>(std::lround(px * scale)); };
  handle_.keep_on_screen();
  int w = 0, h = 0;
  glfwGetWindowSize(window(), &w, &h);
  glfwSetWindowSizeLimits(window(), std::min(scaled(kMinWindow.x), w),
                          std::min(scaled(kMinWindow.y), h), GLFW_DONT_CARE, GLFW_DONT_CARE);
  std::array<Pixels, 3> icons{window_icon(16), window_icon(32), window_icon(64)};
  std::array<GLFWimage, 3> images{};
  for (std::size_t i = 0; i < icons.size(); ++i) {
    images[i] = {icons[i].width, icons[i].height, icons[i].rgba.data()};
  }
  glfwSetWindowIcon(window(), static_cast<int>(images.size()), images.data());
  text_cursor_ = glfwCreateStandardCursor(GLFW_IBEAM_CURSOR);
  listen();
}

Vec GlfwWindow::size() const {
  int w = 0, h = 0;
  glfwGetFramebufferSize(window(), &w, &h);
  return {static_cast<float>(std::max(1, w)), static_cast<float>(std::max(1, h))};
}

// Some systems count the pointer in units larger than a pixel.
Vec GlfwWindow::to_frame(double x, double y) const {
  int w = 0, h = 0;
  glfwGetWindowSize(window(), &w, &h);
  const Vec pixels = size();
  return {static_cast<float>(x) * pixels.x / static_cast<float>(std::max(1, w)),
          static_cast<float>(y) * pixels.y / static_cast<float>(std::max(1, h))};
}

void GlfwWindow::listen() {
  glfwSetWindowUserPointer(window(), this);
  glfwSetCursorPosCallback(
      window(), [](GLFWwindow* w, double x, double y) { of(w).queue_.move(of(w).to_frame(x, y)); });
  glfwSetCursorEnterCallback(window(), [](GLFWwindow* w, int entered) {
    // A drag goes on outside of the window.
    const bool held = glfwGetMouseButton(w, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
    if (entered == GLFW_FALSE && !held) of(w).queue_.move({-1, -1});
  });
  glfwSetMouseButtonCallback(window(), [](GLFWwindow* w, int button, int action, int) {
    if (button != GLFW_MOUSE_BUTTON_LEFT && button != GLFW_MOUSE_BUTTON_RIGHT) return;
    of(w).queue_.button(
        button == GLFW_MOUSE_BUTTON_LEFT ? InputQueue::Button::left : InputQueue::Button::right,
        action == GLFW_PRESS, glfwGetTime(), of(w).display_scale());
  });
  glfwSetScrollCallback(window(), [](GLFWwindow* w, double x, double y) {
    of(w).queue_.wheel(static_cast<float>(x), static_cast<float>(y));
  });
  glfwSetKeyCallback(window(), [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    // X11 reports the modifiers as they were before this key.
    const auto held = [&](int left, int right, int mod) {
      if (key == left || key == right) return action != GLFW_RELEASE;
      return (mods & mod) != 0;
    };
    const bool ctrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL);
    const bool shift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT);
    const bool alt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT);
    of(w).queue_.modifiers(ctrl, shift, alt);
    if (action == GLFW_RELEASE) return;
    const Key ours = key_of(key, scancode, ctrl);
    if (ours == Key::none) return;
    const bool sign = ours == Key::plus || ours == Key::minus;  // Shift only helped to reach it
    of(w).queue_.key({ours, ctrl, shift && !sign, alt});
  });
  glfwSetCharCallback(window(), [](GLFWwindow* w, unsigned character) {
    if (const Key key = typed_key(character); key != Key::none) of(w).queue_.key({key});
    of(w).queue_.type(character);
  });
  glfwSetDropCallback(window(), [](GLFWwindow* w, int count, const char** paths) {
    of(w).queue_.drop({paths, paths + count});
  });
}

const char* GlfwWindow::pasted(void* self) {
  auto& window = *static_cast<GlfwWindow*>(self);
  const char* text = glfwGetClipboardString(window.window());
  if (text == nullptr) return "";
  window.desk_.fonts().expect(text);
  return text;
}

void GlfwWindow::begin(const Input& input) {
  handle_.check();
  desk_.fonts().set_scale(display_scale());
  surface_.begin(input, size());
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.GetClipboardTextFn = pasted;
  io.SetClipboardTextFn = [](void* self, const char* text) {
    glfwSetClipboardString(static_cast<GlfwWindow*>(self)->window(), text);
  };
}

void GlfwWindow::end() {
  surface_.end();
  const bool over_text = ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput;
  glfwSetCursor(window(), over_text ? text_cursor_ : nullptr);
}

// Painted in memory, where the frame before still is, and copied: what was swapped to the screen
// may be anything.
void GlfwWindow::present(const Canvas& canvas, Color background) {
  handle_.check();
  const auto width = static_cast<int>(size().x), height = static_cast<int>(size().y);
  if (!memory_ || memory_->width() != width || memory_->height() != height) {
    memory_.reset();
    memory_ = std::make_unique<Framebuffer>(width, height);
    surface_.forget();
  }
  memory_->bind();
  surface_.draw(canvas, background, width, height);
  memory_->copy_to_window();
  glfwSwapBuffers(window());
  handle_.check();
}

Pixels GlfwWindow::read() {
  if (!memory_) return {};
  handle_.check();
  return {memory_->width(), memory_->height(), memory_->read()};
}

// No more than 60 frames a second where nothing else sets the pace.
void GlfwWindow::pace() {
  for (double left = 0; (left = frame_begun_ + frame_time - glfwGetTime()) > 0;) {
    glfwWaitEventsTimeout(left);
  }
}

Input GlfwWindow::wait(double seconds) {
  if (!queue_.empty() || seconds <= 0) {
    glfwPollEvents();
  } else {
    glfwWaitEventsTimeout(seconds);
  }
  if (software_) pace();
  frame_begun_ = glfwGetTime();
  Input input = queue_.take(ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput);
  input.time = frame_begun_;
  return input;
}

void GlfwWindow::set_fullscreen(bool on) {
  const bool is_on = glfwGetWindowMonitor(window()) != nullptr;
  if (on == is_on) return;
  if (!on) {
    glfwSetWindowMonitor(window(), nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3],
                         GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window(), &windowed_[0], &windowed_[1]);
  glfwGetWindowSize(window(), &windowed_[2], &windowed_[3]);
  GLFWmonitor* monitor = handle_.monitor();
  if (monitor == nullptr) return;
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  glfwSetWindowMonitor(window(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  glfwSwapInterval(software_ ? 0 : 1);
}

}  // namespace

std::unique_ptr<Window> make_window(int width, int height, const std::string& title) {
  return std::make_unique<GlfwWindow>(width, height, title);
}

}  // namespace glassformer
