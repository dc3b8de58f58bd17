#pragma once

#include <array>
#include <memory>
#include <string>

#include "app/gl/renderer.h"
#include "app/platform/damage.h"
#include "app/platform/fonts.h"
#include "app/platform/imgui_input.h"
#include "app/platform/painter.h"

struct ImGuiContext;

namespace glassformer {

// What a window and an off-screen picture share: an ImGui context, the fonts, the painter and the
// renderer. Needs its OpenGL context to be current, always.
class Surface {
 public:
  explicit Surface(float display_scale);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  AtlasFonts& fonts() { return fonts_; }
  const AtlasFonts& fonts() const { return fonts_; }
  void begin(const Input& input, Vec size);
  void end();
  // The layers of the canvas, and over that of the line being edited what ImGui drew: into the
  // framebuffer that is bound, which holds what was drawn there last. Only what differs is painted.
  void draw(const Canvas& canvas, Color background, int width, int height);
  // Painted whole into a memory of its own. The next frame is painted whole too.
  std::vector<unsigned char> picture(const Canvas& canvas, Color background);
  void forget() { damage_.forget(); }  // the next is painted whole
  std::string take_notice();

 private:
  void start();
  void stop();
  void paint(const Canvas& canvas, Rect part);
  void draw_part(const Canvas& canvas, Color background, int width, int height, Rect part);
  AtlasFonts fonts_;
  ImGuiContext* imgui_ = nullptr;
  Renderer renderer_;
  std::unique_ptr<Painter> under_;
  std::unique_ptr<Painter> over_;
  ImGuiInput input_;
  Damage damage_;
  bool in_frame_ = false;
  bool has_told_ = false;  // that the card refuses to paint
};

}  // namespace glassformer
