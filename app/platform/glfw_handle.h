#pragma once

#include <memory>
#include <string>

#include "app/gl/compute_context.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace glassformer {

// GLFW, started, with one window and its OpenGL context, which is current from here on.
class GlfwHandle {
 public:
  // Throws UserError when there is no display, or no OpenGL 3.3.
  GlfwHandle(int width, int height, const std::string& title);
  ~GlfwHandle();
  GlfwHandle(const GlfwHandle&) = delete;
  GlfwHandle& operator=(const GlfwHandle&) = delete;

  GLFWwindow* get() const { return window_; }
  float content_scale() const;
  // A window larger than the screen would hide its own edges.
  void keep_on_screen() const;
  GLFWmonitor* monitor() const;  // the one that shows most of the window; nullptr: none
  // On the main thread, as GLFW asks; then the window's own context is current again.
  std::unique_ptr<ComputeContext> make_compute_context() const;
  // Makes the window's context current. Throws UserError when the graphics driver was reset and the
  // context is lost.
  void check() const;

 private:
  GLFWwindow* window_ = nullptr;
};

}  // namespace glassformer
