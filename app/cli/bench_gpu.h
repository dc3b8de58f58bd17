#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer bench gpu`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_gpu(const CommandOptions& app);

}  // namespace glassformer
