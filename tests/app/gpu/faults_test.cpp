// What happens when the graphics card refuses: each fault is put in at the OpenGL call that would
// show it. A sentence says so, and the numbers are those of the CPU.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "app/gpu/card.h"
#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "core/lesson/lesson.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/gpu/refused_shaders.h"

namespace glassformer {
namespace {

using testing_gpu::Instead;
using testing_gpu::RefusedShaders;

class GpuFaults : public ::testing::Test {
 protected:
  // A card of its own: what is compiled and kept there is no other test's.
  GraphicsCard card_ = make_graphics_card([] { return make_egl_compute_context(); });
  Inputs inputs_ = find_lesson("multi-head").inputs;
  RunPtr here_ = run(inputs_);

  void SetUp() override {
    ASSERT_TRUE(card_.backend) << card_.why_not;
    // OpenGL's functions are looked up when they are first called, and that puts them into their
    // slots: it must be done before a test puts something else there.
    const OnBackend on(make_graphics_card([] { return make_egl_compute_context(); }).backend);
    static_cast<void>(run(inputs_)->tape.value(here_->output));
  }

  RunPtr on_card() {
    const OnBackend on(card_.backend);
    return run(inputs_);
  }

  // The run has all the CPU's numbers and says why.
  void expect_taken_over(const glassformer::Run& there, std::string_view why) {
    EXPECT_FALSE(there.on_device);
    ASSERT_FALSE(there.notes.empty());
    EXPECT_NE(there.notes.back().find(why), std::string::npos) << there.notes.back();
    expect_same(there);
  }

  void expect_same(const glassformer::Run& there) {
    for (const std::string& path : here_->tape.paths()) {
      EXPECT_LE(largest_difference(here_->tape.value(here_->tape.find(path)),
                                   there.tape.value(there.tape.find(path))),
                1e-4)
          << path;
    }
  }
};

TEST_F(GpuFaults, WithoutAnyTheCardComputes) {
  const RunPtr there = on_card();
  EXPECT_TRUE(there->on_device);
  expect_same(*there);
}

TEST_F(GpuFaults, NoContext) {
  const GraphicsCard none = make_graphics_card(
      []() -> std::unique_ptr<ComputeContext> { throw UserError("EGL finds no driver."); });
  EXPECT_FALSE(none.backend);
  EXPECT_EQ(none.why_not, "EGL finds no driver.");
  EXPECT_EQ(backend_for(Where::gpu, none), nullptr);
}

TEST_F(GpuFaults, AShaderThatDoesNotCompile) {
  const RefusedShaders fault;
  expect_taken_over(*on_card(), "refuses the shader");
}

// A pass asks for it anew, and is told what the driver has said.
TEST_F(GpuFaults, AShaderThatIsRefusedIsNotCompiledAgain) {
  const RefusedShaders shaders;
  expect_taken_over(*on_card(), "refuses the shader");
  const int once = shaders.made();
  EXPECT_GT(once, 0);
  expect_taken_over(*on_card(), "refuses the shader");
  EXPECT_EQ(shaders.made(), once);
}

TEST_F(GpuFaults, OutOfMemoryAtOnce) {
  static bool refused;
  refused = false;
  const Instead refuses(
      epoxy_glBufferData, +[](GLenum, GLsizeiptr, const void*, GLenum) { refused = true; });
  const Instead says(
      epoxy_glGetError,
      +[]() -> GLenum { return std::exchange(refused, false) ? GL_OUT_OF_MEMORY : GL_NO_ERROR; });
  expect_taken_over(*on_card(), "no room");
}

TEST_F(GpuFaults, OutOfMemoryInTheMiddle) {
  static int left;
  left = 12;
  static auto* const real_data = epoxy_glBufferData;
  static auto* const real_error = epoxy_glGetError;
  const Instead refuses(
      epoxy_glBufferData, +[](GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
        if (--left > 0) real_data(target, size, data, usage);
      });
  const Instead says(
      epoxy_glGetError, +[]() -> GLenum {
        if (left > 0) return real_error();
        static int asked = 0;  // the first to ask is the allocation that was refused
        return ++asked % 2 == 1 ? GL_OUT_OF_MEMORY : GL_NO_ERROR;
      });
  expect_taken_over(*on_card(), "the CPU computes instead");
}

// The pass itself went well; what it left on the card is gone when it is read.
TEST_F(GpuFaults, AContextThatIsLost) {
  const RunPtr there = on_card();
  ASSERT_TRUE(there->on_device);
  const testing_gpu::ResetCard lost;
  expect_same(*there);
}

TEST_F(GpuFaults, AContextThatIsLostInTheMiddle) {
  const testing_gpu::ResetCard lost;
  const RunPtr there = on_card();
  EXPECT_FALSE(there->on_device);
  ASSERT_FALSE(there->notes.empty());
  EXPECT_NE(there->notes.back().find("was reset"), std::string::npos);
  expect_same(*there);
}

// The driver is late to say that a dispatch had no memory: not the next buffer is to blame.
TEST_F(GpuFaults, AnErrorOfBeforeIsToldByTheNextCheck) {
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->finish();
  static bool late;
  late = true;
  static auto* const real = epoxy_glGetError;
  const Instead says(
      epoxy_glGetError,
      +[]() -> GLenum { return std::exchange(late, false) ? GL_OUT_OF_MEMORY : real(); });
  const GpuMatPtr made = device->make({8, 8});
  EXPECT_FALSE(late);
  try {
    device->finish();
    FAIL() << "no DeviceError";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("run out of memory"), std::string::npos);
  }
  EXPECT_NO_THROW(device->finish()) << "said once";
}

TEST_F(GpuFaults, MoreWorkGroupsThanTheCardHas) {
  static auto* const real = epoxy_glGetIntegeri_v;
  const Instead fewer(
      epoxy_glGetIntegeri_v, +[](GLenum what, GLuint which, GLint* value) {
        real(what, which, value);
        if (what == GL_MAX_COMPUTE_WORK_GROUP_COUNT && which == 0) *value = 2;
      });
  card_ = make_graphics_card([] { return make_egl_compute_context(); });
  expect_taken_over(*on_card(), "work groups side by side");
}

TEST_F(GpuFaults, GradientsAreTakenOverToo) {
  RunPtr there = on_card();
  Tape here_back = here_->tape, there_back = there->tape;
  const auto compare = [&] {
    for (const std::string& path : here_back.paths()) {
      const Tape &a = here_back, &b = there_back;
      EXPECT_LE(largest_difference(a.grad(a.find(path)), b.grad(b.find(path))), 1e-3) << path;
    }
  };
  here_back.backward(here_->output);
  there_back.backward(there->output);
  {
    const testing_gpu::ResetCard lost;
    compare();
  }
}

}  // namespace
}  // namespace glassformer
