#include "core/embed/corpus/text_reading.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

class TextReading : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { use_threads(GetParam()); }
  void TearDown() override { use_threads(0); }
};

// The word "word" again and again; after some bytes the end, or an error.
class Words : public ByteSource {
 public:
  Words(std::size_t bytes, bool breaks) : bytes_(bytes), breaks_(breaks) {}
  std::size_t read_some(char* to, std::size_t max) override {
    const std::size_t end = std::min(bytes_, at_ + max);
    if (at_ == end && breaks_) throw UserError("the disk broke");
    const std::size_t begin = at_;
    for (; at_ < end; ++at_) *to++ = "word "[at_ % 5];
    return end - begin;
  }
  double done() const override { return static_cast<double>(at_) / static_cast<double>(bytes_); }

 private:
  const std::size_t bytes_;
  const bool breaks_;
  std::size_t at_ = 0;
};

constexpr std::size_t some_pieces = 25'000'000;

TEST_P(TextReading, TellsHowMuchIsRead) {
  Words words(some_pieces, false);
  TextEncoder encoder;
  std::vector<double> shares;
  read_text(
      words, {}, "t", [&](double share) { return shares.push_back(share), true; }, encoder);
  EXPECT_GT(shares.size(), 5U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
  EXPECT_EQ(encoder.finish(1, "t").all, some_pieces / 5);
}

TEST_P(TextReading, PassesOnWhatTheSourceThrows) {
  Words words(some_pieces, true);
  TextEncoder encoder;
  EXPECT_THROW(read_text(words, {}, "t", {}, encoder), UserError);
}

TEST_P(TextReading, StopsWhereTheProgressSaysSo) {
  Words words(some_pieces, false);
  TextEncoder encoder;
  int calls = 0;
  const auto third = [&](double) { return ++calls < 3; };
  EXPECT_THROW(read_text(words, {}, "t", third, encoder), UserError);
  EXPECT_EQ(calls, 3);
}

INSTANTIATE_TEST_SUITE_P(Threads, TextReading, ::testing::Values(1, 2, 5));

}  // namespace
}  // namespace glassformer
