#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/platform/characters.h"
#include "app/platform/direction.h"
#include "app/platform/font_parts.h"

namespace glassformer {

namespace {

constexpr std::size_t longest = 4096;     // bytes: no screen is so wide
constexpr std::size_t most_lines = 4096;  // that are kept
constexpr char32_t as_emoji = 0xFE0F, as_text = 0xFE0E, joiner = 0x200D;

std::u32string decoded(std::string_view text) {
  std::u32string characters;
  characters.reserve(text.size());
  each_character(text, [&](char32_t c, std::string_view) { characters.push_back(c); });
  return characters;
}

// Where the cluster ends that begins at `from`: what is read as one sign.
std::size_t cluster_end(std::u32string_view line, std::size_t from) {
  std::size_t to = from + 1;
  utf8proc_int32_t state = 0;
  while (to < line.size() &&
         !utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(line[to - 1]),
                                           static_cast<utf8proc_int32_t>(line[to]), &state)) {
    ++to;
  }
  return to;
}

bool holds(std::u32string_view text, char32_t c) {
  return text.find(c) != std::u32string_view::npos;
}

bool drawn_as_emoji(std::u32string_view cluster) {
  const char32_t first = cluster.front();
  if (is_emoji(first)) return !holds(cluster, as_text);
  return !needs_shaping(first) && (holds(cluster, as_emoji) || holds(cluster, joiner));
}

// False for nearly every line, at a glance: without telling its characters apart.
bool may_need_shaping(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const unsigned first = byte(i);
    if (first < 0xCC) continue;
    const bool greek_or_cyrillic = first >= 0xCE && first <= 0xD1;
    const bool chinese_or_korean =
        (first >= 0xE4 && first <= 0xE9) || first == 0xEB || first == 0xEC;
    if (greek_or_cyrillic || chinese_or_korean) continue;
    if (first == 0xE2 && byte(i + 1) != 0x83) continue;  // signs; U+20D0 … are marks around them
    if (first == 0xE3 && byte(i + 1) != 0x80 && byte(i + 1) != 0x82) continue;  // Japanese
    return true;
  }
  return false;
}

}  // namespace

// What is read as one sign, and what draws it.
struct AtlasFonts::Cluster {
  std::size_t from = 0, to = 0;  // of the characters of the line
  ScriptTag script = 0;
  Typeface* typeface = nullptr;  // nullptr: each character by itself
  std::uint8_t level = 0;        // odd: from right to left

  bool goes_on(const Cluster& before) const {
    return typeface == before.typeface && level == before.level &&
           (typeface == nullptr || script == before.script);
  }
};

bool AtlasFonts::shaped(std::string_view text) const {
  if (!may_need_shaping(text)) return false;
  if (text.size() > longest) return false;
  bool found = false;
  each_character(text, [&](char32_t c, std::string_view) { found = found || needs_shaping(c); });
  return found;
}

bool AtlasFonts::right_to_left(std::string_view text) const {
  return shaped(text) && reads_right_to_left(decoded(text));
}

Typeface* AtlasFonts::of_script(ScriptTag script, bool bold) const {
  if (fixed_) return nullptr;
  const auto [at, is_new] = for_scripts_.try_emplace({script, bold}, nullptr);
  if (is_new) {
    const Script* known = known_script(script);
    std::optional<FontFile> file;
    if (script == emoji_script) {
      file = system_.emoji();
    } else if (known != nullptr && known->shaped) {
      file = system_.family(known->family, bold, false);
    }
    if (file) at->second = opened(*file, script != emoji_script && bold, false);
  }
  return at->second;
}

// The face that shapes the cluster: one that has all of it, or at least its first character.
Typeface* AtlasFonts::shaping(Face face, ScriptTag script, std::u32string_view cluster) const {
  const Chain& chain = this->chain(face);
  std::vector<Typeface*> candidates{of_script(script, chain.bold)};
  candidates.insert(candidates.end(), chain.typefaces.begin(), chain.typefaces.end());
  const auto has = [](Typeface* typeface, char32_t c) {
    return typeface->glyph(c) != 0 || is_ignorable(c);
  };
  const auto complete = [&](Typeface* typeface) {
    return typeface != nullptr && std::all_of(cluster.begin(), cluster.end(),
                                              [&](char32_t c) { return has(typeface, c); });
  };
  const auto found = std::find_if(candidates.begin(), candidates.end(), complete);
  if (found != candidates.end()) return *found;
  Typeface* other = anywhere(cluster.front(), chain.bold);
  if (complete(other)) return other;
  candidates.push_back(other);
  const auto first = std::find_if(candidates.begin(), candidates.end(), [&](Typeface* typeface) {
    return typeface != nullptr && typeface->glyph(cluster.front()) != 0;
  });
  return first == candidates.end() ? nullptr : *first;
}

std::vector<AtlasFonts::Cluster> AtlasFonts::clusters(Face face, std::u32string_view line) const {
  const std::vector<std::uint8_t> levels = direction_levels(line);
  std::vector<Cluster> found;
  ScriptTag script = 0;  // of the letters before; signs that many scripts share take it
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t to = cluster_end(line, from);
    const std::u32string_view part = line.substr(from, to - from);
    const ScriptTag own = drawn_as_emoji(part) ? emoji_script : script_of(part.front());
    if (!is_shared(own)) script = own;
    Cluster next{from, to, is_shared(own) ? script : own, nullptr, levels[from]};
    if (std::any_of(part.begin(), part.end(), needs_shaping)) {
      next.typeface = shaping(face, next.script, part);
    }
    if (own == emoji_script) script = 0;
    found.push_back(next);
    from = to;
  }
  return found;
}

AtlasFonts::Glyph& AtlasFonts::shaped_glyph(Strike& strike, Typeface& typeface,
                                            unsigned index) const {
  const auto [at, is_new] = strike.shaped.try_emplace({&typeface, index});
  Glyph& glyph = at->second;
  if (is_new) {
    glyph.typeface = &typeface;
    glyph.index = index;
    glyph.color = typeface.draw_in_color(index, strike.type.size);
  }
  return glyph;
}

namespace {

// The characters from there to where the next cluster begins.
std::u32string cluster_from(const Stretch& stretch, std::size_t from,
                            const std::vector<ShapedGlyph>& drawn) {
  std::size_t to = stretch.to;
  for (const ShapedGlyph& other : drawn) {
    if (other.cluster > from) to = std::min(to, other.cluster);
  }
  return std::u32string(stretch.line.substr(from, to - from));
}

}  // namespace

AtlasFonts::Line AtlasFonts::make_line(Strike& strike, std::string_view text) const {
  std::u32string characters = decoded(text);
  if (begins_with_drawn_blank(text)) characters[0] = drawn_blank;
  const float size = strike.type.size;
  // Neighbours that are drawn by one face in one direction are shaped together.
  std::vector<std::vector<Cluster>> runs;
  std::vector<std::uint8_t> levels;
  for (const Cluster& cluster : clusters(strike.type.face, characters)) {
    if (runs.empty() || !cluster.goes_on(runs.back().back())) {
      runs.emplace_back();
      levels.push_back(cluster.level);
    }
    runs.back().push_back(cluster);
  }
  Line line;
  const auto plain = [&](const Cluster& cluster, bool from_right) {
    for (std::size_t i = cluster.from; i < cluster.to; ++i) {
      Glyph& next = glyph(strike, from_right ? mirrored(characters[i]) : characters[i]);
      if (next.lacking != 0) line.lacking.push_back(next.lacking);
      line.glyphs.push_back({&next, line.width, 0, {characters[i]}});
      line.width += next.advance;
    }
  };
  for (const std::size_t at : visual_order(levels)) {
    std::vector<Cluster>& run = runs[at];
    const bool from_right = levels[at] % 2 == 1;
    Typeface* typeface = run.front().typeface;
    if (typeface == nullptr) {
      if (from_right) std::reverse(run.begin(), run.end());
      for (const Cluster& cluster : run) plain(cluster, from_right);
      continue;
    }
    const Stretch stretch{characters, run.front().from, run.back().to, run.front().script,
                          from_right};
    const std::vector<ShapedGlyph> drawn = typeface->shape(stretch);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const ShapedGlyph& shaped = drawn[i];
      const bool goes_on = i > 0 && drawn[i - 1].cluster == shaped.cluster;
      line.glyphs.push_back({&shaped_glyph(strike, *typeface, shaped.index),
                             line.width + shaped.right * size, std::round(shaped.up * size),
                             goes_on ? U"" : cluster_from(stretch, shaped.cluster, drawn)});
      line.width += shaped.advance * size;
    }
  }
  return line;
}

std::vector<PlacedGlyph> AtlasFonts::place(std::string_view text, Type type, Vec at) const {
  Strike& set = strike(type);
  const float baseline = at.y + set.ascent;
  std::vector<PlacedGlyph> placed;
  const auto add = [&](const Glyph& glyph, Vec pen, float advance, std::u32string meaning) {
    if (glyph.typeface == nullptr) return;
    const float size = set.type.size;
    placed.push_back({glyph.typeface, glyph.index, size, pen, glyph.offset / size, advance / size,
                      glyph.color, std::move(meaning)});
  };
  if (shaped(text)) {
    for (const Line::Placed& one : line(set, text).glyphs) {
      const Glyph& glyph = *one.glyph;
      if (glyph.typeface == nullptr) continue;
      add(glyph, {at.x + one.x, baseline - one.up},
          glyph.typeface->advance(glyph.index) * set.type.size, one.meaning);
    }
    return placed;
  }
  std::u32string characters = decoded(text);
  if (begins_with_drawn_blank(text)) characters[0] = drawn_blank;
  float pen = at.x;
  for (const char32_t c : characters) {
    const Glyph& next = glyph(set, c);
    add(next, {pen, baseline}, next.advance, {c});
    pen += next.advance;
  }
  return placed;
}

const AtlasFonts::Line& AtlasFonts::line(Strike& strike, std::string_view text) const {
  auto known = strike.lines.find(text);
  if (known == strike.lines.end()) {
    if (strike.lines.size() >= most_lines) strike.lines.clear();
    Line made = make_line(strike, text);
    known = strike.lines.emplace(std::string(text), std::move(made)).first;
  }
  for (const ScriptTag script : known->second.lacking) tell_lacking(script);
  return known->second;
}

void AtlasFonts::tell_lacking(ScriptTag script) const {
  if (std::find(lacking_.begin(), lacking_.end(), script) == lacking_.end()) {
    lacking_.push_back(script);
  }
}

void AtlasFonts::next_frame() {
  lacked_before_ = std::exchange(lacking_, {});
}

std::string AtlasFonts::lacking() const {
  std::vector<ScriptTag> all = lacking_;
  all.insert(all.end(), lacked_before_.begin(), lacked_before_.end());
  return lacking_words(all);
}

std::vector<Fonts::ScriptFont> AtlasFonts::scripts() const {
  std::vector<ScriptFont> all;
  for (const Script& script : known_scripts()) {
    const std::u32string_view letter(&script.letter, 1);
    const Typeface* typeface = shaping(Face::text, script.tag, letter);
    all.push_back({script.name, typeface == nullptr ? "" : typeface->name(), script.package});
  }
  return all;
}

}  // namespace glassformer
