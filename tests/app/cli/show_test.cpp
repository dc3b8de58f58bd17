#include <gtest/gtest.h>

#include <string>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

constexpr std::size_t kMost = 20'000'000;

// A picture that is kept beside its text, or compared with another, changes only with what it
// shows: how long the pass took is not in it.
TEST(Show, DrawsTheSamePictureAgain) {
  const TemporaryFolder folder;
  for (const char* const ending : {".png", ".svg", ".pdf"}) {
    std::string first;
    for (const char* const name : {"first", "second"}) {
      const std::string out = folder / (std::string(name) + ending);
      const Ran ran = run_program({"show", "multi-head", "-o", out});
      ASSERT_EQ(ran.code, 0) << ran.err;
      const std::string picture = read_file(out, kMost);
      if (first.empty()) first = picture;
      EXPECT_TRUE(picture == first) << ending;
    }
  }
}

TEST(Show, NoPictureSaysHowLongItTook) {
  const TemporaryFolder folder;
  const std::string out = folder / "x.svg";
  for (const char* const lesson : {"multi-head", "word-map", "walkthrough"}) {
    ASSERT_EQ(run_program({"show", lesson, "-o", out}).code, 0);
    const std::string picture = read_file(out, kMost);
    EXPECT_NE(picture.find(">CPU<"), std::string::npos) << lesson << ": where it was computed";
    for (const char* const unit : {" ms<", " \xC2\xB5s<", " s<"}) {
      EXPECT_EQ(picture.find(unit), std::string::npos) << lesson << unit;
    }
  }
}

}  // namespace
}  // namespace glassformer::testing
