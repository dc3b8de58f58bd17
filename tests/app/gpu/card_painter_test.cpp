// Heat maps and clouds that the graphics card paints, and what happens where it will not.
#include "app/gpu/card_painter.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "app/gpu/device.h"
#include "app/platform/egl.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/gpu/refused_shaders.h"

namespace glassformer {
namespace {

using testing_gpu::Instead;
using testing_gpu::RefusedShaders;

constexpr std::uint32_t zero = 0xFF000001, nan = 0xFF000002, below = 0xFF000003, above = 0xFF000004;
constexpr std::uint32_t least = 0xFF000005, middle = 0xFF000006, most = 0xFF000007;

class GpuPainter : public ::testing::Test {
 protected:
  ~GpuPainter() override { glDeleteTextures(1, &texture_); }

  void make_texture(int width, int height) {
    glDeleteTextures(1, &texture_);
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
  }
  std::vector<std::uint32_t> read(int width, int height) const {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) *
                                      static_cast<std::size_t>(height));
    glBindTexture(GL_TEXTURE_2D, texture_);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels;
  }

  // Empty if the card refuses.
  std::vector<std::uint32_t> heat_map(const Mat& cells, int width, int height,
                                      bool transposed = false) {
    make_texture(width, height);
    const bool painted = painter_.paint(texture_, width, height, *device_->upload(cells),
                                        transposed, {colors_, -1, true});
    return painted ? read(width, height) : std::vector<std::uint32_t>{};
  }
  std::vector<std::uint32_t> cloud(const Mat& points, std::span<const std::uint32_t> colors) {
    constexpr int size = 32;
    make_texture(size, size);
    const std::vector<int> disc(9, 256);
    const CardLayer layer{colors, disc, 3};
    const bool painted = painter_.paint(texture_, size, size,
                                        {.points = *device_->upload(points),
                                         .layers = {&layer, 1},
                                         .ground = zero,
                                         .steps = 1,
                                         .middle_x = size / 2,
                                         .middle_y = size / 2});
    return painted ? read(size, size) : std::vector<std::uint32_t>{};
  }

  EglContext drawing_;
  DevicePtr device_ = Device::make(make_egl_compute_context(&drawing_));
  const std::vector<std::uint32_t> colors_{zero, nan, below, above, least, middle, most};
  unsigned texture_ = 0;
  CardPainter painter_;
};

// Wherever in its block: at its beginning, in its middle, at its end.
TEST_F(GpuPainter, ANanIsSeenAmongManyCells) {
  for (const int place : {0, 3, 5, 15}) {
    Mat cells(4, 8);
    for (Real& cell : cells.cells()) cell = 1;
    cells(place / 4, 4 + place % 4) = std::numeric_limits<Real>::quiet_NaN();
    cells(1, 6) = place == 5 ? cells(1, 6) : std::numeric_limits<Real>::infinity();
    EXPECT_EQ(heat_map(cells, 2, 1), (std::vector{most, nan})) << place;
    EXPECT_EQ(heat_map(cells, 1, 2, true), (std::vector{most, nan})) << place;
  }
}

// Of a software renderer's loops none goes round 65,535 times: what would need more is the
// processor's.
TEST_F(GpuPainter, ABlockTooLargeIsNotPaintedWrong) {
  Mat cells = normal({2048, 2048}, 0.01, 1);
  for (int i = 1; i <= 2; ++i) {
    for (int j = 1; j <= 2; ++j) cells(1024 * i - 1, 1024 * j - 1) = 1;
  }
  const std::vector<std::uint32_t> painted = heat_map(cells, 2, 2);
  if (!painted.empty()) {
    EXPECT_EQ(painted, std::vector<std::uint32_t>(4, most));
  }
  EXPECT_EQ(painted.empty(), device_->facts().software);
  EXPECT_FALSE(heat_map(cells, 16, 16).empty());
}

// The first lies on top, however many lie below.
TEST_F(GpuPainter, ManyPointsOnOneSpot) {
  std::vector<std::uint32_t> colors(40'000, middle);
  colors.front() = most;
  const auto painted = cloud(Mat(40'000, 2), colors);
  ASSERT_FALSE(painted.empty());
  EXPECT_EQ(std::ranges::count(painted, most), 9);
  EXPECT_EQ(std::ranges::count(painted, zero), 32 * 32 - 9);
}

TEST_F(GpuPainter, AShaderThatIsRefusedIsNotCompiledAgain) {
  ASSERT_FALSE(heat_map(Mat{{1}}, 1, 1).empty());  // looks OpenGL's functions up
  const RefusedShaders shaders(2);                 // some programs are there by then
  CardPainter painter;
  const GpuMatPtr cells = device_->upload(Mat{{1, 2}, {3, 4}});
  const std::vector<std::uint32_t> colors(4, most);
  const std::vector<int> disc(9, 256);
  make_texture(2, 2);
  for (int picture = 0; picture < 3; ++picture) {
    EXPECT_FALSE(painter.paint(texture_, 2, 2, *cells, false, {colors_, -1, true}));
  }
  EXPECT_EQ(shaders.made(), 3);
  const CardLayer layer{colors, disc, 3};
  const CardCloud cloud{.points = *cells, .layers = {&layer, 1}, .steps = 1};
  for (int picture = 0; picture < 3; ++picture) {
    EXPECT_FALSE(painter.paint(texture_, 2, 2, cloud));
  }
  EXPECT_EQ(shaders.made(), 5);
}

TEST_F(GpuPainter, WithoutMemoryItRefusesAndGoesOnLater) {
  const std::vector<std::uint32_t> colors(3, most);
  const GpuMatPtr points = device_->upload(Mat(3, 2)), cells = device_->upload({{1, 2}, {-3, 4}});
  const std::vector<int> disc(9, 256);
  const CardLayer layer{colors, disc, 3};
  const CardCloud spots{.points = *points, .layers = {&layer, 1}, .ground = zero, .steps = 1};
  const auto paint = [&](CardPainter& painter) {
    make_texture(2, 2);
    const bool map = painter.paint(texture_, 2, 2, *cells, false, {colors_, -1, true});
    return std::pair(map, painter.paint(texture_, 2, 2, spots));
  };
  ASSERT_EQ(paint(painter_), std::pair(true, true));
  CardPainter fresh;  // has no memory yet
  {
    static auto* const real_error = epoxy_glGetError;
    static auto* const real_dispatch = epoxy_glDispatchCompute;
    static bool refused;
    static int dispatched;
    refused = false;
    dispatched = 0;
    const Instead refuses(
        epoxy_glBufferData, +[](GLenum, GLsizeiptr, const void*, GLenum) { refused = true; });
    const Instead says(
        epoxy_glGetError, +[]() -> GLenum {
          return std::exchange(refused, false) ? GL_OUT_OF_MEMORY : real_error();
        });
    const Instead counts(
        epoxy_glDispatchCompute, +[](GLuint x, GLuint y, GLuint z) {
          ++dispatched;
          real_dispatch(x, y, z);
        });
    EXPECT_EQ(paint(fresh), std::pair(false, false));
    EXPECT_EQ(dispatched, 0) << "on buffers without memory";
  }
  EXPECT_EQ(paint(fresh), std::pair(true, true));
}

// What the driver does not take is said in its words.
TEST_F(GpuPainter, SaysWhatIsRefused) {
  EXPECT_EQ(painter_.compile(), "");
  CardPainter painter;
  const RefusedShaders shaders;
  EXPECT_NE(painter.compile().find("refuses the shader largest.comp"), std::string::npos)
      << painter.compile();
  EXPECT_EQ(painter.refusal(), painter.compile());
}

}  // namespace
}  // namespace glassformer
