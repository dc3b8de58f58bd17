#pragma once

namespace glassformer {

// An OpenGL context to compute in, besides the one that draws; the two share their objects. It may
// be current on one thread at a time.
class ComputeContext {
 public:
  virtual ~ComputeContext() = default;
  virtual void make_current() = 0;  // throws UserError
  virtual void release() = 0;       // what was current on this thread before is so again
  // What this thread has at hand: this context, the one that it shares with, or neither.
  enum class At { none, own, shared };
  virtual At current() const = 0;
  virtual bool shares() const = 0;
};

}  // namespace glassformer
