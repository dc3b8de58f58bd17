#include "core/scenes/vectors/why_ground.h"

#include <mutex>
#include <optional>

#include "core/embed/corpus/wordnet.h"

namespace glassformer {

namespace {

constexpr std::size_t kBoth = 3;  // lines

ContextLines find_lines(const WhyGround& ground, const std::vector<int>& words,
                        const std::vector<int>& contexts) {
  const WhyText& text = *ground.text;
  ContextLines lines;
  if (words.size() == 2) {
    const auto word = [&](std::size_t i) {
      return text.counted.words[static_cast<std::size_t>(words[i])];
    };
    lines.both = lines_with(text.each_line, WhyText::cut, word(0), word(1), kBoth).both;
  }
  lines.beside = lines_beside(text, words, contexts, ground.counts->window());
  return lines;
}

}  // namespace

WhyGround why_ground(bool wordnet, int window) {
  static std::mutex mutex;
  static WhyGround kept;
  static bool kept_wordnet = false;
  const std::scoped_lock lock(mutex);
  if (!kept.text || kept_wordnet != wordnet) {
    kept = {wordnet ? wordnet_text(usual_wordnet_folder()) : world_text(), nullptr};
    kept_wordnet = wordnet;
  }
  if (!kept.counts || kept.counts->window() != window) {
    kept.counts = std::make_shared<const ContextCounts>(kept.text->counted, window);
  }
  return kept;
}

ContextLines context_lines(const WhyGround& ground, const std::vector<int>& words,
                           const std::vector<int>& contexts) {
  struct Kept {
    std::shared_ptr<const ContextCounts> counts;
    std::vector<int> words, contexts;
    ContextLines lines;
  };
  static std::mutex mutex;
  static std::optional<Kept> kept;
  const std::scoped_lock lock(mutex);
  if (!kept || kept->counts != ground.counts || kept->words != words ||
      kept->contexts != contexts) {
    kept = Kept{ground.counts, words, contexts, find_lines(ground, words, contexts)};
  }
  return kept->lines;
}

}  // namespace glassformer
