#pragma once

#include <array>
#include <memory>
#include <string>

#include "app/gl/renderer.h"
#include "app/platform/fonts.h"
#include "app/platform/imgui_input.h"
#include "app/platform/painter.h"

struct ImGuiContext;

namespace glassformer {

// What a window and an off-screen picture share: an ImGui context, the fonts, the painter and the
// renderer. Needs its OpenGL context to be current, always.
class Stage {
 public:
  explicit Stage(float display_scale);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  AtlasFonts& fonts() { return fonts_; }
  const AtlasFonts& fonts() const { return fonts_; }
  void begin(const Input& input, Vec size);
  void end();
  // The layers of the canvas, and over that of the line being edited what ImGui drew: into the
  // framebuffer that is bound.
  void draw(const Canvas& canvas, Color background, int width, int height);
  // The same once more, into another framebuffer. Until the next begin().
  void draw_again(int width, int height);

 private:
  void start();
  void stop();
  void paint(const Canvas& canvas);
  AtlasFonts fonts_;
  ImGuiContext* imgui_ = nullptr;
  Renderer renderer_;
  std::unique_ptr<Painter> under_;
  std::unique_ptr<Painter> over_;
  ImGuiInput input_;
  Color background_;
  int edited_layer_ = 0;
  bool in_frame_ = false;
};

}  // namespace glassformer
