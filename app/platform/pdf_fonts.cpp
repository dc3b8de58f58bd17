#include "app/platform/pdf_fonts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/platform/outline_font.h"

namespace glassformer {

namespace {

long thousandths(float em) {
  return std::lround(em * 1000);
}

// "AAAAAB+InterBold": six letters say that it is a part of that font.
std::string name_of(const Typeface& typeface, int place) {
  std::string name = "AAAAAA+";
  for (std::size_t i = 5; place > 0; place /= 26, --i) {
    name[i] = static_cast<char>('A' + place % 26);
  }
  const std::string family = typeface.name();
  for (const char c : family.substr(0, family.find('('))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
}

// At most a hundred belong into one list, which says first how many they are.
std::string listed(const std::vector<std::string>& meanings) {
  constexpr std::size_t most = 100;
  std::string out;
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    if (i % most == 0) {
      out += fmt::format("{} beginbfchar\n", std::min(most, meanings.size() - i));
    }
    out += meanings[i];
    if (i % most == most - 1 || i + 1 == meanings.size()) out += "endbfchar\n";
  }
  return out;
}

struct Bounds {
  float left = 0, bottom = 0, right = 0, top = 0;
  void add(Vec p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    bottom = std::min(bottom, p.y);
    top = std::max(top, p.y);
  }
};

}  // namespace

PdfFonts::Shown PdfFonts::show(const PlacedGlyph& glyph) {
  auto font = std::ranges::find(fonts_, glyph.typeface, &Font::typeface);
  if (font == fonts_.end()) {
    font = fonts_.insert(fonts_.end(), Font{glyph.typeface, {}, {}});
  }
  const Used used{glyph.index, thousandths(glyph.offset), thousandths(glyph.advance),
                  glyph.meaning};
  const auto [at, is_new] =
      font->numbers.try_emplace(used, static_cast<int>(font->glyphs.size()) + 1);
  if (is_new) font->glyphs.push_back(used);
  // As the font will say it, so that differences do not add up along a line.
  return {static_cast<int>(font - fonts_.begin()), at->second,
          static_cast<float>(used.advance) / 1000};
}

int PdfFonts::add_font(PdfObjects& objects, const Font& font, int place) {
  const std::string name = name_of(*font.typeface, place);
  std::vector<FontGlyph> glyphs;
  std::string widths;
  std::vector<std::string> meanings;
  Bounds bounds;
  for (const Used& used : font.glyphs) {
    glyphs.push_back({font.typeface->outline(used.index), static_cast<float>(used.advance) / 1000});
    for (GlyphOutline::Part& part : glyphs.back().outline.parts) {
      for (Vec* const point : {&part.to, &part.c1, &part.c2}) {
        point->x += static_cast<float>(used.offset) / 1000;
      }
      bounds.add(part.to);
      if (part.kind != GlyphOutline::Kind::curve) continue;
      bounds.add(part.c1);
      bounds.add(part.c2);
    }
    widths += fmt::format("{} ", used.advance);
    if (used.meaning.empty()) continue;
    meanings.push_back(fmt::format("<{:04X}> <{}>\n", glyphs.size(), utf16_digits(used.meaning)));
  }
  const int file = objects.add_stream(outline_font(name, glyphs), "/Subtype /CIDFontType0C");
  const int meaning = objects.add_stream(
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n" +
      listed(meanings) + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
  const int descriptor = objects.add(fmt::format(
      "<< /Type /FontDescriptor /FontName /{} /Flags 4 /FontBBox [{} {} {} {}] /ItalicAngle 0 "
      "/Ascent {} /Descent {} /CapHeight {} /StemV 80 /FontFile3 {} >>",
      name, thousandths(bounds.left), thousandths(bounds.bottom), thousandths(bounds.right),
      thousandths(bounds.top), thousandths(font.typeface->ascent()),
      -thousandths(font.typeface->descent()), thousandths(bounds.top), reference(file)));
  const int glyphs_of = objects.add(fmt::format(
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /{} /CIDSystemInfo << /Registry (Adobe) "
      "/Ordering (Identity) /Supplement 0 >> /FontDescriptor {} /DW 0 /W [1 [{}]] >>",
      name, reference(descriptor), widths));
  return objects.add(fmt::format(
      "<< /Type /Font /Subtype /Type0 /BaseFont /{} /Encoding /Identity-H /DescendantFonts [{}] "
      "/ToUnicode {} >>",
      name, reference(glyphs_of), reference(meaning)));
}

std::string PdfFonts::add_to(PdfObjects& objects) const {
  std::string entries;
  for (std::size_t i = 0; i < fonts_.size(); ++i) {
    const int place = static_cast<int>(i);
    entries += fmt::format("/F{} {} ", place, reference(add_font(objects, fonts_[i], place)));
  }
  return entries;
}

}  // namespace glassformer
