#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

std::function<int()> declare_train_tokenizer(const CommandOptions& app);

}  // namespace glassformer
