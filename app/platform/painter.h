#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/gl/renderer.h"
#include "app/gl/textures.h"
#include "app/gpu/card_painter.h"
#include "app/platform/fonts.h"

struct ImDrawList;

namespace glassformer {

// Turns the commands of one layer into triangles. Needs the current ImGui context.
class Painter {
 public:
  Painter(AtlasFonts& fonts, Textures& textures, unsigned glyph_texture);
  ~Painter();

  // Everything that reaches into this part of the frame; triangles may stick out of it.
  void paint(const std::vector<Command>& commands, int layer, Rect whole, Rect part);
  const ImDrawList& list() const { return *list_; }
  // Large opaque rectangles of layer 0 that lie under all of list(), in this order. Drawn without
  // reading what is below them they cost a software driver a tenth.
  const std::vector<Ground>& grounds() const { return grounds_; }
  // A shader that the card refuses to paint with, in the driver's words; empty: none.
  const std::string& refusal() const { return card_painter_.refusal(); }

 private:
  bool lay_ground(const Command& command);
  void draw(const Command& command);
  void clip_to(const Rect& clip);
  void rectangle(Rect rect, const Rect& clip, Color color);
  void frame(const Command& command);
  void line(const Command& command);
  void polygon(const Command& command);
  void text(const Command& command);
  void image(const Command& command);
  void image(const ImagePtr& picture, const Rect& rect, std::uint8_t alpha);
  bool paint_on_card(unsigned texture, const Image& image);

  AtlasFonts& fonts_;
  Textures& textures_;
  CardPainter card_painter_;
  unsigned glyph_texture_;
  std::unique_ptr<ImDrawList> list_;
  Rect whole_;
  Rect clip_;  // the one in force
  std::vector<AtlasFonts::Quad> quads_;
  std::vector<AtlasFonts::Colored> colored_;
  std::vector<Ground> grounds_;
  std::vector<Rect> drawn_;  // boxes around what list() holds so far
};

}  // namespace glassformer
