#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer eval analogies` and `eval similarity`: each declares its arguments and returns what
// runs it.
std::function<int()> declare_eval_analogies(CLI::App& app);
std::function<int()> declare_eval_similarity(CLI::App& app);

}  // namespace glassformer
