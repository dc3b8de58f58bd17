#pragma once

#include <memory>
#include <string>

#include "core/grad/backend.h"
#include "core/scenes/run.h"

namespace CLI {
class App;
}

namespace glassformer {

// --backend auto|cpu|gpu, bound to `word`, which holds the default.
void declare_backend(CLI::App& app, std::string& word);

// What the word comes to on this machine; null: the CPU. Where "gpu" cannot be had, a sentence on
// standard error says why, and the CPU computes.
std::shared_ptr<Backend> chosen_backend(const std::string& word);

// On standard error, if this pass was to be computed on the card and the CPU had to take over.
void tell_failure(const Run& run);

}  // namespace glassformer
