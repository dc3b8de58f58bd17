#include "core/scenes/vectors/why_ground.h"

#include <array>
#include <memory>
#include <mutex>
#include <tuple>

#include "core/embed/corpus/wordnet.h"
#include "core/scenes/last_results.h"

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
  static std::array<WhyGround, 2> both;
  const std::scoped_lock lock(mutex);
  WhyGround& kept = both[wordnet ? 1 : 0];
  if (!kept.text) kept.text = wordnet ? wordnet_text(usual_wordnet_folder()) : world_text();
  if (!kept.counts || kept.counts->window() != window) {
    kept.counts = std::make_shared<const ContextCounts>(kept.text->counted, window);
  }
  return kept;
}

ContextLines context_lines(const WhyGround& ground, const std::vector<int>& words,
                           const std::vector<int>& contexts) {
  using Asked = std::tuple<WhyTextPtr, int, std::vector<int>, std::vector<int>>;
  static LastResults<Asked, ContextLines, 32> kept;
  return kept.get({ground.text, ground.counts->window(), words, contexts},
                  [&] { return find_lines(ground, words, contexts); });
}

}  // namespace glassformer
