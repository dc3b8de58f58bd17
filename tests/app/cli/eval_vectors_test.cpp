#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Five words in space. Of a : b = c : ? the sum b − a + c is nearest to "wrong" (0.14, and −0.41
// for "right"), the product of the shifted cosines is largest for "right" (0.44, and 0.19).
class EvalVectors : public ::testing::Test {
 protected:
  EvalVectors() {
    write_file(vectors, "5 3\na -3 3 1\nb -1 1 -2\nc 0 -1 1\nright 3 3 -1\nwrong 0 -1 2\n");
    write_file(questions, ": one\na b c right\n: other\na b c wrong\na b c unknown\n");
  }
  const TemporaryFolder folder;
  const std::string vectors = folder / "v.txt", questions = folder / "q.txt";
};

TEST_F(EvalVectors, SumsAndProductsOfCosinesAreTwoMethods) {
  const auto of = [&](const std::string& method) {
    const Ran ran =
        run_program({"eval", "analogies", vectors, questions, "--method", method, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return nlohmann::json::parse(ran.out).at("sections");
  };
  EXPECT_EQ(of("add")[0].at("accuracy"), 0.0);
  EXPECT_EQ(of("add")[1].at("accuracy"), 1.0);
  EXPECT_EQ(of("multiply")[0].at("accuracy"), 1.0);
  EXPECT_EQ(of("multiply")[1].at("accuracy"), 0.0);
  EXPECT_EQ(run_program({"eval", "analogies", vectors, questions}).out,
            run_program({"eval", "analogies", vectors, questions, "--method", "add"}).out);
}

TEST_F(EvalVectors, ATextSaysPerCentOfWhatWasAnswered) {
  const Ran ran = run_program({"eval", "analogies", vectors, questions, "--wrong", "1"});
  EXPECT_EQ(ran.out,
            "  0.00 %      0 of     1 answered,     1 asked  one\n"
            "            a : b = c : right, answered: wrong\n"
            "100.00 %      1 of     1 answered,     2 asked  other\n"
            " 50.00 %      1 of     2 answered,     3 asked  in all\n");
}

TEST_F(EvalVectors, ColumnsAreThreeDifferentOnesCountedFromOne) {
  const std::string rated = folder / "rated.tsv";
  write_file(rated, "9\ta\t1\tb\n8\tc\t2\tright\n7\tb\t3\twrong\n");
  const auto asked = [&](const std::string& columns) {
    return run_program({"eval", "similarity", vectors, rated, "--columns", columns});
  };
  const Ran good = asked("4,2,3");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_TRUE(holds(good.out, "words in columns 4 and 2, ratings in column 3")) << good.out;
  for (const char* const bad : {"0,1,2", "1,2", "1,2,3,", "1,2,3,4", "1,1,2", "1,2,1", "1,2,2",
                                "a,b,c", "1;2;3", "-1,2,3", "1,2,99999999999999999999"}) {
    const Ran ran = asked(bad);
    EXPECT_EQ(ran.code, 2) << bad << ran.out;
    EXPECT_TRUE(holds(ran.err, "as in --columns 2,3,4")) << bad << ran.err;
  }
}

}  // namespace
}  // namespace glassformer::testing
