#pragma once

#include <memory>

#include "core/embed/engines/skip_gram_engine.h"
#include "core/embed/search/row_search.h"
#include "core/grad/backend.h"
#include "core/project/tsne_forces.h"

namespace glassformer {

// What works on word vectors in place of the processor, where the passes of models are computed by
// this backend; null where it is the processor (backend null) that does.
SkipGramEnginePtr skip_gram_engine(const std::shared_ptr<Backend>& backend);
TsneForcesPtr tsne_forces(const std::shared_ptr<Backend>& backend);
// Holds a copy of the rows. Throws DeviceError if it has no room for them.
RowSearchPtr row_search(const std::shared_ptr<Backend>& backend, const Rows& rows);
// For large sets of vectors; keeps the two that were asked last.
RowSearchesPtr row_searches(const std::shared_ptr<Backend>& backend);

}  // namespace glassformer
