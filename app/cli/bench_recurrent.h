#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer bench recurrent`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_recurrent(const CommandOptions& app);

}  // namespace glassformer
