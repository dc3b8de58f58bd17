#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer train translate`: declares its arguments and returns what runs them.
std::function<int()> declare_train_translate(CLI::App& app);

}  // namespace glassformer
