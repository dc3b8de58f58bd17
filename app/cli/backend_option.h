#pragma once

#include <memory>
#include <string>

#include "app/card/graphics_card.h"
#include "app/cli/command_options.h"
#include "core/grad/backend.h"
#include "core/scenes/run.h"

namespace glassformer {

// --backend auto|cpu|gpu, bound to `word`, which holds the default.
void declare_backend(const CommandOptions& app, std::string& word);

// The graphics card, after its self-test where that has not run yet.
GraphicsCard proved_card();

// The backend that the word stands for on this machine; null: the CPU. If "gpu" is not available, a
// sentence on standard error says why, and the CPU computes.
std::shared_ptr<Backend> chosen_backend(const std::string& word);

// On standard error, if this pass was to be computed on the card and the CPU had to take over.
void tell_failure(const Run& run);
// The same, with the reason; empty: it did not have to.
void tell_failure(const std::string& why);

}  // namespace glassformer
