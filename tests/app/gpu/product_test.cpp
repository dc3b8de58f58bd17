// Products on the card in all the ways that they may be cut: every tile, the inner index in pieces,
// transposed factors, rows that begin with four cells and rows that do not, sizes around those of a
// tile.
#include "app/gpu/product.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/platform/egl.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

struct Size {
  int rows, inner, cols;
};

struct Factors {
  Mat a, b;
  bool transpose_a = false, transpose_b = false;

  Factors(Size s, bool ta, bool tb)
      : a(normal(ta ? Shape{s.inner, s.rows} : Shape{s.rows, s.inner}, 1, 1)),
        b(normal(tb ? Shape{s.cols, s.inner} : Shape{s.inner, s.cols}, 1, 2)),
        transpose_a(ta),
        transpose_b(tb) {}
  double of_a(int i, int p) const { return transpose_a ? a(p, i) : a(i, p); }
  double of_b(int p, int j) const { return transpose_b ? b(j, p) : b(p, j); }
};

Mat on_card(Device& device, const Factors& f, const Tiling& tiling, const Mat* before) {
  const GpuMatPtr a = device.upload(f.a), b = device.upload(f.b);
  const Shape shape{f.transpose_a ? f.a.cols() : f.a.rows(),
                    f.transpose_b ? f.b.rows() : f.b.cols()};
  const GpuMatPtr c = before != nullptr ? device.upload(*before) : device.make(shape);
  run_product(device, {*a, f.transpose_a, *b, f.transpose_b, *c, before != nullptr}, tiling);
  Mat read;
  c->read(read);
  return read;
}

// Of numbers around 1: sums of `inner` products, each rounded to 24 bits.
void expect_product(Device& device, Size s, bool ta, bool tb, const Tiling& tiling, bool add) {
  const Factors f(s, ta, tb);
  const Mat before = normal({s.rows, s.cols}, 1, 3);
  const Mat c = on_card(device, f, tiling, add ? &before : nullptr);
  ASSERT_EQ(c.shape(), before.shape());
  const std::string where = std::to_string(s.rows) + " × " + std::to_string(s.inner) + " × " +
                            std::to_string(s.cols) + (ta ? ", a transposed" : "") +
                            (tb ? ", b transposed" : "") + ", tile of " +
                            std::to_string(tiling.rows) + " × " + std::to_string(tiling.cols);
  for (int i = 0; i < s.rows; ++i) {
    for (int j = 0; j < s.cols; ++j) {
      double sum = add ? before(i, j) : 0;
      for (int p = 0; p < s.inner; ++p) sum += f.of_a(i, p) * f.of_b(p, j);
      ASSERT_NEAR(c(i, j), sum, 1e-4) << where << " at " << i << ", " << j;
    }
  }
}

TEST(GpuProduct, OneSmallProductInNumbers) {
  const DevicePtr device = testing_gpu::device();
  const GpuMatPtr a = device->upload({{1, 2, 3}, {4, 5, 6}}),
                  b = device->upload({{1, 10}, {2, 20}, {3, 30}}), c = device->make({2, 2});
  run_product(*device, {*a, false, *b, false, *c});
  Mat read;
  c->read(read);
  EXPECT_EQ(read, (Mat{{14, 140}, {32, 320}}));
  run_product(*device, {*a, false, *b, false, *c, true});
  c->read(read);
  EXPECT_EQ(read, (Mat{{28, 280}, {64, 640}}));
}

// Like the smallest of a card, but sooner compiled.
constexpr Tiling tile{32, 32, 4, 4, 8};

// What is transposed: 1 the first factor, 2 the second.
class GpuProductForms : public ::testing::TestWithParam<int> {
 protected:
  bool ta_ = (GetParam() & 1) != 0, tb_ = (GetParam() & 2) != 0;
};

TEST_P(GpuProductForms, SizesAroundThoseOfATile) {
  for (const Size size : {Size{1, 1, 1},
                          {3, 17, 5},
                          {17, 3, 1},
                          {31, 33, 32},
                          {63, 20, 65},
                          {65, 127, 63},
                          {4, 4, 4},
                          {36, 16, 40},
                          {64, 60, 68}}) {
    expect_product(*testing_gpu::device(), size, ta_, tb_, tile, false);
  }
}

// The inner index is not a multiple of a piece, nor that of what a group takes at a time.
TEST_P(GpuProductForms, PiecesOfTheInnerIndexAreAddedUp) {
  Tiling cut = tile;
  cut.groups = 16;
  for (const Size size : {Size{30, 333, 33}, {36, 300, 40}, {5, 128, 3}}) {
    for (const bool add : {false, true}) {
      expect_product(*testing_gpu::device(), size, ta_, tb_, cut, add);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuProductForms, ::testing::Range(0, 4));

class GpuTiles : public ::testing::TestWithParam<std::size_t> {};

TEST_P(GpuTiles, EqualTheSums) {
  const Tiling tiling = Tuning::candidates(ProductSize::many)[GetParam()];
  expect_product(*testing_gpu::device(), {129, 33, 130}, false, true, tiling, true);
  expect_product(*testing_gpu::device(), {132, 40, 68}, true, false, tiling, false);
  expect_product(*testing_gpu::device(), {132, 40, 68}, false, true, tiling, false);
}

INSTANTIATE_TEST_SUITE_P(
    All, GpuTiles, ::testing::Range<std::size_t>(0, Tuning::candidates(ProductSize::many).size()));

TEST(GpuProduct, PiecesAreAlwaysAddedInTheSameOrder) {
  Tiling cut = tile;
  cut.groups = 64;
  const Factors f({36, 640, 40}, false, true);
  const DevicePtr device = testing_gpu::device();
  EXPECT_EQ(on_card(*device, f, cut, nullptr), on_card(*device, f, cut, nullptr));
}

// A card that takes so little at once that the rows of a part begin where no four cells may.
TEST(GpuProduct, MatricesThatAreCut) {
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->set_max_bytes(16 * 1024);
  for (const Size size : {Size{100, 90, 102}, {100, 130, 68}, {64, 257, 130}}) {
    expect_product(*device, size, true, false, tile, false);
    expect_product(*device, size, false, true, tile, true);
  }
}

// Counts the barriers that are put between dispatches.
class GpuDispatches : public ::testing::Test {
 protected:
  // OpenGL's functions put themselves into their slots when they are first called.
  void SetUp() override {
    const Device::Turn turn(*device_);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    real_barrier = epoxy_glMemoryBarrier;
  }
  static void counted(GLbitfield what) {
    ++barriers;
    real_barrier(what);
  }

  static inline int barriers = 0;
  static inline auto* real_barrier = epoxy_glMemoryBarrier;
  DevicePtr device_ = testing_gpu::device();
};

// Three products of one matrix, as queries, keys and values are, run side by side; what reads them
// waits, and so does what writes over what they read.
TEST_F(GpuDispatches, WaitOnlyForWhatTheyNeed) {
  const GpuMatPtr a = device_->upload(normal({40, 20}, 1, 1)),
                  b = device_->upload(normal({20, 20}, 1, 2));
  std::vector<GpuMatPtr> c;
  for (int i = 0; i < 4; ++i) c.push_back(device_->make({40, 20}));
  const auto product = [&](const GpuMatPtr& left, const GpuMatPtr& to) {
    run_product(*device_, {*left, false, *b, false, *to}, tile);
  };
  const testing_gpu::Instead counting(epoxy_glMemoryBarrier, &counted);
  barriers = 0;
  {
    const Device::Turn turn(*device_);
    for (int i = 0; i < 3; ++i) product(a, c[static_cast<std::size_t>(i)]);
    EXPECT_EQ(barriers, 0);
    product(c[1], c[3]);  // reads what was written
    EXPECT_EQ(barriers, 1);
    product(a, c[1]);  // writes what was read
    EXPECT_EQ(barriers, 2);
    product(a, c[1]);  // writes what was written
    EXPECT_EQ(barriers, 3);
    static_cast<void>(c[2]->name());  // long since there
    EXPECT_EQ(barriers, 3);
    static_cast<void>(c[1]->name());
    EXPECT_EQ(barriers, 4);
    product(a, c[1]);
  }
  EXPECT_EQ(barriers, 5);  // at the end of the turn
}

// A buffer that is still read may come back from the pool and be filled anew.
TEST_F(GpuDispatches, WhatTheHostWritesWaitsForThoseThatRead) {
  const GpuMatPtr a = device_->upload(normal({40, 20}, 1, 1)),
                  b = device_->upload(normal({20, 20}, 1, 2)), c = device_->make({40, 20});
  const Device::Turn turn(*device_);
  run_product(*device_, {*a, false, *b, false, *c}, tile);
  const testing_gpu::Instead counting(epoxy_glMemoryBarrier, &counted);
  barriers = 0;
  device_->settle(b->name());
  EXPECT_EQ(barriers, 1);
  device_->settle(a->name());
  EXPECT_EQ(barriers, 1) << "nothing is on its way any more";
}

// Rows of one matrix that have nothing in common.
TEST_F(GpuDispatches, WaitForTheirOwnPartOfABuffer) {
  const GpuMatPtr from = device_->zeros({128, 64}), to = device_->make({128, 64});
  const auto copy = [&](int first) {
    device_->run({"copy_all.comp", ""},
                 {device_->rows(*from, 0, 64), device_->rows(*to, first, 64)}, {64 * 64 / 4}, {},
                 {8});
  };
  const Device::Turn turn(*device_);
  copy(0);
  device_->settle(to->name());
  const testing_gpu::Instead counting(epoxy_glMemoryBarrier, &counted);
  barriers = 0;
  copy(0);
  copy(64);
  EXPECT_EQ(barriers, 0);
  copy(32);
  EXPECT_EQ(barriers, 1);
}

const GLubyte* a_real_card(GLenum what) {
  static auto* const real = epoxy_glGetString;
  return what == GL_RENDERER ? reinterpret_cast<const GLubyte*>("A card") : real(what);
}

// As on a real card, except that its kernels take no time.
class GpuMeasuring : public ::testing::Test {
 protected:
  static inline int dispatches, links;
  static inline auto* real_link = epoxy_glGetProgramiv;

  void SetUp() override {
    run_product(*testing_gpu::device(), 32);  // the slots are filled by the first call
    real_link = epoxy_glGetProgramiv;
    static_cast<void>(a_real_card(GL_VERSION));
    dispatches = links = 0;
  }
  static void run_product(Device& device, int side) {
    const GpuMatPtr a = device.zeros({side, side}), c = device.make({side, side});
    glassformer::run_product(device, {*a, false, *a, false, *c});
  }
  static void nothing(GLuint, GLuint, GLuint) { dispatches += testing_gpu::only_writes() ? 0 : 1; }
};

TEST_F(GpuMeasuring, IsDoneOnceAndNotForLittle) {
  const testing_gpu::Instead named(epoxy_glGetString, &a_real_card);
  const testing_gpu::Instead idle(epoxy_glDispatchCompute, &nothing);
  const DevicePtr device = Device::make(make_egl_compute_context());
  run_product(*device, 255);
  EXPECT_EQ(dispatches, 1);
  run_product(*device, 256);
  EXPECT_GT(dispatches, 100);
  dispatches = 0;
  run_product(*device, 256);
  EXPECT_LE(dispatches, 2);
}

TEST_F(GpuMeasuring, ACandidateThatTheDriverRefusesDoesNotLoseTheCard) {
  const testing_gpu::Instead named(epoxy_glGetString, &a_real_card);
  const testing_gpu::Instead idle(epoxy_glDispatchCompute, &nothing);
  const testing_gpu::Instead refuses(
      epoxy_glGetProgramiv, +[](GLuint program, GLenum what, GLint* value) {
        real_link(program, what, value);
        // The first is the small one, which is not measured but put under load.
        if (what == GL_LINK_STATUS && ++links == 2) *value = GL_FALSE;
      });
  const DevicePtr device = Device::make(make_egl_compute_context());
  EXPECT_NO_THROW(run_product(*device, 256));
  EXPECT_GT(links, 2);
}

// What lies beyond the edge of a matrix must not reach its sums, nor a nan another row.
TEST(GpuProduct, NanStaysInItsRow) {
  const DevicePtr device = testing_gpu::device();
  Factors f({34, 20, 35}, false, false);
  f.a(33, 19) = std::numeric_limits<Real>::quiet_NaN();
  const Mat c = on_card(*device, f, tile, nullptr);
  for (int i = 0; i < 34; ++i) {
    for (int j = 0; j < 35; ++j) EXPECT_EQ(std::isnan(c(i, j)), i == 33) << i << ", " << j;
  }
}

TEST(GpuProduct, OverNothingIsZero) {
  Device& device = *testing_gpu::device();
  const GpuMatPtr a = device.upload(Mat(3, 0)), b = device.upload(Mat(0, 4)),
                  c = device.upload(Mat(3, 4, 5));
  run_product(device, {*a, false, *b, false, *c, true}, Tuning::small());
  Mat read;
  c->read(read);
  EXPECT_EQ(read, Mat(3, 4, 5)) << "added to what was there";
  run_product(device, {*a, false, *b, false, *c, false}, Tuning::small());
  c->read(read);
  EXPECT_EQ(read, Mat(3, 4));
}

}  // namespace
}  // namespace glassformer
