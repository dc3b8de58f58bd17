#include "core/tensor/memory_limit.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "core/grad/tape.h"
#include "tests/support/message_of.h"
#include "tests/support/with_memory_limit.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::WithMemoryLimit;

TEST(MemoryLimit, SizesAreReadAsPeopleWriteThem) {
  EXPECT_EQ(memory_size("4GB"), 4'000'000'000U);
  EXPECT_EQ(memory_size("1.5 gb"), 1'500'000'000U);
  EXPECT_EQ(memory_size("500MB"), 500'000'000U);
  EXPECT_EQ(memory_size("4096"), 4096U);
  for (const char* wrong : {"", "GB", "-1GB", "0", "4 GiB", "nan", "inf", "1e30", "4G B x"}) {
    EXPECT_FALSE(memory_size(wrong)) << wrong;
  }
}

TEST(MemoryLimit, IsOneGigabyteUnlessToldOtherwise) {
  EXPECT_EQ(memory_limit(), 1'000'000'000U);
  EXPECT_EQ(message_of([] { check_memory("it", 1e9, "wait"); }), "");
  EXPECT_EQ(message_of([] { check_memory("x.zip", 2.3e9, "take a part of it"); }),
            "x.zip needs about 2.3 GB of memory, and no more than 1.0 GB is taken unasked; take a "
            "part of it, or allow it with --memory 3GB");
  const WithMemoryLimit more(4'000'000'000);
  EXPECT_EQ(message_of([] { check_memory("x.zip", 2.3e9, "take a part of it"); }), "");
}

TEST(MemoryLimit, OfOneThatWasAskedForThatIsNotDenied) {
  const WithMemoryLimit small(1000);
  EXPECT_EQ(message_of([] { check_memory("x.zip", 230'000, "take a part of it"); }),
            "x.zip needs about 230 kB of memory, and no more than 1 kB is allowed; take a part of "
            "it, or allow it with --memory 1GB");
}

TEST(MemoryLimit, HoldsForWhatATapeComputes) {
  const auto record = [] {
    Tape tape;
    const Var x = tape.input(Mat(100, 100, 1));
    for (int i = 0; i < 30; ++i) add(tape, x, x);
  };
  const WithMemoryLimit small(1'000'000);
  EXPECT_EQ(message_of(record), "") << "nobody limits this one, such as a training";
  EXPECT_NE(message_of([&] {
              const LimitedMemory limited;
              record();
            }).find("needs more than 1 MB of memory"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
