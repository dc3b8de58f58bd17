#include "core/embed/unknown_word.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/formats/json.h"
#include "core/text/nearest.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {
constexpr std::size_t looked_at = 200'000;  // of many words the first, which are the usual ones
}

std::vector<std::string> spelt_like(const WordVectors& vectors, std::string_view word,
                                    std::size_t count) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& like) {
    if (found.size() < count && like != word && vectors.words.find(like) >= 0 &&
        std::find(found.begin(), found.end(), like) == found.end()) {
      found.push_back(like);
    }
  };
  add(with_small_first(word));
  add(with_large_first(word));
  const std::size_t slips = std::max<std::size_t>(1, word.size() / 3);
  std::vector<std::string> candidates;
  for (std::size_t i = 0; i < std::min(looked_at, vectors.words.size()); ++i) {
    const std::string_view known = vectors.words[i];
    if (known.size() + slips < word.size() || known.size() > word.size() + slips) continue;
    if (broken_utf8(known) != std::string_view::npos) continue;
    candidates.emplace_back(known);
  }
  while (found.size() < count && !candidates.empty()) {
    const std::string like = nearest(word, candidates);
    if (like.empty()) break;
    add(like);
    candidates.erase(std::find(candidates.begin(), candidates.end(), like));
  }
  return found;
}

std::string about_unknown(const WordVectors& vectors, std::string_view word) {
  const std::vector<std::string> like = spelt_like(vectors, word);
  const std::string shown = excerpt(word, 60);
  if (like.empty()) {
    return fmt::format("there is no word '{}' among these {}, nor one spelt like it", shown,
                       vectors.words.size());
  }
  return fmt::format("there is no word '{}' among these {}; did you mean {}?", shown,
                     vectors.words.size(), listed(like));
}

}  // namespace glassformer
