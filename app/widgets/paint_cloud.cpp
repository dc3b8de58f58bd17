#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "app/widgets/cloud_parts.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"

namespace glassformer {

namespace {

constexpr int kSteps = CloudDisc::steps;
constexpr int kSamples = 8;  // of the coverage of a pixel, along each axis

// The middle of one of the count × count cells that a square of side 1 is cut into.
Vec middle(int number, int count) {
  const int column = number % count, row = number / count;
  return Vec{static_cast<float>(column) + 0.5F, static_cast<float>(row) + 0.5F} *
         (1 / static_cast<float>(count));
}

CloudDisc make_disc(float radius) {
  CloudDisc disc;
  const auto reach = static_cast<int>(std::ceil(radius));
  disc.side = 2 * reach + 1;
  for (int step = 0; step < kSteps * kSteps; ++step) {
    const Vec centre = middle(step, kSteps) + Vec{1, 1} * static_cast<float>(reach);
    for (int pixel = 0; pixel < disc.side * disc.side; ++pixel) {
      const int column = pixel % disc.side, row = pixel / disc.side;
      const Vec off = Vec{static_cast<float>(column), static_cast<float>(row)} - centre;
      int hits = 0;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const Vec at = off + middle(s, kSamples);
        hits += static_cast<int>(at.x * at.x + at.y * at.y <= radius * radius);
      }
      disc.cells.push_back(hits * 256 / (kSamples * kSamples));
    }
  }
  return disc;
}

std::uint32_t packed(Color c) {
  return static_cast<std::uint32_t>(c.r) | static_cast<std::uint32_t>(c.g) << 8U |
         static_cast<std::uint32_t>(c.b) << 16U | 0xFF000000U;
}

// `share` of 256 parts of `over`, two channels at a time. Of one pixel or of eight.
template <class Pixels>
Pixels blended(Pixels under, std::uint32_t over, Pixels share) {
  const std::uint32_t odd = 0x00FF00FFU;
  const Pixels rest = 256U - share;
  const Pixels a = ((under & odd) * rest + (over & odd) * share) >> 8U & odd;
  const Pixels b = ((under >> 8U & odd) * rest + (over >> 8U & odd) * share) & ~odd;
  return a | b | 0xFF000000U;
}

using Eight [[gnu::vector_size(32)]] = std::uint32_t;
constexpr int kEight = 8;

// The shares of a disc with every row filled up to whole vectors with 0, which leaves a pixel as it
// is.
struct WideDisc {
  explicit WideDisc(const CloudDisc& disc)
      : side(disc.side),
        width((side + kEight - 1) / kEight * kEight),
        shares(disc.cells.size() / static_cast<std::size_t>(side) *
               static_cast<std::size_t>(width)) {
    for (std::size_t row = 0; row * static_cast<std::size_t>(side) < disc.cells.size(); ++row) {
      std::copy_n(disc.cells.begin() + static_cast<std::ptrdiff_t>(row) * side, side,
                  shares.begin() + static_cast<std::ptrdiff_t>(row) * width);
    }
  }
  // Of the place of the centre within its pixel.
  const std::uint32_t* at(int place) const {
    return shares.data() + static_cast<std::ptrdiff_t>(place) * side * width;
  }

  int side, width;
  std::vector<std::uint32_t> shares;
};

void blend_vectors(std::uint32_t* to, const std::uint32_t* shares, int width, std::uint32_t color) {
  for (int col = 0; col < width; col += kEight) {
    Eight under, share;
    std::memcpy(&under, to + col, sizeof under);
    std::memcpy(&share, shares + col, sizeof share);
    under = blended(under, color, share);
    std::memcpy(to + col, &under, sizeof under);
  }
}

}  // namespace

bool is_hidden(const PointCloud& cloud, std::size_t point) {
  return !cloud.hidden.empty() && cloud.hidden[point] != 0;
}

bool is_quiet(const PointCloud& cloud, std::size_t point) {
  return cloud.quiet >= 0 && point < cloud.shade.size() && cloud.shade[point] == cloud.quiet;
}

namespace {

struct Size {
  int width = 0, height = 0;
};

Size size_of(const CloudPlane& plane) {
  return {std::max(1, static_cast<int>(plane.area.w)), std::max(1, static_cast<int>(plane.area.h))};
}

// Some rows of pixels of a picture.
struct Band {
  std::uint32_t* pixels = nullptr;    // of the whole picture
  int width = 0, first = 0, end = 0;  // rows from `first` on, before `end`
};

// The points at place(i), drawn with colors[i]; 0: not at all. From the last to the first: the
// first, the most frequent words, lie on top.
template <class Place>
void paint(const Band& band, const CloudPlane& plane, const WideDisc& disc,
           const std::vector<std::uint32_t>& colors, const Place& place) {
  const auto [width, height] = size_of(plane);
  const int reach = disc.side / 2;
  for (std::size_t i = colors.size(); i-- > 0;) {
    if (colors[i] == 0) continue;
    const Vec at = place(i) - plane.area.origin();
    if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(width) &&
          at.y < static_cast<float>(height))) {
      continue;
    }
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    const int top = std::max(band.first, y - reach), bottom = std::min(band.end, y + reach + 1);
    if (top >= bottom) continue;
    const auto part = [](float v, int whole) {
      return static_cast<int>((v - static_cast<float>(whole)) * kSteps);
    };
    const std::uint32_t* const shares = disc.at(part(at.y, y) * kSteps + part(at.x, x));
    const int left = x - reach;
    // Whole vectors must not reach into the next row, which may be another band's.
    const bool room = left >= 0 && left + disc.width <= width;
    for (int row = top; row < bottom; ++row) {
      std::uint32_t* const to = band.pixels + static_cast<std::ptrdiff_t>(row) * width;
      const std::uint32_t* const from =
          shares + static_cast<std::ptrdiff_t>(row - y + reach) * disc.width;
      if (room) {
        blend_vectors(to + left, from, disc.width, colors[i]);
      } else {
        for (int col = std::max(0, left); col < std::min(width, left + disc.side); ++col) {
          to[col] = blended(to[col], colors[i], from[col - left]);
        }
      }
    }
  }
}

// A band for each core: every one looks at all points, which is little beside painting them.
template <class Place>
std::vector<std::uint32_t> paint(const CloudPlane& plane, const std::vector<CloudLayer>& layers,
                                 std::uint32_t ground, const Place& place) {
  const auto [width, height] = size_of(plane);
  std::vector<std::uint32_t> pixels(
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height), ground);
  const int bands = std::min(free_threads(), height), rows = height;
  const Band whole{pixels.data(), width};
  std::vector<WideDisc> discs;
  std::size_t work = 0;
  for (const CloudLayer& layer : layers) {
    discs.emplace_back(*layer.disc);
    work += layer.colors.size() * layer.disc->cells.size() / (kSteps * kSteps);
  }
  parallel_for(bands, work, [&](int i) {
    Band band = whole;
    band.first = rows * i / bands;
    band.end = rows * (i + 1) / bands;
    for (std::size_t l = 0; l < layers.size(); ++l) {
      paint(band, plane, discs[l], layers[l].colors, place);
    }
  });
  return pixels;
}

// The quiet points, if there are any, then the others.
std::vector<CloudLayer> layers_of(const PointCloud& cloud, std::size_t count, float radius,
                                  bool grey, Color faint) {
  std::vector<std::uint32_t> shades;
  for (const Color color : cloud.colors) shades.push_back(packed(grey ? faint : color));
  const auto layer_of = [&](bool quiet, float size) {
    CloudLayer layer{std::make_shared<const CloudDisc>(make_disc(size)),
                     std::vector<std::uint32_t>(count)};
    for (std::size_t i = 0; i < count; ++i) {
      if (is_hidden(cloud, i) || is_quiet(cloud, i) != quiet) continue;
      layer.colors[i] = shades[cloud.shade.empty() ? 0 : cloud.shade[i]];
    }
    return layer;
  };
  std::vector<CloudLayer> layers;
  if (cloud.quiet >= 0) layers.push_back(layer_of(true, kQuietSize * radius));
  layers.push_back(layer_of(false, radius));
  return layers;
}

}  // namespace

ImagePtr paint_cloud(const PointCloud& cloud, const CloudPlane& plane, float radius, Color ground,
                     bool grey, Color faint) {
  const auto [width, height] = size_of(plane);
  if (!cloud.on_card) {
    return Image::make(
        width, height,
        paint(plane, layers_of(cloud, cloud.x.size(), radius, grey, faint), packed(ground),
              [&](std::size_t i) { return plane.at(cloud.x[i], cloud.y[i]); }));
  }
  const auto count = static_cast<std::size_t>(cloud.on_card->shape().rows);
  const auto picture = std::make_shared<CloudPicture>(
      cloud.on_card, plane, layers_of(cloud, count, radius, grey, faint), packed(ground));
  DeviceSource source;
  source.cells = picture;
  source.on_host = [picture] {
    Mat points;
    picture->read(points);
    return paint(picture->plane, picture->layers, picture->ground, [&](std::size_t i) {
      const auto row = points.row(static_cast<int>(i));
      return picture->plane.at(row[0], row[1]);
    });
  };
  auto image = std::make_shared<Image>(*Image::make(width, height, std::move(source)));
  image->smooth = false;  // a pixel is a pixel on screen
  return image;
}

}  // namespace glassformer
