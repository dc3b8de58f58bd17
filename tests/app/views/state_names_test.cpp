#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/npz.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

// Tokens of any file may be as long as a line: beside the table of how alike the states are, their
// names take a quarter of the width, and the table keeps the rest.
TEST(AttentionFileInTheWindow, LongTokensLeaveThreeQuartersToTheTable) {
  const TemporaryFolder folder;
  const std::u32string long_token(150, U'w');
  const std::vector<float> weights{1, 0, 0.5F, 0.5F}, states{1, 0, 0, 1, 1, 1, 0, 1};
  const std::string file = (folder / "long.npz").string();
  write_file(file,
             npz({{"tokens", npy_array("<U150", "(2,)", padded_texts({long_token, U"b"}, 150))},
                  {"attentions", npy_array("<f4", "(1, 1, 2, 2)", bytes_of(weights))},
                  {"hidden_states", npy_array("<f4", "(2, 2, 2)", bytes_of(states))}}));
  Driver d("attention-file", {1280, 720});
  d.drop(file);
  d.rest();
  ASSERT_FALSE(d.session().message_is_error) << d.session().message;
  d.go_to_step(d.session().lesson().steps.back().title);
  if (d.session().asking()) d.session().answer();
  d.rest();
  const DrawnPart part = d.app().parts().front();
  float widest = 0;
  for (std::size_t i = part.first; i < part.last; ++i) {
    const Command& c = d.app().canvas().commands()[i];
    if (c.kind == Command::Kind::text && c.text.starts_with("www"))
      widest = std::max(widest, c.rect.w);
  }
  EXPECT_GT(widest, 0);
  EXPECT_LE(widest, 0.25F * part.standing.rect.w + 2);
}

}  // namespace
}  // namespace glassformer::testing
