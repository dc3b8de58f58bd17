#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace glassformer {

// How shaders/matmul.comp cuts a product: a work group makes side × side cells, each of its threads
// own × own of them, and goes through the inner index `depth` at a time.
struct Tile {
  int side = 0, own = 0, depth = 0;
  bool operator==(const Tile&) const = default;
};

// The tile of large products: which is fastest differs from card to card, so it is measured when it
// is first needed, and kept in a file for the next start.
class Tuning {
 public:
  static std::span<const Tile> candidates();
  // For products of few cells: more groups, so that every core of the card has one.
  static Tile small() { return {32, 2, 16}; }

  // `card` is whose measurements these are. An empty file: they are not kept.
  Tuning(std::string card, std::filesystem::path file)
      : card_(std::move(card)), file_(std::move(file)) {}

  // `seconds` measures a candidate; it is asked only if nothing is known of this card.
  Tile large(const std::function<double(Tile)>& seconds);

 private:
  std::optional<Tile> kept() const;
  void keep(Tile tile) const;
  std::string card_;
  std::filesystem::path file_;
  std::optional<Tile> chosen_;
};

}  // namespace glassformer
