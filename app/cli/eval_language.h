#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/cli/command_options.h"
#include "core/decode/language_score.h"

namespace glassformer {

// As language_score says; of a text that takes long, how far it is is told on standard error.
LanguageScore scored_aloud(const Checkpoint& model, std::span<const int> ids,
                           const std::string& named, int stretch = 4096);

// `glassformer eval language`: declares its arguments and returns what runs them.
std::function<int()> declare_eval_language(const CommandOptions& app);

}  // namespace glassformer
