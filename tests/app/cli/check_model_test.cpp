#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "tests/app/cli/program.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

// What the program says of a model is what it says of it the next time; one cell changed is named.
TEST(CheckModel, NamesTheFirstDifference) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_gpt2_json);
  write_safetensors(folder.path() / "model.safetensors", TensorFile{{}, small_tensors("")});
  const std::string golden = folder.path() / "golden.json";
  const auto check = [&](const std::string& values) {
    write_file(golden, "{\"ids\": [1, 4, 0], " + values + "}");
    return run_program({"check", folder.path(), "--golden", golden, "--json"});
  };
  const Ran first = check("\"logits_last\": [7, 7, 7, 7, 7]");
  EXPECT_EQ(first.code, 1) << first.err;
  const auto told = nlohmann::json::parse(first.out).at("cases").at(0).at("first_difference");
  EXPECT_EQ(told.at("path"), "logits");
  EXPECT_EQ(told.at("there"), 7);
  const std::string here = std::to_string(told.at("here").get<double>());
  const Ran same = check("\"logits_last\": [" + here + "]");
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_EQ(nlohmann::json::parse(same.out).at("same"), true);
  const Ran nothing = check("\"colour\": 1");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("nothing to compare (colour: not known here)"), std::string::npos)
      << nothing.err;
  const Ran part = check("\"logits\": [[1]]");
  EXPECT_EQ(part.code, 2);
  EXPECT_NE(part.err.find("logits is 1 × 1, but logits is 3 × 5 here"), std::string::npos)
      << part.err;
}

}  // namespace
}  // namespace glassformer::testing
