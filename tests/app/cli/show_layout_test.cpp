#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/cli/program.h"

namespace glassformer::testing {
namespace {

TEST(ShowLayout, TellsWhoStandsWhere) {
  const Ran ran = run_program({"show", "heads", "--step", "5", "--presenter", "--layout"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto layout = nlohmann::json::parse(ran.out);
  ASSERT_EQ(layout["parts"].size(), 2U);
  EXPECT_EQ(layout["parts"][0]["part"], "head");
  EXPECT_EQ(layout["parts"][0]["hero"], true);
  EXPECT_EQ(layout["parts"][0]["held"], "area");
  EXPECT_EQ(layout["parts"][0]["shows"][0], "decoder.1.cross_attention.head.2.weights");
  EXPECT_EQ(layout["parts"][1]["place"], "side");
  EXPECT_NE(layout["line"].get<std::string>().find("as lines"), std::string::npos);
}

TEST(ShowLayout, OfALessonWithoutPlacesItTellsWhereTheMatricesLie) {
  const Ran ran = run_program({"show", "masked-scores", "--step", "5", "--layout"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto layout = nlohmann::json::parse(ran.out);
  int heroes = 0;
  for (const auto& part : layout["parts"]) heroes += part["hero"] == true ? 1 : 0;
  EXPECT_EQ(heroes, 1);
}

double height_of(const std::vector<std::string>& more) {
  std::vector<std::string> all{"show", "--layout"};
  all.insert(all.end(), more.begin(), more.end());
  const Ran ran = run_program(all);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto layout = nlohmann::json::parse(ran.out);
  for (const auto& part : layout["parts"]) {
    if (part["hero"] == true) {
      return part["drawn"][3].get<double>() / part["rect"][3].get<double>();
    }
  }
  return 0;
}

// In the window, too: of few cells each may be large.
TEST(ShowLayout, AFewWordsFillTheirPlace) {
  EXPECT_GT(
      height_of({"walkthrough", "--step", "3", "--text", "the cat sleeps", "--size", "1920x1080"}),
      0.75);
}

// Two of its three matrices have 21 columns; the third needs no more room than its numbers.
TEST(ShowLayout, AnEquationOfShortAndLongMatricesUsesItsHeight) {
  EXPECT_GT(
      height_of({"cross-attention", "--step", "4", "--presenter", "--size", "1280x720", "--text",
                 "the old woman and the small boy see a big red house and the young girl eats "
                 "a green apple ."}),
      0.5);
}

TEST(ShowLayout, DrawsTheWayIntoAStepPartly) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "glassformer-at.svg";
  const auto drawn = [&](const char* at) {
    const Ran ran = run_program(
        {"show", "self-attention-by-hand", "--step", "2", "--at", at, "-o", file.string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return std::filesystem::file_size(file);
  };
  EXPECT_LT(drawn("0.2"), drawn("1")) << "not all cells are made yet";
  std::filesystem::remove(file);
  EXPECT_NE(run_program({"show", "heads", "--at", "1.5", "-o", file.string()}).code, 0);
  EXPECT_NE(run_program({"show", "heads"}).code, 0) << "neither a picture nor its places";
}

}  // namespace
}  // namespace glassformer::testing
