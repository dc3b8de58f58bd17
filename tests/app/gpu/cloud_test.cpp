// Points and matrices that lie on the graphics card are painted there.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "app/gpu/card_painter.h"
#include "app/gpu/device.h"
#include "app/platform/target.h"
#include "app/widgets/cloud_parts.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

constexpr Color ground{250, 250, 245, 255}, faint{200, 200, 200, 255};
constexpr Rect area{20, 10, 163, 81};  // no multiple of a work group's

class GpuCloud : public ::testing::Test {
 protected:
  Pixels draw(const ImagePtr& image) {
    const Input input;
    target_->begin(input);
    canvas_.begin({0, 0, 200, 100});
    canvas_.image(area, image);
    target_->end();
    target_->present(canvas_, ground);
    return target_->read();
  }

  // Draws it, with nothing read from a buffer, and holds it to what the host makes of the points.
  void expect_same(const PointCloud& cloud, const CloudPlane& plane, float radius) {
    const ImagePtr image = paint_cloud(cloud, plane, radius, ground, false, faint);
    Pixels pixels;
    {
      const testing_gpu::Instead fault(
          epoxy_glGetBufferSubData, +[](GLenum, GLintptr, GLsizeiptr, void*) { ++reads; });
      reads = 0;
      pixels = draw(image);
      EXPECT_EQ(reads, 0);
    }
    const std::vector<std::uint32_t> wanted = image->pixels();
    ASSERT_EQ(wanted.size(), 163U * 81U);
    int different = 0, marked = 0;
    for (int y = 0; y < image->height; ++y) {
      for (int x = 0; x < image->width; ++x) {
        const auto at = static_cast<std::size_t>(y * image->width + x);
        const auto there = static_cast<std::size_t>((y + 10) * pixels.width + x + 20) * 4;
        bool same = true;
        for (std::size_t c = 0; c < 3; ++c) {
          same = same && pixels.rgba[there + c] == (wanted[at] >> (8 * c) & 255U);
        }
        different += same ? 0 : 1;
        marked += wanted[at] == 0xFFF5FAFA ? 0 : 1;
      }
    }
    EXPECT_EQ(different, 0);
    EXPECT_GT(marked, 500);
  }

  static inline int reads = 0;
  std::unique_ptr<FrameTarget> target_ = make_offscreen(200, 100, 1);
  DevicePtr device_ = Device::make(target_->make_compute_context());
  Canvas canvas_{target_->fonts()};
};

TEST_F(GpuCloud, HasTheProcessorsPixels) {
  Mat points = normal({3000, 2}, 1, 1);
  points(5, 0) = std::numeric_limits<Real>::quiet_NaN();
  points(6, 1) = 1e30F;
  std::vector<std::uint8_t> shade(3000), hidden(3000);
  for (std::size_t i = 0; i < shade.size(); ++i) {
    shade[i] = static_cast<std::uint8_t>(i % 5);
    hidden[i] = i % 7 == 0 ? 1 : 0;
  }
  PointCloud cloud;
  cloud.on_card = device_->upload(points);
  device_->finish();
  cloud.shade = shade;
  cloud.hidden = hidden;
  cloud.colors = {{200, 10, 10, 255},
                  {10, 150, 10, 255},
                  {20, 30, 220, 255},
                  {0, 0, 0, 255},
                  {120, 90, 200, 255}};
  for (const double unit : {5.0, 17.3, 90.0}) {
    expect_same(cloud, {area, 0.013, -0.4, unit}, 2.2F);
  }
  expect_same(cloud, {area, 0.5, 0.25, 33}, 9.7F);
  cloud.quiet = 2;  // a layer of its own, of smaller discs
  expect_same(cloud, {area, 0.013, -0.4, 17.3}, 3.3F);
}

// Without a word on the card it is the host that paints, and both ways are one.
TEST_F(GpuCloud, IsWhatTheHostPaintsOfItsOwnPoints) {
  const Mat points = normal({2000, 2}, 1, 2);
  std::vector<float> x, y;
  for (int i = 0; i < points.rows(); ++i) {
    x.push_back(points(i, 0));
    y.push_back(points(i, 1));
  }
  PointCloud here;
  here.x = x;
  here.y = y;
  here.colors = {{200, 10, 10, 255}};
  PointCloud there = here;
  there.on_card = device_->upload(points);
  const CloudPlane plane{area, 0.1, 0.2, 21.5};
  EXPECT_EQ(paint_cloud(here, plane, 3.25F, ground, false, faint)->pixels(),
            paint_cloud(there, plane, 3.25F, ground, false, faint)->pixels());
}

// A matrix of many shares, whose largest cell is the last: all others are pale beside it.
TEST_F(GpuCloud, TheLargestCellOfAMatrixIsFoundWhereverItIs) {
  constexpr std::array<std::uint32_t, 9> colors{1, 2, 3, 4, 10, 11, 12, 13, 14};
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
  for (const int cols : {101, 104}) {
    Mat cells(151, cols, 1);
    cells(150, cols - 1) = 10;
    CardPainter painter;
    ASSERT_TRUE(painter.paint(texture, 8, 8, *device_->upload(cells), false,
                              {.colors = colors, .min = -1, .relative = true}));
    std::array<std::uint32_t, 64> pixels{};
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(pixels[0], 12U);
    EXPECT_EQ(pixels[63], 14U);
  }
  glDeleteTextures(1, &texture);
}

}  // namespace
}  // namespace glassformer
