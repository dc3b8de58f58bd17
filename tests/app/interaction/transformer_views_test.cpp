#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/app/interaction/driver.h"

// The views about the Transformer answer to clicks, and what they change can be undone.
namespace glassformer {
namespace {

using testing::Driver;

TEST(HeadsView, AHeadIsKnockedOutAndComesBack) {
  Driver d("heads");
  d.go_to("decoder.1.cross_attention.head.2.weights");
  d.rest();
  const double trained = d.value("loss", 0, 0);
  EXPECT_FALSE(d.session().run()->tape.find("original.loss"));
  d.click(d.where("Knock out"));
  d.rest();
  EXPECT_EQ(std::get<std::string>(d.session().inputs().options.at("head_scale")), "cross.1.2=0");
  EXPECT_EQ(d.value("original.loss", 0, 0), trained);
  EXPECT_GT(d.value("loss", 0, 0), trained);
  EXPECT_TRUE(d.shows("switched"));
  d.click(d.where("= head 1"));
  d.rest();
  EXPECT_EQ(std::get<std::string>(d.session().inputs().options.at("head_scale")),
            "cross.1.2=@cross.1.1");
  d.click(d.where("As trained"));
  d.rest();
  EXPECT_EQ(d.value("loss", 0, 0), trained);
  EXPECT_TRUE(d.session().undo());
}

TEST(HeadsView, OnlyAHeadThatIsKnockedOutIsStruckThrough) {
  Driver d("heads");
  d.go_to("decoder.1.cross_attention.head.2.weights");
  const auto said = [&](const char* factor) {
    d.session().post(SetOption{"head_scale", std::string("cross.1.2=") + factor});
    d.rest();
    return testing::number_of(d.texts(), "× 2");
  };
  EXPECT_EQ(said("0"), 1) << "the button";
  EXPECT_EQ(said("2"), 2) << "and on the map";
}

TEST(Walkthrough, EveryCurveOfAShortSentenceHasItsName) {
  Driver d("walkthrough", {.width = 1400, .height = 875});
  d.session().post(SetText{0, "The purple elephant programs computers."});
  d.rest();
  d.go_to("encoder.0.norm_1");
  d.rest();
  EXPECT_EQ(testing::number_of(d.texts(), "</s>"), 2) << "in the chart, and of the matrix";
  EXPECT_TRUE(d.says("has never seen “purple”, “elephant”"));
}

// A line leads from each disc down to its cost.
TEST(ResultsView, ADiscStandsOverItsCost) {
  Driver d("results");
  d.go_to_step("A month later, German");
  d.rest();
  std::map<float, std::set<float>> upper_ends;  // of lines that stand on one height
  for (const Command& line : d.app().canvas().commands()) {
    if (line.kind != Command::Kind::line || line.points[0].x != line.points[1].x) continue;
    const auto [top, bottom] = std::minmax(line.points[0].y, line.points[1].y);
    upper_ends[bottom].insert(top);
  }
  std::size_t most = 0;
  for (const auto& [bottom, tops] : upper_ends) most = std::max(most, tops.size());
  EXPECT_GE(most, 6U);
}

TEST(ArchitectureView, APresetAndABoxShowTheirNumbers) {
  Driver d("architecture");
  d.click(d.where("big"));
  d.rest();
  EXPECT_TRUE(d.shows("214\u2009171\u2009648"));
  d.click(d.where("Feed-forward"));
  d.rest();
  EXPECT_TRUE(d.shows("1024 × 4096"));
}

TEST(PositionsView, AStepBringsItsPicture) {
  Driver d("positional-curves");
  EXPECT_TRUE(d.shows("dim 4"));
  d.go_to("shift.turned");
  EXPECT_TRUE(d.shows("dims 0, 1"));
  EXPECT_FALSE(d.shows("dim 4"));
}

TEST(PositionalDistancesView, SaysWhetherAClaimHolds) {
  Driver d("positional-distances");
  d.go_to("slide.norm");
  EXPECT_TRUE(d.shows("fails: 1.901 … 2.320"));
  EXPECT_FALSE(d.shows("fails: 30 of 90 come closer")) << "its step has not come yet";
  d.go_to("slide.growth");
  EXPECT_TRUE(d.shows("fails: 30 of 90 come closer"));
  EXPECT_TRUE(d.shows("fails: 22 of 90 come closer"));
}

}  // namespace
}  // namespace glassformer
