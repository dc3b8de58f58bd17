#pragma once

#include "app/cli/command_options.h"

namespace glassformer {

// --memory SIZE: the most that may be taken for what is asked for (core/tensor/memory_limit.h).
void declare_memory(const CommandOptions& app);

}  // namespace glassformer
