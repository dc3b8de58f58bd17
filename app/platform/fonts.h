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
  bool right_to_left(std::string_view text) const override;
  bool shaped(std::string_view text) const override;
  std::string lacking() const override;
  float ascent(Type type) const override;
  float line_height(Type type) const override;
  float scale() const override { return scale_; }
  void set_scale(float scale) { scale_ = scale; }
  ImFont* imgui_font(Type type) const override;
  std::vector<std::string> files() const override;
  std::vector<ScriptFont> scripts() const override;
  std::vector<PlacedGlyph> place(std::string_view text, Type type, Vec at) const override;

  struct Quad {
    Rect at;     // px of the frame
    Rect place;  // px of the atlas
  };
  struct Colored {
    Rect at;  // px of the frame
    ImagePtr image;
  };
  // Appends what to paint for a line whose top left corner is `at`; emoji in colour apart.
  void lay_out(std::string_view text, Type type, Vec at, std::vector<Quad>& quads,
               std::vector<Colored>& colored);

  GlyphAtlas& atlas() { return atlas_; }
  ImFontAtlas* imgui_atlas() { return imgui_atlas_.get(); }
  // Whether ImGui's editor gets pictures of its letters, or their widths alone: where nothing is
  // painted. What is begun after it has them.
  void picture_edited(bool wanted);
  // Text that enters ImGui's editor from outside (pasted): its glyphs must be loaded before.
  void expect(std::string_view text);
  // Scripts that lack a font are told of for the frame that begins and the one before it.
  void next_frame();
  // Forgets all glyphs when the atlas is nearly full. Between frames only.
  void tidy();
  void clear();
  // True if a glyph found no place since the last call; then clear() and paint again.
  bool take_overflow();

 private:
  struct Glyph;
  struct Line;
  struct Strike;
  struct Chain;
  struct Cluster;
  struct EditFont;
  Strike& strike(Type type) const;
  Glyph& glyph(Strike& strike, char32_t character) const;
  Glyph make_glyph(const Strike& strike, char32_t character) const;
  const Line& line(Strike& strike, std::string_view text) const;
  Line make_line(Strike& strike, std::string_view text) const;
  std::vector<Cluster> clusters(Face face, std::u32string_view line) const;
  Glyph& shaped_glyph(Strike& strike, Typeface& typeface, unsigned index) const;
  Typeface* shaping(Face face, ScriptTag script, std::u32string_view cluster) const;
  Typeface* of_script(ScriptTag script, bool bold) const;
  void tell_lacking(ScriptTag script) const;
  void place_glyph(Strike& strike, Glyph& glyph, Vec pen, std::vector<Quad>& quads,
                   std::vector<Colored>& colored);
  // The face that has the character, and which glyph it is; a mark's, if none has.
  struct Found {
    Typeface* typeface = nullptr;
    unsigned index = 0;
    bool lacking = false;
  };
  Found find(Face face, char32_t character) const;
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
  // What the system was asked for already: a question takes milliseconds, and a text may have
  // thousands of characters in one script.
  struct Elsewhere {
    std::vector<Typeface*> found;
    int misses = 0;
  };
  mutable std::map<std::pair<ScriptTag, bool>, Elsewhere> asked_;
  mutable std::map<std::pair<ScriptTag, bool>, Typeface*> for_scripts_;  // by script and weight
  mutable std::array<std::unique_ptr<Chain>, 8> chains_;                 // by Face
  mutable std::vector<std::unique_ptr<Strike>> strikes_;
  mutable GlyphAtlas atlas_;
  mutable bool overflow_ = false;
  bool pictures_edited_ = true;
  mutable std::vector<ScriptTag> lacking_, lacked_before_;  // in this frame, in the one before
  std::unique_ptr<ImFontAtlas> imgui_atlas_;
  mutable std::vector<std::unique_ptr<EditFont>> edit_fonts_;
  mutable std::set<char32_t> seen_;  // beyond Latin-1: ImGui's fonts hold these too
};

}  // namespace glassformer
