#include "app/views/vectors/lit_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace glassformer {

namespace {

struct PlacedPiece {
  std::size_t line = 0;
  const LinePiece* piece = nullptr;
  Rect box;
};

struct Laid {
  Type type;
  std::vector<PlacedPiece> places;
  std::vector<Rect> heads;  // of the lines
  float bottom = 0;
};

// Every piece in its place, from the top of the area on, however far down that goes.
Laid lay_out(const Ui& ui, const std::vector<LitLine>& lines, Type type, Rect area) {
  Laid laid{type, {}, {}, area.y};
  const float pad = ui.theme.px(5), height = ui.canvas.line_height(type) * 1.35F;
  const float blank = ui.canvas.width(" ", type);
  float head = 0;
  for (const LitLine& line : lines) head = std::max(head, ui.canvas.width(line.of, type));
  if (head > 0) head += ui.theme.px(16);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    float x = area.x + head, y = laid.bottom;
    laid.heads.push_back({area.x, y, head, height});
    for (const LinePiece& piece : lines[i].pieces) {
      const float edge = piece.word >= 0 ? pad : 0;
      const float width = ui.canvas.width(piece.text, type) + 2 * edge;
      if (x > area.x + head && x + width > area.right()) {
        x = area.x + head;
        y += height;
      }
      laid.places.push_back({i, &piece, {x, y, std::min(width, area.right() - x), height}});
      x += width + blank;
    }
    laid.bottom = y + height + ui.theme.px(2);
  }
  return laid;
}

}  // namespace

void draw_lit_lines(Ui& ui, const std::vector<LitLine>& lines, const std::vector<Color>& colors,
                    Rect area) {
  const Theme& theme = ui.theme;
  Laid laid = lay_out(ui, lines, theme.body(), area);
  if (laid.bottom > area.bottom()) laid = lay_out(ui, lines, theme.small(), area);
  std::size_t shown = lines.size();
  for (const PlacedPiece& place : laid.places) {
    if (place.box.bottom() > area.bottom()) shown = std::min(shown, place.line);
  }
  for (std::size_t i = 0; i < shown; ++i) {
    ui.canvas.text_in(laid.heads[i], lines[i].of, laid.type, lines[i].color);
  }
  for (const PlacedPiece& place : laid.places) {
    if (place.line >= shown) continue;
    const int word = place.piece->word;
    if (word < 0) {
      ui.canvas.text_in(place.box, place.piece->text, laid.type, theme.soft_ink);
      continue;
    }
    const Color fill = colors[static_cast<std::size_t>(word)];
    const float high = ui.canvas.line_height(laid.type) * 1.15F;
    ui.canvas.fill({place.box.x, place.box.center().y - high / 2, place.box.w, high}, fill,
                   theme.px(4));
    ui.canvas.text_in(place.box, place.piece->text, laid.type, ink_on(fill), Align::center);
  }
  if (shown == lines.size() || shown == 0) return;
  const float end = laid.heads[shown].y;
  ui.canvas.text_in({area.x, end, area.w, area.bottom() - end},
                    fmt::format("+ {} more", lines.size() - shown), theme.small(), theme.faint_ink);
}

}  // namespace glassformer
