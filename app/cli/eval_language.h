#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer eval language`: declares its arguments and returns what runs them.
std::function<int()> declare_eval_language(const CommandOptions& app);

}  // namespace glassformer
