#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace glassformer {

// The name of a script as HarfBuzz and ISO 15924 have it: four letters, 'Arab'.
using ScriptTag = std::uint32_t;

struct Script {
  ScriptTag tag = 0;
  const char* name = "";     // in English
  const char* family = "";   // the family of Noto fonts that draws it
  const char* package = "";  // the package of Debian that has this family
  char32_t letter = 0;       // one of its letters
  bool shaped = true;        // its letters depend on one another
};

ScriptTag script_of(
    char32_t character);  // of signs and marks that many scripts share: none of these
bool is_shared(ScriptTag tag);
// Those that are known by name; emoji among them, as 'Zsye'.
const std::vector<Script>& known_scripts();
const Script* known_script(ScriptTag tag);
extern const ScriptTag emoji_script;

// Whether what is drawn for the character depends on those beside it, or stands from right to left:
// then a line is more than a row of glyphs.
bool needs_shaping(char32_t character);

// Begins or goes on an emoji that is drawn in colour where there is such a font.
bool is_emoji(char32_t character);
// Shows nothing, so that a font need not have it.
bool is_ignorable(char32_t character);

// "There is no font here for Bengali and Thai: install the package fonts-noto-core." Empty for no
// scripts.
std::string lacking_words(const std::vector<ScriptTag>& scripts);

}  // namespace glassformer
