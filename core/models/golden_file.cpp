#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/formats/byte_reader.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/formats/npy_reader.h"
#include "core/formats/safetensors.h"
#include "core/formats/zip_names.h"
#include "core/models/golden.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

bool is_ids(std::string_view name) {
  return name == "ids" || name == "input_ids" || name == "tokens";
}

void take_ids(GoldenCase& golden, const std::vector<double>& cells, const std::string& named) {
  for (const double id : cells) {
    if (!(id >= 0 && id <= 1 << 30) || id != std::floor(id)) {
      throw UserError(fmt::format("{}: {} is no number of a piece", named, id));
    }
    golden.ids.push_back(static_cast<int>(id));
  }
}

void take(GoldenCase& golden, GoldenValue value, const std::string& named) {
  if (is_ids(value.name)) return take_ids(golden, value.cells, named + ": " + value.name);
  golden.values.push_back(std::move(value));
}

// A list of numbers, or of such lists that are all alike; false: it is something else.
bool read_array(Json::Value json, GoldenValue& value, std::size_t depth = 0) {
  if (json.is(Json::Kind::number)) {
    value.cells.push_back(json.number());
    return depth == value.shape.size();
  }
  if (!json.is(Json::Kind::array)) return false;
  const auto side = static_cast<std::int64_t>(json.size());
  if (depth == value.shape.size()) {
    if (!value.cells.empty()) return false;  // deeper than the first
    value.shape.push_back(side);
  }
  if (value.shape[depth] != side) return false;
  bool right = true;
  json.each([&](Json::Value element) { right = right && read_array(element, value, depth + 1); });
  return right;
}

GoldenCase case_of(Json::Value object) {
  GoldenCase golden;
  bool asked = false;
  if (!object.is(Json::Kind::object)) object.fail("must be an object of values");
  object.each_member([&](std::string_view key, Json::Value json) {
    GoldenValue value{std::string(key), {}, {}};
    const bool numbers = json.is(Json::Kind::number) || json.is(Json::Kind::array);
    if (!numbers) return;
    if (!read_array(json, value)) {
      if (is_ids(key)) json.fail("must be a list of ids");
      return;
    }
    if (is_ids(key)) {
      asked = true;
      take_ids(golden, value.cells, std::string(key));
    } else if (key != "tolerance") {
      golden.values.push_back(std::move(value));
    }
  });
  if (golden.ids.empty() && asked) {
    object.fail("has an empty list of ids; give the pieces that the model was given");
  }
  if (golden.ids.empty()) object.fail("has no \"ids\", the pieces that the model was given");
  return golden;
}

// Of the arrays of a .npz those that the snippets of docs write.
GoldenCase case_of_npz(const fs::path& file) {
  GoldenCase golden;
  const std::vector<std::string> there = zip_names(file);
  if (there.empty()) open_bytes(file / "ids.npy");  // says what is wrong with the file
  for (const char* const name :
       {"ids", "input_ids", "tokens", "logits", "attentions", "hidden_states"}) {
    const std::string array = std::string(name) + ".npy";
    if (std::ranges::find(there, array) == there.end()) continue;
    const fs::path entry = file / array;
    ByteReader in(open_bytes(entry), entry.string());
    const NpyHeader header = read_npy_header(in);
    double cells = 1;
    for (const std::uint64_t side : header.shape) cells *= static_cast<double>(side);
    check_memory(entry.string(), 12 * cells, "compare with fewer tokens");
    std::vector<float> numbers(static_cast<std::size_t>(cells));
    read_npy_numbers(in, header, numbers);
    GoldenValue value{name, {header.shape.begin(), header.shape.end()}, {}};
    value.cells.assign(numbers.begin(), numbers.end());
    take(golden, std::move(value), file.string());
  }
  return golden;
}

GoldenCase case_of_safetensors(const fs::path& file) {
  GoldenCase golden;
  for (NamedTensor& tensor : read_safetensors(file).tensors) {
    GoldenValue value{tensor.name, tensor.shape, {}};
    const auto cells = std::as_const(tensor.value).cells();
    value.cells.assign(cells.begin(), cells.end());
    take(golden, std::move(value), file.string());
  }
  return golden;
}

}  // namespace

std::vector<GoldenCase> golden_from_json(std::string_view text, const std::string& named) {
  const Json json = Json::parse(text, named);
  std::vector<GoldenCase> cases;
  if (json.root().is(Json::Kind::array)) {
    json.root().each([&](Json::Value one) { cases.push_back(case_of(one)); });
  } else if (!json.root().is(Json::Kind::object)) {
    json.root().fail("must be an object of values, or a list of such objects");
  }
  if (const auto list = member(json.root(), "cases"))
    list->each([&](Json::Value one) { cases.push_back(case_of(one)); });
  if (cases.empty()) cases.push_back(case_of(json.root()));
  return cases;
}

std::vector<GoldenCase> read_golden(const fs::path& file) {
  constexpr std::size_t max_json = 256 << 20;
  std::vector<GoldenCase> cases;
  if (file.extension() == ".npz") {
    cases.push_back(case_of_npz(file));
  } else if (file.extension() == ".safetensors" || has_safetensors(file)) {
    cases.push_back(case_of_safetensors(file));
  } else {
    cases = golden_from_json(read_file(file, max_json), file.string());
  }
  for (const GoldenCase& golden : cases) {
    if (!golden.ids.empty()) continue;
    throw UserError(file.string() +
                    ": has no ids, the pieces that the model was given; add them as \"ids\"");
  }
  return cases;
}

}  // namespace glassformer
