#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer bench language`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_language(const CommandOptions& app);

}  // namespace glassformer
