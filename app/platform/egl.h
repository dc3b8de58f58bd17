#pragma once

#include <memory>

#include "app/gl/compute_context.h"

namespace glassformer {

// An OpenGL context without a window or a display server. Throws UserError saying what is missing.
class EglContext {
 public:
  // Shares its objects with the other, if one is named. Current afterwards.
  explicit EglContext(const EglContext* share = nullptr);
  // On that display, not the program's.
  explicit EglContext(void* display, const EglContext* share = nullptr);
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  void make_current() const;
  void release() const;  // no context is current on this thread afterwards
  void* handle() const { return context_; }

  struct Kind {
    int major = 0, minor = 0;  // of OpenGL
    bool tells_reset = false;  // glGetGraphicsResetStatus() does
  };

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  Kind kind_;
  void* surface_ = nullptr;  // a pbuffer, where a context cannot be current without any
};

// A context to compute in, current on no thread; it shares with the other, if one is named.
std::unique_ptr<ComputeContext> make_egl_compute_context(const EglContext* share = nullptr);

}  // namespace glassformer
