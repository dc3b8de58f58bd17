#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/app/session/random_intents.h"

// The bytes choose what is done with which lesson; whatever it is, what must hold holds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  static const std::vector<Lesson> lessons = shipped_lessons();
  std::size_t at = 0;
  const auto byte = [&] { return at < size ? data[at++] : 0U; };
  testing::RandomIntents somebody(lessons, [&](std::uint32_t below) {
    const std::uint32_t low = byte();
    return (below > 256 ? low + 256 * byte() : low) % below;
  });
  while (at < size) {
    const std::string wrong = somebody.act();
    if (wrong.empty()) continue;
    std::fprintf(stderr, "%s\n", wrong.c_str());
    std::abort();
  }
  return 0;
}
