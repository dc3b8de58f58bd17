#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer eval analogies` and `eval similarity`: each declares its arguments and returns what
// runs it.
std::function<int()> declare_eval_analogies(const CommandOptions& app);
std::function<int()> declare_eval_similarity(const CommandOptions& app);

}  // namespace glassformer
