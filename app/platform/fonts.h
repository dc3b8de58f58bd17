#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/platform/glyph_atlas.h"
#include "app/platform/target.h"
#include "app/platform/typeface.h"

struct ImFontAtlas;

namespace glassformer {

// Fonts over one glyph atlas, which the painter and ImGui's text editor share. It measures from
// the outlines and draws a glyph when it is first painted, at four places within a pixel, so that
// text is evenly spaced and still sharp. For one thread.
class AtlasFonts : public Fonts {
 public:
  AtlasFonts();
  ~AtlasFonts() override;

  float width(std::string_view text, Type type) const override;
  float ascent(Type type) const override;
  float line_height(Type type) const override;
  float scale() const override { return scale_; }
  void set_scale(float scale) { scale_ = scale; }
  ImFont* imgui_font(Type type) const override;
  std::vector<std::string> files() const override;

  struct Quad {
    Rect at;     // px of the frame
    Rect place;  // px of the atlas
  };
  // Appends what to paint for a line whose top left corner is `at`.
  void lay_out(std::string_view text, Type type, Vec at, std::vector<Quad>& quads);

  GlyphAtlas& atlas() { return atlas_; }
  ImFontAtlas* imgui_atlas() { return imgui_atlas_.get(); }
  // Text that enters ImGui's editor from outside (pasted): its glyphs must be loaded before.
  void expect(std::string_view text);
  // Forgets all glyphs when the atlas is nearly full. Between frames only.
  void tidy();
  void clear();
  // True if a glyph found no place since the last call; then clear() and paint again.
  bool take_overflow();

 private:
  struct Glyph;
  struct Strike;
  struct Chain;
  struct EditFont;
  Strike& strike(Type type) const;
  Glyph& glyph(Strike& strike, char32_t character) const;
  Glyph make_glyph(const Strike& strike, char32_t character) const;
  std::pair<Typeface*, unsigned> find(Face face, char32_t character) const;
  Chain& chain(Face face) const;
  Typeface* opened(const FontFile& file, bool bold, bool italic) const;
  Typeface* anywhere(char32_t character, bool bold) const;
  void picture(Strike& strike, Glyph& glyph, int quarter) const;
  void add_to(EditFont& edit, char32_t character) const;
  void fill_edit_font(EditFont& edit) const;

  bool fixed_ = false;  // DejaVu alone
  float scale_ = 1;
  FontFiles system_;
  mutable std::map<std::string, std::unique_ptr<Typeface>> typefaces_;  // by file and style
  mutable std::map<std::pair<char32_t, bool>, Typeface*> elsewhere_;    // by character and weight
  mutable std::array<std::unique_ptr<Chain>, 8> chains_;                // by Face
  mutable std::vector<std::unique_ptr<Strike>> strikes_;
  mutable GlyphAtlas atlas_;
  mutable bool overflow_ = false;
  std::unique_ptr<ImFontAtlas> imgui_atlas_;
  mutable std::vector<std::unique_ptr<EditFont>> edit_fonts_;
  mutable std::set<char32_t> seen_;  // beyond Latin-1: ImGui's fonts hold these too
};

}  // namespace glassformer
