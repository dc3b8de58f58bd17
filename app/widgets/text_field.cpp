#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/widgets/fitting.h"
#include "app/widgets/ui.h"

namespace glassformer {

namespace {

bool walks_on(const KeyPress& press) {
  return (press.key == Key::tab || press.key == Key::f6) && !press.ctrl && !press.alt;
}

int caret_to_end(ImGuiInputTextCallbackData* data) {
  data->ClearSelection();
  data->CursorPos = data->BufTextLen;
  return 0;
}

// Gives the keyboard to the line "##line" that is drawn next, in this very frame: ImGui's own
// SetKeyboardFocusHere() does it a frame later, and what is typed until then is lost.
void focus_line() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID line = ImGui::GetID("##line");
#if IMGUI_VERSION_NUM >= 18900
  context.NavActivateId = line;
  context.NavActivateFlags = ImGuiActivateFlags_PreferInput;
#else
  context.NavActivateInputId = line;
#endif
}

// ImGui's editor sets each letter by itself, from left to right. Where that is not how they are
// read, the line stands above the field as it is meant; below, where there is no room above.
void draw_as_read(Ui& ui, const std::string& text, Rect field) {
  Canvas& canvas = ui.canvas;
  if (!canvas.fonts().shaped(text)) return;
  const Theme& theme = ui.theme;
  const Type type = theme.body();
  const float high = canvas.line_height(type) + theme.px(10), gap = theme.px(4);
  const float wide = std::min(field.w, canvas.width(text, type) + theme.px(20));
  const bool from_right = canvas.fonts().right_to_left(text);
  Rect box{from_right ? field.right() - wide : field.x, field.y - gap - high, wide, high};
  if (box.y < canvas.whole().y) box.y = field.bottom() + gap;
  const int layer = canvas.layer();
  canvas.set_layer(1);
  canvas.push_whole();
  canvas.fill(box, theme.raised, theme.px(7));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(7));
  text_fitted(ui, box.inset(theme.px(10), 0), text, type, theme.ink);
  canvas.pop_clip();
  canvas.set_layer(layer);
}

}  // namespace

// Until it is clicked the field is plain text on the canvas, so that pictures hold it. While it is
// edited, ImGui's own line editor stands in its place: caret, selection, clipboard and undo are
// its business.
bool Ui::text_field(std::string_view name, std::string& text, Rect rect, std::string_view hint,
                    bool live) {
  const Id self = id(name, kField);
  const Touch touched = touch(self, rect);
  const bool starts = focus_next_ == self || (touched.pressed && text_id_ != self);
  if (starts) {
    text_id_ = self;
    editing_ = text;
    focus_next_ = 0;
    focus_.set(self);
    request_frame();
  }
  stop(self, rect, Stop::Kind::text);
  const bool editing = text_id_ == self;
  text_seen_ = text_seen_ || editing;
  canvas.fill(rect, theme.raised, theme.px(7));
  canvas.frame(rect,
               editing           ? theme.accent
               : touched.hovered ? theme.faint_ink
                                 : theme.rule,
               theme.px(editing ? 2.0F : 1.0F), theme.px(7));
  const Rect inner = rect.inset(theme.px(10), 0);
  if (!editing) {
    const bool empty = text.empty();
    text_fitted(*this, inner, empty ? hint : std::string_view(text), theme.body(),
                empty ? theme.faint_ink : theme.ink);
    return false;
  }

  canvas.edit_line();
  ImFont* font = canvas.fonts().imgui_font(theme.body());
  if (font != nullptr) ImGui::PushFont(font);
  const float line = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({inner.x, rect.y});
  ImGui::SetNextWindowSize({inner.w, rect.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, (rect.h - line) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  const Color ink = theme.ink, mark = theme.accent.alpha(0.35F);
  ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(ink.r, ink.g, ink.b, ink.a));
  ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, IM_COL32(mark.r, mark.g, mark.b, mark.a));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::Begin("##text", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav);
  ImGui::PushID(static_cast<int>(self));
  if (starts) focus_line();
  ImGui::SetNextItemWidth(inner.w);
  // Who fills text in while it is typed wants to go on behind it, for the frames that it takes.
  float& completed = remembered(id("caret at end"));
  const bool to_end = completed > 0;
  if (to_end) completed -= 1;
  const bool entered =
      ImGui::InputText("##line", &editing_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                           (to_end ? ImGuiInputTextFlags_CallbackAlways : 0),
                       to_end ? caret_to_end : nullptr);
  const bool left = ImGui::IsItemDeactivated();
  ImGui::PopID();
  ImGui::End();
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar(4);
  if (font != nullptr) ImGui::PopFont();

  draw_as_read(*this, editing_, rect);

  const bool escaped = std::any_of(input.keys.begin(), input.keys.end(),
                                   [](const KeyPress& k) { return k.key == Key::escape; });
  const bool tabbed = !tab_kept_ && std::any_of(input.keys.begin(), input.keys.end(), walks_on);
  const bool clicked_away = input.down && !last_.down && !rect.contains(input.mouse);
  const bool over = entered || escaped || tabbed || clicked_away || (left && !starts);
  bool changed = false;
  if (live && !escaped && editing_ != text) {
    text = editing_;
    changed = true;
  }
  if (over) {
    text_id_ = 0;
    if (!tabbed) let_go();
    request_frame();
    if (!escaped && editing_ != text) {
      text = editing_;
      changed = true;
    }
    return changed || (entered && !live);
  }
  return changed;
}

void Ui::focus_text(std::string_view name) {
  focus_next_ = id(name, kField);
}

bool Ui::edits(std::string_view name) const {
  const Id self = id(name, kField);
  return text_id_ == self || focus_next_ == self;
}

}  // namespace glassformer
