#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace glassformer {

// How shaders/matmul.comp cuts a product: a work group makes rows × cols cells, each of its threads
// own_rows × own_cols of them, and goes through the inner index `depth` at a time. `groups`: where
// fewer tiles than that make the result, the inner index is cut into pieces, so that there are
// about so many work groups; 0: it is never cut.
struct Tiling {
  int rows = 0, cols = 0, own_rows = 0, own_cols = 0, depth = 0;
  int groups = 0;
  bool packs = true;
  bool operator==(const Tiling&) const = default;
  int threads() const { return (rows / own_rows) * (cols / own_cols); }
};

// By how many cells the result has: a product of few of them leaves cores of the card idle.
enum class ProductSize { few, some, many };
constexpr std::size_t product_sizes = 3;

// How products are cut: what is fastest differs from card to card, so it is measured for each size
// when it is first needed, and kept in a file for the next start.
class Tuning {
 public:
  static std::span<const Tiling> candidates(ProductSize size);
  // For results of less than a large tile or two.
  static constexpr Tiling small() { return {32, 32, 4, 4, 16}; }
  // Where the processor plays a card there is nothing to be measured: short loops are compiled
  // sooner, and one program does for rows of any width.
  static constexpr Tiling software(bool small) {
    return small ? Tiling{32, 32, 4, 4, 8, 0, false} : Tiling{64, 64, 8, 8, 8, 0, false};
  }

  // `card` is whose measurements these are. An empty file: they are not kept.
  Tuning(std::string card, std::filesystem::path file)
      : card_(std::move(card)), file_(std::move(file)) {}

  // `seconds` measures a candidate; it is asked only if nothing is known of this card, and of all
  // candidates in turn several times: whatever else the card has to do then costs no single one of
  // them its place. One that throws DeviceError is none for this card.
  Tiling fastest(ProductSize size, const std::function<double(const Tiling&)>& seconds);
  static constexpr int rounds = 3;

 private:
  std::optional<Tiling> kept(ProductSize size) const;
  void keep(ProductSize size, const Tiling& tiling) const;
  std::string card_;
  std::filesystem::path file_;
  std::array<std::optional<Tiling>, product_sizes> chosen_;
};

}  // namespace glassformer
