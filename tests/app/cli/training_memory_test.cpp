#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "core/formats/file.h"
#include "core/tensor/rng.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

// Each word comes once, and then in `drawn` words word k about 1/k as often as the first, as in
// real text.
std::string text_of_many_words(int words, int drawn) {
  std::string text;
  for (int k = 1; k <= words; ++k) text += "w" + std::to_string(k) + (k % 20 == 0 ? "\n" : " ");
  Rng rng(1);
  for (int i = 1; i <= drawn; ++i) {
    const int k = static_cast<int>(std::pow(static_cast<double>(words), rng.uniform()));
    text += "w" + std::to_string(k) + (i % 20 == 0 ? "\n" : " ");
  }
  return text;
}

struct Model {
  const char* name;
  std::vector<std::string> options;
  int words = 20'000, dim = 200;
  int drawn = 200'000;

  friend std::ostream& operator<<(std::ostream& out, const Model& m) {
    return out << m.words << " words × " << m.dim;
  }
};

class TrainingMemory : public ::testing::TestWithParam<Model> {};

TEST_P(TrainingMemory, IsWithinThatOfTheVectorsAndALittle) {
  const auto& [name, options, words, dim, drawn] = GetParam();
  const TemporaryFolder folder;
  const std::string text = (folder / "text.txt").string();
  write_file(text, text_of_many_words(words, drawn));
  std::vector<std::string> command{
      "train", "vectors",           text,       "-o",        (folder / "v.bin").string(),
      "--dim", std::to_string(dim), "--epochs", "1",         "--min-count",
      "1",     "--backend",         "cpu",      "--threads", "2"};
  command.insert(command.end(), options.begin(), options.end());
  const Ran ran = run_program(command);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const double vectors = 2.0 * words * dim * sizeof(float);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory themselves
  EXPECT_LT(static_cast<double>(ran.peak_bytes), 1.3 * vectors + (64 << 20));
#endif
  EXPECT_GT(static_cast<double>(ran.peak_bytes), vectors / 2);  // it has been measured
}

INSTANTIATE_TEST_SUITE_P(
    Of, TrainingMemory,
    ::testing::Values(Model{"skip_gram", {"--model", "sg"}}, Model{"cbow", {"--model", "cbow"}},
                      Model{"tree", {"--model", "sg", "--loss", "hs"}},
                      Model{"tree_of_many_words", {"--loss", "hs"}, 320'000, 16, 0},
                      Model{"subwords", {"--model", "sg", "--subwords"}},
                      Model{"subwords_of_many_words", {"--subwords"}, 320'000, 10, 0},
                      Model{"glove", {"--model", "glove"}}, Model{"lsa", {"--model", "lsa"}},
                      Model{"lsa_of_few_cells", {"--model", "lsa"}, 80'000, 50, 0},
                      Model{"nplm", {"--model", "nplm"}, 20'000, 200, 0},
                      Model{"nplm_of_many_words", {"--model", "nplm"}, 40'000, 100, 0}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace glassformer::testing
