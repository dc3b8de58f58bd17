#pragma once

namespace glassformer {

// An OpenGL context to compute in, besides the one that draws; the two share their objects. It may
// be current on one thread at a time.
class ComputeContext {
 public:
  virtual ~ComputeContext() = default;
  virtual void make_current() = 0;  // throws UserError
  virtual void release() = 0;       // what was current on this thread before is so again
  // Whether this thread has this context, or one that shares with it, at hand.
  virtual bool any_current() const = 0;
};

}  // namespace glassformer
