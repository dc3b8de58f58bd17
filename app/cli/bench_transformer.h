#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer bench transformer`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_transformer(CLI::App& app);

}  // namespace glassformer
