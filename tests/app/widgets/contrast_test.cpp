#include "app/widgets/contrast.h"

#include <gtest/gtest.h>

#include "app/widgets/theme.h"

namespace glassformer {
namespace {

TEST(Contrast, GoesFromOneToTwentyOne) {
  EXPECT_NEAR(contrast(rgb(0x000000), rgb(0xffffff)), 21, 0.01);
  EXPECT_NEAR(contrast(rgb(0x808080), rgb(0x808080)), 1, 0.01);
}

TEST(Contrast, OneOfBlackAndWhiteCanBeReadOnEveryCell) {
  for (const bool dark : {false, true}) {
    const Theme theme = make_theme(dark, 1);
    for (int i = 0; i <= 100; ++i) {
      const Color weight = theme.unit_value(i / 100.0), sign = theme.signed_value(i / 50.0 - 1, 1);
      EXPECT_GE(contrast(ink_on(weight), weight), kTextContrast) << i;
      EXPECT_GE(contrast(ink_on(sign), sign), kTextContrast) << i;
    }
  }
}

TEST(Contrast, NamesOfTensorsCanBeReadAlsoWhenTheyStepBack) {
  for (const bool dark : {false, true}) {
    const Theme theme = make_theme(dark, 1);
    for (const Color behind : {theme.page, theme.panel}) {
      for (const Role role :
           {Role::input, Role::query, Role::key, Role::value, Role::output, Role::query_weight,
            Role::key_weight, Role::value_weight, Role::output_weight, Role::plain}) {
        EXPECT_GE(contrast(theme.tensor(role), behind), kTextContrast);
        EXPECT_GE(contrast(recede(theme.tensor(role), behind, 0.75F), behind), kTextContrast);
      }
      EXPECT_GE(contrast(theme.faint_ink, behind), kTextContrast);
      EXPECT_GE(contrast(theme.accent, behind), kTextContrast);
    }
  }
}

}  // namespace
}  // namespace glassformer
