#include "core/text/language.h"

#include <array>
#include <cmath>

namespace glassformer {

namespace {

struct FunctionWords {
  std::string_view language;
  std::array<std::string_view, 12> words;
};

constexpr std::array<FunctionWords, 7> kLanguages{{
    {"English",
     {"the", "of", "and", "is", "was", "with", "that", "for", "this", "because", "not", "it"}},
    {"French", {"le", "la", "les", "est", "une", "pas", "que", "des", "dans", "et", "du", "elle"}},
    {"German",
     {"der", "die", "das", "und", "ist", "nicht", "ein", "den", "dem", "mit", "sie", "war"}},
    {"Spanish", {"el", "los", "las", "una", "que", "del", "con", "por", "para", "es", "no", "y"}},
    {"Italian",
     {"il", "gli", "una", "che", "non", "di", "per", "con", "sono", "della", "nel", "è"}},
    {"Portuguese", {"o", "os", "uma", "que", "não", "do", "da", "em", "com", "para", "ao", "são"}},
    {"Dutch", {"de", "het", "een", "van", "niet", "en", "met", "zijn", "voor", "dat", "ook", "op"}},
}};
constexpr int kLeast = 4;          // words of a language that must be there
constexpr double kClearly = 1.15;  // the best has so much more than the second

}  // namespace

std::string_view language_of(const WordRank& rank) {
  std::string_view best;
  double most = 0, second = 0;
  for (const FunctionWords& one : kLanguages) {
    int found = 0;
    double sum = 0;
    for (const std::string_view word : one.words) {
      const std::optional<std::size_t> place = rank(word);
      if (!place) continue;
      ++found;
      sum += 1 / std::log2(4.0 + static_cast<double>(*place));
    }
    if (found < kLeast) sum = 0;
    if (sum > most) {
      second = most;
      most = sum;
      best = one.language;
    } else if (sum > second) {
      second = sum;
    }
  }
  return most > kClearly * second ? best : std::string_view{};
}

}  // namespace glassformer
