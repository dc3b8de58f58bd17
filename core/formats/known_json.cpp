#include "core/formats/known_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/formats/json_object.h"

namespace glassformer {

namespace {

// Told by one of these keys at the top level.
struct Part {
  std::string_view name;  // as Hugging Face's library calls it
  std::string_view is;
  std::vector<std::string_view> keys;
};

const std::vector<Part>& parts() {
  static const std::vector<Part> all{
      {"model.safetensors.index.json", "which lists its files of weights", {"weight_map"}},
      {"config.json",
       "its sizes without its weights",
       {"model_type", "architectures", "n_layer", "num_hidden_layers"}},
      {"tokenizer_config.json", "the settings of its tokenizer", {"tokenizer_class"}},
      {"generation_config.json", "how it is to write", {"transformers_version"}},
      {"special_tokens_map.json",
       "the names of its marks",
       {"unk_token", "eos_token", "cls_token"}},
  };
  return all;
}

bool is_tokenizer(Json::Value root) {
  const auto model = member(root, "model");
  return model && (member(*model, "vocab") || member(*model, "merges"));
}

// Every piece with its number, from 0.
bool is_vocabulary(Json::Value root) {
  int pieces = 0;
  bool all = true, from_0 = false;
  root.each_member([&](std::string_view, Json::Value value) {
    ++pieces;
    from_0 = from_0 || (value.is(Json::Kind::number) && value.number() == 0);
    all = all && value.is(Json::Kind::number) && value.number() >= 0 &&
          value.number() == std::floor(value.number());
  });
  return pieces > 2 && from_0 && all;
}

std::string said(std::string_view name, std::string_view is) {
  return fmt::format(
      "is the {} of a model, {}; open the folder in which it lies beside model.safetensors, under "
      "that name",
      name, is);
}

}  // namespace

std::optional<std::string> known_json(Json::Value root) {
  if (is_tokenizer(root)) return said("tokenizer.json", "the pieces that it reads and writes");
  for (const Part& part : parts()) {
    const auto holds = [&](std::string_view key) { return member(root, key).has_value(); };
    if (std::ranges::any_of(part.keys, holds)) return said(part.name, part.is);
  }
  if (is_vocabulary(root)) return said("vocab.json", "its pieces with their numbers");
  return std::nullopt;
}

}  // namespace glassformer
