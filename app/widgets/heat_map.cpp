#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "app/widgets/matrix_parts.h"
#include "app/widgets/small_map.h"

namespace glassformer {

namespace {

constexpr std::size_t kMaxKept = 4096;          // matrices that are remembered
constexpr std::size_t kMaxPixels = 24'000'000;  // of all their images: 96 MB
constexpr std::size_t kMaxChanged = 4096;       // cells that flash one by one

// What was worked out of a matrix and stays true until its stamp changes.
struct Known {
  std::uint64_t stamp = 0;
  const void* data = nullptr;
  Shape shape;
  std::uint64_t used = 0;  // by age
  bool has_largest = false;
  double largest = 0;
  bool has_changed = false;
  const Real* before = nullptr;
  ChangedCells changed;
  ImagePtr image;
  Role role = Role::plain;
  bool transposed = false;
  bool zero_is_masked = false;
  Color page;  // of the theme that it was painted for
};

std::size_t area_of(const Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

struct Memory {
  std::map<std::string, Known, std::less<>> known;
  std::uint64_t clock = 0;
  std::size_t pixels = 0;  // of all images

  Known& of(const MatrixSpec& spec) {
    Known& entry = known[spec.id];
    if (entry.stamp != spec.stamp || entry.data != spec.values->identity() ||
        entry.shape != spec.values->shape()) {
      pixels -= pixels_of(entry);
      entry = {};
      entry.stamp = spec.stamp;
      entry.data = spec.values->identity();
      entry.shape = spec.values->shape();
    }
    entry.used = ++clock;
    return entry;
  }

  static std::size_t pixels_of(const Known& entry) {
    return entry.image ? area_of(*entry.image) : 0;
  }

  ImagePtr keep(Known& entry, ImagePtr image, const Theme& theme, const MatrixSpec& spec) {
    pixels += area_of(*image) - pixels_of(entry);
    entry.image = image;
    entry.role = spec.role;
    entry.transposed = spec.transposed;
    entry.zero_is_masked = spec.zero_is_masked;
    entry.page = theme.page;
    shrink();
    return image;
  }

  // Forgets what was drawn longest ago, but never what was asked for last.
  void shrink() {
    while (known.size() > 1 && (known.size() > kMaxKept || pixels > kMaxPixels)) {
      const auto oldest = std::min_element(
          known.begin(), known.end(),
          [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
      pixels -= pixels_of(oldest->second);
      known.erase(oldest);
    }
  }
};

Memory& memory() {
  thread_local Memory memory;
  return memory;
}

std::uint32_t packed(Color c) {
  return static_cast<std::uint32_t>(c.r) | static_cast<std::uint32_t>(c.g) << 8U |
         static_cast<std::uint32_t>(c.b) << 16U | static_cast<std::uint32_t>(c.a) << 24U;
}

// Hidden by a mask, or no number.
bool is_no_value(Role role, double value) {
  if (role == Role::mask) return value < 0.5 || std::isnan(value);
  return value == -INFINITY || std::isnan(value);
}

// Millions of cells have few colours: they are looked up, not mixed.
Shading shading_of(const Theme& theme, Role role, bool zero_is_masked) {
  Shading shading;
  const bool fixed = role == Role::probability || role == Role::mask;
  const bool unit = fixed || role == Role::share;
  shading.min = unit ? 0.0F : -1.0F;
  shading.relative = !fixed;
  const auto color = [&](double value) { return packed(cell_color(theme, role, value, 1)); };
  const double min = unit ? 0 : -1;
  for (int i = 0; i < Shading::shades; ++i) {
    shading.scale[static_cast<std::size_t>(i)] = color(min + (1 - min) * i / (Shading::shades - 1));
  }
  shading.zero = zero_is_masked ? packed(hatched_color(theme)) : color(0);
  shading.nan = color(std::nan(""));
  shading.below = color(-INFINITY);
  shading.above = color(INFINITY);
  return shading;
}

// The colour of a cell; shaders/paint_cells.comp says the same.
class Shades {
 public:
  Shades(const Theme& theme, const MatrixSpec& spec, double largest)
      : shading_(shading_of(theme, spec.role, spec.zero_is_masked)),
        per_unit_((Shading::shades - 1) / (1 - shading_.min)),
        by_(!shading_.relative ? 1
            : largest > 0      ? static_cast<float>(1 / largest)
                               : 0) {}

  std::uint32_t operator()(Real value) const {
    if (value == 0) return shading_.zero;
    if (!std::isfinite(value)) {
      return std::isnan(value) ? shading_.nan : value < 0 ? shading_.below : shading_.above;
    }
    const float place = (static_cast<float>(value) * by_ - shading_.min) * per_unit_;
    const int shade = static_cast<int>(std::clamp(place + 0.5F, 0.0F, Shading::shades - 1.0F));
    return shading_.scale[static_cast<std::size_t>(shade)];
  }

 private:
  Shading shading_;
  float per_unit_, by_;
};

}  // namespace

Color hatched_color(const Theme& theme) {
  return mix(theme.page, theme.ink, theme.dark ? 0.13F : 0.09F);
}

Color cell_color(const Theme& theme, Role role, double value, double largest) {
  if (is_no_value(role, value)) return hatched_color(theme);
  if (role == Role::mask) return mix(theme.page, theme.accent, theme.dark ? 0.34F : 0.2F);
  // By the square root, so that 1/n can still be seen among n words.
  if (role == Role::probability) return theme.unit_value(std::sqrt(std::max(0.0, value)));
  if (role == Role::share) return theme.unit_value(largest > 0 ? value / largest : 0);
  return theme.signed_value(value, largest);
}

bool is_hatched(const MatrixSpec& spec, double value) {
  return is_no_value(spec.role, value) || (spec.zero_is_masked && value == 0);
}

double largest_magnitude(const MatrixSpec& spec) {
  Known& known = memory().of(spec);
  if (!known.has_largest) {
    float largest = 0;
    for (const Real value : spec.values->host().cells()) {
      const float size = std::abs(static_cast<float>(value));
      if (size > largest && size < INFINITY) largest = size;
    }
    known.largest = static_cast<double>(largest);
    known.has_largest = true;
    memory().shrink();
  }
  return known.largest;
}

const ChangedCells& changed_cells(const MatrixSpec& spec) {
  static const ChangedCells none;
  if (spec.before == nullptr || spec.before->shape() != spec.values->shape()) return none;
  Known& known = memory().of(spec);
  if (!known.has_changed || known.before != spec.before->data()) {
    known.changed = {};
    known.has_changed = true;
    known.before = spec.before->data();
    const auto now = spec.values->host().cells(), was = spec.before->cells();
    for (std::size_t i = 0; i < now.size() && !known.changed.all; ++i) {
      if (now[i] == was[i] || (std::isnan(now[i]) && std::isnan(was[i]))) continue;
      const auto cols = static_cast<std::size_t>(spec.values->cols());
      known.changed.cells.emplace_back(static_cast<int>(i / cols), static_cast<int>(i % cols));
      known.changed.all = known.changed.cells.size() >= kMaxChanged;
    }
  }
  return known.changed;
}

namespace {

using Pixels = std::vector<std::uint32_t>;

// One pixel a cell.
Pixels cell_pixels(const Mat& m, bool transposed, const Shades& shade) {
  Pixels pixels(m.size());
  if (!transposed) {
    std::transform(m.cells().begin(), m.cells().end(), pixels.begin(), shade);
    return pixels;
  }
  for (int r = 0; r < m.rows(); ++r) {
    const auto row = m.row(r);
    for (std::size_t c = 0; c < row.size(); ++c) {
      pixels[c * static_cast<std::size_t>(m.rows()) + static_cast<std::size_t>(r)] = shade(row[c]);
    }
  }
  return pixels;
}

// One pixel a block: a nan of it, or else the cell that is farthest from 0.
Pixels block_pixels(const Mat& m, int rows, int cols, const Shades& shade) {
  const auto begin = [](int block, int blocks, int cells) {
    return static_cast<int>(static_cast<long long>(block) * cells / blocks);
  };
  Pixels pixels;
  pixels.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  std::vector<Real> blocks;
  for (int r = 0; r < rows; ++r) {
    blocks.assign(static_cast<std::size_t>(cols), 0);
    for (int row = begin(r, rows, m.rows()); row < begin(r + 1, rows, m.rows()); ++row) {
      const auto cells = m.row(row);
      for (int c = 0; c < cols; ++c) {
        Real& farthest = blocks[static_cast<std::size_t>(c)];
        for (int col = begin(c, cols, m.cols()); col < begin(c + 1, cols, m.cols()); ++col) {
          const Real cell = cells[static_cast<std::size_t>(col)];
          if (std::isnan(cell) || std::abs(cell) > std::abs(farthest)) farthest = cell;
        }
      }
    }
    std::transform(blocks.begin(), blocks.end(), std::back_inserter(pixels), shade);
  }
  return pixels;
}

// The picture of so many rows and columns of pixels, made where the cells lie.
ImagePtr made(const Theme& theme, const MatrixSpec& spec, int rows, int cols) {
  const bool blocks = Shape{rows, cols} != spec.values->shape();
  const auto on_host = [=](const MatrixSpec& of) {
    const Shades shade(theme, of, largest_magnitude(of));
    return blocks ? block_pixels(of.values->host(), rows, cols, shade)
                  : cell_pixels(of.values->host(), of.transposed, shade);
  };
  const bool turned = spec.transposed && !blocks;
  const int width = turned ? rows : cols, height = turned ? cols : rows;
  const DeviceMatPtr device = spec.values->device();
  if (!device) return Image::make(width, height, on_host(spec), true);
  MatrixSpec bare;  // what the host needs to make it, should it come to that
  bare.id = spec.id;
  bare.values = spec.values;
  bare.stamp = spec.stamp;
  bare.role = spec.role;
  bare.transposed = spec.transposed;
  bare.zero_is_masked = spec.zero_is_masked;
  return Image::make(width, height,
                     DeviceSource{device, turned, shading_of(theme, spec.role, spec.zero_is_masked),
                                  [on_host, bare] { return on_host(bare); }});
}

}  // namespace

ImagePtr heat_map(const Theme& theme, const MatrixSpec& spec) {
  if (spec.values == nullptr || spec.values->empty()) return nullptr;
  Known& known = memory().of(spec);
  if (known.image && known.role == spec.role && known.transposed == spec.transposed &&
      known.zero_is_masked == spec.zero_is_masked && known.page == theme.page) {
    return known.image;
  }
  ImagePtr image = made(theme, spec, spec.values->rows(), spec.values->cols());
  return memory().keep(memory().of(spec), std::move(image), theme, spec);
}

ImagePtr small_map(const Theme& theme, const MatrixSpec& spec, int max_side, std::size_t* budget) {
  if (spec.values == nullptr || spec.values->empty()) return nullptr;
  const Known& known = memory().of(spec);
  const bool is_made = known.image && known.role == spec.role && known.page == theme.page;
  if (!is_made && budget != nullptr) {
    if (*budget == 0) return nullptr;
    *budget -= std::min(*budget, spec.values->size());
  }
  const int rows = spec.values->rows(), cols = spec.values->cols();
  if (std::max(rows, cols) <= max_side) return heat_map(theme, spec);
  if (is_made) return known.image;
  ImagePtr image = made(theme, spec, std::min(max_side, rows), std::min(max_side, cols));
  return memory().keep(memory().of(spec), std::move(image), theme, spec);
}

}  // namespace glassformer
