#pragma once

namespace glassformer {

// As long as one lives, the threads that help with parallel loops (threads.h) wait for the next
// call without sleeping, for a millisecond at most, and give up their core to whoever has work. For
// many short loops after each other, as in a decoded token: waking a thread for each of them can
// take longer than the loop, on a virtual machine above all.
class KeepAwake {
 public:
  KeepAwake();
  ~KeepAwake();
  KeepAwake(const KeepAwake&) = delete;
  KeepAwake& operator=(const KeepAwake&) = delete;
};

}  // namespace glassformer
