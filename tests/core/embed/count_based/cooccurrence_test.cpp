#include "core/embed/count_based/cooccurrence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

using Cells = std::map<std::pair<int, int>, double>;

std::string random_text(int sentences, int words, std::uint64_t seed) {
  Rng rng(seed);
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const int length = rng.below(12);
    for (int j = 0; j < length; ++j) {
      text += "w" + std::to_string(rng.below(words) * rng.below(words) / words) + " ";
    }
    text += "\n";
  }
  return text;
}

// Every pair of places, held against the distance: the specification.
Cells counted_naively(const EncodedText& text, const CountOptions& options) {
  std::vector<std::int32_t> ids(text.ids.size());
  text.ids.read(0, ids);
  struct Place {
    std::int32_t word;
    int sentence;
  };
  std::vector<Place> places;
  int sentence = 0;
  for (const std::int32_t id : ids) {
    if (id < 0) {
      ++sentence;
    } else {
      places.push_back({id, sentence});
    }
  }
  Cells cells;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      const int away = std::abs(static_cast<int>(i) - static_cast<int>(j));
      if (away == 0 || away > options.window) continue;
      if (!options.across && places[i].sentence != places[j].sentence) continue;
      cells[{places[i].word, places[j].word}] += options.distance ? 1.0 / away : 1.0;
    }
  }
  return cells;
}

TEST(Cooccurrence, IsWhatCountingByHandGives) {
  const EncodedText text = encode_text("a b c a\nb a\n", {}, 1, "text");
  CountOptions options;
  options.window = 2;
  const auto cells = cooccurrences(text, options);
  const auto count = [&](std::string_view word, std::string_view context) {
    for (const Cooccurrence& cell : cells) {
      if (text.words[static_cast<std::size_t>(cell.word)] == word &&
          text.words[static_cast<std::size_t>(cell.context)] == context) {
        return cell.count;
      }
    }
    return 0.0F;
  };
  EXPECT_EQ(count("a", "b"), 1 + 0.5F + 1);  // "a b", "b c a", "b a"
  EXPECT_EQ(count("a", "c"), 0.5F + 1);
  EXPECT_EQ(count("b", "c"), 1);
  EXPECT_EQ(count("c", "b"), 1);
  EXPECT_EQ(count("a", "a"), 0);  // three places away
}

TEST(Cooccurrence, IsWhatTheSpecificationSays) {
  const EncodedText text = encode_text(random_text(60, 30, 5), {}, 1, "text");
  for (const bool across : {false, true}) {
    for (const bool distance : {false, true}) {
      for (const int window : {1, 3, 10}) {
        CountOptions options;
        options.window = window;
        options.across = across;
        options.distance = distance;
        const Cells expected = counted_naively(text, options);
        const auto cells = cooccurrences(text, options);
        ASSERT_EQ(cells.size(), expected.size());
        auto next = expected.begin();
        for (const Cooccurrence& cell : cells) {
          EXPECT_EQ(next->first, std::pair(cell.word, cell.context));
          EXPECT_NEAR(next->second, static_cast<double>(cell.count), 1e-5);
          ++next;
        }
      }
    }
  }
}

TEST(Cooccurrence, DoesNotDependOnThreadsOrMemory) {
  const EncodedText text = encode_text(random_text(3000, 200, 7), {}, 1, "text");
  CountOptions options;
  options.threads = 1;
  const auto expected = cooccurrences(text, options);
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t memory : {1ULL, 20'000ULL, 1ULL << 30}) {
      options.threads = threads;
      options.memory = memory;
      const auto cells = cooccurrences(text, options);
      ASSERT_EQ(cells.size(), expected.size());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        ASSERT_EQ(cells[i].word, expected[i].word);
        ASSERT_EQ(cells[i].context, expected[i].context);
        ASSERT_EQ(cells[i].count, expected[i].count);
      }
    }
  }
}

// Of many sentences nothing is left, and a thread's part of the text ends among them.
// Where not even the windows of one word have room, it is counted all the same, by itself.
TEST(Cooccurrence, AWordThatHasNoRoomIsCountedAlone) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "w" + std::to_string(i) + " ";
  const EncodedText encoded = encode_text(text, {}, 1, "t");
  CountOptions options;
  options.window = 1;
  const auto all = cooccurrences(encoded, options);
  options.memory = 1;
  options.keep_going = [turns = 0]() mutable { return ++turns < 10'000; };
  options.threads = 1;
  const auto alone = cooccurrences(encoded, options);
  ASSERT_EQ(alone.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(alone[i].word, all[i].word);
    EXPECT_EQ(alone[i].context, all[i].context);
    EXPECT_EQ(alone[i].count, all[i].count);
  }
}

TEST(Cooccurrence, IsSymmetricWhereverThePartsOfTheTextEnd) {
  std::string lines;
  for (int i = 0; i < 400; ++i) {
    lines += "a b c\n";
    for (int k = 0; k < i % 9; ++k) lines += "rare" + std::to_string(10 * i + k) + "\n";
  }
  const EncodedText text = encode_text(lines, {}, 2, "text");
  CountOptions options;
  options.window = 3;
  options.across = true;
  const Cells expected = counted_naively(text, options);
  for (const std::uint64_t block : {7ULL, 64ULL, 1ULL << 18}) {
    options.block = block;
    const auto cells = cooccurrences(text, options);
    ASSERT_EQ(cells.size(), expected.size());
    for (const Cooccurrence& cell : cells) {
      EXPECT_NEAR(cell.count, expected.at({cell.word, cell.context}), 1e-3) << block;
      EXPECT_EQ(expected.at({cell.word, cell.context}), expected.at({cell.context, cell.word}));
    }
  }
}

TEST(Cooccurrence, StopsWhenAskedTo) {
  const EncodedText text = encode_text(random_text(500, 300, 3), {}, 1, "text");
  CountOptions options;
  options.memory = 1;
  int pieces = 0;
  count_cooccurrences(text, options, [&](std::span<const Cooccurrence>) { return ++pieces < 3; });
  EXPECT_EQ(pieces, 3);
}

TEST(Cooccurrence, StopsInTheMiddleOfAPass) {
  const EncodedText text = encode_text(random_text(500, 300, 3), {}, 1, "text");
  CountOptions options;
  options.block = 16;
  options.threads = 1;
  int asked = 0;
  options.keep_going = [&] { return ++asked < 5; };
  EXPECT_THROW(cooccurrences(text, options), UserError);
  EXPECT_EQ(asked, 5);
}

TEST(Cooccurrence, RefusesAWindowOfNothing) {
  const EncodedText text = encode_text("a b", {}, 1, "text");
  CountOptions options;
  options.window = 0;
  EXPECT_THROW(cooccurrences(text, options), UserError);
}

}  // namespace
}  // namespace glassformer
