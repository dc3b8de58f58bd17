#include "core/scenes/takes.h"

#include <algorithm>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"

namespace glassformer {

namespace {

struct Rule {
  std::string_view scene, slot;
  bool (*takes)(const Resource&);
};

std::vector<Rule>& rules() {
  static std::vector<Rule> all;
  return all;
}

}  // namespace

RegisterTakes::RegisterTakes(const Scene& scene, std::string_view slot,
                             bool (*takes)(const Resource&)) {
  rules().push_back({scene.name, slot, takes});
}

bool takes(const Inputs& inputs, std::string_view slot, const Resource& resource) {
  if (slot_use(inputs, slot) == nullptr) return false;
  return std::ranges::all_of(rules(), [&](const Rule& rule) {
    return rule.scene != inputs.scene || rule.slot != slot || rule.takes(resource);
  });
}

bool is_transformer(const Resource& resource) {
  return resource.holds<Checkpoint>() &&
         dynamic_cast<const Transformer*>(resource.as<Checkpoint>()->network.get()) != nullptr;
}

}  // namespace glassformer
