// Whose turn the card is: which thread has a context, and what it waits for that another has asked
// of the card.
#include <epoxy/gl.h>

#include <string>
#include <thread>

#include "app/gpu/device.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// How many Uses this thread has, one in the other.
thread_local int nested = 0;

}  // namespace

Device::Use::Use(Device& device) : device_(device) {
  if (device_.holder_ == std::this_thread::get_id()) {  // asking the driver takes longer
    in_turn_ = true;
    own_ = device_.holder_own_;
    device_.wait_for_marks(own_);
    return;
  }
  const ComputeContext::At at = device_.context_->current();
  own_ = at != ComputeContext::At::shared;
  if (at == ComputeContext::At::none) {
    device_.turn_.lock();
    try {
      device_.context_->make_current();
    } catch (const UserError& error) {
      device_.turn_.unlock();
      throw DeviceError(std::string(error.what()) + " The CPU computes instead.");
    }
    made_current_ = true;
  }
  ++nested;
  device_.wait_for_marks(own_);
}

Device::Use::~Use() {
  if (!in_turn_ && --nested == 0) device_.mark(own_);
  if (!made_current_) return;
  device_.context_->release();
  device_.turn_.unlock();
}

Device::Turn::Turn(Device& device) : device_(device), lock_(device.turn_), use_(device) {
  if (device.turns_++ > 0) return;
  device.holder_own_ = use_.own();
  device.holder_ = std::this_thread::get_id();
}

// Whoever comes next, in any way, sees what this turn has made.
Device::Turn::~Turn() {
  if (device_.turns_ == 1) {
    device_.settle();
    device_.pool_.trim();
    device_.copies_.trim();
    if (nested > 1) device_.mark(use_.own());  // else at the end of its Use
  }
  if (--device_.turns_ == 0) device_.holder_ = std::thread::id();
}

void Device::mark(bool own) {
  if (!context_->shares()) return;
  GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();                         // or the other might wait for ever
  if (fence == nullptr) glFinish();  // none to be had: this one waits
  const std::lock_guard lock(fences_);
  Mark& mark = marks_[own ? 0 : 1];
  if (mark.fence != nullptr) glDeleteSync(static_cast<GLsync>(mark.fence));
  mark.fence = fence;
  ++mark.made;
}

// The card waits, not this thread.
void Device::wait_for_marks(bool own) {
  Mark& other = marks_[own ? 1 : 0];
  if (other.made == other.awaited) return;
  const std::lock_guard lock(fences_);
  if (other.fence != nullptr) {
    glWaitSync(static_cast<GLsync>(other.fence), 0, GL_TIMEOUT_IGNORED);
  }
  other.awaited = other.made.load();
}

}  // namespace glassformer
