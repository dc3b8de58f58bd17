#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/widgets/canvas.h"

namespace glassformer {

struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> rgba;  // rows from the top
};
// Written to a temporary file beside it, synced, then renamed. Throws UserError.
void write_png(const Pixels& pixels, const std::filesystem::path& file);
std::string png_bytes(const Pixels& pixels);

// The commands of a canvas as an SVG document; heat maps are embedded as PNG.
std::string to_svg(const Canvas& canvas, Color background);

}  // namespace glassformer
