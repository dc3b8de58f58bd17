#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer bench vectors`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_vectors(CLI::App& app);

}  // namespace glassformer
