#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

using nlohmann::json;

// Five words in the plane, one of which is no UTF-8.
class VectorsCommand : public ::testing::Test {
 protected:
  VectorsCommand() {
    write_file(file, "5 2\nking 2 1\nman 2 -1\nwoman -2 -1\nqueen -2 1\nkter\xec 0 1\n");
    write_file(questions, ": royal\nman king woman queen\nMAN king woman man\nman king x queen\n");
    write_file(pairs, "king\tqueen\t9\nking\twoman\t1\nman\twoman\t5\nking\tx\t2\n");
  }

  TemporaryFolder folder;
  const std::string file = (folder / "my.vec").string();
  const std::string questions = (folder / "questions.txt").string();
  const std::string pairs = (folder / "pairs.tsv").string();
};

TEST_F(VectorsCommand, InfoSaysWhatTheFileHolds) {
  const Ran ran = run_program({"vectors", "info", file, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json info = json::parse(ran.out);
  EXPECT_EQ(info.at("format"), "word2vec text");
  EXPECT_EQ(info.at("words"), 5);
  EXPECT_EQ(info.at("dimensions"), 2);
  EXPECT_EQ(info.at("first_words")[4], "kter\xef\xbf\xbd");
  EXPECT_NE(ran.err.find("1 word is no UTF-8"), std::string::npos) << ran.err;
}

TEST_F(VectorsCommand, OneIsNoPlural) {
  write_file(file, "1 1\nking 2\n");
  EXPECT_NE(run_program({"vectors", "info", file}).out.find("\n1 word of 1 dimension\n"),
            std::string::npos);
  write_file(file, "king 2 1\nqueen 2 2\n");
  write_file(pairs, "king\tqueen\t9\n");
  EXPECT_NE(run_program({"eval", "similarity", file, pairs}).out.find("\n1 pair, 0 more"),
            std::string::npos);
}

// A name that is no UTF-8 stands in a warning, and numbers may be too large for their squares.
TEST_F(VectorsCommand, InfoIsJsonWhateverTheNames) {
  const std::string array = (folder / "b\xff.npy").string();
  ASSERT_EQ(run_program({"vectors", "convert", file, array}).code, 0);
  write_file(folder / "b\xff.words.txt", "one\ntwo\n");
  const Ran ran = run_program({"vectors", "info", array, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(json::parse(ran.out).at("warning").get<std::string>().find("--words"),
            std::string::npos);
  write_file(file, "a 1 2\nb 3e38 3e38\n");
  const json large = json::parse(run_program({"vectors", "info", file, "--json"}).out);
  EXPECT_EQ(large.at("vectors_not_finite"), 0);
  EXPECT_GT(large.at("lengths")[2], 4e38);
}

TEST_F(VectorsCommand, SaysWhatAnOptionDoesNotDo) {
  const Ran words = run_program({"vectors", "info", file, "--words", pairs});
  EXPECT_EQ(words.code, 2);
  EXPECT_NE(words.err.find("holds its words itself"), std::string::npos) << words.err;
  const Ran project = run_program({"vectors", "project", file, "--perplexity", "5", "--json"});
  EXPECT_EQ(project.code, 0);
  EXPECT_NE(project.err.find("--perplexity does nothing with --method pca"), std::string::npos);
  EXPECT_EQ(json::parse(project.out).at("points")[1].at("place").size(), 2U);
  EXPECT_EQ(json::parse(project.out).at("explained_variance").size(), 2U) << "one for each axis";
  const Ran same =
      run_program({"vectors", "analogy", file, "king", "king", "man", "--method", "direction"});
  EXPECT_EQ(same.code, 2);
  EXPECT_NE(same.err.find("no direction"), std::string::npos) << same.err;
  const Ran none = run_program({"eval", "analogies", file, questions, "--limit", "1", "--json"});
  EXPECT_TRUE(json::parse(none.out).at("accuracy").is_null()) << none.out;
}

TEST_F(VectorsCommand, NeighboursByCosineAndByDistance) {
  const Ran cosine = run_program({"vectors", "neighbours", file, "king", "--count", "1"});
  EXPECT_EQ(cosine.out, "0.600000  man\n") << cosine.err;
  const Ran euclid =
      run_program({"vectors", "neighbours", file, "king", "--euclid", "--count", "2"});
  EXPECT_EQ(euclid.out, "2.000000  man\n2.000000  kter\xef\xbf\xbd\n");
  const Ran first = run_program({"vectors", "neighbours", file, "woman", "--limit", "3", "--json"});
  EXPECT_EQ(json::parse(first.out).at("neighbours").size(), 2U);
}

TEST_F(VectorsCommand, NeighboursOnTheGraphicsCardAreTheSame) {
  for (const char* nearness : {"--count=3", "--euclid"}) {
    const Ran cpu = run_program({"vectors", "neighbours", file, "king", nearness});
    const Ran gpu =
        run_program({"vectors", "neighbours", file, "king", nearness, "--backend", "gpu"});
    EXPECT_EQ(gpu.out, cpu.out) << gpu.err;
    EXPECT_EQ(gpu.err, cpu.err);
  }
}

TEST_F(VectorsCommand, ArithmeticAndAnalogyAgree) {
  const Ran arith = run_program({"vectors", "arith", file, "king - man + woman", "--count", "1"});
  const Ran analogy =
      run_program({"vectors", "analogy", file, "man", "king", "woman", "--count", "1"});
  EXPECT_EQ(arith.out, analogy.out);
  EXPECT_TRUE(arith.out.ends_with("queen\n")) << arith.out << arith.err;
  const Ran json_out = run_program(
      {"vectors", "arith", file, "2*king - man", "--include", "--method", "multiply", "--json"});
  const json answers = json::parse(json_out.out);
  EXPECT_EQ(answers.at("terms")[0].at("factor"), 2.0);
  EXPECT_EQ(answers.at("method"), "3CosMul");
  EXPECT_EQ(answers.at("answers").size(), 5U);
  const Ran few = run_program(
      {"vectors", "arith", file, "king - man", "--include", "--restrict", "2", "--json"});
  EXPECT_EQ(json::parse(few.out).at("answers").size(), 2U) << "of the first two words";
}

TEST_F(VectorsCommand, MistakesAreSentencesAndExitWithTwo) {
  const Ran unknown = run_program({"vectors", "arith", file, "king - mann"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("at character 8: there is no word 'mann'"), std::string::npos);
  EXPECT_EQ(run_program({"vectors", "info", (folder / "none.bin").string()}).code, 2);
  EXPECT_EQ(run_program({"vectors"}).code, 2);
  const Ran format = run_program({"vectors", "convert", file, (folder / "a.xyz").string()});
  EXPECT_EQ(format.code, 2);
  EXPECT_NE(format.err.find("add --format"), std::string::npos);
}

TEST_F(VectorsCommand, AComposedVectorIsSaidOfAListedWordToo) {
  const Ran composed = run_program({"vectors", "neighbours", "~paris", "--count", "1"});
  EXPECT_NE(composed.err.find("'paris' has a vector of its own, but the one asked for is composed"),
            std::string::npos)
      << composed.err;
  const Ran blank = run_program({"vectors", "neighbours", "   "});
  EXPECT_EQ(blank.code, 2);
  EXPECT_NE(blank.err.find("nothing but spaces"), std::string::npos) << blank.err;
}

TEST_F(VectorsCommand, AnExpressionInPiecesAsksForQuotes) {
  const Ran ran = run_program({"vectors", "arith", file, "king", "-", "man", "+", "woman"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("put it in quotes, as in 'king - man + woman'"), std::string::npos)
      << ran.err;
}

TEST_F(VectorsCommand, QuestionsInThePlaceOfVectorsAreNamed) {
  const Ran swapped = run_program({"eval", "analogies", questions, file});
  EXPECT_EQ(swapped.code, 2);
  EXPECT_NE(swapped.err.find("holds questions, not word vectors"), std::string::npos)
      << swapped.err;
  const Ran rated = run_program({"vectors", "info", pairs});
  EXPECT_EQ(rated.code, 2);
  EXPECT_NE(rated.err.find("holds rated pairs, not word vectors"), std::string::npos) << rated.err;
}

TEST_F(VectorsCommand, ConvertsAndProjects) {
  const std::string out = (folder / "my.safetensors").string();
  ASSERT_EQ(run_program({"vectors", "convert", file, out}).code, 0);
  const Ran again = run_program({"vectors", "arith", out, "king - man + woman", "--count", "1"});
  EXPECT_TRUE(again.out.ends_with("queen\n")) << again.err;
  const Ran points = run_program({"vectors", "project", out});
  EXPECT_TRUE(points.out.starts_with("word,pc1,pc2\nking,")) << points.out << points.err;
  EXPECT_NE(points.err.find("explained variance"), std::string::npos);
}

TEST_F(VectorsCommand, ProjectsByNeighbours) {
  const std::vector<std::string> plain{
      "vectors", "project", file, "--method", "tsne", "--iterations", "30", "--perplexity", "1.5"};
  const Ran map = run_program(plain);
  EXPECT_TRUE(map.out.starts_with("word,tsne1,tsne2\nking,")) << map.out << map.err;
  EXPECT_NE(map.err.find("t-SNE: 30 iterations, Kullback–Leibler divergence "), std::string::npos)
      << map.err;
  EXPECT_EQ(run_program(plain).out, map.out) << "the same seed, the same places";
  std::vector<std::string> other = plain;
  other.insert(other.end(), {"--seed", "2"});
  EXPECT_NE(run_program(other).out, map.out);
  other.back() = "1";
  other[8] = "-3";
  const Ran wrong = run_program(other);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("perplexity"), std::string::npos) << wrong.err;
}

// The forces are added up in another order, and two steps do not make much of that.
TEST_F(VectorsCommand, AMapMadeOnTheGraphicsCardIsTheSame) {
  std::vector<std::string> call{"vectors",      "project", file,           "--method", "tsne",
                                "--iterations", "2",       "--perplexity", "1.5",      "--backend"};
  const auto numbers = [&](const char* backend) {
    call.emplace_back(backend);
    const Ran map = run_program(call);
    call.pop_back();
    EXPECT_EQ(map.code, 0) << map.err;
    EXPECT_EQ(map.err.find("computes instead"), std::string::npos) << map.err;
    std::vector<double> found;
    std::istringstream text(map.out);
    for (std::string line; std::getline(text, line);) {
      std::istringstream cells(line.substr(line.find(',') + 1));
      for (std::string cell; std::getline(cells, cell, ',');) {
        if (!cell.starts_with("tsne")) found.push_back(std::stod(cell));
      }
    }
    return found;
  };
  const std::vector<double> cpu = numbers("cpu"), gpu = numbers("gpu");
  ASSERT_GE(cpu.size(), 8U);
  ASSERT_EQ(gpu.size(), cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    EXPECT_NEAR(gpu[i], cpu[i], 1e-3 * (1 + std::abs(cpu[i])));
  }
}

TEST_F(VectorsCommand, Evaluations) {
  const Ran analogies =
      run_program({"eval", "analogies", file, questions, "--json", "--wrong", "5"});
  ASSERT_EQ(analogies.code, 0) << analogies.err;
  const json score = json::parse(analogies.out);
  EXPECT_EQ(score.at("accuracy"), 0.5);
  EXPECT_EQ(score.at("answered"), 2);
  EXPECT_EQ(score.at("questions"), 3);
  EXPECT_EQ(score.at("sections")[0].at("name"), "royal");
  EXPECT_EQ(score.at("sections")[0].at("missed")[0].at("answer"), "queen");
  const Ran similarity = run_program({"eval", "similarity", file, pairs, "--json"});
  ASSERT_EQ(similarity.code, 0) << similarity.err;
  const json likeness = json::parse(similarity.out);
  EXPECT_EQ(likeness.at("pairs"), 3);
  EXPECT_EQ(likeness.at("missing"), 1);
  EXPECT_TRUE(likeness.at("spearman").is_number());
}

TEST_F(VectorsCommand, ALineThatIsNoQuestionIsNamed) {
  write_file(questions, ": a\nman king woman queen\nman king woman\n");
  const Ran ran = run_program({"eval", "analogies", questions});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("line 3 has 3 words"), std::string::npos) << ran.err;
}

TEST_F(VectorsCommand, ThereIsNoPercentageOfNothing) {
  write_file(questions, ": a\nzig zag zog zug\n");
  const Ran ran = run_program({"eval", "analogies", questions});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out.find('%'), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0 of     0 answered,     1 asked  in all"), std::string::npos) << ran.out;
}

TEST_F(VectorsCommand, ARowOfOneNumberMoreIsSaid) {
  const std::string rows = (folder / "rows.txt").string();
  write_file(rows, "a 1 2\nb 1 2 3\nc 3 4\nnew york 5 6\n");
  const Ran ran = run_program({"vectors", "info", rows});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("line 2 has a number more than the others; its word is read as \"b 1\""),
            std::string::npos)
      << ran.err;
  write_file(rows, "a 1 2\nnew york 5 6\nc 3 4\n");
  EXPECT_EQ(run_program({"vectors", "info", rows}).err, "");
}

TEST_F(VectorsCommand, QuestionsAloneAreAskedOfTheVectorsThatComeAlong) {
  for (const std::string text :
       {": capitals\nparis france rome italy\n", "paris france rome italy\n"}) {
    write_file(questions, text);
    const Ran ran = run_program({"eval", "analogies", questions, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("questions"), 1);
  }
  write_file(questions, "a 1 2 3\nb 4 5 6\n");
  const Ran vectors = run_program({"eval", "analogies", questions, "--json"});
  ASSERT_EQ(vectors.code, 1) << "none of their words is known: " << vectors.err;
  EXPECT_GT(json::parse(vectors.out).at("questions"), 1) << "rows of numbers are vectors";
}

TEST_F(VectorsCommand, LimitCountsForTheVectorsThatComeAlong) {
  const Ran ran = run_program({"vectors", "info", "--limit", "7", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("words"), 7);
}

TEST_F(VectorsCommand, NumbersThatAreNoSizeAreRefused) {
  const std::vector<std::vector<std::string>> wrong{
      {"vectors", "info", file, "--limit", "-1"},
      {"vectors", "neighbours", file, "king", "--restrict", "-1"},
      {"vectors", "neighbours", file, "king", "--restrict", "18446744073709551616"},
      {"vectors", "project", file, "--seed", "-3"},
      {"eval", "analogies", file, "--restrict", "1.5"},
      {"make-corpus", "--seed", "-1"},
      {"world", "--seed", "1e3"}};
  for (const auto& arguments : wrong) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2) << arguments[1];
    EXPECT_NE(ran.err.find("is no whole number"), std::string::npos) << ran.err;
  }
}

TEST_F(VectorsCommand, AnExpressionMayBeginWithAMinus) {
  const Ran plain = run_program({"vectors", "arith", file, "woman - man"});
  const Ran turned = run_program({"vectors", "arith", file, "-man + woman"});
  ASSERT_EQ(turned.code, 0) << turned.err;
  EXPECT_EQ(turned.out, plain.out);
  EXPECT_EQ(run_program({"vectors", "arith", file, "-man", "--count", "-1"}).code, 2);
}

TEST_F(VectorsCommand, AWordCutAtItsHyphenIsSaid) {
  const Ran ran = run_program({"vectors", "arith", file, "king-man"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("'king-man' is no word"), std::string::npos) << ran.err;
  const Ran broken = run_program({"vectors", "arith", file, "kter\xec + king"});
  EXPECT_EQ(broken.code, 0) << broken.err;
}

TEST_F(VectorsCommand, WhatHasNoNumbersIsNeitherAnAnswerNorAQuestion) {
  write_file(file, "a 1 0\nb 1 1\nc nan 1\nd 0 1\ne -1 1\n");
  const Ran answers =
      run_program({"vectors", "analogy", file, "a", "b", "d", "--method", "multiply", "--json"});
  ASSERT_EQ(answers.code, 0) << answers.err;
  EXPECT_EQ(json::parse(answers.out).at("answers").size(), 1U) << answers.out;
  const Ran asked = run_program({"vectors", "neighbours", file, "c"});
  EXPECT_EQ(asked.code, 2);
  EXPECT_NE(asked.err.find("infinite or none at all"), std::string::npos) << asked.err;
  const Ran info = run_program({"vectors", "info", file});
  EXPECT_NE(info.out.find("1 has no length"), std::string::npos) << info.out;
  EXPECT_EQ(info.out.find("nan"), std::string::npos) << info.out;
}

TEST_F(VectorsCommand, AnArrayOfColumnsTakesNoMoreThanAFewOfItself) {
  constexpr std::size_t rows = 4000, cols = 1000;
  std::string header = "{'descr': '<f4', 'fortran_order': True, 'shape': (4000, 1000), }";
  header.resize(117, ' ');
  const std::string array = (folder / "columns.npy").string();
  write_file(array, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" +
                        std::string(rows * cols * sizeof(float), '\1'));
  const Ran ran = run_program({"vectors", "info", array});
  ASSERT_EQ(ran.code, 0) << ran.err;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory themselves
  EXPECT_LT(ran.peak_bytes, 200'000'000);
#endif
}

TEST_F(VectorsCommand, PointsInOnePlaceHaveNoVariance) {
  write_file(file, "a 1 2\nb 1 2\nc 1 2\n");
  const Ran ran = run_program({"vectors", "project", file});
  EXPECT_NE(ran.err.find("all points are in one place"), std::string::npos) << ran.err;
  write_file(pairs, "a b 5\nb c 5\n");
  const Ran tied = run_program({"eval", "similarity", file, pairs});
  EXPECT_NE(tied.out.find("are the same"), std::string::npos) << tied.out << tied.err;
}

TEST_F(VectorsCommand, ConvertsIntoAStreamButNotOverWhatItReads) {
  testing::Setting setting;
  setting.stdout_to = (folder / "out.txt").string();
  const Ran streamed = run_program(
      {"vectors", "convert", file, "/dev/stdout", "--format", "word2vec-text"}, setting);
  EXPECT_EQ(streamed.code, 0) << streamed.err;
  EXPECT_TRUE(read_file(setting.stdout_to, 1000).starts_with("5 2\nking "));
  const Ran pair = run_program({"vectors", "convert", file, "/dev/stdout", "--format", "tsv"});
  EXPECT_EQ(pair.code, 2);
  EXPECT_NE(pair.err.find("two files"), std::string::npos) << pair.err;
  const Ran over = run_program({"vectors", "convert", file, file, "--limit", "2"});
  EXPECT_EQ(over.code, 2);
  EXPECT_NE(over.err.find("would be overwritten"), std::string::npos) << over.err;
}

TEST_F(VectorsCommand, LessonsTakeVectors) {
  const Ran ran = run_program({"trace", "word-arithmetic", "--vectors", file, "--option",
                               "expression=king - man + woman", "--path", "factors"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("nodes").at("factors").at("values"), json({{1, -1, 1}}));
}

}  // namespace
}  // namespace glassformer::testing
