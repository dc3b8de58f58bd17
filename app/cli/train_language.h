#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer train language`: declares its arguments and returns what runs them.
std::function<int()> declare_train_language(const CommandOptions& app);

}  // namespace glassformer
