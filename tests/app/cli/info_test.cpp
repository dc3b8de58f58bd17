#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

TEST(InfoCommand, SaysWhatAModelIs) {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.safetensors").string();
  const Checkpoint model = tiny_checkpoint(small_config());
  write_safetensors(file, to_tensors(model));
  const auto found = nlohmann::json::parse(run_program({"info", file, "--json"}).out);
  EXPECT_EQ(found.at("architecture"), "transformer");
  EXPECT_EQ(found.at("config").at("d_model"), 8);
  EXPECT_EQ(found.at("parameters"), model.params.cells());
  EXPECT_EQ(found.at("tokenizers").size(), 2u);
  EXPECT_EQ(found.at("tokenizers")[0].at("kind"), "word");
  EXPECT_EQ(found.at("origin"), "a test");
  const std::string text = run_program({"info", file}).out;
  EXPECT_NE(text.find("2 + 2 layers, 2 heads, d_model 8"), std::string::npos) << text;
}

// A training writes under any name.
TEST(InfoCommand, AModelIsKnownByItsBytes) {
  const TemporaryFolder folder;
  for (const char* const name : {"P", "P.json", "P.txt"}) {
    const std::string file = (folder / name).string();
    write_safetensors(file, to_tensors(tiny_checkpoint(small_config())));
    const Ran ran = run_program({"info", file});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find(file + ": transformer"), 0U) << ran.out;
    EXPECT_EQ(run_program({"tokens", "the cat", "--tokenizer", file}).code, 0) << name;
  }
  const std::string maps = (folder / "maps").string();
  ASSERT_EQ(run_program({"trace", "heads", "--text", "the black cat sleeps", "--format",
                         "attentions", "-o", maps})
                .code,
            0);
  const Ran attention = run_program({"info", maps});
  EXPECT_NE(attention.out.find("attentions of a model"), std::string::npos)
      << attention.out << attention.err;
  write_safetensors(folder / "weights", {{}, small_tensors("")});
  const Ran weights = run_program({"info", (folder / "weights").string()});
  EXPECT_EQ(weights.code, 2);
  EXPECT_NE(weights.err.find("config.json"), std::string::npos) << weights.err;
}

TEST(InfoCommand, OneHeadIsAHead) {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.safetensors").string();
  TransformerConfig config = small_config();
  config.heads = 1;
  write_safetensors(file, to_tensors(tiny_checkpoint(config)));
  const std::string text = run_program({"info", file}).out;
  EXPECT_NE(text.find("2 + 2 layers, 1 head, d_model 8"), std::string::npos) << text;
}

TEST(InfoCommand, KnowsTheShippedModelsAndThoseOfHuggingFace) {
  const auto shipped = nlohmann::json::parse(run_program({"info", "en-fr", "--json"}).out);
  EXPECT_EQ(shipped.at("architecture"), "transformer");
  const auto folder = shared_data("checkpoints/gpt-nano-sort");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const auto found = nlohmann::json::parse(run_program({"info", folder->string(), "--json"}).out);
  EXPECT_EQ(found.at("architecture"), "gpt");
  EXPECT_EQ(found.at("config").at("layers"), 3);
}

// A name without a slash is a file or folder too.
TEST(InfoCommand, AFolderHereIsFoundByItsName) {
  const TemporaryFolder here;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(here.path());
  for (const char* const name : {"gpt2", "en-fr"}) {
    std::filesystem::create_directory(here / name);
    write_file(here / name / "config.json", small_gpt2_json);
    write_safetensors(here / name / "model.safetensors", {{}, small_tensors("model.")});
  }
  const Ran ours = run_program({"info", "gpt2"}), both = run_program({"info", "en-fr"}),
            none = run_program({"info", "gpt3"});
  std::filesystem::current_path(before);
  EXPECT_EQ(ours.code, 0) << ours.err;
  EXPECT_NE(ours.out.find("gpt2: gpt, 1 layer"), std::string::npos) << ours.out;
  EXPECT_NE(both.out.find("transformer"), std::string::npos) << both.out;
  EXPECT_NE(both.err.find("./en-fr"), std::string::npos) << both.err;
  EXPECT_NE(none.err.find("no shipped model 'gpt3'"), std::string::npos) << none.err;
  EXPECT_EQ(none.err.find("assets"), std::string::npos) << "not where the program lies";
}

// What a configuration claims costs neither time nor memory.
TEST(InfoCommand, AClaimOfMillionsOfLayersCostsNothing) {
  const TemporaryFolder here;
  std::string config = small_gpt2_json;
  config.replace(config.find("\"n_layer\": 1"), 12, "\"n_layer\": 4000000");
  write_file(here / "config.json", config);
  write_safetensors(here / "model.safetensors", {{}, small_tensors("")});
  const Ran ran = run_program({"info", here.path().string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("n_layer"), std::string::npos) << ran.err;
  EXPECT_LT(ran.peak_bytes, 100L << 20);
}

TEST(InfoCommand, SaysWhatAnyOtherFileIsAndWhatReadsIt) {
  const TemporaryFolder folder;
  struct Case {
    const char *name, *bytes, *is, *command;
  };
  for (const Case& one :
       {Case{"v.vec", "2 2\nking 1 0\ncat 0 1\n", "word vectors", "glassformer vectors info "},
        Case{"v.json", R"({"king": [1, 0]})", "word vectors", "glassformer vectors info "},
        Case{"tale.txt", "Call me Ishmael.", "a text", "glassformer train vectors "},
        Case{"p.tsv", "the cat\tle chat\n", "pairs of sentences", "glassformer train translate "},
        Case{"q.txt", ": capitals\nAthens Greece Oslo Norway\n", "analogy questions",
             "glassformer eval analogies VECTORS "}}) {
    const std::string file = (folder / one.name).string();
    write_file(file, one.bytes);
    const Ran ran = run_program({"info", file});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find(file + ": " + one.is), 0U) << ran.out;
    EXPECT_NE(ran.out.find(one.command + file), std::string::npos) << ran.out;
  }
  const std::string lesson = (assets_folder() / "lessons" / "heads.json").string();
  const auto said = nlohmann::json::parse(run_program({"info", lesson, "--json"}).out);
  EXPECT_EQ(said.at("is"), "a lesson");
  EXPECT_EQ(said.at("facts").at("title"), "Twenty-four heads");
  const Ran recording =
      run_program({"info", (assets_folder() / "recordings" / "bottleneck.safetensors").string()});
  EXPECT_NE(recording.out.find("glassformer record bottleneck"), std::string::npos)
      << recording.err;
  write_file(folder / "a b.vec", "1 2\nking 1 0\n");
  const Ran spaced = run_program({"info", (folder / "a b.vec").string()});
  EXPECT_NE(spaced.out.find("vectors info '" + (folder / "a b.vec").string() + "'"),
            std::string::npos)
      << spaced.out << spaced.err;
  write_file(folder / "paper.pdf", "%PDF-1.7\n");
  const Ran other = run_program({"info", (folder / "paper.pdf").string()});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("pdftotext"), std::string::npos) << other.err;
}

TEST(InfoCommand, AFileWithinAModelsFolderStandsForTheModel) {
  const TemporaryFolder folder;
  write_file(folder / "config.json", small_gpt2_json);
  write_safetensors(folder / "model.safetensors", {{}, small_tensors("model.")});
  const Ran ran = run_program({"info", (folder / "config.json").string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("gpt, 1 layer, 2 heads, "), std::string::npos) << ran.out;
}

TEST(InfoCommand, WhatIsEmptyIsNoText) {
  const TemporaryFolder folder;
  for (const char* const bytes : {"", "\n \t\n"}) {
    write_file(folder / "empty.txt", bytes);
    const Ran ran = run_program({"info", (folder / "empty.txt").string()});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("is empty"), std::string::npos) << ran.err;
  }
}

TEST(InfoCommand, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const auto refused = [](const std::string& model, const std::string& part) {
    const Ran ran = run_program({"info", model});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused("xx-yy", "no shipped model");
  refused("absent.txt", "no file 'absent.txt'");
  refused("words-real", "no shipped model 'words-real'; the models are");
  refused((folder / "none.safetensors").string(), "none.safetensors");
  refused(folder.path().string() + "/", "config.json");
  write_file(folder / "config.json", R"({"model_type": "gpt2"})");
  refused(folder.path().string() + "/", "vocab_size");
  write_file(folder / "config.json", small_gpt2_json);
  refused(folder.path().string() + "/", "model.safetensors");
  write_file(folder / "model.safetensors", "no tensors");
  refused(folder.path().string() + "/", "model.safetensors");
}

}  // namespace
}  // namespace glassformer::testing
