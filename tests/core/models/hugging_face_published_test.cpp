// Models that others published, with the activations and logits that they publish beside them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/decode.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/npy_reader.h"
#include "core/models/bert.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face.h"
#include "tests/core/models/traced_model.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using testing::one_sentence;
using testing::shared_data;
using testing::traced;

// A JSON file of reference answers, and paths into it.
class Reference {
 public:
  explicit Reference(const std::filesystem::path& file)
      : json_(Json::parse(read_file(file, 64 << 20), file)) {}
  Json::Value root() const { return json_.root(); }

 private:
  Json json_;
};

Json::Value member_of(Json::Value object, std::string_view name) {
  Json::Value found = object;
  object.each_member([&](std::string_view key, Json::Value value) {
    if (key == name) found = value;
  });
  return found;
}

std::vector<int> ids_of(Json::Value list) {
  std::vector<int> ids;
  list.each([&](Json::Value id) { ids.push_back(static_cast<int>(id.number())); });
  return ids;
}

void expect_rows(const Mat& made, Json::Value rows, double tolerance, const std::string& what) {
  ASSERT_EQ(made.rows(), static_cast<int>(rows.size())) << what;
  for (int r = 0; r < made.rows(); ++r) {
    const Json::Value row = rows[static_cast<std::size_t>(r)];
    ASSERT_EQ(made.cols(), static_cast<int>(row.size())) << what;
    for (int c = 0; c < made.cols(); ++c) {
      ASSERT_NEAR(made(r, c), row[static_cast<std::size_t>(c)].number(), tolerance)
          << what << " row " << r << " column " << c;
    }
  }
}

// [[id, logit], …]
void expect_logits(std::span<const Real> made, Json::Value pairs, double tolerance) {
  pairs.each([&](Json::Value pair) {
    EXPECT_NEAR(made[static_cast<std::size_t>(pair[0].number())], pair[1].number(), tolerance);
  });
}

Mat npz(const std::filesystem::path& file, const std::string& name) {
  const std::filesystem::path entry = file / (name + ".npy");
  ByteReader in(open_bytes(entry), entry.string());
  const NpyHeader header = read_npy_header(in);
  Mat made(static_cast<int>(header.rows()), static_cast<int>(header.cols()));
  std::vector<float> numbers(made.size());
  read_npy_numbers(in, header, numbers);
  std::ranges::copy(numbers, made.cells().begin());
  return made;
}

// Rows [first, first + count) of a published matrix of several sentences or heads.
void expect_part(const Mat& made, const Mat& published, int first, double tolerance,
                 const std::string& what) {
  ASSERT_EQ(made.cols(), published.cols()) << what;
  for (int r = 0; r < made.rows(); ++r) {
    for (int c = 0; c < made.cols(); ++c) {
      ASSERT_NEAR(made(r, c), published(first + r, c), tolerance)
          << what << " row " << r << " column " << c;
    }
  }
}

TEST(HuggingFace, EveryPublishedActivationOfTheModelThatSorts) {
  const auto folder = shared_data("checkpoints/gpt-nano-sort");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = import_hugging_face(*folder);
  const auto file = *folder / "partials.npz";
  const Mat ids = npz(file, "idx");
  for (int sentence = 0; sentence < ids.rows(); ++sentence) {
    std::vector<int> input;
    for (const Real id : ids.row(sentence)) input.push_back(static_cast<int>(id));
    Tape tape;
    traced(tape, model, input);
    const int n = static_cast<int>(input.size());
    const auto expect = [&](const std::string& path, const char* name, int first,
                            double scale = 1) {
      ASSERT_TRUE(tape.find(path)) << path;
      Mat made = tape.value(tape.find(path));
      for (Real& cell : made.cells()) cell *= static_cast<Real>(scale);
      expect_part(made, npz(file, name), first, 1e-4, path);
    };
    const int row = sentence * n;
    expect("decoder.embedding", "tok_emb", row);
    expect("decoder.positions", "pos_emb", 0);
    expect("decoder.input", "x", row);
    expect("decoder.0.norm_1", "ln1", row);
    for (int head = 0; head < 3; ++head) {
      const std::string scope = "decoder.0.self_attention.head." + std::to_string(head + 1) + ".";
      const int of_head = (sentence * 3 + head) * n;
      expect(scope + "q", "q", of_head);
      expect(scope + "k", "k", of_head);
      expect(scope + "v", "v", of_head);
      expect(scope + "weights", "attSm", of_head);
    }
    expect("decoder.0.self_attention.concat", "y", row);
    expect("decoder.0.self_attention.output", "yProj", row);
    expect("decoder.0.residual_1", "attnResid", row);
    expect("decoder.0.norm_2", "ln2", row);
    expect("decoder.0.ffn.hidden", "fc", row);
    expect("decoder.0.ffn.activation", "gelu", row);
    expect("decoder.0.ffn.output", "mlp", row);
    expect("decoder.0.residual_2", "block0", row);
    expect("decoder.1.residual_2", "block1", row);
    expect("decoder.2.residual_2", "block2", row);
    expect("decoder.norm", "ln_f", row);
    expect("logits", "lm_head", row);
  }
}

// All 729 rows of six digits from 0 to 2, by the decoder that keeps keys and values.
TEST(HuggingFace, TheModelThatSortsSorts) {
  const auto folder = shared_data("checkpoints/gpt-nano-sort");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = import_hugging_face(*folder);
  const auto decoder = make_decoder(next_token_network(model), model.params, {});
  std::vector<std::vector<int>> rows(729, std::vector<int>(6));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t rest = i;
    for (int& digit : rows[i]) digit = static_cast<int>(rest % 3), rest /= 3;
  }
  std::vector<std::vector<int>> sources(rows.size());
  decoder->start(sources);
  std::vector<int> next(rows.size());
  std::vector<std::vector<int>> made(rows.size());
  for (std::size_t step = 0; step < 11; ++step) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      next[i] = step < 6 ? rows[i][step] : made[i].back();
    }
    const Mat& logits = decoder->step(next);
    if (step < 5) continue;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = logits.row(static_cast<int>(i));
      made[i].push_back(static_cast<int>(std::ranges::max_element(row) - row.begin()));
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::sort(rows[i]);
    EXPECT_EQ(made[i], rows[i]);
  }
}

TEST(HuggingFace, VariantsOfNamesAndNumbers) {
  const auto folder = shared_data("checkpoints/variants");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const auto config = *shared_data("checkpoints/gpt-nano-sort/config.json");
  const Reference reference(*folder / "EXPECT.shared.json");
  reference.root().each_member([&](std::string_view name, Json::Value entry) {
    const Json::Value answers = member_of(entry, "ref");
    const auto file = *folder / name;
    std::vector<NamedTensor> tensors = read_safetensors(file).tensors;
    const Checkpoint model = import_hugging_face(read_file(config, 1 << 20), config.string(),
                                                 std::move(tensors), file.string());
    Tape tape;
    const Var logits = traced(tape, model, ids_of(member_of(answers, "ids")));
    expect_rows(tape.value(logits), member_of(answers, "logits"), 1e-4, std::string(name));
    expect_rows(tape.value(tape.find("decoder.1.self_attention.head.2.weights")),
                member_of(answers, "attention_l1_h1"), 1e-4, std::string(name));
  });
}

TEST(HuggingFace, Gpt2WithTheRealVocabulary) {
  const auto folder = shared_data("checkpoints/fake_gpt2");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = load_checkpoint(*folder);
  const Reference reference(*folder / "model.safetensors.ref.json");
  reference.root().each([&](Json::Value example) {
    Tape tape;
    const Mat& logits = tape.value(traced(tape, model, ids_of(member_of(example, "ids"))));
    expect_rows(tape.value(tape.find("decoder.norm")), member_of(example, "hidden_last_layer_ln_f"),
                1e-4, "ln_f");
    expect_rows(tape.value(tape.find("decoder.0.self_attention.head.1.weights")),
                member_of(example, "attention_l0_h0"), 1e-4, "attention");
    expect_logits(logits.row(logits.rows() - 1), member_of(example, "last_logits_top10"), 1e-4);
  });
}

void expect_bert(const std::filesystem::path& folder, const char* attention, const char* masked,
                 int position) {
  const Checkpoint model = load_checkpoint(folder);
  const auto& bert = dynamic_cast<const Bert&>(*model.network);
  const Reference reference(folder / "model.safetensors.ref.json");
  reference.root().each([&](Json::Value example) {
    const Tokens tokens = one_sentence(ids_of(member_of(example, "ids")));
    std::vector<int> segments = ids_of(member_of(example, "token_types"));
    segments.resize(tokens.ids.size());
    Tape tape;
    Pass pass = Pass::traced(tape, model.params);
    const Var encoded = bert.encode(pass, tokens, segments);
    expect_rows(tape.value(encoded), member_of(example, "last_hidden"), 1e-4, "last layer");
    const Mat& logits = tape.value(bert.masked_words(pass, encoded, tokens));
    expect_logits(logits.row(position), member_of(example, masked), 1e-4);
    const Json::Value maps = member_of(example, attention);
    if (attention == std::string("attention")) {
      for (std::size_t site = 0; site < pass.sites().size(); ++site) {
        const auto heads = static_cast<std::size_t>(bert.sizes().heads);
        expect_rows(tape.value(pass.sites()[site].weights), maps[site / heads][site % heads], 1e-4,
                    "attention");
      }
    } else {
      expect_rows(tape.value(pass.sites().front().weights), maps, 1e-4, "attention");
    }
  });
}

TEST(HuggingFace, BertOfTwoLayersAndPairsOfSentences) {
  const auto folder = shared_data("checkpoints/bert-synth");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  expect_bert(*folder, "attention", "mlm_pos2_top10", 2);
}

TEST(HuggingFace, TheSmallestBert) {
  const auto folder = shared_data("checkpoints/bert_tiniest");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  expect_bert(*folder, "attention_l0_h0", "mlm_logits_pos1_top10", 1);
}

}  // namespace
}  // namespace glassformer
