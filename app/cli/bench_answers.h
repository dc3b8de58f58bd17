#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer bench answers`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_answers(const CommandOptions& app);

}  // namespace glassformer
