#pragma once

namespace glassformer {

// An OpenGL context to compute in, besides the one that draws; the two share their objects. It may
// be current on one thread at a time.
class ComputeContext {
 public:
  virtual ~ComputeContext() = default;
  virtual void make_current() = 0;  // throws UserError
  virtual void release() = 0;       // makes current again what was before make_current()
  // Which context is current on this thread: this one, the one that it shares objects with, or
  // neither of them.
  enum class At { none, own, shared };
  virtual At current() const = 0;
  virtual bool shares() const = 0;  // whether there is one that it shares objects with
};

}  // namespace glassformer
