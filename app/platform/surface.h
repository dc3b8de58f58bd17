#pragma once

#include <array>
#include <memory>
#include <string>

#include "app/gl/renderer.h"
#include "app/platform/damage.h"
#include "app/platform/desk.h"
#include "app/platform/painter.h"

namespace glassformer {

// What a window and an off-screen picture share: the painter and the renderer, over a desk. Needs
// its OpenGL context to be current, always.
class Surface {
 public:
  explicit Surface(Desk& desk);  // which must outlive it
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  void begin(const Input& input, Vec size);
  void end() { desk_.end(); }
  // The layers of the canvas, and over that of the line being edited what ImGui drew: into the
  // framebuffer that is bound, which holds what was drawn there last. Only what differs is painted.
  void draw(const Canvas& canvas, Color background, int width, int height);
  // Painted whole into a memory of its own. The next frame is painted whole too.
  std::vector<unsigned char> picture(const Canvas& canvas, Color background);
  void forget() { damage_.forget(); }  // the next is painted whole
  std::string take_notice();

 private:
  void make_painters();
  void paint(const Canvas& canvas, Rect part);
  void draw_part(const Canvas& canvas, Color background, int width, int height, Rect part);
  Desk& desk_;
  Renderer renderer_;
  std::unique_ptr<Painter> under_;
  std::unique_ptr<Painter> over_;
  Damage damage_;
  bool has_told_ = false;  // that the card refuses to paint
};

}  // namespace glassformer
