#include "core/scenes/vectors/map_words.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "core/project/finite_rows.h"
#include "core/project/word_rows.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"
#include "core/text/trimmed.h"

namespace glassformer {

std::shared_ptr<const MapGround> map_ground(const WordVectorsPtr& vectors, std::size_t words,
                                            bool unit_length, bool content) {
  struct Kept {
    std::size_t words;
    bool unit_length, content;
    std::shared_ptr<const MapGround> ground;
  };
  static std::mutex mutex;
  static std::vector<Kept> kept;  // of the two sets of vectors that a session has
  const std::scoped_lock lock(mutex);
  for (const Kept& one : kept) {
    if (one.ground->vectors == vectors && one.words == words && one.unit_length == unit_length &&
        one.content == content) {
      return one.ground;
    }
  }
  auto made = std::make_shared<MapGround>();
  made->vectors = vectors;
  made->rows = word_rows(vectors, words, unit_length);
  NamingOrder naming = content_words_first(*vectors, made->rows.count());
  // A text of nothing but function words has them on its map.
  const bool all = !content || naming.content < 3;
  made->mapped = all ? naming.words.size() : naming.content;
  std::vector<bool> off(made->rows.count());
  for (std::size_t i = made->mapped; i < naming.words.size(); ++i) {
    off[static_cast<std::size_t>(naming.words[i])] = true;
  }
  std::vector<std::size_t> placed = finite_rows(made->rows);
  std::erase_if(placed, [&](std::size_t row) { return off[row]; });
  if (placed.size() < 2) {
    throw UserError(
        "a map needs at least 2 vectors that have numbers throughout; choose another file");
  }
  made->pca = principal_components(only(made->rows, placed), static_cast<int>(vectors->dim()));
  made->groups = groups_on_map(*vectors, made->rows);
  made->naming = std::make_shared<const std::vector<int>>(std::move(naming.words));
  if (kept.size() >= 2) kept.erase(kept.begin());
  kept.push_back({words, unit_length, content, made});
  return made;
}

LeafPtr map_on(const std::shared_ptr<const MapGround>& ground, std::string_view name,
               std::span<const float> origin, const Mat& axes) {
  struct Kept {
    std::shared_ptr<const MapGround> ground;
    std::vector<float> origin;
    Mat axes;
    LeafPtr map;
  };
  static std::mutex mutex;
  static std::map<std::string, Kept, std::less<>> kept;
  const std::scoped_lock lock(mutex);
  Kept& last = kept[std::string(name)];
  if (last.ground != ground ||
      !std::equal(origin.begin(), origin.end(), last.origin.begin(), last.origin.end()) ||
      !(last.axes == axes)) {
    last = {ground,
            {origin.begin(), origin.end()},
            axes,
            std::make_shared<const Leaf>(projected(ground->rows, origin, axes))};
  }
  return last.map;
}

std::vector<std::string> two_words(std::string_view text) {
  for (const std::string_view minus : {" - ", " − ", " – "}) {
    const std::size_t at = text.find(minus);
    if (at == std::string_view::npos) continue;
    std::vector<std::string> words{std::string(trimmed(text.substr(0, at))),
                                   std::string(trimmed(text.substr(at + minus.size())))};
    if (words[0].empty() || words[1].empty()) return {};
    return words;
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> fact_pairs(std::string_view section) {
  static const auto all = Corpus().pairs();
  const auto found = all.find(section);
  if (found == all.end()) return {};
  return found->second;
}

}  // namespace glassformer
