#include "app/gl/picture_atlas.h"

#include <gtest/gtest.h>

#include <set>

#include "app/platform/target.h"
#include "app/widgets/canvas.h"

namespace glassformer {
namespace {

constexpr Color kWhite{255, 255, 255, 255};

std::uint32_t gray(std::uint32_t v) {
  return 0xFF000000U | v << 16U | v << 8U | v;
}

ImagePtr plain(int side, std::uint32_t color) {
  const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
  return Image::make(side, side, std::vector<std::uint32_t>(count, color), true);
}

class PictureAtlasTest : public ::testing::Test {
 protected:
  // A frame with all pictures in a grid of squares, each so large.
  Pixels draw(const std::vector<ImagePtr>& pictures, int side) {
    target_->begin(input_);
    canvas_.begin({0, 0, 400, 300});
    const int columns = 400 / side;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const auto at = static_cast<int>(i);
      const auto w = static_cast<float>(side);
      canvas_.image(
          {static_cast<float>(at % columns * side), static_cast<float>(at / columns * side), w, w},
          pictures[i]);
    }
    target_->end();
    target_->present(canvas_, kWhite);
    input_.time += 0.1;
    return target_->read();
  }
  static int at(const Pixels& pixels, int x, int y, int channel = 0) {
    const auto i = (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                    static_cast<std::size_t>(x)) *
                   4;
    return pixels.rgba[i + static_cast<std::size_t>(channel)];
  }
  std::unique_ptr<FrameTarget> target_ = make_offscreen(400, 300, 1);
  Canvas canvas_{target_->fonts()};
  Input input_;
};

TEST_F(PictureAtlasTest, NothingOfTheNeighbourShows) {
  // Black and white in turns, at sizes that halve them not at all, once, and three times.
  for (const int side : {100, 30, 11}) {
    std::vector<ImagePtr> pictures;
    for (int i = 0; i < 12; ++i) pictures.push_back(plain(64, gray(i % 2 == 0 ? 0 : 255)));
    const Pixels pixels = draw(pictures, side);
    const int columns = 400 / side;
    for (int i = 0; i < 12; ++i) {
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          ASSERT_EQ(at(pixels, i % columns * side + x, i / columns * side + y),
                    i % 2 == 0 ? 0 : 255)
              << "picture " << i << ", " << x << ", " << y << " of " << side;
        }
      }
    }
  }
}

TEST_F(PictureAtlasTest, CellsKeepTheirEdgesWhenLargeAndAreAveragedWhenSmall) {
  const ImagePtr two = Image::make(2, 1, {gray(0), gray(255)}, true);
  Pixels pixels = draw({two}, 100);
  for (int x = 0; x < 100; ++x) EXPECT_EQ(at(pixels, x, 50), x < 50 ? 0 : 255) << x;
  std::vector<std::uint32_t> stripes;
  for (int i = 0; i < 64 * 64; ++i) stripes.push_back(gray(i % 2 == 0 ? 0 : 200));
  const ImagePtr striped = Image::make(64, 64, stripes, true);
  pixels = draw({striped}, 32);
  for (int x = 0; x < 32; ++x) EXPECT_NEAR(at(pixels, x, 10), 100, 1) << x;
}

TEST_F(PictureAtlasTest, NewPicturesFrameAfterFrameTakeThePlaceOfOldOnes) {
  std::uint32_t shade = 0;
  for (int frame = 0; frame < 24; ++frame) {
    std::vector<ImagePtr> pictures;
    std::vector<std::uint32_t> shades;
    for (int i = 0; i < 120; ++i) {
      shades.push_back(shade = (shade + 7) % 256);
      pictures.push_back(plain(90, gray(shade)));
    }
    const Pixels pixels = draw(pictures, 30);
    for (int i = 0; i < 120; ++i) {
      ASSERT_EQ(at(pixels, i % 13 * 30 + 15, i / 13 * 30 + 15),
                static_cast<int>(shades[static_cast<std::size_t>(i)]))
          << "frame " << frame << ", picture " << i;
    }
  }
}

TEST_F(PictureAtlasTest, MoreThanAllTexturesHoldAreStillDrawn) {
  // 8 pages of 4 x 4 pictures of 250 px, and 40 more.
  std::vector<ImagePtr> pictures;
  for (std::uint32_t i = 0; i < 168; ++i) pictures.push_back(plain(250, gray(i)));
  const Pixels pixels = draw(pictures, 20);  // halved they are small: one page
  for (int i = 0; i < 168; ++i) {
    EXPECT_EQ(at(pixels, i % 20 * 20 + 10, i / 20 * 20 + 10), i);
  }
  PictureAtlas atlas;
  const std::vector<std::uint32_t> rgba(250 * 250, gray(1));
  std::set<unsigned> textures;
  int refused = 0;
  for (std::uint64_t id = 1; id <= 168; ++id) {
    const auto placed = atlas.place(id, rgba.data(), 250, 250, 250, 250);
    placed ? (void)textures.insert(placed->texture) : (void)++refused;
  }
  EXPECT_EQ(textures.size(), 8U);
  EXPECT_EQ(refused, 40);
  EXPECT_FALSE(atlas.place(500, rgba.data(), 250, 250, 300, 300)) << "drawn too large";
}

TEST_F(PictureAtlasTest, AllHeadsOfALargeTransformerAreInOneTexture) {
  PictureAtlas atlas;
  const std::vector<std::uint32_t> rgba(96 * 96, gray(1));
  for (std::uint64_t id = 1; id <= 3 * 12 * 12; ++id) {
    ASSERT_TRUE(atlas.place(id, rgba.data(), 96, 96, 35, 35));
  }
  EXPECT_EQ(atlas.pages(), 2U);
  const auto first = atlas.place(1, rgba.data(), 96, 96, 35, 35);
  atlas.next_frame();
  const auto again = atlas.place(1, rgba.data(), 96, 96, 35, 35);
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->left, again->left);
  EXPECT_EQ(first->texture, again->texture);
}

// Halved pictures are smoothed when they are drawn a little larger; the others keep their edges.
TEST_F(PictureAtlasTest, HalvedPicturesHaveTexturesOfTheirOwn) {
  PictureAtlas atlas;
  const std::vector<std::uint32_t> pixels(64 * 64, gray(7));
  const auto as_it_is = atlas.place(1, pixels.data(), 64, 64, 64, 64);
  const auto halved = atlas.place(2, pixels.data(), 64, 64, 16, 16);
  ASSERT_TRUE(as_it_is && halved);
  EXPECT_NE(as_it_is->texture, halved->texture);
}

// A texture is emptied once neither this frame nor the one before shows anything of it.
TEST_F(PictureAtlasTest, WhatTheLastFrameShowedStays) {
  PictureAtlas atlas;
  const std::vector<std::uint32_t> pixels(256 * 256, gray(7));
  std::uint64_t id = 0;
  const auto place = [&] { return atlas.place(++id, pixels.data(), 256, 256, 256, 256); };
  const auto first = place();
  while (atlas.pages() == 1) place();  // the last of them begins the second page
  while (id < 18) place();
  EXPECT_EQ(atlas.pages(), 2u);
  atlas.next_frame();
  const auto later = place();
  ASSERT_TRUE(first && later);
  EXPECT_EQ(atlas.pages(), 3u) << "both are on screen still";
  EXPECT_NE(later->texture, first->texture);
  atlas.next_frame();
  atlas.next_frame();
  while (id < 40) place();
  EXPECT_EQ(atlas.pages(), 3u) << "the first two serve again";
}

}  // namespace
}  // namespace glassformer
