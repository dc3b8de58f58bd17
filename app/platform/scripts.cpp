#include "app/platform/scripts.h"

#include <hb.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace glassformer {

const ScriptTag emoji_script = HB_TAG('Z', 's', 'y', 'e');

namespace {

constexpr const char* noto = "fonts-noto-core";
constexpr const char* noto_cjk = "fonts-noto-cjk";

constexpr std::array<std::pair<char32_t, char32_t>, 27> shaped_ranges{{
    {0x300, 0x36F},      // marks above and below letters
    {0x483, 0x489},      // the same for Cyrillic
    {0x590, 0x109F},     // Hebrew and Arabic, the scripts of India, Thai to Myanmar
    {0x1100, 0x11FF},    // parts of Korean syllables
    {0x1700, 0x18AF},    // Philippine scripts, Khmer, Mongolian
    {0x1900, 0x1C7F},    // Limbu to Ol Chiki
    {0x1CD0, 0x1CFF},    // Vedic marks
    {0x1DC0, 0x1DFF},    // more marks
    {0x20D0, 0x20FF},    // marks around signs
    {0x302A, 0x302F},    // marks of tones
    {0x3099, 0x309A},    // marks of Japanese voicing
    {0xA66F, 0xA67D},    // Old Cyrillic marks
    {0xA800, 0xAB2F},    // Syloti Nagri to Myanmar, further letters
    {0xABC0, 0xABFF},    // Meetei Mayek
    {0xD7B0, 0xD7FF},    // parts of Korean syllables
    {0xFB1D, 0xFDFF},    // forms of Hebrew and Arabic letters
    {0xFE0F, 0xFE0F},    // "as an emoji"
    {0xFE20, 0xFE2F},    // halves of marks
    {0xFE70, 0xFEFC},    // forms of Arabic letters
    {0x10800, 0x10FFF},  // old scripts from right to left
    {0x11000, 0x11FFF},  // old scripts of India
    {0x16B00, 0x16B6F},  // Pahawh Hmong
    {0x1BC00, 0x1BCAF},  // Duployan
    {0x1E000, 0x1E02F},  // Glagolitic marks
    {0x1E100, 0x1E2FF},  // Hmong, Wancho
    {0x1E800, 0x1EFFF},  // Mende Kikakui, Adlam, Arabic mathematics
    {0x1F1E6, 0x1FAFF},  // emoji, and the letters that make flags
}};

// Variation selectors, joiners and the tags of flags: they say how what is before them looks.
bool is_selector(char32_t c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0020 && c <= 0xE01EF);
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? " and " : ", ";
    all += names[i];
  }
  return all;
}

}  // namespace

ScriptTag script_of(char32_t character) {
  if (is_emoji(character)) return emoji_script;
  return hb_unicode_script(hb_unicode_funcs_get_default(), character);
}

bool is_shared(ScriptTag tag) {
  return tag == HB_SCRIPT_COMMON || tag == HB_SCRIPT_INHERITED || tag == HB_SCRIPT_UNKNOWN;
}

const std::vector<Script>& known_scripts() {
  static const std::vector<Script> scripts{
      {HB_SCRIPT_ARABIC, "Arabic", "Noto Sans Arabic", noto, 0x628},
      {HB_SCRIPT_HEBREW, "Hebrew", "Noto Sans Hebrew", noto, 0x5D0},
      {HB_SCRIPT_DEVANAGARI, "Devanagari", "Noto Sans Devanagari", noto, 0x915},
      {HB_SCRIPT_BENGALI, "Bengali", "Noto Sans Bengali", noto, 0x995},
      {HB_SCRIPT_GURMUKHI, "Gurmukhi", "Noto Sans Gurmukhi", noto, 0xA15},
      {HB_SCRIPT_GUJARATI, "Gujarati", "Noto Sans Gujarati", noto, 0xA95},
      {HB_SCRIPT_ORIYA, "Odia", "Noto Sans Oriya", noto, 0xB15},
      {HB_SCRIPT_TAMIL, "Tamil", "Noto Sans Tamil", noto, 0xB95},
      {HB_SCRIPT_TELUGU, "Telugu", "Noto Sans Telugu", noto, 0xC15},
      {HB_SCRIPT_KANNADA, "Kannada", "Noto Sans Kannada", noto, 0xC95},
      {HB_SCRIPT_MALAYALAM, "Malayalam", "Noto Sans Malayalam", noto, 0xD15},
      {HB_SCRIPT_SINHALA, "Sinhala", "Noto Sans Sinhala", noto, 0xD9A},
      {HB_SCRIPT_THAI, "Thai", "Noto Sans Thai", noto, 0xE01},
      {HB_SCRIPT_LAO, "Lao", "Noto Sans Lao", noto, 0xE81},
      {HB_SCRIPT_TIBETAN, "Tibetan", "Noto Serif Tibetan", noto, 0xF40},
      {HB_SCRIPT_MYANMAR, "Burmese", "Noto Sans Myanmar", noto, 0x1000},
      {HB_SCRIPT_KHMER, "Khmer", "Noto Sans Khmer", noto, 0x1780},
      {HB_SCRIPT_SYRIAC, "Syriac", "Noto Sans Syriac", noto, 0x710},
      {HB_SCRIPT_THAANA, "Thaana", "Noto Sans Thaana", noto, 0x780},
      {HB_SCRIPT_NKO, "N’Ko", "Noto Sans NKo", noto, 0x7CA},
      {HB_SCRIPT_MONGOLIAN, "Mongolian", "Noto Sans Mongolian", noto, 0x1820},
      {HB_SCRIPT_ETHIOPIC, "Ethiopic", "Noto Sans Ethiopic", noto, 0x1200, false},
      {HB_SCRIPT_ARMENIAN, "Armenian", "Noto Sans Armenian", noto, 0x531, false},
      {HB_SCRIPT_GEORGIAN, "Georgian", "Noto Sans Georgian", noto, 0x10D0, false},
      {HB_SCRIPT_CHEROKEE, "Cherokee", "Noto Sans Cherokee", noto, 0x13A0, false},
      {HB_SCRIPT_GREEK, "Greek", "Noto Sans", noto, 0x3B1, false},
      {HB_SCRIPT_CYRILLIC, "Cyrillic", "Noto Sans", noto, 0x416, false},
      {HB_SCRIPT_HAN, "Chinese", "Noto Sans CJK SC", noto_cjk, 0x65E5, false},
      {HB_SCRIPT_HIRAGANA, "Japanese", "Noto Sans CJK JP", noto_cjk, 0x3042, false},
      {HB_SCRIPT_KATAKANA, "Japanese", "Noto Sans CJK JP", noto_cjk, 0x30A2, false},
      {HB_SCRIPT_HANGUL, "Korean", "Noto Sans CJK KR", noto_cjk, 0xAC00, false},
      {emoji_script, "emoji", "Noto Color Emoji", "fonts-noto-color-emoji", 0x1F600},
  };
  return scripts;
}

const Script* known_script(ScriptTag tag) {
  const auto& all = known_scripts();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Script& one) { return one.tag == tag; });
  return found == all.end() ? nullptr : &*found;
}

bool needs_shaping(char32_t c) {
  if (c < shaped_ranges.front().first) return false;
  const auto range =
      std::upper_bound(shaped_ranges.begin(), shaped_ranges.end(), c,
                       [](char32_t value, const auto& one) { return value < one.first; });
  return range != shaped_ranges.begin() && c <= (range - 1)->second;
}

bool is_emoji(char32_t c) {
  return c >= 0x1F1E6 && c <= 0x1FAFF &&
         (c < 0x1F200 ||
          utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->boundclass ==
              UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
          (c >= 0x1F3FB && c <= 0x1F3FF));
}

bool is_ignorable(char32_t c) {
  return is_selector(c) || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0x34F || c == 0x61C || c == 0xFEFF;
}

std::string lacking_words(const std::vector<ScriptTag>& scripts) {
  std::map<std::string, std::vector<std::string>> by_package;
  for (const ScriptTag tag : scripts) {
    const Script* known = known_script(tag);
    char iso[5] = {};
    hb_tag_to_string(tag, iso);
    auto& names = by_package[known != nullptr ? known->package : noto];
    std::string name = known != nullptr ? known->name : std::string("the script ") + iso;
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  std::vector<std::string> all, packages;
  for (const auto& [package, names] : by_package) {
    all.insert(all.end(), names.begin(), names.end());
    packages.push_back(package);
  }
  if (all.empty()) return {};
  return "There is no font here for " + joined(all) + ": install the package" +
         (packages.size() > 1 ? "s " : " ") + joined(packages) + ".";
}

}  // namespace glassformer
