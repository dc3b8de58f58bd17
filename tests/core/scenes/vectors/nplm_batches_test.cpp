#include "core/train/nplm_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace glassformer {
namespace {

EncodedTextPtr encoded(const std::string& text) {
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "text"));
}

std::string word_of(const EncodedText& text, const NplmBatch& batch, int context) {
  if (context < 0) return "<";
  const int id = batch.words[static_cast<std::size_t>(context)];
  return std::string(text.words[static_cast<std::size_t>(id)]);
}

// "a b > c": c after a and b.
std::vector<std::string> lines_of(const EncodedText& text, const NplmBatch& batch) {
  std::vector<std::string> lines;
  const std::size_t n = batch.contexts.size() / batch.targets.size();
  for (std::size_t i = 0; i < batch.targets.size(); ++i) {
    std::string line;
    for (std::size_t d = 0; d < n; ++d)
      line += word_of(text, batch, batch.contexts[i * n + d]) + " ";
    lines.push_back(line + "> " +
                    std::string(text.words[static_cast<std::size_t>(batch.targets[i])]));
  }
  return lines;
}

TEST(NplmBatches, ForetellEachWordFromThoseBeforeItInItsSentence) {
  const EncodedTextPtr text = encoded("the cat sat\nthe dog\n");
  NplmBatches batches(text, 100, 2, 1);
  ASSERT_EQ(batches.of_epoch(), 1);
  const NplmBatch& batch = batches.at(0);
  EXPECT_EQ(lines_of(*text, batch),
            (std::vector<std::string>{"< < > the", "< the > cat", "the cat > sat", "< < > the",
                                      "< the > dog"}));
  EXPECT_EQ(batch.words.size(), 2U);  // "the" and "cat" stand before a word
  EXPECT_TRUE(std::is_sorted(batch.words.begin(), batch.words.end()));
}

// An epoch has each place of the text once, in an order of its own, and a word knows those before
// it that are in the batch before.
TEST(NplmBatches, OfAnEpochAreTheWholeText) {
  const EncodedTextPtr text = encoded("a b c d e f g\n");
  std::vector<std::vector<std::string>> epochs;
  NplmBatches batches(text, 2, 2, 7);
  const std::int64_t count = batches.of_epoch();
  EXPECT_EQ(count, 4);  // the end of the sentence is a place too
  for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
    std::vector<std::string> lines;
    for (std::int64_t i = 0; i < count; ++i) {
      for (const std::string& line : lines_of(*text, batches.at(epoch * count + i))) {
        lines.push_back(line);
      }
    }
    epochs.push_back(lines);
    std::sort(lines.begin(), lines.end());
    EXPECT_EQ(lines, (std::vector<std::string>{"< < > a", "< a > b", "a b > c", "b c > d",
                                               "c d > e", "d e > f", "e f > g"}));
  }
  EXPECT_TRUE(epochs[0] != epochs[1] || epochs[1] != epochs[2]);
}

}  // namespace
}  // namespace glassformer
