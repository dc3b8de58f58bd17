#include "app/shell/use_model.h"

#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// A network that adds cannot read a sentence: it is given a sum, in a lesson of one sentence as in
// one of two.
TEST(UseModel, ASentenceThatItCannotReadGivesWayToOneThatItCan) {
  Driver d("next-word");
  ASSERT_NE(d.session().inputs().text[0], "17+905");
  use_model(d.session(), load_shipped("add-forwards"));
  d.rest();
  EXPECT_EQ(d.session().inputs().text[0], "17+905");
}

TEST(UseModel, ASentenceThatItCanReadStays) {
  Driver d("next-word");
  d.session().post(SetText{0, "250+50"});
  d.rest();
  use_model(d.session(), load_shipped("add-forwards"));
  d.rest();
  EXPECT_EQ(d.session().inputs().text[0], "250+50");
}

}  // namespace
}  // namespace glassformer::testing
