#include <gtest/gtest.h>

#include "core/lesson/lesson.h"
#include "core/scenes/records/history.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

TEST(History, AttentionAddsWhatTheTableSays) {
  const RunPtr made = run(find_lesson("history").inputs);
  const auto& record = made->records.get<HistoryRecord>();
  const Mat& gain = made->tape.value(record.gain);
  EXPECT_NEAR(gain(0, 0), 21.50 - 13.93, 1e-5);
  EXPECT_NEAR(gain(1, 1), 34.16 - 26.71, 1e-5);
  EXPECT_EQ(record.kinds.size(), static_cast<std::size_t>(made->tape.shape(record.years).rows));
}

TEST(History, InventsNothing) {
  Inputs inputs;
  inputs.scene = "history";
  try {
    run(inputs);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("must give \"years\""), std::string::npos);
  }
}

}  // namespace
}  // namespace glassformer
