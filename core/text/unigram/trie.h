#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The beginnings of many texts as a tree of bytes: all pieces that a text begins with are found in
// one walk.
class PieceTrie {
 public:
  PieceTrie() = default;
  // The pieces by their numbers; of equal ones the first counts. Empty ones are not found.
  explicit PieceTrie(const std::vector<std::string>& pieces);

  // visit(bytes taken, number) for each piece that the text begins with, the shortest first.
  template <class Visit>
  void each_beginning(std::string_view text, const Visit& visit) const {
    std::int32_t at = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      at = child(at, static_cast<unsigned char>(text[i]));
      if (at < 0) return;
      const std::int32_t piece = nodes_[static_cast<std::size_t>(at)].piece;
      if (piece >= 0) visit(i + 1, static_cast<int>(piece));
    }
  }

 private:
  struct Node {
    std::int32_t first = 0;  // of its children, which lie in a row, sorted by their bytes
    std::int16_t count = 0;
    std::uint8_t byte = 0;
    std::int32_t piece = -1;
  };
  std::int32_t child(std::int32_t at, unsigned char byte) const;

  std::vector<Node> nodes_ = {Node{}};
};

}  // namespace glassformer
