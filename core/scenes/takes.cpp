#include "core/scenes/takes.h"

#include <map>
#include <string>

#include "core/models/transformer.h"

namespace glassformer {

namespace {

using Takes = bool (*)(const Checkpoint&);

std::map<std::string, Takes, std::less<>>& registered() {
  static std::map<std::string, Takes, std::less<>> all;
  return all;
}

}  // namespace

RegisterTakes::RegisterTakes(std::string_view scene, Takes takes) {
  registered().emplace(scene, takes);
}

bool takes_model(std::string_view scene, const Checkpoint& checkpoint) {
  const auto found = registered().find(scene);
  return found == registered().end() || found->second(checkpoint);
}

bool is_transformer(const Checkpoint& checkpoint) {
  return dynamic_cast<const Transformer*>(checkpoint.network.get()) != nullptr;
}

}  // namespace glassformer
