#pragma once

#include "app/platform/fonts.h"
#include "app/platform/imgui_input.h"

struct ImGuiContext;

namespace glassformer {

// What a frame is worked out with, before anything is painted: the fonts, and the ImGui context
// that edits a line of text. It needs no OpenGL.
class Desk {
 public:
  explicit Desk(float display_scale);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  AtlasFonts& fonts() { return fonts_; }
  const AtlasFonts& fonts() const { return fonts_; }
  void use() const;  // what ImGui is asked now is asked of this context
  // `glyphs` is the texture that will hold the atlas of the fonts; 0: nothing will be painted.
  void begin(const Input& input, Vec size, unsigned glyphs);
  void end();
  // An error left the last frame open, with windows in it: nothing but a new context mends that.
  bool is_left_open() const { return in_frame_; }
  void renew();

 private:
  void start();
  void stop();

  AtlasFonts fonts_;
  ImGuiContext* imgui_ = nullptr;
  ImGuiInput input_;
  bool in_frame_ = false;
};

}  // namespace glassformer
