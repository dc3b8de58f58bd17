// OpenGL orders nothing between two contexts: what one has written the other waits for.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <map>
#include <thread>
#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

using testing_gpu::Instead;

// While it lives, marks are counted (a fence that the other context may wait for is flushed at
// once) and waits for them, but not those by which a context keeps its own commands in order.
int marks, waits;
class Counting {
 public:
  Counting() {
    marks = waits = 0;
    now_ = this;
  }
  ~Counting() { now_ = nullptr; }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

 private:
  static GLsync fence(GLenum when, GLbitfield flags) {
    const GLsync made = now_->fences_.real()(when, flags);
    now_->made_in_[made] = eglGetCurrentContext();
    return made;
  }
  static void wait(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    if (now_->made_in_[sync] != eglGetCurrentContext()) ++waits;
    now_->waits_.real()(sync, flags, timeout);
  }
  static void flush() {
    ++marks;
    now_->flushes_.real()();
  }
  static inline Counting* now_ = nullptr;  // OpenGL's functions know no object
  std::map<GLsync, EGLContext> made_in_;
  Instead<PFNGLFENCESYNCPROC> fences_{epoxy_glFenceSync, fence};
  Instead<PFNGLWAITSYNCPROC> waits_{epoxy_glWaitSync, wait};
  Instead<PFNGLFLUSHPROC> flushes_{epoxy_glFlush, flush};
};

class GpuContexts : public ::testing::Test {
 protected:
  // The slots are filled by the first call.
  void SetUp() override {
    drawing_.make_current();
    GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glWaitSync(sync, 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(sync);
    glFlush();
  }

  EglContext drawing_;
};

TEST_F(GpuContexts, EachWaitsOnceForWhatTheOtherHasDone) {
  const DevicePtr device = Device::make(make_egl_compute_context(&drawing_));
  const Counting counting;
  const Mat value = normal({16, 16}, 1, 1);
  const GpuMatPtr mat = device->upload(value);  // in the context that draws
  EXPECT_EQ(marks, 1);
  EXPECT_EQ(waits, 0);
  Mat there;
  std::thread([&] {
    const Device::Turn turn(*device);
    mat->read(there);
    device->fill_zero(*mat);
    EXPECT_EQ(waits, 1);
    EXPECT_EQ(marks, 1);
  }).join();
  EXPECT_EQ(there, value);
  EXPECT_EQ(marks, 2) << "at the end of the turn";
  mat->read(there);
  EXPECT_EQ(waits, 2);
  EXPECT_EQ(there, Mat(16, 16));
  mat->read(there);
  EXPECT_EQ(waits, 2) << "nothing new";
}

// ThreadSanitizer sees what the end of a pass still writes when the next thread is let in.
TEST_F(GpuContexts, PassesOfSeveralThreadsComeOneAfterTheOther) {
  drawing_.release();
  const auto backend = make_gpu_backend(Device::make(make_egl_compute_context()));
  int within = 0, passes = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int pass = 0; pass < 200; ++pass) {
        backend->begin();
        EXPECT_EQ(++within, 1);
        ++passes;
        --within;
        backend->end();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(passes, 600);
}

// A buffer that the other context has just given back may be the next that a turn is given.
TEST_F(GpuContexts, ATurnSeesInItsMiddleWhatTheOtherHasDone) {
  const DevicePtr device = Device::make(make_egl_compute_context(&drawing_));
  drawing_.release();
  const Device::Turn turn(*device);
  const Counting counting;
  static_cast<void>(device->make({4, 4}));
  EXPECT_EQ(waits, 0);
  std::thread([&] {
    drawing_.make_current();
    static_cast<void>(device->upload(normal({16, 16}, 1, 1)));
    drawing_.release();
  }).join();
  static_cast<void>(device->make({4, 4}));
  EXPECT_EQ(waits, 1);
}

TEST_F(GpuContexts, OneAloneNeedsNone) {
  drawing_.release();
  const DevicePtr device = Device::make(make_egl_compute_context());
  const Counting counting;
  const GpuMatPtr mat = device->upload(normal({16, 16}, 1, 1));
  Mat there;
  mat->read(there);
  EXPECT_EQ(marks, 0);
  EXPECT_EQ(waits, 0);
}

// The pool keeps at most so much, from the end of a turn on.
TEST(GpuPool, GivesBackWhatIsTooMuch) {
  const EglContext context;
  BufferPool pool(1 << 20);
  const BufferPool::Buffer large = pool.take(3 << 20), small = pool.take(1 << 19);
  pool.give(large);
  pool.give(small);
  EXPECT_EQ(glIsBuffer(large.name), GL_TRUE);
  pool.trim();
  EXPECT_EQ(glIsBuffer(large.name), GL_FALSE);
  EXPECT_EQ(glIsBuffer(small.name), GL_TRUE);
  EXPECT_EQ(pool.take(1 << 19).name, small.name);
}

}  // namespace
}  // namespace glassformer
