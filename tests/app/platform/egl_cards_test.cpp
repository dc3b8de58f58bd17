#include "app/platform/egl_cards.h"

#include <epoxy/egl.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <vector>

#include "app/gl/facts.h"
#include "app/platform/egl.h"
#include "core/formats/file.h"
#include "tests/app/gpu/instead.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing_gpu::Instead;

EglCard card(std::string name, std::int64_t kilobytes, bool software = false) {
  return {nullptr, software, false, std::move(name), kilobytes};
}

TEST(EglCards, TheOneWithTheMostMemoryIsTheBest) {
  EXPECT_EQ(best_card({}), -1);
  EXPECT_EQ(
      best_card(std::vector{card("small", 500), card("large", 8'000), card("as large", 8'000)}), 1);
  EXPECT_EQ(best_card(std::vector{card("one that does not tell", 0), card("another", 0)}), 0);
}

TEST(EglCards, WhatIsNoneOrDoesNotStartIsPassedOver) {
  EXPECT_EQ(best_card(std::vector{card("llvmpipe", 9'000, true), card("", 0), card("small", 5)}),
            2);
  EXPECT_EQ(best_card(std::vector{card("llvmpipe", 9'000, true), card("", 0)}), -1);
}

TEST(EglCards, ACardHasAFile) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "dri");
  write_file(folder.path() / "null", "");
  std::filesystem::create_directory(folder.path() / "dri");
  write_file(folder.path() / "dri" / "card0", "");  // a screen, which may have nothing behind it
  EXPECT_FALSE(has_card_file(folder.path()));
  write_file(folder.path() / "dri" / "renderD128", "");
  EXPECT_TRUE(has_card_file(folder.path()));
  const testing::TemporaryFolder other;
  write_file(other.path() / "nvidiactl", "");
  EXPECT_TRUE(has_card_file(other.path()));
  EXPECT_FALSE(has_card_file(other.path() / "none"));
}

TEST(EglCards, SoftwareIsKnownByItsNameInAnyCase) {
  for (const char* name : {"llvmpipe (LLVM 15.0.6, 256 bits)", "LLVMPIPE", "softpipe",
                           "Software Rasterizer", "D3D12 (Microsoft Basic Render Driver)",
                           "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))"}) {
    EXPECT_TRUE(is_software(name)) << name;
  }
  EXPECT_FALSE(is_software("NVIDIA GeForce RTX 3060/PCIe/SSE2"));
  EXPECT_FALSE(is_software("AMD Radeon RX 6600 (radeonsi, navi23, LLVM 15.0.6)"));
}

// What the last contexts were asked for.
std::vector<bool> asked_to_tell;
auto* real_create = epoxy_eglCreateContext;
bool refuses_to_tell;

EGLContext create(EGLDisplay display, EGLConfig config, EGLContext share, const EGLint* wanted) {
  bool tell = false;
  for (const EGLint* at = wanted; *at != EGL_NONE; at += 2) {
    tell = tell || (at[0] == EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY &&
                    at[1] == EGL_LOSE_CONTEXT_ON_RESET);
  }
  asked_to_tell.push_back(tell);
  if (tell && refuses_to_tell) return EGL_NO_CONTEXT;
  return real_create(display, config, share, wanted);
}

class ResetNotification : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    { const EglContext fills_the_slot; }
    real_create = epoxy_eglCreateContext;
    refuses_to_tell = GetParam();
    asked_to_tell.clear();
  }
};

TEST_P(ResetNotification, IsAskedForFirstAndTheSameOfAllThatShare) {
  const Instead fake(epoxy_eglCreateContext, &create);
  const EglContext context;
  ASSERT_TRUE(asked_to_tell.front());
  const bool tells = asked_to_tell.back();
  EXPECT_TRUE(!GetParam() || !tells);
  asked_to_tell.clear();
  const EglContext other(&context);
  EXPECT_EQ(asked_to_tell, std::vector<bool>{tells});
}

INSTANTIATE_TEST_SUITE_P(DriverRefuses, ResetNotification, ::testing::Bool());

}  // namespace
}  // namespace glassformer
