// The checkpoints of llm.c and of nanoGPT: the numbers of a GPT-2 once more, laid out as theirs.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face.h"
#include "core/models/llm_c.h"
#include "core/tensor/error.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::small_gpt2_json;
using testing::small_tensors;
using testing::TemporaryFolder;

Mat logits_of(const Checkpoint& model) {
  Tape tape;
  Pass pass = Pass::traced(tape, model.params);
  Tokens tokens;
  tokens.add({1, 4, 0, 2, 3});
  return tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
}

Mat wanted() {
  return logits_of(
      import_hugging_face(small_gpt2_json, "config.json", small_tensors(""), "m.safetensors"));
}

// The file as gpt2_build_from_checkpoint reads it: linear maps are [outputs, inputs], and the
// embedding is filled up to 8 rows.
std::string llm_c_file(std::int32_t version, std::vector<std::int32_t> sizes = {6, 5, 1, 2, 4, 8}) {
  std::vector<std::int32_t> header(256);
  header[0] = 20240326;
  header[1] = version;
  for (std::size_t i = 0; i < sizes.size(); ++i) header[i + 2] = sizes[i];
  std::string bytes(reinterpret_cast<const char*>(header.data()), 1024);
  std::map<std::string, Mat> tensors;
  for (const NamedTensor& tensor : small_tensors("")) tensors[tensor.name] = tensor.value;
  const auto put = [&](const Mat& m) {
    for (const Real cell : m.cells()) {
      const auto number = static_cast<float>(cell);
      const char* const from = reinterpret_cast<const char*>(&number);
      version == 5 ? bytes.append(from + 2, 2) : bytes.append(from, 4);
    }
  };
  put(tensors.at("wte.weight"));
  if (sizes[5] > 5) put(Mat(sizes[5] - 5, 4, 9));
  put(tensors.at("wpe.weight"));
  const auto norm = [&](const std::string& name) {
    put(tensors.at(name + ".weight"));
    put(tensors.at(name + ".bias"));
  };
  const auto linear = [&](const std::string& name) {
    put(transpose(tensors.at(name + ".weight")));
    put(tensors.at(name + ".bias"));
  };
  norm("h.0.ln_1");
  linear("h.0.attn.c_attn");
  linear("h.0.attn.c_proj");
  norm("h.0.ln_2");
  linear("h.0.mlp.c_fc");
  linear("h.0.mlp.c_proj");
  norm("ln_f");
  return bytes;
}

TEST(LlmC, ItsCheckpointsOpen) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "gpt2.bin";
  write_file(file, llm_c_file(3));
  EXPECT_TRUE(is_llm_c(file));
  const Checkpoint model = load_checkpoint(file);
  EXPECT_EQ(model.network->vocab_size(), 5);
  EXPECT_LT(largest_difference(logits_of(model), wanted()), 1e-6);
  EXPECT_EQ(model.stored, std::set<std::string>{"F32"});
  write_file(file, llm_c_file(5));
  EXPECT_LT(largest_difference(logits_of(load_checkpoint(file)), wanted()), 0.2);
  write_file(file, llm_c_file(3, {6, 5, 1, 2, 4, 5}));  // filled up by nothing
  EXPECT_LT(largest_difference(logits_of(load_checkpoint(file)), wanted()), 1e-6);
}

TEST(LlmC, WhatIsWrongIsSaid) {
  const auto told = [](const std::string& bytes) {
    return message_of([&] { llm_c_from(bytes, nullptr, "gpt2.bin"); });
  };
  EXPECT_EQ(told(llm_c_file(1)),
            "gpt2.bin: is a checkpoint of llm.c of version 1; 3 (F32) and 5 (BF16) are read, so "
            "write it again with a newer llm.c");
  EXPECT_EQ(told(llm_c_file(3, {6, 5, 1, 2, -4, 8})),
            "gpt2.bin: its header says channels = -4, but 1 to 4096 can be; it is damaged, get it "
            "again");
  EXPECT_NE(told(llm_c_file(3, {6, 5, 2, 2, 4, 8})).find("bytes of weights, but"),
            std::string::npos);
  EXPECT_NE(told(llm_c_file(3).substr(0, 2000)).find("bytes of weights, but"), std::string::npos);
  EXPECT_NE(told(llm_c_file(3, {6, 9, 1, 2, 4, 8})).find("padded_vocab_size"), std::string::npos);
  EXPECT_NE(told(llm_c_file(3, {6, 5, 1, 3, 4, 8})).find("3 heads cannot share"),
            std::string::npos);
}

// As the line in docs/files.md writes it: names and turned maps of PyTorch, its arguments as they
// are. Its activation is the exact GELU.
TEST(NanoGpt, WhatTheDocumentedLineWritesOpens) {
  std::string config = small_gpt2_json;
  for (const bool biases : {true, false}) {
    std::vector<NamedTensor> tensors;
    for (NamedTensor tensor : small_tensors("")) {
      if (tensor.name == "h.0.attn.bias") continue;
      const bool linear = tensor.name.find(".c_") != std::string::npos;
      if (!biases && tensor.name.ends_with(".bias")) continue;
      if (linear && tensor.name.ends_with(".weight")) {
        tensor.value = transpose(tensor.value);
        tensor.shape = {tensor.value.rows(), tensor.value.cols()};
      }
      tensor.name = "_orig_mod.transformer." + tensor.name;
      tensors.push_back(std::move(tensor));
    }
    const std::string arguments =
        std::string(R"({"model_type": "nanogpt", "n_layer": 1, "n_head": 2, "n_embd": 4,
        "block_size": 6, "vocab_size": 5, "dropout": 0.0, "bias": )") +
        (biases ? "true}" : "false}");
    const Mat made =
        logits_of(import_hugging_face(arguments, "config.json", tensors, "model.safetensors"));
    std::vector<NamedTensor> as_gpt2 = small_tensors("");
    for (NamedTensor& tensor : as_gpt2) {
      if (!biases && tensor.name.ends_with(".bias")) tensor.value = Mat(tensor.value.shape());
    }
    std::string exact = small_gpt2_json;
    exact.replace(exact.find("gelu_new"), 8, "gelu");
    EXPECT_LT(largest_difference(
                  made, logits_of(import_hugging_face(exact, "config.json", as_gpt2, "m"))),
              1e-6)
        << biases;
  }
}

}  // namespace
}  // namespace glassformer
