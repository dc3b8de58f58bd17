#include "core/scenes/language/three_cuts.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/nn/axes.h"
#include "core/text/readable.h"
#include "core/text/tokenizers/learned.h"
#include "core/text/world.h"

namespace glassformer {

namespace {

using Kind = LearnedTokenizer::Kind;
constexpr std::array kWays{Kind::word, Kind::character, Kind::bpe};
constexpr std::array kSizes{60, 100, 150, 200, 300, 400, 600};
constexpr int kSentences = 3000;
constexpr int kWidth = 512;  // d_model of the paper's base model

Axis ways() {
  return {"", {"words", "characters", "pieces"}, -1};
}

struct Sentences {
  std::vector<std::string> train, held_out;
};
const Sentences& sentences() {
  static const Sentences all = [] {
    const Split parts = split(world_pairs(WorldPair::english_french, kSentences, 1));
    Sentences made;
    for (const SentencePair& pair : parts.train) made.train.push_back(pair.source);
    for (const SentencePair& pair : parts.held_out) made.held_out.push_back(pair.source);
    return made;
  }();
  return all;
}

// Learned once: another word, or another step, is cut with the same ones.
std::shared_ptr<const LearnedTokenizer> tokenizer(Kind kind, int size) {
  constexpr std::size_t most = 64;
  static std::mutex mutex;
  static std::map<std::pair<Kind, int>, std::shared_ptr<const LearnedTokenizer>> kept;
  const std::scoped_lock lock(mutex);
  if (const auto found = kept.find({kind, size}); found != kept.end()) return found->second;
  auto made = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(sentences().train, kind, size));
  if (kept.size() >= most) kept.clear();
  kept.emplace(std::pair(kind, size), made);
  return made;
}

struct Measured {
  double tokens = 0, unknown = 0;  // a sentence; of all tokens
};
Measured measure(const LearnedTokenizer& tokenizer) {
  double tokens = 0, unknown = 0;
  for (const std::string& sentence : sentences().held_out) {
    for (const int id : tokenizer.encode(sentence)) {
      ++tokens;
      if (id == LearnedTokenizer::unknown_id) ++unknown;
    }
  }
  return {tokens / static_cast<double>(sentences().held_out.size()), unknown / tokens};
}

// Counted once.
const std::array<std::array<Measured, kWays.size()>, kSizes.size()>& measured() {
  static const auto all = [] {
    std::array<std::array<Measured, kWays.size()>, kSizes.size()> made{};
    for (std::size_t s = 0; s < kSizes.size(); ++s) {
      for (std::size_t w = 0; w < kWays.size(); ++w) {
        made[s][w] = measure(*tokenizer(kWays[w], kSizes[s]));
      }
    }
    return made;
  }();
  return all;
}

void name_sizes(Sheet& sheet, PiecesRecord& record) {
  constexpr int count = static_cast<int>(kSizes.size()), each = static_cast<int>(kWays.size());
  Mat tokens(count, each), unknown(count, each), table(count, 1);
  Axis sizes{"size", {}, -1};
  for (int s = 0; s < count; ++s) {
    const auto row = static_cast<std::size_t>(s);
    sizes.labels.push_back(std::to_string(kSizes[row]));
    table(s, 0) = static_cast<Real>(kSizes[row] * kWidth);
    for (int w = 0; w < each; ++w) {
      const Measured& one = measured()[row][static_cast<std::size_t>(w)];
      tokens(s, w) = static_cast<Real>(one.tokens);
      unknown(s, w) = static_cast<Real>(one.unknown);
    }
  }
  const Tape::Scope scope(sheet.tape(), "sizes");
  const auto held_out = sentences().held_out.size();
  record.size_tokens = sheet.put(
      std::move(tokens),
      {"tokens", "n", Role::plain, sizes, ways(),
       all_cells(fmt::format("Counted: tokens a sentence, the mean of {} held-out sentences of the "
                             "small world, with a vocabulary of at most this size.",
                             held_out))});
  record.size_unknown =
      sheet.put(std::move(unknown),
                {"unknown", "u", Role::plain, sizes, ways(),
                 all_cells("Counted: the share of their tokens that are not in the vocabulary.")});
  record.size_numbers =
      sheet.put(std::move(table),
                {"table", "V d", Role::plain, sizes, numbered(""),
                 all_cells(fmt::format("A row of {} numbers for each entry of the vocabulary, as "
                                       "in the paper's base model.",
                                       kWidth))});
}

}  // namespace

void name_three_cuts(Sheet& sheet, PiecesRecord& record, const std::string& text, int size) {
  constexpr int each = static_cast<int>(kWays.size());
  Mat lengths(each, 1), unknown(each, 1);
  for (int w = 0; w < each; ++w) {
    const auto cut = tokenizer(kWays[static_cast<std::size_t>(w)], size);
    const std::vector<int> ids = cut->encode(text);
    const std::vector<std::string> split = cut->split(text);
    std::vector<PiecesRecord::Cut> shown;
    for (std::size_t i = 0; i < split.size() && i < ids.size(); ++i) {
      const bool missing = ids[i] == LearnedTokenizer::unknown_id;
      if (missing) unknown(w, 0) += 1;
      shown.push_back({with_drawn_blank(split[i]), missing});
    }
    lengths(w, 0) = static_cast<Real>(ids.size());
    record.cuts.push_back(std::move(shown));
  }
  record.lengths =
      sheet.put(std::move(lengths), {"lengths", "n", Role::plain, ways(), numbered(""),
                                     all_cells("Counted: the tokens of the text, cut this way.")});
  record.unknown =
      sheet.put(std::move(unknown), {"unknown", "u", Role::plain, ways(), numbered(""),
                                     all_cells("Counted: tokens that are not in the vocabulary.")});
  name_sizes(sheet, record);
}

}  // namespace glassformer
