// What the host sends to the card arrives whole and in time, also on a driver that orders transfers
// and dispatches by fences alone.
#include "app/gpu/transfer.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "app/gl/compute_program.h"
#include "app/gpu/device.h"
#include "app/platform/egl.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/gpu/reordering.h"

namespace glassformer {
namespace {

using testing_gpu::Instead;
using testing_gpu::Reordering;

template <class Number>
std::span<const std::byte> bytes_of(const Number& number) {
  return std::as_bytes(std::span(&number, 1));
}

// A program that copies words, and some buffers of one word.
class OpenGl : public ::testing::Test {
 protected:
  void SetUp() override { copying_ = compile_compute("write.comp", "#define FROM\n"); }
  ~OpenGl() override {
    glDeleteProgram(copying_);
    for (const GLuint buffer : made_) glDeleteBuffers(1, &buffer);
  }

  GLuint buffer() {
    made_.push_back(0);
    glGenBuffers(1, &made_.back());
    glBindBuffer(GL_COPY_WRITE_BUFFER, made_.back());
    glBufferData(GL_COPY_WRITE_BUFFER, sizeof(int), nullptr, GL_DYNAMIC_COPY);
    return made_.back();
  }
  static void write(GLuint buffer, int number) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof number, &number);
  }
  static int read(GLuint buffer) {
    int number = 0;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof number, &number);
    return number;
  }
  void copy(const Binding& from, const Binding& to) const {
    GLuint place = 0;
    for (const Binding& binding : {to, from}) {
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, place++, binding.name,
                        static_cast<GLintptr>(binding.offset),
                        static_cast<GLsizeiptr>(binding.bytes));
    }
    glUseProgram(copying_);
    glUniform1i(0, 1);
    glUniform1i(1, 0);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
  }
  void copy(GLuint from, GLuint to) const { copy({from, 0, sizeof(int)}, {to, 0, sizeof(int)}); }

  // An upload before each of two dispatches that copy it.
  std::array<int, 2> two_uploads(void (*between)()) {
    const GLuint source = buffer(), first = buffer(), second = buffer();
    write(source, 1);
    glFinish();
    copy(source, first);
    between();
    write(source, 2);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    between();
    copy(source, second);
    return {read(first), read(second)};
  }

  EglContext context_;
  GLuint copying_ = 0;
  std::vector<GLuint> made_;
};

TEST_F(OpenGl, KeepsTheOrderOfAnUploadBetweenTwoDispatches) {
  EXPECT_EQ(two_uploads([] {}), (std::array{1, 2}));
}

TEST_F(OpenGl, OverTheReorderingLayerOnlyFencesDo) {
  std::vector<std::array<int, 2>> seen;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Reordering layer(seed);
    const std::array<int, 2> got = two_uploads([] {});
    EXPECT_NE(got, (std::array{1, 2})) << seed;
    EXPECT_EQ(layer.late() + layer.early(), 2);
    seen.push_back(got);
    EXPECT_EQ(two_uploads(order_by_fence), (std::array{1, 2})) << seed;
  }
  // Late and early both occur.
  EXPECT_NE(std::ranges::count(seen, std::array{1, 1}), 0);
  EXPECT_NE(std::ranges::count(seen, std::array{2, 2}), 0);
}

TEST_F(OpenGl, OverTheReorderingLayerDispatchesStayInOrder) {
  const Reordering layer(1);
  const GLuint a = buffer(), b = buffer(), c = buffer();
  write(a, 7);
  order_by_fence();
  copy(a, b);
  copy(b, c);
  EXPECT_EQ(read(c), 7);
}

class Ring : public OpenGl {
 protected:
  void SetUp() override {
    if (!can_stay_mapped()) GTEST_SKIP() << "skipped: this driver has no buffers that stay mapped";
    OpenGl::SetUp();
  }
  ~Ring() override { ring_.clear(); }
  SendRing ring_{256};
};

TEST_F(Ring, WhatIsHeldStaysAsItWasSent) {
  const GLuint to = buffer();
  std::vector<Sent> held;
  for (int i = 0; i < 20'000; ++i) {  // several sections of 256 bytes each
    Sent sent = ring_.send(bytes_of(i));
    if (i % 999 == 0) held.push_back(std::move(sent));
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    copy(held[i].binding, {to, 0, sizeof(int)});
    EXPECT_EQ(read(to), static_cast<int>(999 * i));
  }
}

// However much is sent, it takes no more memory than what the card has still to read.
TEST_F(Ring, ItsMemoryIsWrittenAgain) {
  for (int i = 0; i < 50'000; ++i) ring_.send(bytes_of(i));
  EXPECT_LE(ring_.total_bytes(), 3 * SendRing::section_bytes);
}

PFNGLCLIENTWAITSYNCPROC real_wait = nullptr;
int not_yet = 0;

TEST_F(Ring, ASectionIsNotWrittenBeforeTheCardHasComePastItsFence) {
  static_cast<void>(ring_.send(bytes_of(0)));
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glClientWaitSync(fence, 0, 0);  // looks it up
  glDeleteSync(fence);
  real_wait = epoxy_glClientWaitSync;
  not_yet = 1'000'000;
  const Instead slow(
      epoxy_glClientWaitSync, +[](GLsync sync, GLbitfield flags, GLuint64 timeout) -> GLenum {
        return --not_yet > 0 ? GL_TIMEOUT_EXPIRED : real_wait(sync, flags, timeout);
      });
  const std::vector<int> section(SendRing::section_bytes / sizeof(int), 3);
  std::vector<unsigned> names;
  for (int i = 0; i < 10; ++i) {
    names.push_back(ring_.send(std::as_bytes(std::span(section))).binding.name);
  }
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << "each in a section of its own";
  not_yet = 0;
  static_cast<void>(ring_.send(std::as_bytes(std::span(section))));
  static_cast<void>(ring_.send(std::as_bytes(std::span(section))));
  EXPECT_EQ(ring_.total_bytes(), 11 * SendRing::section_bytes);
}

// Beyond its limit it waits for the card, which is slow at first.
TEST_F(Ring, AFullOneWaits) {
  static_cast<void>(ring_.send(bytes_of(0)));
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glClientWaitSync(fence, 0, 0);
  glDeleteSync(fence);
  real_wait = epoxy_glClientWaitSync;
  const Instead slow(
      epoxy_glClientWaitSync, +[](GLsync sync, GLbitfield flags, GLuint64 timeout) -> GLenum {
        if (timeout == 0 || --not_yet > 0) return GL_TIMEOUT_EXPIRED;
        return real_wait(sync, flags, timeout);
      });
  const std::vector<int> section(SendRing::section_bytes / sizeof(int), 3);
  const std::size_t sections = SendRing::max_bytes / SendRing::section_bytes;
  not_yet = 3;
  for (std::size_t i = 1; i < sections; ++i) ring_.send(std::as_bytes(std::span(section)));
  EXPECT_EQ(ring_.total_bytes(), SendRing::max_bytes);
  EXPECT_EQ(not_yet, 3) << "waited too early";
  const std::vector<int> larger(5 * section.size(), 4);
  ring_.send(std::as_bytes(std::span(larger)));
  EXPECT_LE(not_yet, 0);
  EXPECT_LE(ring_.total_bytes(), SendRing::max_bytes);
  not_yet = 1'000'000;
  EXPECT_THROW(
      {
        for (std::size_t i = 0; i < sections; ++i) ring_.send(std::as_bytes(std::span(section)));
      },
      DeviceError);
  not_yet = 0;
}

class GpuTransfer : public ::testing::TestWithParam<Fences> {
 protected:
  DevicePtr device_ = Device::make(make_egl_compute_context(), {}, GetParam());
};

TEST_P(GpuTransfer, MatricesArriveWhole) {
  device_->set_max_bytes(8 * 1024);  // in pieces
  for (const Shape shape : {Shape{1, 1}, {3, 5}, {401, 7}, {64, 64}}) {
    const Mat value = normal(shape, 1, 3);
    Mat there;
    device_->upload(value)->read(there);
    EXPECT_EQ(there, value);
    device_->zeros(shape)->read(there);
    EXPECT_EQ(there, Mat(shape.rows, shape.cols));
  }
}

// Bit patterns that are no ordinary number when they are read as one stay what they are.
TEST_P(GpuTransfer, WordsStayAsTheyAre) {
  const std::vector<int> words{0, 1, -1, 0x7f800001, static_cast<int>(0x80000000U), 123'456'789};
  const auto there = device_->upload(words);
  std::vector<float> read(words.size());
  device_->read(there->name(), read);
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(std::bit_cast<int>(read[i]), words[i]) << i;
  }
}

TEST_P(GpuTransfer, APartIsWrittenWhereItBelongs) {
  std::vector<float> cells(1000);
  std::iota(cells.begin(), cells.end(), 0.0F);
  const GpuMatPtr mat = device_->zeros({100, 10});
  device_->write(*mat, 333, std::span<const float>(cells).subspan(333, 444));
  Mat there;
  mat->read(there);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(there.cells()[i], i >= 333 && i < 777 ? cells[i] : 0.0F) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(, GpuTransfer, ::testing::Values(Fences::where_needed, Fences::everywhere),
                         [](const auto& info) {
                           return info.param == Fences::everywhere ? "fenced" : "mapped";
                         });

}  // namespace
}  // namespace glassformer
