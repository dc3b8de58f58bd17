#include "app/platform/fonts.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/platform/characters.h"
#include "app/platform/font_parts.h"
#include "app/platform/font_style.h"
#include "app/widgets/code_face.h"

namespace glassformer {
namespace {

constexpr char32_t minus = 0x2212;
constexpr char32_t thin_space = 0x2009;
constexpr float nearly_full = 0.7F;

// What is as wide as a digit, so that columns of numbers stand below each other.
bool tabular(char32_t c) {
  return (c >= U'0' && c <= U'9') || c == minus || c == U'+' || c == 0x2007;
}

// Once, by whoever opens fonts first.
void tell_no_fonts() {
  static const bool told = [] {
    std::fputs(
        "glassformer: no fonts were found, so the few letters inside the program are used; install "
        "some, such as fonts-dejavu-core\n",
        stderr);
    return true;
  }();
  static_cast<void>(told);
}

}  // namespace

struct AtlasFonts::EditFont {
  Type type;
  ImFont* font = nullptr;  // owned by the ImGui atlas
  std::size_t seen = 0;    // how many of them it holds, plus one; 0: none of any
};

AtlasFonts::AtlasFonts() : imgui_atlas_(std::make_unique<ImFontAtlas>()) {
  const char* choice = std::getenv("GLASSFORMER_FONTS");
  fixed_ = choice != nullptr && std::string_view(choice) == "dejavu";
  // The atlas is ours: ImGui is told where its white pixel is and gets its fonts from us.
  imgui_atlas_->TexWidth = imgui_atlas_->TexHeight = GlyphAtlas::side;
  imgui_atlas_->TexUvScale = {1.0F / GlyphAtlas::side, 1.0F / GlyphAtlas::side};
  imgui_atlas_->TexUvWhitePixel = {GlyphAtlas::white(), GlyphAtlas::white()};
  imgui_atlas_->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
  imgui_atlas_->TexReady = true;
}

AtlasFonts::~AtlasFonts() {
  imgui_atlas_->Locked = false;
}

Typeface* AtlasFonts::opened(const FontFile& file, bool bold, bool italic) const {
  const std::string key =
      file.path + '\n' + std::to_string(file.index) + (bold ? "b" : "") + (italic ? "i" : "");
  const auto [at, is_new] = typefaces_.try_emplace(key);
  if (is_new) at->second = Typeface::open(file, bold, italic);
  return at->second.get();
}

AtlasFonts::Chain& AtlasFonts::chain(Face face) const {
  auto& made = chains_[static_cast<std::size_t>(face)];
  if (made) return *made;
  made = std::make_unique<Chain>();
  const FontStyle style = font_style(face, fixed_);
  made->bold = style.bold;
  const auto add = [&](const std::string& family, bool italic) {
    // With fixed fonts italics are slanted by us: not every system has those files.
    const auto file = system_.family(family, style.bold, italic && !fixed_);
    Typeface* typeface = file ? opened(*file, style.bold, italic) : nullptr;
    if (typeface != nullptr) made->typefaces.push_back(typeface);
  };
  for (const std::string& family : style.families) {
    add(family, style.italic);
    if (!made->typefaces.empty()) break;
  }
  add("DejaVu Sans", style.italic);
  if (made->typefaces.empty()) {
    if (Typeface* any = anywhere(U'a', style.bold)) made->typefaces.push_back(any);
  }
  if (made->typefaces.empty()) {
    tell_no_fonts();
    auto& last = typefaces_["built in"];
    if (!last) last = Typeface::built_in();
    if (last) made->typefaces.push_back(last.get());
  }
  return *made;
}

Typeface* AtlasFonts::anywhere(char32_t character, bool bold) const {
  // What a character for private use looks like is for the font of the text alone to say.
  if (fixed_ || character >= 0xF0000 || (character >= 0xE000 && character <= 0xF8FF))
    return nullptr;
  const auto [at, is_new] = elsewhere_.try_emplace({character, bold}, nullptr);
  if (!is_new) return at->second;
  const ScriptTag script = script_of(character);
  Elsewhere& known = asked_[{script, bold}];
  const auto has = [&](const Typeface* typeface) { return typeface->glyph(character) != 0; };
  const auto same = std::find_if(known.found.begin(), known.found.end(), has);
  constexpr int enough = 3;  // letters of one script that no font has
  if (same != known.found.end()) {
    at->second = *same;
  } else if (is_shared(script) || known.misses < enough) {
    const auto file = system_.covering(character, bold);
    at->second = file ? opened(*file, bold, false) : nullptr;
    if (at->second == nullptr) {
      ++known.misses;
    } else if (!is_shared(script)) {
      known.found.push_back(at->second);
    }
  }
  return at->second;
}

AtlasFonts::Found AtlasFonts::find(Face face, char32_t character) const {
  if (face == Face::math && !math_italic(character)) face = Face::math_upright;
  const Chain& candidates = chain(face);
  for (Typeface* typeface : candidates.typefaces) {
    if (const unsigned index = typeface->glyph(character)) return {typeface, index};
  }
  if (Typeface* other = anywhere(character, candidates.bold)) {
    if (const unsigned index = other->glyph(character)) return {other, index};
  }
  if (const char32_t twin = plain_twin(character)) return find(face, twin);
  if (character != replacement_mark) {
    Found mark = find(face, replacement_mark);
    mark.lacking = true;
    return mark;
  }
  // No font has the mark either: the box that every font draws for what it lacks.
  return {candidates.typefaces.empty() ? nullptr : candidates.typefaces.front(), 0};
}

AtlasFonts::Strike& AtlasFonts::strike(Type type) const {
  // A tenth of a pixel is finer than can be seen, and keeps a size that glides from filling the
  // atlas.
  type.size = std::clamp(std::round(type.size * 10) / 10, 1.0F, 500.0F);
  if (!std::isfinite(type.size)) type.size = 14;
  for (const auto& known : strikes_) {
    if (known->type == type) return *known;
  }
  Strike& made = *strikes_.emplace_back(std::make_unique<Strike>());
  made.type = type;
  const Chain& candidates = chain(type.face);
  if (candidates.typefaces.empty()) return made;
  const Typeface& main = *candidates.typefaces.front();
  made.ascent = std::round(main.ascent() * type.size);
  made.line = made.ascent + std::round(main.descent() * type.size);
  if (type.face == Face::number) {
    for (char32_t c = U'0'; c <= U'9'; ++c) {
      const auto [typeface, index, lacking] = find(type.face, c);
      made.digit = std::max(made.digit, typeface->advance(index) * type.size);
    }
  }
  return made;
}

AtlasFonts::Glyph AtlasFonts::make_glyph(const Strike& strike, char32_t character) const {
  Glyph glyph;
  if (character >= 0x100) seen_.insert(character);
  if (character == U'\t' || character == 0xA0) character = U' ';
  if (invisible(character)) return glyph;
  if (strike.digit > 0 && character == 0x2007) {
    glyph.advance = strike.digit;
    return glyph;
  }
  if (character == thin_space) {  // which not every font has
    glyph.advance = strike.type.size / 6;
    return glyph;
  }
  const auto [typeface, index, lacking] = find(strike.type.face, character);
  if (typeface == nullptr) return glyph;
  if (lacking && !is_shared(script_of(character))) glyph.lacking = script_of(character);
  glyph.typeface = typeface;
  glyph.index = index;
  glyph.advance = typeface->advance(index) * strike.type.size;
  if (strike.digit > 0 && tabular(character)) {
    glyph.offset = (strike.digit - glyph.advance) / 2;
    glyph.advance = strike.digit;
  }
  return glyph;
}

AtlasFonts::Glyph& AtlasFonts::glyph(Strike& strike, char32_t character) const {
  if (character < strike.latin.size()) {
    auto& slot = strike.latin[character];
    if (!slot) slot = std::make_unique<Glyph>(make_glyph(strike, character));
    return *slot;
  }
  const auto [at, is_new] = strike.others.try_emplace(character);
  if (is_new) at->second = make_glyph(strike, character);
  return at->second;
}

float AtlasFonts::width(std::string_view text, Type type) const {
  Strike& measured = strike(type);
  if (shaped(text)) return line(measured, text).width;
  float width = 0;
  if (begins_with_drawn_blank(text)) {
    width = glyph(measured, drawn_blank).advance;
    text.remove_prefix(1);
  }
  each_character(text, [&](char32_t c, std::string_view) {
    const Glyph& next = glyph(measured, c);
    if (next.lacking != 0) tell_lacking(next.lacking);
    width += next.advance;
  });
  return width;
}

float AtlasFonts::ascent(Type type) const {
  return strike(type).ascent;
}
float AtlasFonts::line_height(Type type) const {
  return strike(type).line;
}

void AtlasFonts::picture(Strike& strike, Glyph& glyph, int quarter) const {
  Glyph::Picture& picture = glyph.pictures[static_cast<std::size_t>(quarter)];
  if (picture.made || glyph.typeface == nullptr) return;
  const GlyphPicture drawn =
      glyph.typeface->draw(glyph.index, strike.type.size, static_cast<float>(quarter) / quarters);
  const auto place = atlas_.add(drawn);
  if (!place) {
    overflow_ = true;
    return;
  }
  picture = {true, drawn.left, drawn.top, drawn.width, drawn.height, *place};
}

void AtlasFonts::place_glyph(Strike& strike, Glyph& glyph, Vec pen, std::vector<Quad>& quads,
                             std::vector<Colored>& colored) {
  const float x = std::floor((pen.x + glyph.offset) * quarters + 0.5F) / quarters;
  const float whole = std::floor(x);
  if (glyph.color.image) {
    const Image& image = *glyph.color.image;
    colored.push_back(
        {{whole + static_cast<float>(glyph.color.left), pen.y - static_cast<float>(glyph.color.top),
          static_cast<float>(image.width), static_cast<float>(image.height)},
         glyph.color.image});
    return;
  }
  const int quarter = static_cast<int>((x - whole) * quarters);
  picture(strike, glyph, quarter);
  const Glyph::Picture& p = glyph.pictures[static_cast<std::size_t>(quarter)];
  if (p.width == 0 || p.height == 0) return;
  const auto w = static_cast<float>(p.width), h = static_cast<float>(p.height);
  quads.push_back({{whole + static_cast<float>(p.left), pen.y - static_cast<float>(p.top), w, h},
                   {static_cast<float>(p.place.x), static_cast<float>(p.place.y), w, h}});
}

void AtlasFonts::lay_out(std::string_view text, Type type, Vec at, std::vector<Quad>& quads,
                         std::vector<Colored>& colored) {
  Strike& set = strike(type);
  const float baseline = std::round(at.y + set.ascent);
  if (shaped(text)) {
    for (const Line::Placed& placed : line(set, text).glyphs) {
      place_glyph(set, *placed.glyph, {at.x + placed.x, baseline - placed.up}, quads, colored);
    }
    return;
  }
  float pen = at.x;
  if (begins_with_drawn_blank(text)) {
    Glyph& blank = glyph(set, drawn_blank);
    place_glyph(set, blank, {pen, baseline}, quads, colored);
    pen += blank.advance;
    text.remove_prefix(1);
  }
  each_character(text, [&](char32_t c, std::string_view) {
    Glyph& next = glyph(set, c);
    place_glyph(set, next, {pen, baseline}, quads, colored);
    pen += next.advance;
  });
}

// ImGui finds glyphs in a table of its own; ours are entered there as the text needs them.
void AtlasFonts::add_to(EditFont& edit, char32_t character) const {
  if (character > IM_UNICODE_CODEPOINT_MAX) return;
  Strike& set = strike(edit.type);
  Glyph& drawn = glyph(set, character);
  if (pictures_edited_) picture(set, drawn, 0);
  const Glyph::Picture& p = drawn.pictures[0];
  const auto coordinate = [](int px) { return static_cast<float>(px) / GlyphAtlas::side; };
  const float x = static_cast<float>(p.left), y = set.ascent - static_cast<float>(p.top);
  edit.font->AddGlyph(nullptr, static_cast<ImWchar>(character), x, y,
                      x + static_cast<float>(p.width), y + static_cast<float>(p.height),
                      coordinate(p.place.x), coordinate(p.place.y), coordinate(p.place.x + p.width),
                      coordinate(p.place.y + p.height), drawn.advance);
}

void AtlasFonts::picture_edited(bool wanted) {
  if (wanted == pictures_edited_) return;
  pictures_edited_ = wanted;
  for (const auto& edit : edit_fonts_) edit->seen = 0;
}

ImFont* AtlasFonts::imgui_font(Type type) const {
  const Strike& set = strike(type);
  EditFont* edit = nullptr;
  for (const auto& known : edit_fonts_) {
    if (known->type == set.type) edit = known.get();
  }
  if (edit == nullptr) {
    edit = edit_fonts_.emplace_back(std::make_unique<EditFont>()).get();
    edit->type = set.type;
    edit->font = IM_NEW(ImFont)();
    imgui_atlas_->Fonts.push_back(edit->font);
  }
  if (edit->seen != seen_.size() + 1) fill_edit_font(*edit);
  return edit->font;
}

void AtlasFonts::fill_edit_font(EditFont& edit) const {
  seen_.insert(replacement_mark);
  const Strike& set = strike(edit.type);
  ImFont& font = *edit.font;
  font.ClearOutputData();
  font.ContainerAtlas = imgui_atlas_.get();
  font.FontSize = set.line;
  font.Ascent = set.ascent;
  font.Descent = set.ascent - set.line;
  for (char32_t c = 0x20; c < 0x100; ++c) add_to(edit, c);
  for (const char32_t c : seen_) add_to(edit, c);
  font.BuildLookupTable();
  edit.seen = seen_.size() + 1;
}

void AtlasFonts::expect(std::string_view text) {
  const std::size_t before = seen_.size();
  each_character(text, [&](char32_t c, std::string_view) {
    if (c >= 0x100) seen_.insert(c);
  });
  if (seen_.size() == before) return;
  for (const auto& edit : edit_fonts_) {
    if (edit->seen != 0) fill_edit_font(*edit);
  }
}

void AtlasFonts::tidy() {
  if (atlas_.used() > nearly_full) clear();
}

void AtlasFonts::clear() {
  overflow_ = false;
  atlas_.clear();
  strikes_.clear();
  seen_.clear();
  for (const auto& edit : edit_fonts_) edit->seen = 0;
}

bool AtlasFonts::take_overflow() {
  return std::exchange(overflow_, false);
}

std::vector<std::string> AtlasFonts::files() const {
  static constexpr std::array<std::pair<Face, const char*>, 8> faces{
      {{Face::text, "text"},
       {Face::bold, "bold"},
       {Face::italic, "italic"},
       {Face::number, "number"},
       {Face::math, "math"},
       {Face::math_upright, "math upright"},
       {Face::math_bold, "math bold"},
       {code_face, "code"}}};
  std::vector<std::string> lines;
  for (const auto& [face, name] : faces) {
    const Chain& found = chain(face);
    lines.push_back(std::string(name) + ": " +
                    (found.typefaces.empty() ? "none" : found.typefaces.front()->name()));
  }
  return lines;
}

std::unique_ptr<Fonts> Fonts::load() {
  return std::make_unique<AtlasFonts>();
}

}  // namespace glassformer
