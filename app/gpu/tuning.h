#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace glassformer {

// How shaders/matmul.comp tiles a product: a work group computes rows × cols cells, each of its
// threads own_rows × own_cols of them, in steps of `depth` along the inner index. If the result has
// fewer tiles than `groups`, the inner index is split until there are about that many work groups;
// 0: it is never split.
struct Tiling {
  int rows = 0, cols = 0, own_rows = 0, own_cols = 0, depth = 0;
  int groups = 0;
  bool packs = true;
  bool operator==(const Tiling&) const = default;
  int threads() const { return (rows / own_rows) * (cols / own_cols); }
};

// By the number of cells of the result: few cells leave cores of the card idle.
enum class ProductSize { few, some, many };
constexpr std::size_t product_sizes = 3;

// Chooses tilings. Which is fastest differs from card to card, so it is measured for each size when
// it is first needed, and kept in a file.
class Tuning {
 public:
  static std::span<const Tiling> candidates(ProductSize size);
  // For results smaller than one or two large tiles.
  static constexpr Tiling small() { return {32, 32, 4, 4, 16}; }
  // For a software renderer, without measuring: short loops compile sooner, and one program serves
  // rows of any width.
  static constexpr Tiling software(bool small) {
    return small ? Tiling{32, 32, 4, 4, 8, 0, false} : Tiling{64, 64, 8, 8, 8, 0, false};
  }

  // `card` is the name that measurements are kept under. With an empty `file` they are not kept.
  Tuning(std::string card, std::filesystem::path file)
      : card_(std::move(card)), file_(std::move(file)) {}

  // `seconds` measures a candidate. It is called only if nothing is known of this card, for all
  // candidates in turn and several times over, so that other work of the card slows them all alike.
  // A candidate for which it throws DeviceError is left out.
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
