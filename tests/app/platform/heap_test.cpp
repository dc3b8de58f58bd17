#include "app/platform/heap.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace glassformer {
namespace {

// Blocks that are still in use lie among freed ones, as they do after a training.
TEST(Heap, GivesBackWhatLiesBetweenBlocksInUse) {
  if (memory_in_use() == 0 || spare_memory() == 0) GTEST_SKIP() << "skipped: not known here";
  constexpr std::size_t block = 16 << 10, count = 8192;  // 128 MB
  std::vector<std::unique_ptr<char[]>> blocks;
  for (std::size_t i = 0; i < count; ++i) {
    blocks.push_back(std::make_unique<char[]>(block));  // zeros: every page is touched
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 64 != 0) blocks[i].reset();
  }
  const std::size_t before = spare_memory();
  EXPECT_GT(before, std::size_t{100} << 20);
  give_memory_back();
  EXPECT_LT(spare_memory() + (std::size_t{64} << 20), before);
}

}  // namespace
}  // namespace glassformer
