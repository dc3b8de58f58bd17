#include "core/scenes/vectors/why_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "core/embed/search/why_near.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kAnswers = 5;

void show_analogy(const WhyGround& ground, const std::vector<int>& words, std::size_t most,
                  WhyColumns& columns) {
  const WhyAnalogy why = why_analogy(ground.text->counted, *ground.counts,
                                     {words[0], words[1], words[2], words[3]}, kAnswers);
  std::vector<int> against;
  for (auto last = why.contexts.rbegin();
       last != why.contexts.rend() && last->share < 0 && against.size() < most / 3; ++last) {
    against.push_back(last->id);
  }
  for (const CarryingContext& context : why.contexts) {
    if (context.share > 0 && columns.ids.size() + against.size() < most) {
      columns.ids.push_back(context.id);
    }
  }
  columns.against = static_cast<int>(against.size());
  columns.ids.insert(columns.ids.end(), against.begin(), against.end());
  columns.answers = why.answers;
}

void show_shared(const WhyGround& ground, const std::vector<int>& words, std::size_t most,
                 WhyColumns& columns) {
  const WhyNear why = why_near(ground.text->counted, *ground.counts, words[0], words[1]);
  for (const SharedContext& context : why.contexts) {
    if (columns.ids.size() < most) columns.ids.push_back(context.id);
  }
}

// Where nothing is shared, the strongest contexts of either word.
void show_own(const WhyGround& ground, const std::vector<int>& words, std::size_t most,
              WhyColumns& columns) {
  std::vector<WeighedContext> own;
  for (const int word : words) {
    const std::vector<WeighedContext> row = ground.counts->ppmi_of(word);
    if (row.empty()) {
      throw UserError(fmt::format(
          "why-near: “{}” stands beside no word more often than by chance; name another",
          std::string(ground.text->counted.words[static_cast<std::size_t>(word)])));
    }
    own.insert(own.end(), row.begin(), row.end());
  }
  std::stable_sort(own.begin(), own.end(), [](const WeighedContext& a, const WeighedContext& b) {
    return a.ppmi > b.ppmi;
  });
  if (!columns.ids.empty()) return;
  for (const WeighedContext& context : own) {
    const auto& ids = columns.ids;
    const bool there = std::find(ids.begin(), ids.end(), context.context) != ids.end();
    if (!there && ids.size() < most) columns.ids.push_back(context.context);
  }
}

WhyColumns make(const WhyGround& ground, const std::vector<int>& words, std::size_t most) {
  WhyColumns columns;
  if (words.size() == 4) {
    show_analogy(ground, words, most, columns);
  } else {
    show_shared(ground, words, most, columns);
  }
  show_own(ground, words, most, columns);
  columns.shown = columns.ids.size();
  std::set<int> others;
  for (const int word : words) {
    for (const SparseCell& cell : ground.counts->counts_of(word)) others.insert(cell.column);
  }
  for (const int id : columns.ids) others.erase(id);
  columns.ids.insert(columns.ids.end(), others.begin(), others.end());
  return columns;
}

}  // namespace

WhyColumns why_columns(const WhyGround& ground, const std::vector<int>& words, std::size_t most) {
  struct Kept {
    std::shared_ptr<const ContextCounts> counts;
    std::vector<int> words;
    std::size_t most = 0;
    WhyColumns columns;
  };
  static std::mutex mutex;
  static std::optional<Kept> kept;
  const std::scoped_lock lock(mutex);
  if (!kept || kept->counts != ground.counts || kept->words != words || kept->most != most) {
    kept = Kept{ground.counts, words, most, make(ground, words, most)};
  }
  return kept->columns;
}

}  // namespace glassformer
