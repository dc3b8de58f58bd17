#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer bench transformer`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_transformer(const CommandOptions& app);

}  // namespace glassformer
