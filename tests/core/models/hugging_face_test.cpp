#include "core/models/hugging_face.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/decode/decode.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/npy_reader.h"
#include "core/grad/ops.h"
#include "core/models/bert.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face_tensors.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/tokenizers/vocabulary_files.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/core/models/traced_model.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::one_sentence;
using testing::shared_data;
using testing::small_gpt2_json;
using testing::small_tensors;
using testing::traced;

Checkpoint imported(std::string_view config, std::vector<NamedTensor> tensors) {
  return import_hugging_face(config, "config.json", std::move(tensors), "model.safetensors");
}

TEST(HuggingFace, NamesWithAndWithoutPrefixAreOneModel) {
  const Checkpoint with = imported(small_gpt2_json, small_tensors("transformer."));
  const Checkpoint without = imported(small_gpt2_json, small_tensors(""));
  Tape a, b;
  EXPECT_EQ(a.value(traced(a, with, {1, 2, 3})), b.value(traced(b, without, {1, 2, 3})));
  EXPECT_EQ(dynamic_cast<const Gpt&>(*with.network).sizes().d_ff, 16);
}

// Post-norm, with other names for the embeddings and no norm after the last layer.
TEST(HuggingFace, TheFirstGpt) {
  std::vector<NamedTensor> tensors = small_tensors("transformer.");
  std::erase_if(tensors,
                [](const NamedTensor& t) { return t.name.starts_with("transformer.ln_f"); });
  tensors[0].name = "transformer.tokens_embed.weight";
  tensors[1].name = "transformer.positions_embed.weight";
  std::string config = small_gpt2_json;
  config.replace(config.find("gpt2"), 4, "openai-gpt");
  const Checkpoint model = imported(config, std::move(tensors));
  const GptConfig& sizes = dynamic_cast<const Gpt&>(*model.network).sizes();
  EXPECT_FALSE(sizes.pre_norm);
  EXPECT_EQ(sizes.activation, Activation::gelu_tanh);
  Tape tape;
  const Var logits = traced(tape, model, {1, 2, 3});
  const Var last = tape.find("decoder.0.norm_2");
  ASSERT_TRUE(last);
  EXPECT_EQ(tape.node(logits).inputs.front(), last) << "the output reads the last norm";
}

TEST(HuggingFace, KnowsTheNamesOfActivations) {
  const auto of = [](const std::string& name) {
    std::string config = small_gpt2_json;
    config.replace(config.find("gelu_new"), 8, name);
    return dynamic_cast<const Gpt&>(*imported(config, small_tensors("")).network)
        .sizes()
        .activation;
  };
  EXPECT_EQ(of("relu"), Activation::relu);
  EXPECT_EQ(of("gelu"), Activation::gelu);
  EXPECT_EQ(of("gelu_new"), Activation::gelu_tanh);
  EXPECT_EQ(of("gelu_pytorch_tanh"), Activation::gelu_tanh);
  EXPECT_EQ(of("silu"), Activation::silu);
  EXPECT_THROW(of("mish"), UserError);
}

// What the first GPT calls gelu is the approximation by tanh.
TEST(HuggingFace, TheGeluOfTheFirstGptIsByTanh) {
  for (const char* const name : {"gelu", "gelu_new"}) {
    std::vector<NamedTensor> tensors = small_tensors("");
    std::erase_if(tensors, [](const NamedTensor& t) { return t.name.starts_with("ln_f"); });
    tensors[0].name = "tokens_embed.weight";
    tensors[1].name = "positions_embed.weight";
    std::string config = small_gpt2_json;
    config.replace(config.find("gpt2"), 4, "openai-gpt");
    config.insert(1, std::string("\"afn\": \"") + name + "\", ");
    const Checkpoint model = imported(config, std::move(tensors));
    EXPECT_EQ(dynamic_cast<const Gpt&>(*model.network).sizes().activation, Activation::gelu_tanh);
  }
}

// The format allows tensors without cells, and of two prefixes the longer one is that of the names.
TEST(HuggingFace, NamesAndTensorsThatStandTwiceOrEmpty) {
  std::vector<NamedTensor> tensors = small_tensors("transformer.");
  tensors.push_back({"anything.empty", {0}, Mat()});
  EXPECT_NO_THROW(imported(small_gpt2_json, tensors));
  for (const bool first : {true, false}) {  // whichever of the two comes first
    std::vector<NamedTensor> both = tensors;
    both.insert(first ? both.begin() : both.end(), {"wte.weight", {5, 4}, Mat(5, 4, 1)});
    const std::string message =
        testing::message_of([&] { imported(small_gpt2_json, std::move(both)); });
    EXPECT_NE(message.find("twice, with and without \"transformer.\""), std::string::npos)
        << message;
  }
}

TEST(HuggingFace, AnOutputOfItsOwn) {
  std::vector<NamedTensor> tensors = small_tensors("transformer.");
  tensors.push_back({"lm_head.weight", {5, 4}, Mat(5, 4, 1)});
  EXPECT_GE(imported(small_gpt2_json, tensors).params.find("output"), 0)
      << "it is not the embedding";
  tensors.back().value = tensors.front().value;
  EXPECT_LT(imported(small_gpt2_json, tensors).params.find("output"), 0) << "saved twice";
  std::string untied = small_gpt2_json;
  untied.insert(1, "\"tie_word_embeddings\": false, ");
  EXPECT_GE(imported(untied, tensors).params.find("output"), 0);
}

TEST(HuggingFace, TracedPackedAndCachedAreOne) {
  const Checkpoint model = imported(small_gpt2_json, small_tensors(""));
  const NextTokenNetwork& network = next_token_network(model);
  const std::vector<int> ids{1, 4, 0, 2, 3};
  Tape whole, packed;
  const Mat& expected = whole.value(traced(whole, model, ids));
  Pass pass = Pass::packed(packed, model.params);
  const Var logits = network.logits(pass, {}, {}, one_sentence(ids));
  EXPECT_LT(largest_difference(packed.value(logits), expected), 1e-5);
  const auto decoder = make_decoder(network, model.params, {});
  decoder->start(std::vector<std::vector<int>>(1));
  for (int t = 0; t < expected.rows(); ++t) {
    const Mat& step = decoder->step(std::vector{ids[static_cast<std::size_t>(t)]});
    for (int c = 0; c < expected.cols(); ++c) EXPECT_NEAR(step(0, c), expected(t, c), 1e-5);
  }
}

TEST(HuggingFace, ComesBackFromOurOwnFile) {
  const Checkpoint model = imported(small_gpt2_json, small_tensors(""));
  const Checkpoint again = from_tensors(to_tensors(model), "file");
  EXPECT_EQ(again.network->architecture(), "gpt");
  EXPECT_EQ(again.network->config(), model.network->config());
  for (int i = 0; i < model.params.size(); ++i) {
    EXPECT_EQ(again.params.value(i), model.params.value(i));
  }
}

// As torch.compile, containers of other modules and parallel training save them.
TEST(HuggingFace, AnyCommonPrefixIsTakenOff) {
  const Checkpoint plain = imported(small_gpt2_json, small_tensors(""));
  for (const char* const prefix : {"_orig_mod.", "model.", "module.", "_orig_mod.transformer."}) {
    std::vector<NamedTensor> tensors = small_tensors(prefix);
    const std::string outer(prefix, std::string_view(prefix).find('.') + 1);
    tensors.push_back({outer + "lm_head.weight", {5, 4}, tensors.front().value});
    const Checkpoint wrapped = imported(small_gpt2_json, std::move(tensors));
    Tape a, b;
    EXPECT_EQ(a.value(traced(a, plain, {1, 2, 3})), b.value(traced(b, wrapped, {1, 2, 3})))
        << prefix;
    EXPECT_EQ(wrapped.file_names.find("embedding")->second, prefix + std::string("wte.weight"));
  }
}

TEST(HuggingFace, AnUntiedOutputThatIsMissingIsSaid) {
  std::string untied = small_gpt2_json;
  untied.insert(1, "\"tie_word_embeddings\": false, ");
  const Checkpoint model = imported(untied, small_tensors("transformer."));
  ASSERT_EQ(model.notes.size(), 1U);
  EXPECT_NE(model.notes[0].find("tie_word_embeddings: false, but there is no lm_head.weight; the "
                                "embedding transformer.wte.weight"),
            std::string::npos)
      << model.notes[0];
  EXPECT_TRUE(imported(small_gpt2_json, small_tensors("")).notes.empty());
}

TEST(HuggingFace, TheFirstBertFilesCallTheNormGammaAndBeta) {
  const Mat m(1, 4, 1);
  std::vector<LazyTensor> given{
      NamedTensor{"bert.embeddings.word_embeddings.weight", {5, 4}, Mat(5, 4)},
      NamedTensor{"bert.embeddings.LayerNorm.gamma", {4}, m},
      NamedTensor{"bert.encoder.layer.0.output.LayerNorm.beta", {4}, m},
      NamedTensor{"cls.predictions.bias", {4}, m}};
  const HuggingFaceTensors tensors(std::move(given), "embeddings.word_embeddings.weight", "w");
  for (const char* const name : {"embeddings.LayerNorm.weight", "cls.predictions.bias",
                                 "encoder.layer.0.output.LayerNorm.bias"}) {
    EXPECT_TRUE(tensors.has(name)) << name;
  }
}

// A token was added to the tokenizer, and the embedding was not made larger.
TEST(HuggingFace, APieceWithoutARowIsRefusedOnlyWhereATextNeedsIt) {
  GptConfig config;
  config.vocab_size = 20;
  config.d_model = config.heads = config.layers = 2;
  std::string vocabulary = "[UNK]\n[CLS]\n[SEP]\n";
  for (char letter = 'a'; letter < 'a' + 17; ++letter) vocabulary += std::string(1, letter) + "\n";
  Checkpoint model;
  model.network = std::make_shared<Gpt>(config);
  model.tokenizers = {word_piece_from(vocabulary + "extra\n", true, "vocab.txt")};
  fit_tokenizers(model, "folder");
  ASSERT_EQ(model.notes.size(), 1U);
  EXPECT_NE(model.notes[0].find("a text that needs \"extra\" is refused"), std::string::npos);
  EXPECT_EQ(model.source().encode("a b"), (std::vector<int>{3, 4}));
  EXPECT_NE(testing::message_of([&] {
              model.source().encode("a extra");
            }).find("the piece \"extra\" (20)"),
            std::string::npos);
  model.tokenizers = {word_piece_from(vocabulary + "extra\nx\ny\n", true, "vocab.txt")};
  EXPECT_NE(testing::message_of([&] { fit_tokenizers(model, "folder"); }).find("different models"),
            std::string::npos);
}

TEST(HuggingFace, PlacesMayBeCalledContext) {
  std::string config = small_gpt2_json;
  config.replace(config.find("n_positions"), 11, "n_ctx");
  EXPECT_EQ(dynamic_cast<const Gpt&>(*imported(config, small_tensors("")).network).max_len(), 6);
}

// What a configuration claims costs neither memory nor time, not even where no weight was read.
TEST(HuggingFace, ClaimedSizesAreRefusedBeforeTheWeightsAreRead) {
  const testing::TemporaryFolder folder;
  std::string config = small_gpt2_json;
  config.replace(config.find("\"n_layer\": 1"), 12, "\"n_layer\": 4000000");
  write_file(folder / "config.json", config);
  EXPECT_NE(testing::message_of([&] { load_checkpoint(folder / ""); }).find("n_layer"),
            std::string::npos)
      << "there is no file of weights at all";
  for (const char* const key :
       {"num_hidden_layers", "vocab_size", "hidden_size", "num_attention_heads",
        "intermediate_size", "max_position_embeddings", "type_vocab_size"}) {
    std::string bert = R"({"model_type": "bert", "num_hidden_layers": 1, "vocab_size": 5,
      "hidden_size": 4, "num_attention_heads": 2, "intermediate_size": 8,
      "max_position_embeddings": 6, "type_vocab_size": 2})";
    const std::size_t at = bert.find(':', bert.find(key)) + 2;
    bert.replace(at, 1, "2000000");
    EXPECT_NE(testing::message_of([&] { imported(bert, {}); }).find("config.json"),
              std::string::npos)
        << key;
  }
}

TEST(HuggingFace, SaysWhatIsWrong) {
  const auto says = [](const std::string& config, std::vector<NamedTensor> tensors,
                       const std::string& words) {
    try {
      imported(config, std::move(tensors));
      FAIL() << words;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string config = small_gpt2_json;
    return config.replace(config.find(from), from.size(), to);
  };
  says("{", small_tensors(""), "config.json:1");
  says("{}", small_tensors(""), "model_type");
  says(changed("gpt2", "mamba"), small_tensors(""), "mamba");
  says(changed("\"n_head\": 2", "\"n_head\": 3"), small_tensors(""), "config.json: 3 heads");
  says(changed("\"n_head\": 2", "\"n_head\": 2.5"), small_tensors(""), "n_head");
  says(changed("\"n_embd\": 4, ", ""), small_tensors(""), "n_embd");
  says(changed("\"n_embd\": 4", "\"n_embd\": 8"), small_tensors(""), "but the configuration asks");
  says(changed("gelu_new", "mish"), small_tensors(""), "mish");
  says(changed("\"n_embd\": 4", "\"n_embd\": 8"), small_tensors("model."),
       ": model.wte.weight is 5 × 4, but the configuration asks for 5 × 8");
  says(changed("\"vocab_size\": 5", "\"vocab_size\": 4294967296"), small_tensors(""),
       "vocab_size: must be a whole number from 1 to 1048576, not the number 4294967296");
  says(changed("\"n_layer\": 1", "\"n_layer\": 4000000"), small_tensors(""),
       "n_layer: must be a whole number from 1 to 256, not the number 4000000");
  says(changed("\"n_positions\": 6,", ""), small_tensors(""), "has no \"n_positions\"");
  says(changed("\"n_head\": 2", "\"n_head\": NaN"), small_tensors(""), "JSON has no NaN");
  std::vector<NamedTensor> tensors = small_tensors("");
  tensors.erase(tensors.begin());
  says(small_gpt2_json, tensors, "wte.weight is missing");
  tensors = small_tensors("");
  tensors.push_back({"h.1.ln_1.weight", {4}, Mat(1, 4)});
  says(small_gpt2_json, tensors, "h.1.ln_1.weight");
  tensors.back().name = "transformer.wte.weight";
  says(small_gpt2_json, tensors, "twice");
}

}  // namespace
}  // namespace glassformer
