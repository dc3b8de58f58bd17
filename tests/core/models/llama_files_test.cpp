// The Llama family in files: mapped, in shards, in our own format, and as others computed them.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "core/models/golden.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "tests/core/models/llama_twin.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::expect_twin;
using testing::ids;
using testing::imported;
using testing::message_of;
using testing::shared_data;
using testing::small_llama;
using testing::small_llama_json;
using testing::stepped;
using testing::TemporaryFolder;
using testing::traced;
using testing::Twin;

// Bytes of a safetensors file with the numbers as they are named.
void write_tensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors,
                   const std::string& type) {
  std::string header, data;
  for (const NamedTensor& tensor : tensors) {
    const std::size_t begin = data.size();
    for (const Real cell : tensor.value.cells()) {
      const auto number = static_cast<float>(cell);
      const char* const bytes = reinterpret_cast<const char*>(&number);
      type == "BF16" ? data.append(bytes + 2, 2) : data.append(bytes, 4);
    }
    std::string shape;
    for (const std::int64_t side : tensor.shape) {
      shape += (shape.empty() ? "" : ",") + std::to_string(side);
    }
    header += (header.empty() ? "{\"" : ",\"") + tensor.name + "\":{\"dtype\":\"" + type +
              "\",\"shape\":[" + shape + "],\"data_offsets\":[" + std::to_string(begin) + "," +
              std::to_string(data.size()) + "]}";
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');  // as the reference implementation fills it up
  const std::uint64_t length = header.size();
  write_file(file, std::string(reinterpret_cast<const char*>(&length), 8) + header + data);
}

// Opening takes no memory; what is opened computes what the same numbers do when they are read.
TEST(Llama, FilesAreMapped) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  for (const char* const type : {"F32", "BF16"}) {
    write_tensors(folder.path() / "model.safetensors", small_llama(), type);
    const Checkpoint model = load_checkpoint(folder.path());
    EXPECT_EQ(model.stored, std::set<std::string>{type});
    for (int i = 0; i < model.params.size(); ++i) EXPECT_NE(model.params.stored(i), nullptr);
    // Decoding reads where the file lies.
    const Mat of_file = stepped(
        *make_decoder(model, type == std::string("F32") ? WeightWidth::f32 : WeightWidth::bf16));
    const Mat computed = traced(model);
    EXPECT_LT(largest_difference(of_file, computed), 2e-5);
    if (type == std::string("F32")) expect_twin(computed, Twin(small_llama()).logits());
    EXPECT_LT(largest_difference(computed, traced(imported())), 0.5);
  }
}

// A mapping does not count as memory; what is made of it does.
TEST(Llama, OnlyWhatIsMadeOfAFileCountsAsMemory) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  write_tensors(folder.path() / "model.safetensors", small_llama(), "BF16");
  const std::uint64_t before = memory_limit();
  set_memory_limit(2000);
  std::string told_of_matrices, told_of_rows;
  std::size_t steps = 0;
  try {
    const Checkpoint model = load_checkpoint(folder.path());
    steps = static_cast<std::size_t>(stepped(*make_decoder(model, WeightWidth::bf16)).rows());
    told_of_matrices = message_of([&] { static_cast<void>(traced(model)); });
    told_of_rows = message_of([&] { make_decoder(model, WeightWidth::f32); });
  } catch (const UserError& error) {
    ADD_FAILURE() << error.what();
  }
  set_memory_limit(before);
  EXPECT_EQ(steps, ids.size());
  EXPECT_NE(told_of_matrices.find("--memory"), std::string::npos) << told_of_matrices;
  EXPECT_NE(told_of_rows.find("--memory"), std::string::npos) << told_of_rows;
}

TEST(Llama, ShardsAreFoundByTheirIndex) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  const auto tensors = small_llama();
  const std::size_t half = tensors.size() / 2;
  write_tensors(folder.path() / "a.safetensors", {tensors.begin(), tensors.begin() + half}, "F32");
  write_tensors(folder.path() / "b.safetensors", {tensors.begin() + half, tensors.end()}, "F32");
  std::string map;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    map += (map.empty() ? "\"" : ",\"") + tensors[i].name + "\":\"" + (i < half ? "a" : "b") +
           ".safetensors\"";
  }
  write_file(folder.path() / "model.safetensors.index.json", "{\"weight_map\":{" + map + "}}");
  expect_twin(traced(load_checkpoint(folder.path())), Twin(tensors).logits());
  std::filesystem::remove(folder.path() / "b.safetensors");
  const std::string told = message_of([&] { load_checkpoint(folder.path()); });
  EXPECT_NE(told.find("names b.safetensors, which is not in the folder"), std::string::npos)
      << told;
}

TEST(Llama, IsWrittenAndReadInOurOwnFormat) {
  const TemporaryFolder folder;
  const Checkpoint model = imported(small_llama("model.", true));
  write_safetensors(folder.path() / "own.safetensors", tensor_refs(model));
  const Checkpoint again = load_checkpoint(folder.path() / "own.safetensors");
  EXPECT_EQ(again.network->config(), model.network->config());
  EXPECT_EQ(traced(again), traced(model));
}

void expect_golden(const char* folder) {
  const auto found = shared_data(std::string("checkpoints/") + folder);
  if (!found) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = load_checkpoint(*found);
  for (const GoldenCase& golden : read_golden(*found / "model.safetensors.ref.json")) {
    const GoldenResult result = check_golden(model, golden, 1e-4);
    EXPECT_FALSE(result.first) << result.first->value << " " << result.first->made << " "
                               << result.first->wanted;
    EXPECT_TRUE(result.unknown.empty()) << result.unknown.front();
    EXPECT_GE(result.values, 6);
  }
}

TEST(Llama, PublishedFiguresOfALlama) {
  expect_golden("llama-synth");
}

TEST(Llama, PublishedFiguresOfAQwen2) {
  expect_golden("qwen2-synth");
}

}  // namespace
}  // namespace glassformer
