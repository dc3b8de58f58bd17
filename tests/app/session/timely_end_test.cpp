#include "app/platform/timely_end.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace glassformer {
namespace {

using std::chrono::milliseconds;

TEST(TimelyEndDeathTest, EndsTheProcessWhateverHangs) {
  EXPECT_EXIT(
      {
        TimelyEnd in_time;
        in_time.begin(milliseconds(1));
        for (;;) ::pause();
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(TimelyEndDeathTest, LetsGoOnWhatIsDone) {
  EXPECT_EXIT(
      {
        {
          TimelyEnd in_time;
          in_time.begin(std::chrono::hours(1));
        }
        std::_Exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace glassformer
