#include "app/platform/imgui_input.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace glassformer {
namespace {

// The keys that mean something to a line of text being edited.
int imgui_key(Key key) {
  switch (key) {
    case Key::left:
      return ImGuiKey_LeftArrow;
    case Key::right:
      return ImGuiKey_RightArrow;
    case Key::up:
      return ImGuiKey_UpArrow;
    case Key::down:
      return ImGuiKey_DownArrow;
    case Key::home:
      return ImGuiKey_Home;
    case Key::end:
      return ImGuiKey_End;
    case Key::page_up:
      return ImGuiKey_PageUp;
    case Key::page_down:
      return ImGuiKey_PageDown;
    case Key::enter:
      return ImGuiKey_Enter;
    case Key::escape:
      return ImGuiKey_Escape;
    case Key::backspace:
      return ImGuiKey_Backspace;
    case Key::del:
      return ImGuiKey_Delete;
    case Key::tab:
      return ImGuiKey_Tab;
    case Key::a:
      return ImGuiKey_A;
    case Key::c:
      return ImGuiKey_C;
    case Key::v:
      return ImGuiKey_V;
    case Key::x:
      return ImGuiKey_X;
    case Key::y:
      return ImGuiKey_Y;
    case Key::z:
      return ImGuiKey_Z;
    default:
      return -1;
  }
}

#if IMGUI_VERSION_NUM >= 18700

void release(ImGuiIO& io, Key key) {
  if (const int code = imgui_key(key); code >= 0)
    io.AddKeyEvent(static_cast<ImGuiKey>(code), false);
}

void press(ImGuiIO& io, Key key) {
  const int code = imgui_key(key);
  if (code < 0) return;
  ImGui::GetKeyData(static_cast<ImGuiKey>(code))->DownDuration = -1;
  io.AddKeyEvent(static_cast<ImGuiKey>(code), true);
}

void pointer(ImGuiIO& io, const Input& input) {
  io.AddMousePosEvent(input.mouse.x, input.mouse.y);
  io.AddMouseButtonEvent(0, input.down);
  io.AddMouseButtonEvent(1, input.right_down);
  if (input.wheel != 0 || input.wheel_x != 0) io.AddMouseWheelEvent(input.wheel_x, input.wheel);
}

void modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#endif
}

void prepare(ImGuiIO& io) {
  io.ConfigInputTrickleEventQueue = false;
}

#else

void release(ImGuiIO& io, Key key) {
  if (const int code = imgui_key(key); code >= 0) io.KeysDown[io.KeyMap[code]] = false;
}

void press(ImGuiIO& io, Key key) {
  const int code = imgui_key(key);
  if (code < 0) return;
  io.KeysDown[io.KeyMap[code]] = true;
  io.KeysDownDuration[io.KeyMap[code]] = -1;
}

void pointer(ImGuiIO& io, const Input& input) {
  io.MousePos = {input.mouse.x, input.mouse.y};
  io.MouseDown[0] = input.down;
  io.MouseDown[1] = input.right_down;
  io.MouseWheel += input.wheel;
  io.MouseWheelH += input.wheel_x;
}

void modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  io.KeyAlt = alt;
}

void prepare(ImGuiIO& io) {
  for (int key = 0; key <= static_cast<int>(Key::slash); ++key) {
    if (const int code = imgui_key(static_cast<Key>(key)); code >= 0) io.KeyMap[code] = key;
  }
}

#endif

}  // namespace

void ImGuiInput::feed(const Input& input, Vec size) {
  ImGuiIO& io = ImGui::GetIO();
  prepare(io);
  io.DisplaySize = {std::max(1.0F, size.x), std::max(1.0F, size.y)};
  io.DeltaTime = std::clamp(static_cast<float>(input.time - time_), 1e-6F, 1.0F);
  time_ = input.time;
  pointer(io, input);
  bool ctrl = input.ctrl, shift = input.shift, alt = input.alt;
  for (const KeyPress& key : input.keys) {
    ctrl = ctrl || key.ctrl;
    shift = shift || key.shift;
    alt = alt || key.alt;
  }
  modifiers(io, ctrl, shift, alt);
  for (const Key key : down_) release(io, key);
  down_.clear();
  for (const KeyPress& key : input.keys) {
    press(io, key.key);
    down_.push_back(key.key);
  }
  if (!input.typed.empty()) io.AddInputCharactersUTF8(input.typed.c_str());
}

}  // namespace glassformer
