// Anything at all, done with every lesson: undo leads back bit for bit, every path that is shown is
// there, shapes and labels agree, and no message speaks of a programmer's matters.
#include "tests/app/session/random_intents.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/tensor/rng.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer {
namespace {

// How much is done in all; GLASSFORMER_INTENTS in the environment is another number.
int wished() {
  const char* const told = std::getenv("GLASSFORMER_INTENTS");
  return told == nullptr ? 300 : std::max(std::atoi(told), 1);
}

std::uint64_t seed() {
  const char* const told = std::getenv("GLASSFORMER_SEED");
  return told == nullptr ? 1 : static_cast<std::uint64_t>(std::atoll(told));
}

TEST(RandomIntents, NothingGoesWrongWhateverIsDone) {
  Rng rng(seed());
  testing::RandomIntents somebody(testing::shipped(), [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(rng.uniform() * below) % below;
  });
  for (int i = 0; i < wished(); ++i) ASSERT_EQ(somebody.act(), "") << i;
}

}  // namespace
}  // namespace glassformer
