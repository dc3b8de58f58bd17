#include "core/embed/vectors/subwords.h"

#include <gtest/gtest.h>

#include <limits>

namespace glassformer {
namespace {

// Worked out with another program from the definition: FNV-1a of 32 bits (offset 2166136261, prime
// 16777619) over bytes that are signed, as in fastText's own code. "ü" is 0xC3 0xBC, both negative.
TEST(Subwords, HashLettersBeyondAsciiAsFastTextDoes) {
  const SubwordSettings settings{true, 2, 3, std::numeric_limits<int>::max()};
  const std::vector<std::int32_t> buckets = subword_buckets("\u00fc", settings);
  const std::uint32_t hashes[] = {990811388U, 3119787366U, 4212322972U};  // <ü, <ü>, ü>
  ASSERT_EQ(buckets.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(buckets[i], static_cast<std::int32_t>(hashes[i] % 2147483647U)) << i;
  }
}

}  // namespace
}  // namespace glassformer
