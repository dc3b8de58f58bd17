#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "app/widgets/matrix_parts.h"
#include "app/widgets/small_map.h"

namespace glassformer {

namespace {

constexpr int kShades = 512;                     // of a value, from least to largest
constexpr std::size_t kMostKept = 4096;          // matrices that are remembered
constexpr std::size_t kMostPixels = 24'000'000;  // of all their images: 96 MB
constexpr std::size_t kMostChanged = 4096;       // cells that flash one by one

// What was worked out of a matrix and stays true until its stamp changes.
struct Known {
  std::uint64_t stamp = 0;
  const Real* data = nullptr;
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
  Color page;  // of the theme that it was painted for
};

struct Memory {
  std::map<std::string, Known, std::less<>> known;
  std::uint64_t clock = 0;
  std::size_t pixels = 0;  // of all images

  Known& of(const MatrixSpec& spec) {
    Known& entry = known[spec.id];
    if (entry.stamp != spec.stamp || entry.data != spec.values->data() ||
        entry.shape != spec.values->shape()) {
      pixels -= pixels_of(entry);
      entry = {};
      entry.stamp = spec.stamp;
      entry.data = spec.values->data();
      entry.shape = spec.values->shape();
    }
    entry.used = ++clock;
    return entry;
  }

  static std::size_t pixels_of(const Known& entry) {
    return entry.image ? entry.image->rgba.size() : 0;
  }

  ImagePtr keep(Known& entry, ImagePtr image, const Theme& theme, const MatrixSpec& spec) {
    pixels += image->rgba.size() - pixels_of(entry);
    entry.image = image;
    entry.role = spec.role;
    entry.transposed = spec.transposed;
    entry.page = theme.page;
    shrink();
    return image;
  }

  // Forgets what was drawn longest ago, but never what was asked for last.
  void shrink() {
    while (known.size() > 1 && (known.size() > kMostKept || pixels > kMostPixels)) {
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

// Millions of cells have few colours: they are looked up, not mixed.
class Shades {
 public:
  Shades(const Theme& theme, Role role, double largest)
      : nan_(packed(cell_color(theme, role, std::nan(""), largest))),
        below_(packed(cell_color(theme, role, -INFINITY, largest))),
        above_(packed(cell_color(theme, role, INFINITY, largest))) {
    const bool unit = role == Role::probability || role == Role::mask;
    least_ = unit ? 0 : -largest;
    const double span = unit ? 1 : 2 * largest;
    per_unit_ = span > 0 ? static_cast<float>((kShades - 1) / span) : 0;
    for (int i = 0; i < kShades; ++i) {
      const double value = least_ + span * i / (kShades - 1);
      shades_[static_cast<std::size_t>(i)] = packed(cell_color(theme, role, value, largest));
    }
    zero_ = packed(cell_color(theme, role, 0, largest));
  }

  std::uint32_t operator()(Real value) const {
    if (value == 0) return zero_;
    if (!std::isfinite(value)) return std::isnan(value) ? nan_ : value < 0 ? below_ : above_;
    const float place = (static_cast<float>(value) - static_cast<float>(least_)) * per_unit_;
    const int shade = static_cast<int>(std::clamp(place + 0.5F, 0.0F, kShades - 1.0F));
    return shades_[static_cast<std::size_t>(shade)];
  }

 private:
  std::array<std::uint32_t, kShades> shades_{};
  std::uint32_t zero_ = 0, nan_ = 0, below_ = 0, above_ = 0;
  double least_ = 0;
  float per_unit_ = 0;
};

}  // namespace

Color cell_color(const Theme& theme, Role role, double value, double largest) {
  if (is_hatched(role, value)) return mix(theme.page, theme.ink, theme.dark ? 0.13F : 0.09F);
  if (role == Role::mask) return mix(theme.page, theme.accent, theme.dark ? 0.34F : 0.2F);
  if (role == Role::probability) return theme.unit_value(value);
  return theme.signed_value(value, largest);
}

bool is_hatched(Role role, double value) {
  if (role == Role::mask) return value < 0.5 || std::isnan(value);
  return value == -INFINITY || std::isnan(value);
}

double largest_magnitude(const MatrixSpec& spec) {
  Known& known = memory().of(spec);
  if (!known.has_largest) {
    float largest = 0;
    for (const Real value : spec.values->cells()) {
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
    const auto now = spec.values->cells(), was = spec.before->cells();
    for (std::size_t i = 0; i < now.size() && !known.changed.all; ++i) {
      if (now[i] == was[i] || (std::isnan(now[i]) && std::isnan(was[i]))) continue;
      const auto cols = static_cast<std::size_t>(spec.values->cols());
      known.changed.cells.emplace_back(static_cast<int>(i / cols), static_cast<int>(i % cols));
      known.changed.all = known.changed.cells.size() >= kMostChanged;
    }
  }
  return known.changed;
}

ImagePtr heat_map(const Theme& theme, const MatrixSpec& spec) {
  if (spec.values == nullptr || spec.values->empty()) return nullptr;
  const double largest = largest_magnitude(spec);
  Known& known = memory().of(spec);
  if (known.image && known.role == spec.role && known.transposed == spec.transposed &&
      known.page == theme.page) {
    return known.image;
  }
  const Mat& m = *spec.values;
  const Shades shade(theme, spec.role, largest);
  std::vector<std::uint32_t> pixels(m.size());
  if (!spec.transposed) {
    std::transform(m.cells().begin(), m.cells().end(), pixels.begin(), shade);
  } else {
    for (int r = 0; r < m.rows(); ++r) {
      const auto row = m.row(r);
      for (std::size_t c = 0; c < row.size(); ++c) {
        pixels[c * static_cast<std::size_t>(m.rows()) + static_cast<std::size_t>(r)] =
            shade(row[c]);
      }
    }
  }
  return memory().keep(known,
                       Image::make(spec.transposed ? m.rows() : m.cols(),
                                   spec.transposed ? m.cols() : m.rows(), std::move(pixels), true),
                       theme, spec);
}

ImagePtr small_map(const Theme& theme, const MatrixSpec& spec, int most, std::size_t* budget) {
  if (spec.values == nullptr || spec.values->empty()) return nullptr;
  const Known& now = memory().of(spec);
  const bool made = now.image && now.role == spec.role && now.page == theme.page;
  if (!made && budget != nullptr) {
    if (*budget == 0) return nullptr;
    *budget -= std::min(*budget, spec.values->size());
  }
  if (std::max(spec.values->rows(), spec.values->cols()) <= most) return heat_map(theme, spec);
  const double largest = largest_magnitude(spec);
  Known& known = memory().of(spec);
  if (made) return known.image;
  const Mat& m = *spec.values;
  const int rows = std::min(most, m.rows()), cols = std::min(most, m.cols());
  const auto begin = [](int block, int blocks, int cells) {
    return static_cast<int>(static_cast<long long>(block) * cells / blocks);
  };
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  const Shades shade(theme, spec.role, largest);
  std::vector<Real> blocks;
  for (int r = 0; r < rows; ++r) {
    blocks.assign(static_cast<std::size_t>(cols), 0);
    for (int row = begin(r, rows, m.rows()); row < begin(r + 1, rows, m.rows()); ++row) {
      const auto cells = m.row(row);
      for (int c = 0; c < cols; ++c) {
        Real& farthest = blocks[static_cast<std::size_t>(c)];
        for (int col = begin(c, cols, m.cols()); col < begin(c + 1, cols, m.cols()); ++col) {
          const Real cell = cells[static_cast<std::size_t>(col)];
          if (std::abs(cell) > std::abs(farthest)) farthest = cell;
        }
      }
    }
    std::transform(blocks.begin(), blocks.end(), std::back_inserter(pixels), shade);
  }
  return memory().keep(known, Image::make(cols, rows, std::move(pixels), true), theme, spec);
}

}  // namespace glassformer
