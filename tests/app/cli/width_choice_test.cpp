// GLASSFORMER_CPU, as the real program takes it.
#include <gtest/gtest.h>

#include <string>

#include "app/jobs/training_job.h"  // batches of tests need TrainingSnapshot complete from here on
#include "core/kernels/width.h"
#include "tests/app/cli/program.h"

namespace glassformer::testing {
namespace {

Ran with_cpu(const std::string& choice) {
  Setting setting;
  setting.environment = {"GLASSFORMER_CPU=" + choice};
  return run_program({"trace", "self-attention-by-hand", "--check"}, setting);
}

TEST(WidthChoice, AnUnknownWordIsRefused) {
  const Ran ran = with_cpu("sse9");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("GLASSFORMER_CPU is \"sse9\"; it must be baseline, avx2, avx512 or amx"),
            std::string::npos)
      << ran.err;
}

TEST(WidthChoice, EachThatIsThereIsTakenAndEachOtherRefused) {
  for (const Width width : all_widths()) {
    const std::string name(name_of(width));
    const Ran ran = with_cpu(name);
    EXPECT_EQ(ran.code, is_there(width) ? 0 : 2) << name << ": " << ran.err;
    if (!is_there(width)) {
      EXPECT_NE(ran.err.find("this processor does not have"), std::string::npos) << ran.err;
    }
  }
}

TEST(WidthChoice, NothingSaidIsNoChoice) {
  EXPECT_EQ(with_cpu("").code, 0);
}

}  // namespace
}  // namespace glassformer::testing
