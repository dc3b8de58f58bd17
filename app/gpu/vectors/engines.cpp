#include <memory>

#include "app/card/vector_engines.h"
#include "app/gpu/gpu_backend.h"
#include "app/gpu/vectors/row_search.h"
#include "app/gpu/vectors/skip_gram.h"
#include "app/gpu/vectors/tsne_forces.h"
#include "core/embed/search/kept_searches.h"

namespace glassformer {

SkipGramEnginePtr skip_gram_engine(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_skip_gram_on_card(device) : nullptr;
}

TsneForcesPtr tsne_forces(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_tsne_forces_on_card(device) : nullptr;
}

RowSearchPtr row_search(const std::shared_ptr<Backend>& backend, const Rows& rows) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_row_search_on_card(device, rows) : nullptr;
}

RowSearchesPtr row_searches(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  if (!device) return nullptr;
  return std::make_shared<KeptSearches>(
      [device](const Rows& rows) { return make_row_search_on_card(device, rows); }, false);
}

}  // namespace glassformer
