#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

std::function<int()> declare_bench_gpt(const CommandOptions& app);

}  // namespace glassformer
