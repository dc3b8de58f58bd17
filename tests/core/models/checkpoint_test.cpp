#include "core/models/checkpoint.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::shared_data;

// A folder with a GPT-2 of one layer and five words; tests put a vocabulary beside it.
class WithVocabulary : public ::testing::Test {
 protected:
  WithVocabulary() {
    write_file(folder_ / "config.json", testing::small_gpt2_json);
    TensorFile file;
    file.tensors = testing::small_tensors("transformer.");
    write_safetensors(folder_ / "model.safetensors", file, Stored::f16);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(WithVocabulary, ItsTokenizerComesWithTheModel) {
  EXPECT_TRUE(load_checkpoint(folder_.path()).tokenizers.empty());
  write_file(folder_ / "vocab.txt", "[UNK]\n[CLS]\n[SEP]\nUn\n");
  write_file(folder_ / "tokenizer_config.json", "{\"do_lower_case\": false}");
  const Checkpoint model = load_checkpoint(folder_.path());
  EXPECT_EQ(model.stored, std::set<std::string>{"F16"});
  EXPECT_EQ(model.source().encode("Un un"), (std::vector<int>{3, 0}));
  const Checkpoint again = from_tensors(to_tensors(model), "file");
  EXPECT_EQ(again.source().to_json(), model.source().to_json());
}

// The first GPT's files have the names of GPT-2's and hold another tokenizer.
TEST_F(WithVocabulary, AVocabularyOfCharactersIsLeft) {
  write_file(folder_ / "vocab.json", "{\"a</w>\": 0, \"b\": 1}");
  write_file(folder_ / "merges.txt", "#version: 0.2\nb a</w>\n");
  EXPECT_TRUE(load_checkpoint(folder_.path()).tokenizers.empty());
}

TEST_F(WithVocabulary, OneThatIsTooLargeIsOfAnotherModel) {
  write_file(folder_ / "vocab.txt", "[UNK]\n[CLS]\n[SEP]\na\nb\nc\n");
  try {
    load_checkpoint(folder_.path());
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("has 6 pieces, but the embedding only 5"),
              std::string::npos)
        << error.what();
  }
}

TEST(Checkpoint, TheVocabulariesBesideTheRealOnes) {
  const auto gpt2 = shared_data("checkpoints/fake_gpt2"),
             bert = shared_data("checkpoints/bert_tiniest");
  if (!gpt2 || !bert) GTEST_SKIP() << "optional data is absent";
  EXPECT_EQ(load_checkpoint(*gpt2).source().encode("Hello world"), (std::vector<int>{15496, 995}));
  EXPECT_EQ(load_checkpoint(*bert).source().encode("Hello world"), (std::vector<int>{7592, 2088}));
}

TEST(Checkpoint, SaysThatWeightsAreNotFinite) {
  Checkpoint model;
  model.params.add("a", Mat{{1, 2}});
  EXPECT_EQ(not_finite(model), "");
  model.params.add("b", Mat{{1, std::numeric_limits<double>::quiet_NaN()}});
  EXPECT_EQ(not_finite(model), "1 of 4 numbers are nan or infinite, the first is b[1]");
  model.file_names = {{"b", "h.0.ln_1.bias"}};
  EXPECT_EQ(not_finite(model), "1 of 4 numbers are nan or infinite, the first is h.0.ln_1.bias")
      << "as its own file calls it";
}

}  // namespace
}  // namespace glassformer
