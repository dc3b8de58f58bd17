#include <gtest/gtest.h>

#include <algorithm>

#include "app/widgets/contrast.h"
#include "app/widgets/theme.h"
#include "tests/app/widgets/drawn_matrix.h"

namespace glassformer {
namespace {

// The colour of the symbol over a matrix that recedes so far.
Color symbol(float faded, const MatrixSpec& plain) {
  testing::Screen screen;
  MatrixSpec spec = plain;
  spec.faded = faded;
  testing::draw(screen, spec, 60);
  const auto texts = screen.texts();
  const auto found = std::ranges::find(texts, "Q", &Command::text);
  return found == texts.end() ? Color{} : found->color;
}

// A matrix that the step is not about steps back with its symbol: by 0.7 of the way, and half as
// far where it has come half the way there.
TEST(Matrix, ItsSymbolRecedesAsFarAsItDoes) {
  const Mat m{{1, 2}};
  const MatrixSpec spec = testing::spec_of(m);
  const Theme theme = make_theme(false, 1);
  for (const float faded : {0.0F, 0.25F, 0.5F, 1.0F}) {
    const Color expected = recede(theme.tensor(spec.role), theme.page, 0.7F * faded);
    EXPECT_EQ(symbol(faded, spec), expected) << faded;
  }
  EXPECT_EQ(symbol(0, spec), theme.tensor(spec.role));
  EXPECT_NE(symbol(1, spec), theme.tensor(spec.role));
}

}  // namespace
}  // namespace glassformer
