#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer train vectors`: declares its arguments and returns what runs them.
std::function<int()> declare_train_vectors(const CommandOptions& app);

}  // namespace glassformer
