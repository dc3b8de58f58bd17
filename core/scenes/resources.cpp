#include "core/scenes/resources.h"

#include <fmt/format.h>

#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

const Resource& Resources::find(std::string_view slot) const {
  static const Resource none;
  const auto found = filled_.find(slot);
  return found == filled_.end() ? none : found->second;
}

void Resources::set(std::string_view slot, Resource resource) {
  if (resource.object() == nullptr) {
    if (const auto found = filled_.find(slot); found != filled_.end()) filled_.erase(found);
    return;
  }
  filled_.insert_or_assign(std::string(slot), std::move(resource));
}

void Resources::wrong_type(std::string_view slot, std::string_view what) {
  throw UserError(
      fmt::format("the slot \"{}\" holds something else; it takes {} alone", slot, what));
}

}  // namespace glassformer
