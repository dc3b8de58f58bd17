#pragma once

namespace glassformer {

// An OpenGL context without a window or a display server. Throws UserError saying what is missing.
class EglContext {
 public:
  EglContext();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  void make_current() const;

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  void* surface_ = nullptr;  // a pbuffer, where a context cannot be current without any
};

}  // namespace glassformer
