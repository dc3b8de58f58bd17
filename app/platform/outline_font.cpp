#include "app/platform/outline_font.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

// Adobe's Technical Notes 5176 (the format) and 5177 (how a glyph is drawn).
namespace glassformer {

namespace {

void append_bytes(std::string& out, std::uint32_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

// Both kinds of program write whole numbers so.
void append_number(std::string& out, int value) {
  if (value >= -107 && value <= 107) {
    out += static_cast<char>(value + 139);
  } else if (value >= 108 && value <= 1131) {
    append_bytes(out, static_cast<std::uint32_t>(value - 108) + (247U << 8U), 2);
  } else if (value >= -1131 && value <= -108) {
    append_bytes(out, static_cast<std::uint32_t>(-value - 108) + (251U << 8U), 2);
  } else {
    out += '\x1c';
    append_bytes(out, static_cast<std::uint32_t>(value), 2);
  }
}

// Always five bytes long, so that a place can be written before it is known.
void append_place(std::string& out, std::size_t value) {
  out += '\x1d';
  append_bytes(out, static_cast<std::uint32_t>(value), 4);
}

std::string index_of(const std::vector<std::string>& entries) {
  std::string out;
  append_bytes(out, static_cast<std::uint32_t>(entries.size()), 2);
  if (entries.empty()) return out;
  out += '\x04';  // bytes of a place
  std::uint32_t place = 1;
  append_bytes(out, place, 4);
  for (const std::string& entry : entries) {
    place += static_cast<std::uint32_t>(entry.size());
    append_bytes(out, place, 4);
  }
  for (const std::string& entry : entries) out += entry;
  return out;
}

int units(float em) {
  constexpr float largest = 32;  // em: more is no letter
  return static_cast<int>(std::lround(std::clamp(em, -largest, largest) * 1000));
}

// Each point is told from the one before, in whole units, so that roundings do not add up.
std::string drawn(const FontGlyph& glyph) {
  constexpr char line_to = 5, curve_to = 8, end = 14, move_to = 21;
  std::string out;
  append_number(out, units(glyph.advance));
  int x = 0, y = 0;
  const auto go = [&](Vec to) {
    append_number(out, units(to.x) - x);
    append_number(out, units(to.y) - y);
    x = units(to.x);
    y = units(to.y);
  };
  for (const GlyphOutline::Part& part : glyph.outline.parts) {
    if (part.kind == GlyphOutline::Kind::curve) {
      go(part.c1);
      go(part.c2);
    }
    go(part.to);
    switch (part.kind) {
      case GlyphOutline::Kind::move:
        out += move_to;
        break;
      case GlyphOutline::Kind::line:
        out += line_to;
        break;
      case GlyphOutline::Kind::curve:
        out += curve_to;
        break;
    }
  }
  return out + end;
}

}  // namespace

std::string outline_font(std::string_view name, const std::vector<FontGlyph>& glyphs) {
  const auto count = static_cast<std::uint32_t>(glyphs.size() + 1);
  std::vector<std::string> programs{drawn({})};
  for (const FontGlyph& glyph : glyphs) programs.push_back(drawn(glyph));

  std::string charset("\x02", 1);  // glyph i is character i, from 1 on
  append_bytes(charset, 1, 2);
  append_bytes(charset, count - 2, 2);
  std::string selection("\x03\0\x01\0\0\0", 6);  // the first and only part serves all glyphs
  append_bytes(selection, count, 2);
  std::string part;  // widths are told from 0
  append_number(part, 0);
  part += '\x15';
  const std::string shapes = index_of(programs);

  const std::string header("\x01\0\x04\x04", 4);
  const std::string names = index_of({std::string(name)});
  const std::string strings = index_of({"Adobe", "Identity"});
  const std::string subroutines = index_of({});
  const auto top = [&](std::size_t from) {
    constexpr int first_own_string = 391;
    std::string out;
    append_number(out, first_own_string);
    append_number(out, first_own_string + 1);
    append_number(out, 0);
    out += "\x0c\x1e";  // of which collection
    append_number(out, static_cast<int>(count));
    out += "\x0c\x22";
    std::size_t place = from;
    append_place(out, place);
    out += '\x0f';
    append_place(out, place += charset.size());
    out += "\x0c\x25";
    append_place(out, place += selection.size());
    out += '\x11';
    append_place(out, place += shapes.size());
    out += "\x0c\x24";
    return out;
  };
  const std::size_t top_size = index_of({top(0)}).size();
  const std::size_t from =
      header.size() + names.size() + top_size + strings.size() + subroutines.size();
  const auto say_part = [&](std::size_t at) {
    std::string out;
    append_place(out, part.size());
    append_place(out, at);
    out += '\x12';
    return out;
  };
  const std::size_t parts_at = from + charset.size() + selection.size() + shapes.size();
  const std::size_t part_at = parts_at + index_of({say_part(0)}).size();
  return header + names + index_of({top(from)}) + strings + subroutines + charset + selection +
         shapes + index_of({say_part(part_at)}) + part;
}

}  // namespace glassformer
