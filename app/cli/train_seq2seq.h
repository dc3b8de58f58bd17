#pragma once

#include <functional>

#include "app/cli/command_options.h"

namespace glassformer {

// `glassformer train seq2seq`: declares its arguments and returns what runs them.
std::function<int()> declare_train_seq2seq(const CommandOptions& app);

}  // namespace glassformer
