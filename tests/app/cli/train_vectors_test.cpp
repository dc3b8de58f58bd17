#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/embed/files/read_vectors.h"
#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TrainVectors : public ::testing::Test {
 protected:
  TrainVectors() {
    std::string bytes;
    for (int i = 0; i < 400; ++i) bytes += "The cat sat on the mat, and the dog sat by the cat.\n";
    write_file(text, bytes);
  }

  TemporaryFolder folder;
  const std::string text = (folder / "text.txt").string();
  const std::string out = (folder / "words.bin").string();
};

TEST_F(TrainVectors, WritesTheWordsOfATextInTheFormatOfItsName) {
  const Ran ran = run_program({"train", "vectors", text, "-o", out, "--lower", "--signs", "drop",
                               "--dim", "12", "--epochs", "2", "--deterministic"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("8 words, 12 dimensions"), std::string::npos) << ran.out;
  const WordVectors made = *read_vectors(out);
  EXPECT_EQ(made.words.size(), 8U);
  EXPECT_EQ(made.words[0], "the");
  EXPECT_EQ(made.dim(), 12U);
  EXPECT_FALSE(std::filesystem::exists(out + ".checkpoint"));
}

TEST_F(TrainVectors, GivesTheSameFileForASeedAtAnyNumberOfThreads) {
  std::string first;
  for (const char* threads : {"1", "3"}) {
    const Ran ran = run_program({"train", "vectors", text, "-o", out, "--dim", "10", "--seed", "4",
                                 "--deterministic", "--threads", threads});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string bytes = read_file(out, 1 << 20);
    EXPECT_TRUE(first.empty() || bytes == first);
    first = bytes;
  }
}

TEST_F(TrainVectors, TrainsOnTheGraphicsCardWhatItCanTrain) {
  const auto train = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"train", "vectors",  text, "-o",        out,  "--dim",
                                 "8",     "--epochs", "1",  "--backend", "gpu"};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  const Ran ran = train({});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err.find("glassformer:"), std::string::npos) << ran.err;
  EXPECT_EQ(read_vectors(out)->dim(), 8U);
  const Ran cbow = train({"--model", "cbow"});
  ASSERT_EQ(cbow.code, 0) << cbow.err;
  EXPECT_NE(cbow.err.find("the processor trains this"), std::string::npos) << cbow.err;
}

TEST_F(TrainVectors, SaysWhatIsWrong) {
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused({"train", "vectors", (folder / "none.txt").string(), "-o", out}, "no such file");
  refused({"train", "vectors", text, "-o", out, "--window", "0"}, "window");
  refused({"train", "vectors", text, "-o", out, "--resume"}, "checkpoint");
  refused({"train", "vectors", text, "-o", folder.path().string()}, "is a folder");
}

TEST(BenchVectors, MeasuresWhatItIsAskedForAsJson) {
  const Ran ran = run_program({"bench", "vectors", "--words", "3000", "--runs", "2", "--dim", "8",
                               "--only", "train cbow-ns", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto figures = nlohmann::json::parse(ran.out).at("figures");
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].at("name"), "train cbow-ns");
  EXPECT_LE(figures[0].at("min"), figures[0].at("max"));
  EXPECT_GT(figures[0].at("min"), 0);
  EXPECT_EQ(run_program({"bench", "vectors", "--peer", "other=x"}).code, 2);
}

}  // namespace
}  // namespace glassformer::testing
