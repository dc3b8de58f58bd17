#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TrainTuning : public ::testing::Test {
 protected:
  static Ran train(std::vector<std::string> more, const std::string& out) {
    const std::vector<std::string> first{"train", "language", "-o", out, "--threads", "1"};
    more.insert(more.begin(), first.begin(), first.end());
    return run_program(more);
  }

  const TemporaryFolder folder;
  const std::string model = folder.path() / "tuned.safetensors",
                    asked = folder.path() / "asked.tsv";
};

TEST_F(TrainTuning, AShippedModelLearnsToAnswer) {
  const Ran trained =
      train({"--task", "answers", "--from", "assistant-read", "--steps", "12"}, model);
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(trained.out.find("right of the facts asked"), std::string::npos) << trained.out;
  const Ran info = run_program({"info", model});
  EXPECT_NE(info.out.find("--from assistant-read"), std::string::npos) << info.out;
}

TEST_F(TrainTuning, AFileOfPairsIsPutInOrder) {
  std::string lines;
  for (const char* const country : {"france", "spain", "italy", "poland", "greece", "turkey",
                                    "russia", "japan", "china", "egypt", "peru", "cuba"}) {
    const std::string of = country;
    lines += "what do people qwx in " + of + " ?\tpeople in " + of + " eat .\tmany people like " +
             of + " .\n";
  }
  write_file(asked, lines);
  const Ran trained = train({asked, "--task", "preferences", "--from", "assistant-tuned", "--steps",
                             "12", "--beta", "0.5", "--batch", "8"},
                            model);
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(trained.err.find("the model does not know "), std::string::npos) << trained.err;
  EXPECT_NE(trained.err.find(" and reads each as <unk>: "), std::string::npos) << trained.err;
  EXPECT_NE(trained.out.find("100.0 % of the pairs held out in order"), std::string::npos)
      << trained.out;
}

TEST_F(TrainTuning, WhatIsMissingIsSaid) {
  const auto said = [&](std::vector<std::string> more) {
    const Ran ran = train(std::move(more), model);
    EXPECT_NE(ran.code, 0);
    return ran.err;
  };
  EXPECT_NE(said({"--task", "answers"}).find("--from assistant-read"), std::string::npos);
  EXPECT_NE(said({"--task", "answers", "--from", "assistant-read", "--beta", "1"}).find("--beta"),
            std::string::npos);
  EXPECT_NE(said({"--task", "sort", "--from", "assistant-read"}).find("--from"), std::string::npos);
  EXPECT_NE(said({"--task", "answers", "--from", "assistant-read", "--d-model", "8"})
                .find("--d-model says nothing of a tuning"),
            std::string::npos);
  EXPECT_NE(said({"--task", "answers", "--from", "en-fr"}).find("tuning needs a language model"),
            std::string::npos);
  write_file(asked, "what ?\tthat .\n");
  EXPECT_NE(said({asked, "--task", "answers", "--from", "assistant-read"}).find("too few"),
            std::string::npos);
  EXPECT_NE(said({asked, "--task", "preferences", "--from", "assistant-read"})
                .find("line 1 has no second answer"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer::testing
