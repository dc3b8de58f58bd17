#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/gl/program.h"
#include "app/gl/textures.h"

struct ImDrawList;

namespace glassformer {

// An opaque rectangle in pixels of the frame, y downwards.
struct Ground {
  float x = 0, y = 0, w = 0, h = 0;
  std::uint8_t r = 0, g = 0, b = 0;
};

// Draws lists of ImGui triangles into the framebuffer that is bound. Needs a current context,
// also when destroyed.
class Renderer {
 public:
  struct Background {  // 0 … 1, opaque
    float r = 0, g = 0, b = 0;
  };
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  Textures& textures() { return textures_; }
  unsigned glyph_texture() const { return glyphs_; }
  // Replaces rows [first, last) of the square glyph texture, one byte of coverage per pixel.
  void update_glyphs(const std::vector<unsigned char>& coverage, int side, int first, int last);
  // Whole pixels of the frame, y downwards.
  struct Part {
    int left = 0, top = 0, right = 0, bottom = 0;
  };
  // Draws the background, the grounds on it, then the lists, into a frame of width × height px.
  // Pixels outside of the part stay as they are.
  void draw(std::span<const ImDrawList* const> lists, std::span<const Ground> grounds, int width,
            int height, Background color, const Part& part);

 private:
  void draw(const ImDrawList& list, int width, int height, const Part& part);
  Program program_;
  Textures textures_;
  unsigned array_ = 0;
  unsigned vertices_ = 0;
  unsigned indices_ = 0;
  unsigned glyphs_ = 0;
  bool glyphs_made_ = false;
};

}  // namespace glassformer
