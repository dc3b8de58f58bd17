#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

// Each bench once and as small as it can be: what is measured by hand now and then must still run.
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
  // A decoder of 124M is among them there.
  const bool large = std::ranges::find(GetParam(), "heads") != GetParam().end();
  EXPECT_LT(ran.peak_bytes, large ? 1'800'000'000 : 1'300'000'000)
      << "what --memory allows, and the program itself";
#endif
}

using Words = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(
    Small, Bench,
    ::testing::Values(Words{"ui", "--runs", "1", "--only", "edit"},
                      Words{"ui", "--runs", "1", "--only", "decoder"},
                      Words{"ui", "--runs", "1", "--only", "lessons"},
                      Words{"ui", "--runs", "1", "--only", "heads"},
                      Words{"ui", "--runs", "1", "--words", "1000", "--only", "map"},
                      Words{"ui", "--runs", "1", "--only", "start"},
                      Words{"transformer", "--runs", "1", "--only", "64 × 512 × 2048"},
                      Words{"recurrent", "--rounds", "1", "--runs", "1", "--only", "gru"},
                      Words{"tasks", "--seeds", "1", "--threads", "1", "--only", "dates"},
                      Words{"vectors", "--words", "2000", "--dim", "4", "--runs", "1", "--only",
                            "glove", "--only", "lsa", "--only", "train", "--only", "pca", "--only",
                            "questions"},
                      Words{"language", "--width", "4", "--passes", "0.01", "--runs", "1"},
                      Words{"answers", "--seeds", "1", "--only", "three kinds"},
                      Words{"gpt", "--rounds", "1", "--runs", "1", "--layers", "1", "--only",
                            "token, ", "--only", "4 layers of 128"},
                      Words{"gpu", "--runs", "1", "--size", "32"}),
    [](const auto& tested) { return tested.param[0] + "_" + std::to_string(tested.index); });

// As other programs do that are not there, are of another version, or crash.
TEST(BenchPeer, ThatFailsLeavesAGapInEachTable) {
  for (const Words& bench :
       {Words{"transformer", "--runs", "1", "--only", "64 × 512 × 2048"},
        Words{"recurrent", "--rounds", "1", "--runs", "1", "--only", "gru"},
        Words{"language", "--width", "4", "--passes", "0.01", "--runs", "1"}}) {
    Words command{"bench"};
    command.insert(command.end(), bench.begin(), bench.end());
    command.insert(command.end(), {"--peer", "/bin/false"});
    const Ran ran = run_program(command);
    EXPECT_EQ(ran.code, 0) << bench[0] << ran.err;
    EXPECT_NE(ran.err.find("its place in the table stays empty"), std::string::npos) << ran.err;
    EXPECT_FALSE(ran.out.empty()) << bench[0];
  }
}

TEST(BenchPeer, OfAModelThatFailsLeavesAGap) {
  const Words gpt{"bench", "gpt", "--rounds", "1", "--runs", "1", "--only", "4 layers of 128"};
  Words command = gpt;
  command.insert(command.end(), {"--peer", "llm.c=/bin/false"});
  const Ran ran = run_program(command);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("its place in the table stays empty"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("4 layers of 128"), std::string::npos) << ran.out;
  command = gpt;
  command.insert(command.end(), {"--peer", "/bin/false"});
  EXPECT_EQ(run_program(command).code, 2);
}

TEST(BenchPeer, ThatFailsLeavesAGap) {
  const Ran ran = run_program({"bench", "vectors", "--words", "2000", "--runs", "1", "--dim", "4",
                               "--only", "train sg-ns", "--peer", "word2vec=/bin/false", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("stays empty"), std::string::npos) << ran.err;
  const auto figures = nlohmann::json::parse(ran.out).at("figures");
  ASSERT_GE(figures.size(), 2U);
  EXPECT_GT(figures[0].at("median"), 0);
  EXPECT_EQ(figures[1].at("peer"), "word2vec");
  EXPECT_FALSE(figures[1].contains("median"));
}

// Otherwise the two columns of the table are not of the same race.
TEST(BenchPeer, IsAskedForAsManyThreads) {
  const TemporaryFolder folder;
  const std::string peer = (folder / "peer").string(), asked = (folder / "asked").string();
  std::ofstream(peer) << "#!/bin/sh\necho \"$@\" > " << asked << "\n";
  std::filesystem::permissions(peer, std::filesystem::perms::owner_all);
  for (const char* const threads : {"1", "3"}) {
    const Ran ran =
        run_program({"bench", "vectors", "--words", "2000", "--runs", "1", "--dim", "4", "--only",
                     "train sg-ns", "--threads", threads, "--peer", "word2vec=" + peer});
    ASSERT_EQ(ran.code, 0) << ran.err;
    std::string words;
    std::getline(std::ifstream(asked), words);
    EXPECT_NE(words.find(std::string(" -threads ") + threads + " "), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace glassformer::testing
