#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer train vectors`: declares its arguments and returns what runs them.
std::function<int()> declare_train_vectors(CLI::App& app);

}  // namespace glassformer
