#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "core/embed/files/default_vectors.h"
#include "core/embed/search/neighbours.h"
#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

// Words and files of vectors that a command could take for something else.
namespace glassformer::testing {
namespace {

using nlohmann::json;

class VectorWords : public ::testing::Test {
 protected:
  VectorWords() { write_file(file, "4 2\n[UNK] 2 1\n-- 2 -1\n--count -2 -1\n[a,b] -2 1\n"); }

  std::string path(const char* name) const { return (folder / name).string(); }

  TemporaryFolder folder;
  const std::string file = path("my.vec");
};

TEST_F(VectorWords, MayStandInBracketsOrBeginWithDashes) {
  for (const std::string word : {"[UNK]", "[a,b]"}) {
    const Ran ran = run_program({"vectors", "neighbours", file, word, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("word"), word);
  }
  for (const std::string word : {"--", "--count", "[UNK]"}) {
    const Ran ran = run_program({"vectors", "neighbours", "--json", "--", file, word});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("word"), word);
  }
  const Ran analogy = run_program({"vectors", "analogy", file, "[UNK]", "[a,b]", "[UNK]"});
  EXPECT_EQ(analogy.code, 0) << analogy.err;
  const Ran arith = run_program({"vectors", "arith", file, "[UNK]", "--count", "1"});
  EXPECT_EQ(arith.out, "0.600000  --\n") << arith.err;
}

TEST_F(VectorWords, WhyTwoAreNearSaysTheTextItself) {
  write_file(path("story.txt"),
             "The dog barked at the door\nA hound barked at the door\na dog and a hound barked\n"
             "wine and cheese\nwine and a glass\nthe wine is in the glass\n");
  const Ran ran =
      run_program({"vectors", "why", "Dog", "hound", "--text", path("story.txt"), "--json"});
  EXPECT_EQ(ran.code, 2) << "a word must come three times";
  EXPECT_NE(ran.err.find("must hold it 3 times"), std::string::npos) << ran.err;
  const Ran found = run_program({"vectors", "why", "King", "wizard", "--set", "world", "--json"});
  ASSERT_EQ(found.code, 0) << found.err;
  const json why = json::parse(found.out);
  EXPECT_EQ(why.at("words"), json({"king", "wizard"}));
  EXPECT_GT(why.at("cosine"), 0.3);
  EXPECT_EQ(why.at("contexts").size(), 10U);
  EXPECT_FALSE(why.at("only_first").empty());
  const Ran carried =
      run_program({"vectors", "why", "man", "king", "woman", "queen", "--set", "world", "--json"});
  ASSERT_EQ(carried.code, 0) << carried.err;
  const json analogy = json::parse(carried.out);
  EXPECT_EQ(analogy.at("answers").at(0).at("word"), "queen");
  EXPECT_NEAR(analogy.at("answers").at(0).at("score").get<double>(),
              analogy.at("score").get<double>(), 1e-5);
  EXPECT_EQ(analogy.at("carry").at(0).at("context"), "kingdom");
  EXPECT_EQ(run_program({"vectors", "why", "man", "king", "woman", "--set", "world"}).code, 2);
  const Ran none = run_program({"vectors", "why", "king", "queen", "--wordnet", "/nowhere"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("apt-get install wordnet-base"), std::string::npos) << none.err;
}

// The cosine of the shipped vectors stands beside that of the text, of all the words of a question.
TEST_F(VectorWords, WhySaysWhatTheVectorsThemselvesSay) {
  const WordVectorsPtr v = default_vectors();
  const auto row = [&](const char* word) {
    return unit(v->vectors[static_cast<std::size_t>(v->words.find(word))]);
  };
  const auto a = row("man"), b = row("king"), c = row("woman"), d = row("queen");
  const Ran two = run_program({"vectors", "why", "king", "queen", "--set", "world"});
  EXPECT_TRUE(two.out.starts_with(fmt::format("{:.4f}  cosine of the two vectors\n", cosine(b, d))))
      << two.out.substr(0, 80);
  std::vector<float> target(b.size());
  for (std::size_t k = 0; k < target.size(); ++k) target[k] = b[k] - a[k] + c[k];
  const Ran four =
      run_program({"vectors", "why", "man", "king", "woman", "queen", "--set", "world"});
  EXPECT_TRUE(four.out.starts_with(
      fmt::format("{:.4f}  cos(king − man + woman, queen), by the vectors\n", cosine(target, d))))
      << four.out.substr(0, 80);
}

TEST_F(VectorWords, AFileAloneIsNoWord) {
  for (const char* const part : {"neighbours", "arith"}) {
    const Ran ran = run_program({"vectors", part, file});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("is a file; say after it"), std::string::npos) << ran.err;
  }
}

// Each beginning of "king+king+…" may be a word of the list: not all of them are looked up.
TEST_F(VectorWords, ALongExpressionIsRefusedAtOnce) {
  std::string expression = "man";
  for (int i = 0; i < 20'000; ++i) expression += "+king";
  const Ran ran = run_program({"vectors", "arith", expression});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("more than 64 words"), std::string::npos) << ran.err;
}

TEST_F(VectorWords, NoFileIsLostThatWasNotNamedToBeWritten) {
  const std::string before = read_file(file, 1000);
  const Ran alone = run_program({"vectors", "convert", file});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("is there already"), std::string::npos) << alone.err;
  const Ran onto = run_program({"vectors", "project", file, "-o", file});
  EXPECT_EQ(onto.code, 2);
  EXPECT_NE(onto.err.find("is read and would be overwritten"), std::string::npos) << onto.err;
  EXPECT_EQ(read_file(file, 1000), before);

  write_file(path("a.words.txt"), "mine");
  const Ran second = run_program({"vectors", "convert", file, path("a.npy")});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("a.words.txt: is there already"), std::string::npos) << second.err;
  EXPECT_EQ(read_file(path("a.words.txt"), 1000), "mine");

  for (int again = 0; again < 2; ++again) {  // what belongs to the first is replaced with it
    const Ran ran = run_program({"vectors", "convert", file, path("b.npy"), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("words_file"), path("b.words.txt"));
  }
}

TEST_F(VectorWords, AFileThatGrowsTooLargeIsSaidAndNothingIsLeft) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1 << 12;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const Ran ran = run_program({"vectors", "convert", path("all.txt")});
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("cannot be written"), std::string::npos) << ran.err;
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
  }
  EXPECT_EQ(files, 1) << "that of the fixture";
}

TEST_F(VectorWords, ProjectionsAsJsonSayHowGoodTheyAre) {
  const json pca = json::parse(run_program({"vectors", "project", file, "--json"}).out);
  EXPECT_NEAR(pca.at("explained_variance")[0].get<double>(), 0.8, 1e-6);
  const json tsne = json::parse(run_program({"vectors", "project", "--limit", "50", "--method",
                                             "tsne", "--iterations", "20", "--json"})
                                    .out);
  EXPECT_EQ(tsne.at("iterations"), 20);
  EXPECT_GT(tsne.at("kl_divergence").get<double>(), 0);
}

TEST(MadeTexts, AreTheSameAsJson) {
  const json corpus =
      json::parse(run_program({"make-corpus", "--sentences", "30", "--seed", "7", "--json"}).out);
  std::istringstream lines(run_program({"make-corpus", "--sentences", "30", "--seed", "7"}).out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_EQ(corpus.at("text").at(count), line);
  }
  EXPECT_EQ(count, 30U);
  EXPECT_EQ(corpus.at("text").size(), 30U);

  const json sections = json::parse(run_program({"make-questions", "--json"}).out).at("sections");
  std::string text;
  for (const json& section : sections) {
    text += ": " + section.at("name").get<std::string>() + "\n";
    for (const json& q : section.at("questions")) {
      for (int i = 0; i < 4; ++i) text += q[i].get<std::string>() + (i < 3 ? " " : "\n");
    }
  }
  EXPECT_TRUE(text == run_program({"make-questions"}).out);
}

}  // namespace
}  // namespace glassformer::testing
