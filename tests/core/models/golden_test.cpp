#include "core/models/golden.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/formats/file.h"
#include "core/models/hugging_face.h"
#include "core/tensor/error.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/core/models/small_llama.h"
#include "tests/support/message_of.h"
#include "tests/support/npz.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::shared_data;
using testing::small_gpt2_json;
using testing::small_tensors;
using testing::TemporaryFolder;

Checkpoint small() {
  return import_hugging_face(small_gpt2_json, "config.json", small_tensors(""), "m.safetensors");
}

Checkpoint small_of_two_layers() {
  return import_hugging_face(testing::small_llama_json, "config.json", testing::small_llama(),
                             "m.safetensors");
}

Mat row_of(const Mat& m, int row) {
  Mat one(1, m.cols());
  std::ranges::copy(m.row(row), one.row(0).begin());
  return one;
}

// A node of the trace as JSON.
std::string rows_of(const Mat& m) {
  std::string text;
  for (int r = 0; r < m.rows(); ++r) {
    std::string row;
    for (int c = 0; c < m.cols(); ++c) row += fmt::format("{}{}", c > 0 ? "," : "", m(r, c));
    text += (text.empty() ? "[" : ",[") + row + "]";
  }
  return "[" + text + "]";
}

class Golden : public ::testing::Test {
 protected:
  Golden() {
    Tokens tokens;
    tokens.add({1, 4, 0});
    Pass pass = Pass::traced(tape, model.params);
    next_token_network(model).logits(pass, {}, {}, tokens);
  }
  Mat at(const std::string& path) const { return tape.value(tape.find(path)); }
  GoldenResult check(const std::string& members, double tolerance = 1e-5) const {
    const auto cases = golden_from_json("{\"ids\": [1, 4, 0], " + members + "}", "golden.json");
    return check_golden(model, cases.at(0), tolerance);
  }

  const Checkpoint model = small();
  Tape tape;
};

TEST_F(Golden, WhatIsTheSameIsTheSame) {
  const std::string heads = "[[" + rows_of(at("decoder.0.self_attention.head.1.weights")) + "," +
                            rows_of(at("decoder.0.self_attention.head.2.weights")) + "]]";
  const std::string hidden =
      "[" + rows_of(at("decoder.input")) + "," + rows_of(at("decoder.norm")) + "]";
  const GoldenResult result =
      check("\"logits\": [" + rows_of(at("logits")) + "], \"attentions\": " + heads +
            ", \"hidden_states\": " + hidden + ", \"decoder.0.ffn.hidden\": " +
            rows_of(at("decoder.0.ffn.hidden")) + ", \"colour\": [1, 2], \"said\": \"so\"");
  EXPECT_FALSE(result.first) << result.first->value;
  EXPECT_EQ(result.values, 1 + 2 + 2 + 1);
  EXPECT_EQ(result.unknown, std::vector<std::string>{"colour"});
  EXPECT_LT(result.largest, 1e-5);
}

// Both differ, and the weights are computed first.
TEST_F(Golden, TheFirstDifferenceIsTheFirstThatIsComputed) {
  Mat logits = at("logits"), weights = at("decoder.0.self_attention.head.2.weights");
  logits(0, 0) += 1;
  weights(2, 1) += static_cast<Real>(0.01);
  const GoldenResult result =
      check("\"logits\": " + rows_of(logits) + ", \"attention_l0_h1\": " + rows_of(weights));
  ASSERT_TRUE(result.first);
  EXPECT_EQ(result.first->value, "attention_l0_h1");
  EXPECT_EQ(result.first->path, "decoder.0.self_attention.head.2.weights");
  EXPECT_EQ(result.first->row, 2);
  EXPECT_EQ(result.first->col, 1);
  EXPECT_NEAR(result.first->wanted - result.first->made, 0.01, 1e-6);
  EXPECT_FALSE(check("\"attention_l0_h1\": " + rows_of(weights), 0.02).first);
}

// The last token's, as one list.
TEST_F(Golden, NamesOfLastRowsMeanTheLastToken) {
  const GoldenResult result =
      check("\"logits_last\": " + rows_of(row_of(at("logits"), 2)) +
            ", \"final_norm_last\": " + rows_of(row_of(at("decoder.norm"), 2)) +
            ", \"hidden_after_layer1_last\": " + rows_of(row_of(at("decoder.0.residual_2"), 2)) +
            ", \"attention_layer0_head1_last_row\": " +
            rows_of(row_of(at("decoder.0.self_attention.head.2.weights"), 2)) +
            ", \"hidden_last_layer_ln_f\": " + rows_of(at("decoder.norm")));
  EXPECT_TRUE(result.unknown.empty());
  EXPECT_EQ(result.values, 5);
  EXPECT_FALSE(result.first) << result.first->value;
}

// ids 1, 4, 0: the logarithms of the softmax of row 0 at 4 and of row 1 at 0.
TEST_F(Golden, ALogProbabilityIsOfAllIdsAfterTheFirst) {
  const Mat logits = at("logits");
  const auto log_probability = [&](int row, int id) {
    double all = 0;
    for (const Real logit : logits.row(row)) all += std::exp(double{logit});
    return logits(row, id) - std::log(all);
  };
  const double sum = log_probability(0, 4) + log_probability(1, 0);
  EXPECT_FALSE(check(fmt::format("\"log_prob\": {}", sum)).first);
  EXPECT_TRUE(check(fmt::format("\"log_prob\": {}", sum + 0.1)).first);
  EXPECT_FALSE(
      check(fmt::format("\"last_logits_top10\": [[3, {}], [1, {}]]", logits(2, 3), logits(2, 1)))
          .first);
}

// The whole text once more for each id that follows.
TEST(GoldenOfTwoLayers, GreedyTakesTheMostProbableAgainAndAgain) {
  const Checkpoint model = small_of_two_layers();
  std::set<int> taken;
  for (int first = 0; first < 11; ++first) {
    std::vector<int> ids{first};
    std::string greedy;
    for (int i = 0; i < 5; ++i) {
      Tape tape;
      Tokens tokens;
      tokens.add(ids);
      Pass pass = Pass::traced(tape, model.params);
      const Mat& logits = tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
      const auto last = logits.row(logits.rows() - 1);
      ids.push_back(static_cast<int>(std::ranges::max_element(last) - last.begin()));
      greedy += fmt::format("{}{}", i > 0 ? "," : "", ids.back());
      if (i > 0) taken.insert(ids.back());
    }
    const auto check = [&](const std::string& list) {
      const std::string text = fmt::format("{{\"ids\": [{}], \"greedy\": [{}]}}", first, list);
      return check_golden(model, golden_from_json(text, "golden.json").at(0), 0.01);
    };
    EXPECT_FALSE(check(greedy).first) << first << ": " << greedy;
    const GoldenResult other = check(greedy.substr(0, greedy.rfind(',') + 1) + "12");
    ASSERT_TRUE(other.first);
    EXPECT_EQ(other.first->value, "greedy[4]");
    EXPECT_EQ(other.first->made, ids.back());
  }
  EXPECT_GT(taken.size(), 2U) << "what follows depends on what came before";
}

TEST_F(Golden, DifferencesOfLargeNumbersAreRelative) {
  EXPECT_NEAR(check("\"logits_last\": [1e6]").largest, 1, 1e-3);
  // Of what is smaller than 1 they are absolute.
  const double off = std::abs(static_cast<double>(at("logits")(2, 0)) - 0.125);
  ASSERT_GT(off, 0.01);
  EXPECT_NEAR(check("\"logits_last\": [0.125]").largest, off, 1e-5);
}

// Embeddings first, the last one normalised, and between them what each layer but the last gives.
TEST(GoldenOfTwoLayers, HiddenStatesAreThoseOfTheLibrary) {
  const Checkpoint model = small_of_two_layers();
  Tape tape;
  Tokens tokens;
  tokens.add({1, 7, 4});
  Pass pass = Pass::traced(tape, model.params);
  next_token_network(model).logits(pass, {}, {}, tokens);
  const auto at = [&](const char* path) { return rows_of(tape.value(tape.find(path))); };
  std::string heads;
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 1; head <= 4; ++head) {
      const std::string path =
          fmt::format("decoder.{}.self_attention.head.{}.weights", layer, head);
      heads += (head > 1 ? "," : layer > 0 ? "],[" : "[[") + at(path.c_str());
    }
  }
  const GoldenCase golden =
      golden_from_json("{\"ids\": [1, 7, 4], \"hidden_states\": [" + at("decoder.embedding") + "," +
                           at("decoder.0.residual_2") + "," + at("decoder.norm") +
                           "], \"attentions\": " + heads + "]]}",
                       "golden.json")
          .at(0);
  const GoldenResult result = check_golden(model, golden, 1e-5);
  EXPECT_EQ(result.values, 3 + 8);
  EXPECT_FALSE(result.first) << result.first->value;
}

TEST_F(Golden, WhatDoesNotFitIsSaid) {
  EXPECT_EQ(message_of([&] { check("\"attentions\": [[[[1, 2], [3, 4]]]]"); }),
            "attentions is 1 × 1 × 2 × 2, but here it would be 1 × 2 × 3 × 3");
  EXPECT_EQ(message_of([&] { check("\"logits\": [[1, 2, 3, 4, 5, 6]]"); }),
            "logits is 1 × 6, but logits is 3 × 5 here; give a row for each id, or the last one as "
            "logits_last");
  // A part of them would pass for all.
  EXPECT_NE(message_of([&] { check("\"logits\": [[1, 2, 3, 4, 5]]"); }).find("is 3 × 5 here"),
            std::string::npos);
  EXPECT_NE(message_of([&] { check("\"attention_l0_h1\": [[1]]"); }).find("is 3 × 3 here"),
            std::string::npos);
  EXPECT_EQ(message_of([&] {
              check_golden(model, golden_from_json("{\"ids\": [9]}", "g.json").at(0), 1);
            }),
            "ids: the model has 5 pieces, and there is a piece with the number 9");
  EXPECT_NE(message_of([] {
              golden_from_json("{\"ids\": [], \"logits\": []}", "g.json");
            }).find("has an empty list of ids"),
            std::string::npos);
  EXPECT_NE(message_of([] { golden_from_json("{\"logits\": [1]}", "g.json"); }).find("\"ids\""),
            std::string::npos);
}

TEST_F(Golden, ASafetensorsFileWillDo) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "golden.safetensors";
  write_safetensors(file, TensorFile{{},
                                     {{"input_ids", {1, 3}, Mat{{1, 4, 0}}},
                                      {"logits", {1, 3, 5}, at("logits")},
                                      // hidden ones are −∞ on both sides
                                      {"decoder.0.self_attention.head.1.masked",
                                       {3, 3},
                                       at("decoder.0.self_attention.head.1.masked")}}});
  const GoldenResult result = check_golden(model, read_golden(file).at(0), 1e-5);
  EXPECT_EQ(result.values, 2);
  EXPECT_FALSE(result.first);
}

// Of the names that a .npz may have for them, this one has one each: what it lacks is not looked
// for.
TEST_F(Golden, ANpzNeedNotHoldEveryArray) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "golden.npz";
  const Mat logits = at("logits");
  const std::vector<float> cells(logits.cells().begin(), logits.cells().end());
  const auto ids = testing::npy_array("<f4", "(1, 3)", testing::bytes_of({1, 4, 0}));
  write_file(
      file,
      testing::npz({{"input_ids", ids},
                    {"logits", testing::npy_array("<f4", "(3, 5)", testing::bytes_of(cells))}}));
  const GoldenResult result = check_golden(model, read_golden(file).at(0), 1e-5);
  EXPECT_EQ(result.values, 1);
  EXPECT_FALSE(result.first);
  write_file(file, testing::npz({{"colour", ids}}));
  EXPECT_NE(message_of([&] { read_golden(file); }).find("has no ids"), std::string::npos);
  write_file(file, "no archive");
  EXPECT_NE(message_of([&] { read_golden(file); }).find("no zip archive"), std::string::npos);
}

void expect_published(const std::filesystem::path& folder, const std::string& file) {
  const auto model = shared_data(folder), golden = shared_data(file);
  if (!model || !golden) GTEST_SKIP() << "optional data is absent";
  const Checkpoint opened = load_checkpoint(*model);
  for (const GoldenCase& one : read_golden(*golden)) {
    const GoldenResult result = check_golden(opened, one, 1e-4);
    EXPECT_GE(result.values, 3);
    EXPECT_FALSE(result.first) << result.first->value << " " << result.first->made << " "
                               << result.first->wanted;
  }
}

TEST(PublishedGolden, TheModelThatSorts) {
  expect_published("checkpoints/gpt-nano-sort",
                   "checkpoints/gpt-nano-sort/model.safetensors.ref.json");
}

TEST(PublishedGolden, ASmallGpt2WithTheRealVocabulary) {
  expect_published("checkpoints/fake_gpt2", "checkpoints/fake_gpt2/model.safetensors.ref.json");
}

}  // namespace
}  // namespace glassformer
