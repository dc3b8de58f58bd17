#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
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

TEST(InfoCommand, KnowsTheShippedModelsAndThoseOfHuggingFace) {
  const auto shipped = nlohmann::json::parse(run_program({"info", "en-fr", "--json"}).out);
  EXPECT_EQ(shipped.at("architecture"), "transformer");
  const auto folder = shared_data("checkpoints/gpt-nano-sort");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const auto found = nlohmann::json::parse(run_program({"info", folder->string(), "--json"}).out);
  EXPECT_EQ(found.at("architecture"), "gpt");
  EXPECT_EQ(found.at("config").at("layers"), 3);
}

TEST(InfoCommand, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const auto refused = [](const std::string& model, const std::string& part) {
    const Ran ran = run_program({"info", model});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused("xx-yy", "no shipped model");
  refused((folder / "none.safetensors").string(), "none.safetensors");
  refused(folder.path().string() + "/", "config.json");
  write_file(folder / "config.json", R"({"model_type": "gpt2"})");
  refused(folder.path().string() + "/", "model.safetensors");
  write_file(folder / "model.safetensors", "no tensors");
  refused(folder.path().string() + "/", "model.safetensors");
}

}  // namespace
}  // namespace glassformer::testing
