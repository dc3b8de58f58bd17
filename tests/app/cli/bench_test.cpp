#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/cli/program.h"

// Benches of the window, each once and as small as it can be: what is measured by hand now and then
// must still run.
namespace glassformer::testing {
namespace {

class Bench : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Bench, Runs) {
  std::vector<std::string> command{"bench"};
  command.insert(command.end(), GetParam().begin(), GetParam().end());
  const Ran ran = run_program(command);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(ran.out.empty());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory themselves
  EXPECT_LT(ran.peak_bytes, 1'300'000'000) << "what --memory allows, and the program itself";
#endif
}

INSTANTIATE_TEST_SUITE_P(
    Small, Bench,
    ::testing::Values(std::vector<std::string>{"ui", "--runs", "1", "--only", "edit"},
                      std::vector<std::string>{"ui", "--runs", "1", "--only", "lessons"},
                      std::vector<std::string>{"ui", "--runs", "1", "--only", "heads"},
                      std::vector<std::string>{"ui", "--runs", "1", "--only", "start"}),
    [](const auto& tested) {
      const std::vector<std::string>& words = tested.param;
      return words[0] + "_" + words.back();
    });

TEST(BenchPeer, ThatFailsLeavesAGap) {
  const Ran ran = run_program({"bench", "vectors", "--words", "2000", "--runs", "1", "--dim", "4",
                               "--only", "train sg-ns", "--peer", "word2vec=/bin/false", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("stays empty"), std::string::npos) << ran.err;
  const auto figures = nlohmann::json::parse(ran.out).at("figures");
  ASSERT_GE(figures.size(), 2U);
  EXPECT_GT(figures[0].at("median"), 0);
  EXPECT_TRUE(figures[1].at("median").is_null());
}

}  // namespace
}  // namespace glassformer::testing
