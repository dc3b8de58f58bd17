#include "app/platform/font_files.h"

#include <fontconfig/fontconfig.h>
#include <strings.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

namespace glassformer {
namespace {

struct PatternDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

const FcChar8* chars(const char* text) {
  return reinterpret_cast<const FcChar8*>(text);
}

Pattern outline_font(bool bold, bool italic) {
  Pattern pattern(FcPatternCreate());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcPatternAddBool(pattern.get(), FC_COLOR, FcFalse);
  FcPatternAddBool(pattern.get(), FC_VARIABLE, FcFalse);
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, bold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
  FcPatternAddInteger(pattern.get(), FC_SLANT, italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  return pattern;
}

Pattern best(FcConfig* config, FcPattern* wanted) {
  FcConfigSubstitute(config, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultNoMatch;
  return Pattern(FcFontMatch(config, wanted, &result));
}

std::optional<FontFile> describe(FcPattern* found) {
  FontFile font;
  FcChar8* text = nullptr;
  if (FcPatternGetString(found, FC_FILE, 0, &text) != FcResultMatch) return std::nullopt;
  font.path = reinterpret_cast<const char*>(text);
  if (FcPatternGetString(found, FC_FAMILY, 0, &text) == FcResultMatch) {
    font.family = reinterpret_cast<const char*>(text);
  }
  FcPatternGetInteger(found, FC_INDEX, 0, &font.index);
  int weight = FC_WEIGHT_REGULAR, slant = FC_SLANT_ROMAN;
  FcPatternGetInteger(found, FC_WEIGHT, 0, &weight);
  FcPatternGetInteger(found, FC_SLANT, 0, &slant);
  font.bold = weight >= FC_WEIGHT_DEMIBOLD;
  font.italic = slant != FC_SLANT_ROMAN;
  return font;
}

bool has_family(FcPattern* found, const std::string& name) {
  FcChar8* family = nullptr;
  for (int i = 0; FcPatternGetString(found, FC_FAMILY, i, &family) == FcResultMatch; ++i) {
    if (strcasecmp(reinterpret_cast<const char*>(family), name.c_str()) == 0) return true;
  }
  return false;
}

bool has_character(FcPattern* found, char32_t character) {
  FcCharSet* set = nullptr;
  return FcPatternGetCharSet(found, FC_CHARSET, 0, &set) == FcResultMatch &&
         FcCharSetHasChar(set, character) != FcFalse;
}

bool drawable(FcPattern* found) {
  FcBool color = FcFalse, scalable = FcTrue;
  FcPatternGetBool(found, FC_COLOR, 0, &color);
  FcPatternGetBool(found, FC_SCALABLE, 0, &scalable);
  return color == FcFalse && scalable != FcFalse;
}

}  // namespace

struct FontFiles::Config {
  Config() = default;
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;
  ~Config() {
    if (handle != nullptr) FcConfigDestroy(handle);
  }
  std::optional<FontFile> family(const std::string& name, bool bold, bool italic) const {
    const Pattern wanted = outline_font(bold, italic);
    FcPatternAddString(wanted.get(), FC_FAMILY, chars(name.c_str()));
    const Pattern found = best(handle, wanted.get());
    if (!found || !has_family(found.get(), name) || !drawable(found.get())) return std::nullopt;
    return describe(found.get());
  }
  // The last one; another if the environment names other fonts since.
  static std::shared_ptr<Config> shared() {
    static std::mutex one_at_a_time;
    static std::shared_ptr<Config> last;
    static std::string read_from;
    std::string from;
    for (const char* const variable :
         {"FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"}) {
      const char* const named = std::getenv(variable);
      from += named == nullptr ? "\n" : std::string(named) + '\n';
    }
    const std::scoped_lock lock(one_at_a_time);
    if (!last || from != read_from) last = std::make_shared<Config>();
    read_from = std::move(from);
    return last;
  }

  FcConfig* handle = FcInitLoadConfigAndFonts();
  std::mutex mutex;  // of what was asked before: each question takes a millisecond
  std::map<std::tuple<std::string, bool, bool>, std::optional<FontFile>> families;
};

FontFiles::FontFiles() : config_(Config::shared()) {}
FontFiles::~FontFiles() = default;

std::optional<FontFile> FontFiles::family(const std::string& name, bool bold, bool italic) const {
  if (config_->handle == nullptr) return std::nullopt;
  const std::scoped_lock lock(config_->mutex);
  const auto [known, is_new] = config_->families.try_emplace({name, bold, italic});
  if (is_new) known->second = config_->family(name, bold, italic);
  return known->second;
}

std::optional<FontFile> FontFiles::emoji() const {
  if (config_->handle == nullptr) return std::nullopt;
  const Pattern wanted(FcPatternCreate());
  FcPatternAddBool(wanted.get(), FC_COLOR, FcTrue);
  FcPatternAddString(wanted.get(), FC_FAMILY, chars("Noto Color Emoji"));
  FcPatternAddString(wanted.get(), FC_FAMILY, chars("emoji"));
  const Pattern found = best(config_->handle, wanted.get());
  constexpr char32_t grinning = 0x1F600;
  if (!found || !has_character(found.get(), grinning) || drawable(found.get())) return std::nullopt;
  return describe(found.get());
}

std::optional<FontFile> FontFiles::covering(char32_t character, bool bold) const {
  if (config_->handle == nullptr) return std::nullopt;
  const Pattern wanted = outline_font(bold, false);
  FcCharSet* set = FcCharSetCreate();
  FcCharSetAddChar(set, character);
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, set);
  FcCharSetDestroy(set);
  FcPatternAddString(wanted.get(), FC_FAMILY, chars("sans-serif"));
  const Pattern found = best(config_->handle, wanted.get());
  if (!found || !has_character(found.get(), character) || !drawable(found.get())) {
    return std::nullopt;
  }
  return describe(found.get());
}

}  // namespace glassformer
