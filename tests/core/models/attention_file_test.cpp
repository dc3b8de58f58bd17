#include "core/models/attention_file.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/npz.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::bytes_of;
using testing::npy_array;
using testing::npz;

// Two layers of one head on two tokens.
const std::vector<float> kWeights{0.75F, 0.25F, 0.5F, 0.5F, 1, 0, 0.125F, 0.875F};
const std::vector<float> kCausal{1, 0, 0.5F, 0.5F, 1, 0, 0.125F, 0.875F};

std::string tokens() {
  return npy_array("<U5", "(2,)", testing::padded_texts({U"Größe", U" 猫"}, 5));
}

class AttentionFiles : public ::testing::Test {
 protected:
  std::filesystem::path at(const std::string& name, std::string_view bytes) {
    write_file(folder_ / name, bytes);
    return folder_ / name;
  }
  AttentionFilePtr read(const std::vector<std::pair<std::string, std::string>>& arrays) {
    return read_attention_file(at("a.npz", npz(arrays)));
  }
  std::string refusal(const std::filesystem::path& file) {
    try {
      read_attention_file(file);
    } catch (const UserError& error) {
      EXPECT_EQ(std::string(error.what()).find(file.string()), 0U) << error.what();
      return error.what();
    }
    return "it was read";
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(AttentionFiles, OfNumpyAreRead) {
  const AttentionFilePtr read_file =
      read({{"tokens", tokens()},
            {"attentions", npy_array("<f4", "(2, 1, 2, 2)", bytes_of(kWeights))},
            {"hidden_states", npy_array("<f4", "(3, 2, 1)", bytes_of({1, 2, 3, 4, 5, 6}))}});
  EXPECT_EQ(read_file->name, "a.npz");
  EXPECT_EQ(read_file->tokens, (std::vector<std::string>{"Größe", " 猫"}));
  EXPECT_EQ(read_file->layers, 2);
  EXPECT_EQ(read_file->heads, 1);
  EXPECT_FALSE(read_file->causal);
  EXPECT_EQ(read_file->head(0, 0)->value, (Mat{{0.75, 0.25}, {0.5, 0.5}}));
  EXPECT_EQ(read_file->head(1, 0)->value, (Mat{{1, 0}, {0.125, 0.875}}));
  ASSERT_EQ(read_file->hidden.size(), 3U);
  EXPECT_EQ(read_file->hidden[2]->value, (Mat{{5}, {6}}));
}

// As output_attentions gives them: a batch of one text; and texts as bytes.
TEST_F(AttentionFiles, MayHaveABatchOfOneAndTextsAsBytes) {
  const std::string text = "the\ncat\n";
  const AttentionFilePtr read_file =
      read({{"tokens", npy_array("|u1", "(8,)", text)},
            {"attentions", npy_array("<f4", "(2, 1, 1, 2, 2)", bytes_of(kCausal))},
            {"hidden_states", npy_array("<f4", "(3, 1, 2, 1)", bytes_of({1, 2, 3, 4, 5, 6}))}});
  EXPECT_EQ(read_file->tokens, (std::vector<std::string>{"the", "cat"}));
  EXPECT_TRUE(read_file->causal) << "nothing stands above the diagonal";
  EXPECT_EQ(read_file->hidden.size(), 3U);
  EXPECT_TRUE(holds_attentions(at("b.npz", npz({{"attentions", ""}}))));
  EXPECT_FALSE(holds_attentions(at("c.npz", npz({{"embeddings", ""}}))));
  EXPECT_FALSE(holds_attentions(at("attentions.txt", "attentions")));
}

TEST_F(AttentionFiles, ComeBackAsTheyWereWritten) {
  const AttentionFilePtr first =
      read({{"tokens", tokens()},
            {"attentions", npy_array("<f4", "(2, 1, 2, 2)", bytes_of(kWeights))},
            {"hidden_states", npy_array("<f4", "(3, 2, 1)", bytes_of({1, 2, 3, 4, 5, 6}))}});
  for (const Stored stored : {Stored::f32, Stored::f16}) {
    const std::filesystem::path file =
        at("a.safetensors", safetensors_bytes(attention_tensors(*first), stored));
    EXPECT_TRUE(holds_attentions(file));
    const AttentionFilePtr again = read_attention_file(file);
    EXPECT_EQ(again->tokens, first->tokens);
    EXPECT_EQ(again->layers, first->layers);
    EXPECT_EQ(again->heads, first->heads);
    for (std::size_t i = 0; i < first->weights.size(); ++i) {
      EXPECT_EQ(again->weights[i]->value, first->weights[i]->value);
    }
    EXPECT_EQ(again->hidden[1]->value, first->hidden[1]->value);
  }
}

TEST_F(AttentionFiles, SayWhatIsWrongWithThem) {
  struct Case {
    const char *type, *shape;
    std::vector<float> weights;
    const char* said;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Case& one : {
           Case{"<f4",
                "(2, 1, 2, 2)",
                {1, 0, 0.5F, 0.5F, 1, 0, 0.5F, 0.4F},
                "layer 2, head 1, row 2 sums to 0.9, not to 1"},
           Case{"<f4",
                "(1, 2, 2, 2)",
                {1, 0, 0.5F, 0.5F, 2, -1, 0.5F, 0.5F},
                "layer 1, head 2, row 1 holds -1"},
           Case{"<f4", "(1, 1, 2, 2)", {nan, 0, 0, 1}, "layer 1, head 1, row 1 holds nan"},
           Case{"<f4", "(2, 2)", {1, 0, 0, 1}, "[layers, heads, tokens, tokens] is wanted"},
           Case{"<f4", "(1, 3, 1, 2, 2)", {}, "a batch of 3 texts"},
           Case{"<f4", "(1, 1, 3, 3)", {}, "write one text for each"},
           Case{"<f4", "(1, 1, 2, 3)", {}, "2 queries and 3 keys"},
           Case{"<f4", "(1, 1, 1, 1)", {1}, "has 1 token, and 2 to 2048 can be shown"},
           Case{"<f4", "(0, 1, 2, 2)", {}, "has 0 layers"},
           Case{"<f4", "(1, 5000, 2, 2)", {}, "has 5000 heads"},
           Case{"<f4", "(1, 1, 9000, 9000)", {}, "has 9000 tokens"},
           Case{"<f4", "(1, 1, 2, 2)", {1, 0}, "ends at byte"},
           Case{"<f4", "(1, 1, 2, 2)", {1, 0, 0, 1, 5}, "goes on after its numbers"},
       }) {
    const std::string array = npy_array(one.type, one.shape, bytes_of(one.weights));
    const std::string said =
        refusal(at("bad.npz", npz({{"attentions", array}, {"tokens", tokens()}})));
    EXPECT_NE(said.find(one.said), std::string::npos) << said;
  }
}

TEST_F(AttentionFiles, SayWhatIsWrongWithWhatStandsBeside) {
  const std::string weights = npy_array("<f4", "(2, 1, 2, 2)", bytes_of(kWeights));
  const auto said_of = [&](const std::string& name, const std::string& array) {
    return refusal(at("bad.npz", npz({{"attentions", weights},
                                      {name == "tokens" ? "unused" : "tokens", tokens()},
                                      {name, array}})));
  };
  EXPECT_NE(said_of("tokens", npy_array("<i8", "(2,)", std::string(16, '\1'))).find("dtype=str"),
            std::string::npos);
  EXPECT_NE(said_of("tokens", npy_array("|O", "(2,)", "")).find("a pickle"), std::string::npos);
  EXPECT_NE(said_of("tokens", npy_array("<U9999", "(2,)", "")).find("9999 characters"),
            std::string::npos);
  EXPECT_NE(said_of("tokens", npy_array("<U1", "(9999,)", "")).find("9999 texts"),
            std::string::npos);
  EXPECT_NE(said_of("hidden_states", npy_array("<f4", "(2, 2, 1)", bytes_of({1, 2, 3, 4})))
                .find("3 states are wanted"),
            std::string::npos);
  EXPECT_NE(refusal(at("bad.npz", npz({{"attentions", weights}}))).find("no array \"tokens\""),
            std::string::npos);
  TensorFile ids;
  ids.tensors.push_back({"attentions", {1, 1, 2, 2}, Mat{{1, 0, 0.5, 0.5}}});
  ids.tensors.push_back({"tokens", {2}, Mat{{6601, 32704}}});
  EXPECT_NE(refusal(at("ids.safetensors", safetensors_bytes(ids))).find("holds numbers"),
            std::string::npos);
  ids.tensors.pop_back();
  ids.metadata["tokens"] = "[\"a\", 2]";
  EXPECT_NE(refusal(at("ids.safetensors", safetensors_bytes(ids))).find("must be a text"),
            std::string::npos);
}

// The 144 heads of GPT-2 (124M), as another program computed them.
TEST_F(AttentionFiles, OfAPublishedModelAreRead) {
  const auto data = testing::shared_data("checkpoints/gpt2-124m-golden");
  if (!data) GTEST_SKIP() << "skipped: optional data is absent";
  const std::string reference = glassformer::read_file(*data / "ex0.ref.json", 1 << 20);
  const auto names = nlohmann::json::parse(reference).at("tokens").get<std::vector<std::string>>();
  const std::string array = [&] {
    const auto source = open_bytes(*data / "ex0.npz" / "attn_softmax.npy");
    std::string bytes(1 << 20, '\0');
    std::size_t have = 0;
    for (std::size_t n = 1; n > 0; have += n) {
      n = source->read_some(bytes.data() + have, bytes.size() - have);
    }
    bytes.resize(have);
    return bytes;
  }();
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  const AttentionFilePtr gpt2 =
      read({{"tokens", npy_array("|u1", "(" + std::to_string(text.size()) + ",)", text)},
            {"attentions", array}});
  EXPECT_EQ(gpt2->weights.size(), 144U);
  EXPECT_EQ(gpt2->layers, 12);
  EXPECT_TRUE(gpt2->causal);
  EXPECT_EQ(gpt2->tokens, names);
  for (const LeafPtr& one : gpt2->weights)
    EXPECT_EQ(one->value(0, 0), 1) << "the first sees itself";
}

}  // namespace
}  // namespace glassformer
