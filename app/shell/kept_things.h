#pragma once

#include <filesystem>

#include "app/shell/app.h"

namespace glassformer {

// What learned in the last window and was kept in this folder, given to the next one, which is told
// of it once. A model is among those that can be chosen; word vectors and a pre-training are among the
// files that were opened lately.
void take_kept_model(App& app, const std::filesystem::path& folder);
void take_kept_vectors(App& app, const std::filesystem::path& folder);
void take_kept_pretraining(App& app, const std::filesystem::path& folder);

}  // namespace glassformer
