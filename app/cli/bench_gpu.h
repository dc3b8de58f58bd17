#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace glassformer {

// `glassformer bench gpu`: declares its arguments and returns what runs them.
std::function<int()> declare_bench_gpu(CLI::App& app);

}  // namespace glassformer
