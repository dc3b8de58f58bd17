#include "app/platform/surface.h"

#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/gl/framebuffer.h"

namespace glassformer {

Surface::Surface(Desk& desk) : desk_(desk) {
  make_painters();
}

Surface::~Surface() {
  desk_.use();  // the painters' lists are of its context
}

void Surface::make_painters() {
  desk_.use();
  under_ =
      std::make_unique<Painter>(desk_.fonts(), renderer_.textures(), renderer_.glyph_texture());
  over_ = std::make_unique<Painter>(desk_.fonts(), renderer_.textures(), renderer_.glyph_texture());
}

void Surface::begin(const Input& input, Vec size) {
  if (desk_.is_left_open()) {
    desk_.use();
    under_.reset();
    over_.reset();
    desk_.renew();
    make_painters();
  }
  desk_.begin(input, size, renderer_.glyph_texture());
}

namespace {

// Around all that ImGui draws by itself; empty for nothing.
Rect drawn_by_imgui() {
  const ImDrawData* const drawn = ImGui::GetDrawData();
  if (drawn == nullptr || drawn->TotalVtxCount == 0) return {};
  Vec low{drawn->DisplaySize.x, drawn->DisplaySize.y}, high{};
  for (int i = 0; i < drawn->CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) {
      low = {std::min(low.x, vertex.pos.x), std::min(low.y, vertex.pos.y)};
      high = {std::max(high.x, vertex.pos.x), std::max(high.y, vertex.pos.y)};
    }
  }
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

}  // namespace

void Surface::draw(const Canvas& canvas, Color background, int width, int height) {
  desk_.use();
  renderer_.textures().next_frame();
  const Rect whole{0, 0, static_cast<float>(width), static_cast<float>(height)};
  const auto parts = damage_.of(canvas.commands(), whole, background, drawn_by_imgui());
  try {
    for (const Rect& part : parts) draw_part(canvas, background, width, height, part);
  } catch (...) {
    damage_.forget();  // nobody knows what was painted
    throw;
  }
}

void Surface::paint(const Canvas& canvas, Rect part) {
  under_->paint(canvas.commands(), 0, canvas.whole(), part);
  over_->paint(canvas.commands(), 1, canvas.whole(), part);
}

void Surface::draw_part(const Canvas& canvas, Color background, int width, int height, Rect part) {
  paint(canvas, part);
  AtlasFonts& fonts = desk_.fonts();
  if (fonts.take_overflow()) {
    fonts.clear();
    paint(canvas, part);
  }
  const GlyphAtlas::Rows rows = fonts.atlas().take_changed();
  renderer_.update_glyphs(fonts.atlas().coverage(), GlyphAtlas::side, rows.first, rows.last);
  std::vector<const ImDrawList*> lists{&under_->list()};
  if (canvas.edited_layer() > 0) lists.push_back(&over_->list());
  if (const ImDrawData* drawn = ImGui::GetDrawData(); drawn != nullptr) {
    for (int i = 0; i < drawn->CmdListsCount; ++i) lists.push_back(drawn->CmdLists[i]);
  }
  if (canvas.edited_layer() == 0) lists.push_back(&over_->list());
  const auto unit = [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0F; };
  renderer_.draw(lists, under_->grounds(), width, height,
                 {unit(background.r), unit(background.g), unit(background.b)},
                 {static_cast<int>(part.x), static_cast<int>(part.y),
                  static_cast<int>(part.right()), static_cast<int>(part.bottom())});
}

std::vector<unsigned char> Surface::picture(const Canvas& canvas, Color background) {
  const auto width = static_cast<int>(canvas.whole().w);
  const auto height = static_cast<int>(canvas.whole().h);
  Framebuffer memory(width, height);
  memory.bind();
  damage_.forget();
  draw(canvas, background, width, height);
  damage_.forget();
  return memory.read();
}

std::string Surface::take_notice() {
  if (has_told_) return {};
  for (const auto& painter : {under_.get(), over_.get()}) {
    if (painter == nullptr || painter->refusal().empty()) continue;
    has_told_ = true;
    return painter->refusal() + " The processor paints the heat maps instead.";
  }
  return {};
}

}  // namespace glassformer
