#include "app/files/model_facts.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/nn/parameters.h"

namespace glassformer {

using Object = nlohmann::ordered_json;

namespace {

std::vector<std::pair<const char*, int>> named_ids(const SpecialIds& ids) {
  return {{"padding", ids.padding},
          {"begin", ids.begin},
          {"end", ids.end},
          {"unknown", ids.unknown},
          {"mask", ids.mask}};
}

}  // namespace

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string model_facts(const std::string& named, const Checkpoint& model) {
  Object parts = Object::array(), tokenizers = Object::array();
  for (const PartCount& part : parameter_counts(model.network->parameters())) {
    parts.push_back({{"part", part.part}, {"parameters", part.cells}});
  }
  for (const TokenizerPtr& tokenizer : model.tokenizers) {
    Object special = Object::object();
    for (const auto& [name, id] : named_ids(tokenizer->special())) {
      if (id >= 0) special[name] = {{"id", id}, {"piece", tokenizer->pieces().at(id)}};
    }
    tokenizers.push_back({{"kind", std::string(tokenizer->kind())},
                          {"size", tokenizer->size()},
                          {"special", std::move(special)}});
  }
  const Object all = {{"model", named},
                      {"architecture", std::string(model.network->architecture())},
                      {"summary", model.network->summary()},
                      {"config", Object::parse(model.network->config())},
                      {"parameters", parameter_count(model.network->parameters())},
                      {"parts", std::move(parts)},
                      {"stored", model.stored},
                      {"not_finite", not_finite(model)},
                      {"tokenizers", std::move(tokenizers)},
                      {"no_tokenizer", model.no_tokenizer},
                      {"origin", model.origin}};
  return all.dump();
}

}  // namespace glassformer
