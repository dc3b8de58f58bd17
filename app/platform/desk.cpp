#include "app/platform/desk.h"

#include <imgui.h>

#include <cstdint>

namespace glassformer {

Desk::Desk(float display_scale) {
  fonts_.set_scale(display_scale);
  start();
}

Desk::~Desk() {
  stop();
}

void Desk::start() {
  imgui_ = ImGui::CreateContext(fonts_.imgui_atlas());
  ImGui::SetCurrentContext(imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  // A caret that blinks would need frames while nothing happens.
  io.ConfigInputTextCursorBlink = false;
  // The one thing ImGui draws is a line of text being edited; everything around it is ours.
  ImGuiStyle& style = ImGui::GetStyle();
  style.AntiAliasedLinesUseTex = false;
  style.WindowBorderSize = style.FrameBorderSize = style.WindowRounding = 0;
  style.WindowMinSize = {1, 1};
  for (ImVec4& color : style.Colors) color.w = 0;
  style.Colors[ImGuiCol_Text].w = 1;
  style.Colors[ImGuiCol_TextSelectedBg].w = 0.35F;
}

void Desk::stop() {
  ImGui::DestroyContext(imgui_);
  fonts_.imgui_atlas()->Locked = false;
  in_frame_ = false;
}

void Desk::renew() {
  stop();
  start();
}

void Desk::use() const {
  ImGui::SetCurrentContext(imgui_);
}

void Desk::begin(const Input& input, Vec size, unsigned glyphs) {
  use();
  if (is_left_open()) renew();
  fonts_.tidy();
  fonts_.next_frame();
  fonts_.picture_edited(glyphs != 0);
  fonts_.expect(input.typed);
  ImGui::GetIO().FontDefault = fonts_.imgui_font({Face::text, 16 * fonts_.scale()});
  // An ImTextureID is a pointer or a number, as the version of ImGui has it.
  const std::uintptr_t texture = glyphs;
  fonts_.imgui_atlas()->SetTexID((ImTextureID)texture);  // NOLINT(performance-no-int-to-ptr)
  input_.feed(input, size);
  ImGui::NewFrame();
  in_frame_ = true;
}

void Desk::end() {
  use();
  if (!in_frame_) return;
  ImGui::Render();
  in_frame_ = false;
}

}  // namespace glassformer
