#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "app/widgets/canvas.h"

namespace glassformer {

// Images on the graphics side: uploaded when first drawn, kept while they live and room is left.
// Of those, the ones unused for longest go first. Needs a current context, also when destroyed.
class Textures {
 public:
  explicit Textures(std::size_t most_bytes = std::size_t{192} << 20U) : most_bytes_(most_bytes) {}
  ~Textures();
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;

  unsigned of(const ImagePtr& image);  // the OpenGL name, valid until next_frame()
  void next_frame();                   // drops what is no longer needed
  std::size_t bytes() const { return bytes_; }
  std::size_t count() const { return entries_.size(); }

 private:
  struct Entry {
    unsigned handle = 0;
    std::size_t bytes = 0;
    std::uint64_t used = 0;  // in which frame last
    std::weak_ptr<const Image> image;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;  // by Image::id
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::uint64_t frame_ = 1;
};

}  // namespace glassformer
