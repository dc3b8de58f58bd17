#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/cli/program.h"

namespace glassformer {
namespace {

using testing::Ran;
using testing::run_program;

Ran explain(std::vector<std::string> more) {
  more.insert(more.begin(), "explain");
  return run_program(more);
}

void expect_said(const Ran& ran, const std::string& part) {
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(part), std::string::npos) << "'" << part << "' expected:\n" << ran.out;
}

TEST(Explain, PrintsEachProductAndTheRunningSum) {
  const Ran ran = explain({"self-attention-by-hand", "q", "1", "2"});
  expect_said(ran, "q[1,2] = 2\n");
  expect_said(ran, "row 1 of 3 (query \"input 2\"), column 2 of 3 (d_k 3)");
  expect_said(ran, "x[1,3] × wq[3,2] = 2 × 1 = 2    sum 2\n");
}

TEST(Explain, WritesASoftmaxAsTheEquationDoes) {
  const Ran ran = explain({"thinking-machines", "weights", "0", "0"});
  expect_said(ran, "weights[0,0] = 0.880797\n");
  expect_said(ran, "0.880797 = e^14 / (e^14 + e^12)");
}

TEST(Explain, SaysWhatIsGivenAndWhatWasSet) {
  expect_said(explain({"self-attention-by-hand", "x", "0", "0"}), "an input");
  expect_said(explain({"self-attention-by-hand", "scores", "0", "1", "--set", "scores=0,1,7"}),
              "set by hand");
}

TEST(Explain, AsJsonHasTheTerms) {
  const Ran ran = explain({"self-attention-by-hand", "scores", "0", "1", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto said = nlohmann::json::parse(ran.out);
  EXPECT_EQ(said.at("value"), 4);
  EXPECT_EQ(said.at("how"), "sum");
  EXPECT_EQ(said.at("row_label"), "input 1");
  EXPECT_EQ(said.at("col_label"), "input 2");
  ASSERT_EQ(said.at("terms").size(), 3u);
  double sum = 0;
  for (const auto& term : said.at("terms")) sum += term.at("value").get<double>();
  EXPECT_EQ(sum, 4);
  EXPECT_EQ(said.at("terms")[0].at("factors")[0].at("path"), "q");
}

TEST(Explain, HiddenAndInfiniteCellsKeepTheJsonWhole) {
  const Ran ran = explain({"masked-scores", "masked", "0", "1", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("value"), "-inf");
}

TEST(Explain, SaysWhatIsWrong) {
  const auto refused = [](std::vector<std::string> arguments, const std::string& part) {
    const Ran ran = explain(std::move(arguments));
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused({"self-attention-by-hand", "weigths", "0", "0"}, "did you mean 'weights'?");
  refused({"self-attention-by-hand", "q", "3", "0"}, "3 × 3");
  refused({"self-attention-by-hand", "q", "one", "0"}, "'one'");
  refused({"self-attention-by-hand", "q", "-1", "0"}, "count from 0");
}

}  // namespace
}  // namespace glassformer
